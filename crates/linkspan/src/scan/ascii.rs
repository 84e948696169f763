//! Hosts in ASCII, many bytes at once.
//!
//! Nearly all hosts are, and need none of the care that other scripts do. What is read here is only
//! ever a short cut: where anything is out of the ordinary, the answer is `None`, and `bounds` takes
//! the closer look. The two agree wherever there is an answer.

use linkspan_vector::{AsciiSet, LONGEST_RUN};

use crate::examined;
use crate::host::{DomainRules, MOST_OCTETS};

const LETTERS: AsciiSet = AsciiSet::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
const HYPHENS: AsciiSet = AsciiSet::new(b"-");
const DOTS: AsciiSet = AsciiSet::new(b".");

/// What labels hold, but for the underscores of some.
const LABEL: AsciiSet = LETTERS.and(AsciiSet::new(b"0123456789")).and(HYPHENS);
const HOST: AsciiSet = LABEL.and(DOTS);

/// What ends a run of bytes: another one, or the end of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop(Option<u8>);

impl Stop {
    pub(super) fn byte(self) -> Option<u8> {
        self.0
    }

    /// Whether it may be part of a label as well.
    fn is_in_label(self) -> bool {
        self.0.is_some_and(|byte| byte == b'_' || !byte.is_ascii())
    }
}

/// The label that starts at `start`, and what ends it.
#[inline]
pub(super) fn label_at(text: &str, start: usize) -> Option<(&str, Stop)> {
    let rest = text.as_bytes().get(start..)?;
    let length = linkspan_vector::run(rest, &LABEL, []).length;
    examined::note(length + 1);
    let stop = Stop(rest.get(length).copied());
    if length == LONGEST_RUN || stop.is_in_label() {
        return None;
    }
    Some((text.get(start..start + length)?, stop))
}

/// Whether a label that ends at `end` is the last one of its host. `None` if that takes a closer look.
#[inline]
pub(super) fn is_last(text: &str, end: usize, stop: Stop) -> Option<bool> {
    if stop.byte() != Some(b'.') {
        return Some(true);
    }
    match text.as_bytes().get(end + 1) {
        None => Some(true),
        Some(b'.' | 0x80..) => None,
        Some(&byte) => Some(byte != b'_' && !LABEL.holds(byte)),
    }
}

/// A host of at least two labels, and what ends it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Host<'t> {
    /// Letters, digits, hyphens and dots, less than a label may have; no label is empty.
    pub(super) name: &'t str,
    pub(super) labels: usize,
    /// Where the last label starts in the name.
    pub(super) last: usize,
    /// What stands right after it.
    pub(super) stop: Stop,
    /// Whether hyphens stand where no label or only an A-label has them: at an edge, or two in a row.
    pub(super) has_odd_hyphens: bool,
    /// Whether its last label consists of letters.
    pub(super) ends_with_letters: bool,
}

impl Host<'_> {
    /// Whether it is a domain.
    #[inline(always)]
    pub(super) fn passes(&self, rules: &DomainRules<'_>) -> bool {
        if self.has_odd_hyphens {
            rules.check(self.name).is_ok()
        } else {
            rules.accepts_plain(self.name, self.labels, self.last)
        }
    }
}

/// The host that starts at `start`, without a dot at its end, if it is short, as most are.
#[inline(always)]
pub(super) fn host_from(text: &str, start: usize) -> Option<Host<'_>> {
    let rest = text.as_bytes().get(start..)?;
    let run = linkspan_vector::run(rest, &HOST, [&DOTS, &HYPHENS, &LETTERS]);
    examined::note(run.length + 1);
    let [mut dots, hyphens, letters] = run.marks;
    // Neither a dot in front, nor two in a row.
    if dots & (dots << 1 | 1) != 0 || run.length == LONGEST_RUN {
        return None;
    }
    let mut stop = Stop(rest.get(run.length).copied());
    if stop.is_in_label() {
        return None;
    }
    let mut length = run.length;
    if let Some(dot) = length.checked_sub(1).filter(|last| dots >> last != 0) {
        // A dot at the end is no part of the host.
        length = dot;
        dots ^= 1 << dot;
        stop = Stop(Some(b'.'));
    }
    let last = dots.checked_ilog2()? as usize + 1;
    let name = text.get(start..start + length)?;
    // What stands at the start or the end of a label.
    let edges = dots << 1 | 1 | dots >> 1 | 1 << (length - 1);
    Some(Host {
        name,
        labels: dots.count_ones() as usize + 1,
        last,
        stop,
        has_odd_hyphens: hyphens & (edges | hyphens << 1) != 0,
        ends_with_letters: (letters >> last).trailing_ones() as usize == length - last,
    })
}

