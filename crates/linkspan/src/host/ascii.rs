//! The fast path of [`bounds`](super::bounds): hosts in ASCII, many bytes at once.
//!
//! Nearly all hosts in text are ASCII and need no script handling. Each function returns `None` where
//! the slow path must decide. Where it returns an answer, the slow path returns the same.

use linkspan_vector::{AsciiSet, MAX_RUN_LEN, Run};

use super::domain::DomainRules;
use crate::counter;
use crate::idna::MAX_DOMAIN_LEN;
use crate::property::ascii::{self, DOT, LETTER};

const HYPHEN: AsciiSet = AsciiSet::new(b"-");

/// The characters of most labels. Labels with underscores take the slow path.
const LABEL: AsciiSet = ascii::LABEL.difference(AsciiSet::new(b"_"));
const HOST: AsciiSet = LABEL.union(DOT);

/// Whether the byte after a run may continue a label, so that the slow path must decide.
fn may_continue_label(next: Option<u8>) -> bool {
    next.is_some_and(|byte| byte == b'_' || !byte.is_ascii())
}

/// The label that starts at `start`, and the byte after it.
#[inline]
pub(super) fn label_at(text: &str, start: usize) -> Option<(&str, Option<u8>)> {
    let rest = text.as_bytes().get(start..)?;
    let len = linkspan_vector::run(rest, &LABEL, []).len;
    counter::add(len + 1);
    let next = rest.get(len).copied();
    if len == MAX_RUN_LEN || may_continue_label(next) {
        return None;
    }
    Some((text.get(start..start + len)?, next))
}

/// Whether a label that ends at `end` before the byte `next` is the last one of its host. `None` if the
/// slow path must decide.
#[inline]
pub(super) fn is_last(text: &str, end: usize, next: Option<u8>) -> Option<bool> {
    if next != Some(b'.') {
        return Some(true);
    }
    match text.as_bytes().get(end + 1) {
        None => Some(true),
        Some(b'.' | 0x80..) => None,
        Some(&byte) => Some(byte != b'_' && !LABEL.contains(byte)),
    }
}

/// A host of at least two labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AsciiHost {
    /// The offset in the text.
    start: usize,
    /// The length of letters, digits, hyphens and dots, without a root dot. No label is empty. The host is at most as
    /// long as one label may be, so it is within all length limits.
    pub(crate) len: usize,
    /// The dots, the first byte of the host as bit 0.
    dots: u64,
    /// The offset of the last label in the host.
    pub(crate) last_label: usize,
    /// The byte after the host.
    pub(crate) next: Option<u8>,
    /// Whether a label starts or ends with a hyphen, or contains two in a row as A-labels do.
    pub(crate) has_unusual_hyphens: bool,
    /// Whether the last label consists of letters.
    pub(crate) ends_with_letters: bool,
}

impl AsciiHost {
    /// The offset of its end in the text.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        self.start + self.len
    }

    /// The host in its text.
    #[inline(always)]
    pub(crate) fn name<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end()).unwrap_or_default()
    }

    /// Whether it is a valid domain.
    #[inline(always)]
    pub(crate) fn is_valid(&self, text: &str, rules: &DomainRules<'_>) -> bool {
        let name = self.name(text);
        if self.has_unusual_hyphens {
            rules.check(name).is_ok()
        } else {
            let labels = self.dots.count_ones() as usize + 1;
            rules.accepts_ascii(name, labels, self.last_label)
        }
    }
}

/// The host that starts at `start`, without a root dot, if it is shorter than [`MAX_RUN_LEN`].
#[inline(always)]
pub(crate) fn host_from(text: &str, start: usize) -> Option<AsciiHost> {
    let rest = text.as_bytes().get(start..)?;
    let run = linkspan_vector::run(rest, &HOST, [&DOT, &HYPHEN, &LETTER]);
    AsciiHost::new(start, rest, run)
}

/// The sets of [`host_with_masks`].
pub(crate) struct UrlSets([AsciiSet; 6]);

