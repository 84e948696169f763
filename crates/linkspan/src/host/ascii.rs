//! The fast path of [`bounds`](super::bounds): hosts in ASCII, many bytes at once.
//!
//! Nearly all hosts in text are ASCII and need no script handling. Each function returns `None` where
//! the slow path must decide. Where it returns an answer, the slow path returns the same.

use linkspan_vector::{AsciiSet, MAX_RUN_LEN};

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
#[derive(Clone, Copy, Debug)]
pub(crate) struct AsciiHost<'t> {
    /// Letters, digits, hyphens and dots, without a root dot. No label is empty. The name is at most as long
    /// as one label may be, so it is within all length limits.
    pub(crate) name: &'t str,
    /// The number of labels.
    pub(crate) labels: usize,
    /// The offset of the last label in the name.
    pub(crate) last_label: usize,
    /// The byte after the host.
    pub(crate) next: Option<u8>,
    /// Whether a label starts or ends with a hyphen, or contains two in a row as A-labels do.
    pub(crate) has_unusual_hyphens: bool,
    /// Whether the last label consists of letters.
    pub(crate) ends_with_letters: bool,
}

impl AsciiHost<'_> {
    /// Whether it is a valid domain.
    #[inline(always)]
    pub(crate) fn is_valid(&self, rules: &DomainRules<'_>) -> bool {
        if self.has_unusual_hyphens {
            rules.check(self.name).is_ok()
        } else {
            rules.accepts_ascii(self.name, self.labels, self.last_label)
        }
    }
}

/// The host that starts at `start`, without a root dot, if it is shorter than [`MAX_RUN_LEN`].
#[inline(always)]
pub(crate) fn host_from(text: &str, start: usize) -> Option<AsciiHost<'_>> {
    let rest = text.as_bytes().get(start..)?;
    let run = linkspan_vector::run(rest, &HOST, [&DOT, &HYPHEN, &LETTER]);
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
    if let Some(dot) = len.checked_sub(1).filter(|last| dots >> last != 0) {
        // A root dot is not part of the host.
        len = dot;
        dots ^= 1 << dot;
        next = Some(b'.');
    }
    let last_label = dots.checked_ilog2()? as usize + 1;
    let name = text.get(start..start + len)?;
    // The first and last byte of each label.
    let edges = dots << 1 | 1 | dots >> 1 | 1 << (len - 1);
    Some(AsciiHost {
        name,
        labels: dots.count_ones() as usize + 1,
        last_label,
        next,
        has_unusual_hyphens: hyphens & (edges | hyphens << 1) != 0,
        ends_with_letters: (letters >> last_label).trailing_ones() as usize == len - last_label,
    })
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
    use crate::host::HostBounds;
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
            if let Some(host) = host_from(&text, 0) {
                prop_assert_eq!(rules().end_from(&text, 0), Some(host.name.len()));
                prop_assert_eq!(host.name.split('.').count(), host.labels);
                let last = host.name.rsplit('.').next().unwrap();
                prop_assert_eq!(host.name.len() - last.len(), host.last_label);
                let is_letters = last.bytes().all(|b| b.is_ascii_alphabetic());
                prop_assert_eq!(host.ends_with_letters, is_letters);
                let mut labels = host.name.split('.');
                let is_unusual = labels.any(|label| {
                    label.starts_with('-') || label.ends_with('-') || label.contains("--")
                });
                prop_assert_eq!(host.has_unusual_hyphens, is_unusual);
                prop_assert_eq!(host.is_valid(&rules().domain), rules().domain.check(host.name).is_ok());
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
}
