//! The fast path of [`bounds`](super::bounds): hosts in ASCII, many bytes at once.
//!
//! Nearly all hosts in text are ASCII and need no script handling. Each function returns `None` where
//! the slow path must decide. Where it returns an answer, the slow path returns the same.

use linkspan_vector::{AsciiSet, MAX_RUN_LEN, Run};

use super::domain::DomainRules;
use crate::counter;
use crate::property::ascii::{self, DOT};
use crate::suffix::SuffixList;

const HYPHEN: AsciiSet = AsciiSet::new(b"-");

/// The characters of most hosts.
const LOWER: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz-.");

/// The characters of most labels. Labels with underscores take the slow path.
const LABEL: AsciiSet = ascii::LABEL.difference(AsciiSet::new(b"_"));
const HOST: AsciiSet = LABEL.union(DOT);
/// The same with underscores.
const NAME: AsciiSet = ascii::LABEL.union(DOT);

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

/// Whether a single label in ASCII, which may be empty, starts at `start` and is followed by no other label. `false` if
/// the slow path must decide.
#[inline]
pub(crate) fn is_single_label(text: &str, start: usize) -> bool {
    label_at(text, start).is_some_and(|(label, next)| {
        let end = start + label.len();
        is_last(text, end, next) == Some(true)
    })
}

/// A host of at least two labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AsciiHost {
    /// The offset in the text.
    start: usize,
    /// The length of letters, digits, hyphens and dots, without a root dot. No label is empty. The host is at most as
    /// long as one label may be, so it is within all length limits.
    len: usize,
    /// The dots, the first byte of the host as bit 0.
    dots: u64,
    /// The offset of the last label in the host.
    last_label: usize,
    /// The byte after the host.
    pub(crate) next: Option<u8>,
    hyphens: u64,
    /// Whether a label starts or ends with a hyphen, or contains two in a row as A-labels do.
    has_unusual_hyphens: bool,
    /// Whether it consists of lower-case letters, hyphens and dots.
    is_lower: bool,
}

impl AsciiHost {
    /// The offset of its end in the text.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        self.start + self.len
    }

    /// Its dots, the first byte of the host as bit 0.
    #[inline(always)]
    pub(crate) fn dots(&self) -> u64 {
        self.dots
    }

    /// The host in its text.
    #[inline(always)]
    pub(crate) fn name<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end()).unwrap_or_default()
    }

    /// Whether it consists of labels of lower-case letters and single inner hyphens.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.is_lower && !self.has_unusual_hyphens
    }

    /// Whether it is plain and ends with a label of at least two letters, as most top-level domains are.
    #[inline(always)]
    pub(crate) fn is_plain_with_letters(&self) -> bool {
        self.is_plain() && self.hyphens >> self.last_label == 0 && self.len - self.last_label > 1
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

    /// Whether it ends with a listed top-level domain, and is a valid domain therefore. `None` if the slow path must decide.
    #[inline(always)]
    pub(crate) fn has_listed_top_level(&self, text: &str, suffixes: &SuffixList) -> Option<bool> {
        let top_level = text
            .as_bytes()
            .get(self.start + self.last_label..self.end())?;
        (!self.has_unusual_hyphens).then(|| suffixes.is_top_level_ascii(top_level))
    }
}

/// The host that starts at `start`, without a root dot, if it is shorter than [`MAX_RUN_LEN`].
#[inline(always)]
pub(crate) fn host_from(text: &str, start: usize) -> Option<AsciiHost> {
    let rest = text.as_bytes().get(start..)?;
    let mut run = linkspan_vector::run(rest, &HOST, [&DOT, &HYPHEN, &LOWER]);
    let last = run.len.wrapping_sub(1);
    if rest.get(last) == Some(&b'.') && run.len < MAX_RUN_LEN {
        // A root dot is not part of the host.
        if may_continue_label(rest.get(run.len).copied()) {
            return None;
        }
        let [dots, ..] = &mut run.masks;
        *dots ^= 1 << last;
        run.len = last;
    }
    AsciiHost::new(start, rest, run)
}