impl UrlSets {
    /// The sets of hosts, and two more.
    pub(crate) const fn new([first, second]: [AsciiSet; 2]) -> Self {
        Self([HOST, DOT, HYPHEN, LETTER, first, second])
    }
}

/// The same for a host of a URL. Since another run follows the host, the bytes after `start` are also examined for
/// further sets, the masks of which are returned. The host is `None` if the slow path must decide.
///
/// Returns `None` if the processor cannot do this at once.
#[inline(always)]
pub(crate) fn host_with_masks(
    text: &str,
    start: usize,
    sets: &UrlSets,
) -> Option<(Option<AsciiHost>, [u64; 2])> {
    let rest = text.as_bytes().get(start..)?;
    let [members, dots, hyphens, letters, first, second] = linkspan_vector::masks(rest, &sets.0)?;
    // The bits below the first byte that is not a member.
    let in_host = members & !members.wrapping_add(1);
    let run = Run {
        len: members.trailing_ones() as usize,
        masks: [dots & in_host, hyphens & in_host, letters & in_host],
    };
    Some((AsciiHost::new(start, rest, run), [first, second]))
}

impl AsciiHost {
    /// The host at the start of `rest`, whose offset in the text is `start`. The run has masks of dots, hyphens and
    /// letters.
    #[inline(always)]
    fn new(start: usize, rest: &[u8], run: Run<3>) -> Option<Self> {
        counter::add(run.len + 1);
        let [mut dots, hyphens, letters] = run.masks;
        // No leading dot, and no two dots in a row.
        if dots & (dots << 1 | 1) != 0 || run.len == MAX_RUN_LEN {
            return None;
        }
        let mut next = rest.get(run.len).copied();
        if may_continue_label(next) {
            return None;
        }
        let mut len = run.len;
        let mut last_label = dots.checked_ilog2()? as usize + 1;
        if last_label == len {
            // A root dot is not part of the host.
            len -= 1;
            dots ^= 1 << len;
            next = Some(b'.');
            last_label = dots.checked_ilog2()? as usize + 1;
        }
        // The first and last byte of each label.
        let edges = dots << 1 | 1 | dots >> 1 | 1 << (len - 1);
        Some(Self {
            start,
            len,
            dots,
            last_label,
            next,
            has_unusual_hyphens: hyphens & (edges | hyphens << 1) != 0,
            ends_with_letters: (letters >> last_label).trailing_ones() as usize == len - last_label,
        })
    }
}

