//! Percent-escapes for deceptive characters outside the host.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::Notation;
use crate::assess::code::Concern;
use crate::assess::outside_host::report_part;
use crate::assess::report::{Finding, Report};
use crate::percent::push_escaped;

/// A text outside the host without findings about its look.
pub(super) fn escape_deceptive(text: &str, notation: Notation) -> String {
    /// The maximum number of rounds. An escape gives the characters next to it a new neighbour, so that they may get
    /// findings.
    const MAX_ROUNDS: usize = 4;
    let mut text = String::from(text);
    if notation != Notation::Ascii {
        for _ in 0..MAX_ROUNDS {
            let ranges = deceptive_ranges(&text);
            if ranges.is_empty() {
                return text;
            }
            text = escape_ranges(&text, &ranges);
        }
    }
    let whole = 0..text.len();
    escape_ranges(&text, &[whole])
}

/// Whether a text outside the host has findings about its look.
pub(super) fn is_deceptive(text: &str) -> bool {
    !deceptive_ranges(text).is_empty()
}

fn deceptive_ranges(text: &str) -> Vec<Range<usize>> {
    let mut report = Report::new();
    report_part(text, 0..text.len(), &mut report);
    let report = report.sorted();
    let findings = report.findings().iter();
    findings
        .filter(|finding| finding.concern() == Concern::Look)
        .map(Finding::range)
        .collect()
}

/// Escapes the characters in the given ranges that are not visible ASCII. The ranges are sorted by their start.
fn escape_ranges(text: &str, ranges: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut ranges = ranges.iter().peekable();
    let mut end = 0;
    for (offset, c) in text.char_indices() {
        while let Some(range) = ranges.next_if(|range| range.start <= offset) {
            end = end.max(range.end);
        }
        if offset < end && (!c.is_ascii() || c.is_ascii_control() || c == ' ') {
            push_escaped(c, &mut out);
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_deceptive_characters_are_escaped() {
        for (text, escaped) in [
            ("/a b", "/a b"),
            ("/é/モノ", "/é/モノ"),
            ("/é/a\u{202E}b", "/é/a%E2%80%AEb"),
            ("/é/pаypal", "/é/p%D0%B0ypal"),
        ] {
            assert_eq!(escape_deceptive(text, Notation::Readable), escaped);
            assert!(!is_deceptive(escaped));
        }
        let all = escape_deceptive("/é b", Notation::Ascii);
        assert_eq!(all, "/%C3%A9%20b");
    }
}