/// The sets of [`UrlMasks`].
pub(crate) struct UrlSets([AsciiSet; 6]);

impl UrlSets {
    /// The sets of hosts, and three more. The last one contains all characters of hosts but the dot, and so it also tells
    /// which characters of a host are dots.
    pub(crate) const fn new(first: AsciiSet, second: AsciiSet, without_dot: AsciiSet) -> Self {
        Self([HOST, HYPHEN, LOWER, first, second, without_dot])
    }
}

/// What is known about the first bytes after the `//` of a URL, for several sets at once. The first byte is bit 0.
#[derive(Clone, Copy)]
pub(crate) struct UrlMasks {
    /// The characters of hosts.
    host: u64,
    hyphens: u64,
    /// Lower-case letters, hyphens and dots.
    lower: u64,
    /// The further sets of [`UrlSets`].
    pub(crate) further: [u64; 3],
}

/// A host of at least two labels, which consist of lower-case letters and single inner hyphens. The last label consists of
/// at least two letters.
#[derive(Clone, Copy)]
pub(crate) struct PlainHost {
    pub(crate) len: usize,
    /// The dots, the first byte of the host as bit 0.
    pub(crate) dots: u64,
}

impl PlainHost {
    /// The offset of the last label in the host.
    #[inline(always)]
    pub(crate) fn last_label(&self) -> usize {
        // There is a dot.
        self.dots.checked_ilog2().map_or(0, |dot| dot as usize + 1)
    }
}

impl UrlMasks {
    /// The masks of the text after `start`. Returns `None` if the processor cannot examine several sets at once.
    #[inline(always)]
    pub(crate) fn of(text: &str, start: usize, sets: &UrlSets) -> Option<Self> {
        let rest = text.as_bytes().get(start..)?;
        let [host, hyphens, lower, further @ ..] = linkspan_vector::masks(rest, &sets.0)?;
        Some(Self {
            host,
            hyphens,
            lower,
            further,
        })
    }

    /// The same without the further sets, which takes fewer instructions.
    #[inline(always)]
    pub(crate) fn of_host(text: &str, start: usize) -> Option<Self> {
        static SETS: [AsciiSet; 4] = [HOST, HYPHEN, LOWER, HOST.difference(DOT)];
        let rest = text.as_bytes().get(start..)?;
        let [host, hyphens, lower, without_dot] = linkspan_vector::masks(rest, &SETS)?;
        Some(Self {
            host,
            hyphens,
            lower,
            further: [0, 0, without_dot],
        })
    }

    /// The bits below the first byte that is no member of a host.
    #[inline(always)]
    fn in_host(&self) -> u64 {
        self.host & !self.host.wrapping_add(1)
    }

    #[inline(always)]
    fn dots(&self) -> u64 {
        let [_, _, without_dot] = self.further;
        !without_dot & self.in_host()
    }

    /// The host at the start of the masks, if it is plain. `None` if it has another form, or if it fills the masks.
    #[inline(always)]
    pub(crate) fn plain_host(&self) -> Option<PlainHost> {
        let in_host = self.in_host();
        let len = self.host.trailing_ones();
        let (dots, hyphens) = (self.dots(), self.hyphens & in_host);
        let separators = dots | hyphens;
        // A separator at the start or after another one, a hyphen in the last label, a last label of fewer than two letters.
        let is_other = in_host & !self.lower
            | separators & (separators << 1 | 1)
            | u64::from(hyphens >= dots)
            | dots.wrapping_shr(len.wrapping_sub(2));
        let is_plain = is_other == 0 && (len as usize) < MAX_RUN_LEN;
        is_plain.then_some(PlainHost {
            len: len as usize,
            dots,
        })
    }