/// The start of the host whose last label follows the dot at `dot`. Nothing before `floor` is looked
/// at.
#[inline]
pub(super) fn start_before(text: &str, floor: usize, dot: usize) -> Option<usize> {
    let before = text.as_bytes().get(floor..dot)?;
    let mut label_end = before.len();
    let mut start = before.len();
    for (offset, &byte) in before.iter().enumerate().rev().take(MOST_OCTETS + 1) {
        match byte {
            // An empty label.
            b'.' if start == label_end => return None,
            b'.' => label_end = offset,
            0x80.. => return None,
            _ if byte == b'_' || LABEL.holds(byte) => {}
            _ => break,
        }
        start = offset;
    }
    let length = before.len() - start;
    examined::note(length + 1);
    // No empty label in front either.
    (start < label_end && length <= MOST_OCTETS).then_some(floor + start)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::host::{SuffixList, TopLevel};
    use crate::property::{HostClass, host_class};
    use crate::scan::ScriptBoundaries;
    use crate::scan::bounds::HostRules;

    fn rules() -> HostRules<'static> {
        HostRules {
            domain: DomainRules {
                top_level: TopLevel::Syntactic,
                registrable: false,
                labels: 2,
                suffixes: SuffixList::embedded(),
            },
            boundaries: ScriptBoundaries::Split,
        }
    }

    #[test]
    fn sets_agree_with_the_property() {
        for c in '\0'..'\u{80}' {
            let byte = u8::try_from(c).unwrap();
            let is_label = LABEL.holds(byte) || c == '_';
            assert_eq!(is_label, host_class(c).is_label(), "{c:?}");
            assert_eq!(DOTS.holds(byte), host_class(c) == HostClass::Dot, "{c:?}");
        }
    }

    proptest! {
        #[test]
        fn hosts_end_where_a_closer_look_ends_them(text in "[a-c.1_é中-]{0,12}[ .。/:]?[a.]{0,3}") {
            if let Some(host) = host_from(&text, 0) {
                prop_assert_eq!(rules().end_from(&text, 0), Some(host.name.len()));
                prop_assert_eq!(host.name.split('.').count(), host.labels);
                let last = host.name.rsplit('.').next().unwrap();
                prop_assert_eq!(host.name.len() - last.len(), host.last);
                let is_letters = last.bytes().all(|b| b.is_ascii_alphabetic());
                prop_assert_eq!(host.ends_with_letters, is_letters);
                let mut labels = host.name.split('.');
                let is_odd = labels.any(|label| {
                    label.starts_with('-') || label.ends_with('-') || label.contains("--")
                });
                prop_assert_eq!(host.has_odd_hyphens, is_odd);
                prop_assert_eq!(host.passes(&rules().domain), rules().domain.check(host.name).is_ok());
            }
        }

        #[test]
        fn hosts_start_where_a_closer_look_starts_them(text in "[ a。]{0,2}[a-c._é中/-]{1,12}", floor in 0_usize..4) {
            let floor = crate::boundary::floor(&text, floor);
            if let Some(start) = start_before(&text, floor, text.len()) {
                let whole = std::format!("{text}.com");
                let slow = rules().start_before_by_chars(&whole, floor, text.len(), whole.len());
                prop_assert_eq!(slow, Some(start));
            }
        }
    }
}