/// The start of the host whose last label follows the dot at `dot`. The search stops at `floor`.
#[inline]
pub(super) fn start_before(text: &str, floor: usize, dot: usize) -> Option<usize> {
    let before = text.as_bytes().get(floor..dot)?;
    let mut label_end = before.len();
    let mut start = before.len();
    for (offset, &byte) in before.iter().enumerate().rev().take(MAX_DOMAIN_LEN + 1) {
        match byte {
            // An empty label.
            b'.' if start == label_end => return None,
            b'.' => label_end = offset,
            0x80.. => return None,
            _ if byte == b'_' || LABEL.contains(byte) => {}
            _ => break,
        }
        start = offset;
    }
    let len = before.len() - start;
    counter::add(len + 1);
    // The first label must not be empty either.
    (start < label_end && len <= MAX_DOMAIN_LEN).then_some(floor + start)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::host::{HostBounds, HostEndError};
    use crate::offset::floor_char_boundary;
    use crate::options::{ScriptBoundaries, TopLevel};
    use crate::suffix::SuffixList;

    fn rules() -> HostBounds<'static> {
        HostBounds {
            domain: DomainRules {
                top_level: TopLevel::Syntactic,
                registrable: false,
                min_labels: 2,
                suffixes: SuffixList::embedded(),
            },
            boundaries: ScriptBoundaries::Split,
            suffixes_after_hyphen: false,
        }
    }

    proptest! {
        #[test]
        fn ends_agree_with_the_slow_path(text in "[a-c.1_é中-]{0,12}[ .。/:]?[a.]{0,3}") {
            let host = host_from(&text, 0);
            if let Some((same, [dots, hyphens])) = host_with_masks(&text, 0, &UrlSets::new([DOT, HYPHEN])) {
                prop_assert_eq!(same, host);
                let mask = |wanted| {
                    let found = text.bytes().enumerate().filter(|&(_, byte)| byte == wanted);
                    found.map(|(offset, _)| 1 << offset).sum::<u64>()
                };
                prop_assert_eq!((dots, hyphens), (mask(b'.'), mask(b'-')));
            }
            if let Some(host) = host {
                let name = host.name(&text);
                prop_assert_eq!(rules().end_from(&text, 0), Some(host.len));
                prop_assert_eq!(name.matches('.').count(), host.dots.count_ones() as usize);
                let last = name.rsplit('.').next().unwrap();
                prop_assert_eq!(host.len - last.len(), host.last_label);
                let is_letters = last.bytes().all(|b| b.is_ascii_alphabetic());
                prop_assert_eq!(host.ends_with_letters, is_letters);
                let mut labels = name.split('.');
                let is_unusual = labels.any(|label| {
                    label.starts_with('-') || label.ends_with('-') || label.contains("--")
                });
                prop_assert_eq!(host.has_unusual_hyphens, is_unusual);
                prop_assert_eq!(host.is_valid(&text, &rules().domain), rules().domain.check(name).is_ok());
            }
        }

        #[test]
        fn starts_agree_with_the_slow_path(text in "[ a。]{0,2}[a-c._é中/-]{1,12}", floor in 0_usize..4) {
            let floor = floor_char_boundary(&text, floor);
            if let Some(start) = start_before(&text, floor, text.len()) {
                let whole = std::format!("{text}.com");
                let slow = rules().start_before_by_chars(&whole, floor, text.len());
                prop_assert_eq!(slow, Some(start));
            }
        }
    }
    #[test]
    fn ordinary_hosts_take_the_fast_path() {
        for rest in ["", "/a.b-c", " x.y", ":80.-", "?q=.-", ". Then", ".", "/"] {
            let text = std::format!("www.example.com{rest}");
            let host = host_from(&text, 0).unwrap();
            assert_eq!(host.name(&text), "www.example.com");
            assert_eq!(host.dots, 1 << 3 | 1 << 11);
            assert_eq!(host.last_label, 12);
            assert_eq!(host.next, rest.bytes().next());
            assert!(host.ends_with_letters && !host.has_unusual_hyphens);
            if let Some((same, _)) = host_with_masks(&text, 0, &UrlSets::new([DOT, HYPHEN])) {
                assert_eq!(same, Some(host), "{text}");
            }
            assert_eq!(label_at(&text, 12), Some(("com", rest.bytes().next())));
            assert_eq!(rules().ascii_end_at(&text, 12), Some(Ok(15)));
            assert_eq!(start_before(&text, 0, 11), Some(0));
            assert_eq!(start_before(&text, 4, 11), Some(4));
        }
        assert_eq!(start_before("see (a_b.example", 0, 16), Some(5));
        assert_eq!(is_last("com.au", 3, Some(b'.')), Some(false));
        assert_eq!(is_last("com. a", 3, Some(b'.')), Some(true));
        assert_eq!(
            rules().ascii_end_at("com.au", 0),
            Some(Err(HostEndError::NotLastLabel))
        );
        assert_eq!(
            rules().ascii_end_at("1.", 0),
            Some(Err(HostEndError::NoTopLevel))
        );
    }

    #[test]
    fn starts_of_too_long_hosts_are_left_to_the_slow_path() {
        let longest = "a.".repeat(126) + "a";
        assert_eq!(longest.len(), MAX_DOMAIN_LEN);
        assert_eq!(start_before(&longest, 0, longest.len()), Some(0));
        assert_eq!(start_before(&(longest + ".a"), 0, 255), None);
        assert_eq!(start_before(&"a".repeat(254), 0, 254), None);
    }
}