    /// Whether a single label, which may be empty, starts at `start` and is followed by no other label. `false` if the slow
    /// path must decide.
    #[inline(always)]
    pub(crate) fn is_single_label(&self, text: &str, start: usize) -> bool {
        let len = self.host.trailing_ones() as usize;
        let next = text.as_bytes().get(start + len).copied();
        self.dots() == 0 && len < MAX_RUN_LEN && !may_continue_label(next)
    }

    /// The host of the URL, whose offset is `start`. `None` if the slow path must decide, as it must about a root dot.
    #[inline(always)]
    pub(crate) fn host(&self, text: &str, start: usize) -> Option<AsciiHost> {
        let rest = text.as_bytes().get(start..)?;
        let run = Run {
            len: self.host.trailing_ones() as usize,
            masks: [self.dots(), self.hyphens & self.in_host(), self.lower],
        };
        AsciiHost::new(start, rest, run)
    }
}

impl AsciiHost {
    /// The host at the start of `rest`, whose offset in the text is `start`. The run has masks of dots, of hyphens, and of
    /// what hosts in lower case consist of. Only the last mask may have bits after the run. `None` if the run ends with a
    /// dot.
    #[inline(always)]
    fn new(start: usize, rest: &[u8], run: Run<3>) -> Option<Self> {
        counter::add(run.len + 1);
        let [dots, hyphens, lower] = run.masks;
        // No leading dot, and no two dots in a row.
        if dots & (dots << 1 | 1) != 0 || run.len == MAX_RUN_LEN {
            return None;
        }
        let len = run.len;
        let next = rest.get(len).copied();
        let last_label = dots.checked_ilog2()? as usize + 1;
        if may_continue_label(next) || last_label == len {
            return None;
        }
        // The first and last byte of each label.
        let edges = dots << 1 | 1 | dots >> 1 | 1 << (len - 1);
        Some(Self {
            start,
            len,
            dots,
            last_label,
            next,
            hyphens,
            has_unusual_hyphens: hyphens & (edges | hyphens << 1) != 0,
            is_lower: lower.trailing_ones() as usize >= len,
        })
    }
}

/// The start of the host whose last label follows the dot at `dot`. The search stops at `floor`. `None` if the slow path must
/// decide.
#[inline]
pub(super) fn start_before(text: &str, floor: usize, dot: usize) -> Option<usize> {
    let before = text.as_bytes().get(floor..dot)?;
    let run = linkspan_vector::run_backward(before, &NAME, [&DOT]);
    let [dots] = run.masks;
    counter::add(run.len + 1);
    let start = before.len() - run.len;
    let continues = start > 0 && !before.get(start - 1).is_some_and(u8::is_ascii);
    if matches!(run.len, 0 | MAX_RUN_LEN) || continues {
        return None;
    }
    // No label is empty: no dot at either end, and no two dots in a row.
    let ends = 1 << (MAX_RUN_LEN - 1) | 1 << (MAX_RUN_LEN - run.len);
    (dots & (ends | dots << 1) == 0).then_some(floor + start)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::host::{HostBounds, HostEndError};
    use crate::offset::floor_char_boundary;
    use crate::options::{ScriptBoundaries, TopLevel};

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
        fn ends_agree_with_the_slow_path(text in "[a-cA.1_é中-]{0,12}(\\.com|[a-c]{8}\\.[a-c]{8,16}\\.)?[ .。/:]?[a.]{0,3}") {
            let host = host_from(&text, 0);
            let sets = UrlSets::new(DOT, HYPHEN, ascii::INCLUDE);
            if let Some(masks) = UrlMasks::of(&text, 0, &sets) {
                let same = masks.host(&text, 0);
                prop_assert_eq!(same, host.filter(|host| host.next != Some(b'.')));
                let plain = masks.plain_host().map(|plain| (plain.len, plain.dots));
                let next = text.as_bytes().get(masks.host.trailing_ones() as usize);
                let ends = !may_continue_label(next.copied());
                let expected = same.filter(AsciiHost::is_plain_with_letters).map(|host| (host.len, host.dots));
                prop_assert_eq!(plain.filter(|_| ends), expected);
                if masks.is_single_label(&text, 0) {
                    prop_assert!(is_single_label(&text, 0), "{:?}", text);
                }
                let masks = masks.further;
                let mask = |set: AsciiSet| {
                    let found = text.bytes().enumerate().filter(|&(_, byte)| set.contains(byte));
                    found.map(|(offset, _)| 1 << offset).sum::<u64>()
                };
                prop_assert_eq!(masks, [DOT, HYPHEN, ascii::INCLUDE].map(mask));
            }
            if let Some(host) = host {
                let name = host.name(&text);
                prop_assert_eq!(rules().end_from(&text, 0), Some(host.len));
                prop_assert_eq!(name.matches('.').count(), host.dots.count_ones() as usize);
                let last = name.rsplit('.').next().unwrap();
                prop_assert_eq!(host.len - last.len(), host.last_label);
                let mut labels = name.split('.');
                let is_unusual = labels.any(|label| {
                    label.starts_with('-') || label.ends_with('-') || label.contains("--")
                });
                prop_assert_eq!(host.has_unusual_hyphens, is_unusual);
                let is_lower = |b: u8| b.is_ascii_lowercase() || b == b'.' || b == b'-';
                let is_plain = !is_unusual && name.bytes().all(is_lower);
                prop_assert_eq!(host.is_plain(), is_plain);
                let is_letters = last.len() > 1 && !last.contains('-');
                prop_assert_eq!(host.is_plain_with_letters(), is_plain && is_letters);
                prop_assert_eq!(host.is_valid(&text, &rules().domain), rules().domain.check(name).is_ok());
                if let Some(is_listed) = host.has_listed_top_level(&text, SuffixList::embedded()) {
                    let listed = DomainRules { top_level: TopLevel::Listed, ..rules().domain };
                    prop_assert_eq!(is_listed, listed.check(name).is_ok());
                }
            }
        }

        #[test]
        fn a_single_label_is_no_domain(text in "[a-cA1_é中-]{0,3}[.。]{0,2}[ab @/_é]{0,3}") {
            if is_single_label(&text, 0) {
                let end = rules().end_from(&text, 0).unwrap_or_default();
                let name = text.get(..end).unwrap();
                prop_assert!(rules().domain.check(name).is_err(), "{:?}", text);
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
    fn names_of_people_and_annotations_are_single_labels() {
        for text in [
            "",
            "ann",
            "ann, bob",
            "ann. Bob",
            "ann.",
            "Override\n",
            "scope/a.com",
            "a-b",
        ] {
            assert!(is_single_label(text, 0), "{text}");
        }
        for text in ["ann.b", "ann_b", "annä", "ann。b", "ann..b", ".b"] {
            assert!(!is_single_label(text, 0), "{text}");
        }
    }

    #[test]
    fn hyphens_matter_only_in_the_last_label() {
        for (text, expected) in [("a-b.example", true), ("a.b-c", false), ("a.b", false)] {
            let host = host_from(text, 0).unwrap();
            assert_eq!(host.is_plain_with_letters(), expected, "{text}");
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
            assert!(host.is_plain_with_letters());
            assert_eq!(
                host.has_listed_top_level(&text, SuffixList::embedded()),
                Some(true)
            );
            let sets = UrlSets::new(DOT, HYPHEN, ascii::INCLUDE);
            if let Some(masks) = UrlMasks::of(&text, 0, &sets) {
                assert_eq!(
                    masks.host(&text, 0),
                    Some(host).filter(|host| host.next != Some(b'.')),
                    "{text}"
                );
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
    fn starts_of_long_hosts_are_left_to_the_slow_path() {
        let host = "a.".repeat(31) + "a";
        assert_eq!(start_before(&host, 0, host.len()), Some(0));
        let host = std::format!("b{host}");
        assert_eq!(start_before(&host, 0, host.len()), None);
        assert_eq!(start_before(&host, 1, host.len()), Some(1));
    }
}
