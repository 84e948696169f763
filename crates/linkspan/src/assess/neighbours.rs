//! Characters right before and right after a link that change how the link is read.

use alloc::format;
use core::ops::Range;

use super::code::Code;
use super::level::Level;
use super::message::described;
use super::report::Report;
use crate::deception::characters::{is_bidi_control, is_default_ignorable, is_wide};
use crate::deception::lookalike;
use crate::deception::scripts::script;
use crate::link::Link;
use crate::property::{HostClass, host_class};
use crate::suffix::SuffixList;

/// Reports the character right before the link, and the one right after a host that ends the link.
pub(super) fn report_neighbours(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    report_override_before(link, report);
    if link.host_range().end == link.end() {
        report_after_host(link, suffixes, report);
    }
}

/// Reports an override of the direction, which is in effect for the whole link.
fn report_override_before(link: &Link<'_>, report: &mut Report) {
    let before = link.text().get(..link.start()).unwrap_or_default();
    if let Some(c @ ('\u{202D}' | '\u{202E}')) = before.chars().next_back() {
        let range = link.start() - c.len_utf8()..link.start();
        let message = format!(
            "{} before the link changes the order in which the link is shown",
            described(c)
        );
        report.add(Code::BidiControl, Level::Danger, range, message);
    }
}

/// Reports a character after the host that hides where the host ends. A reader may see a path after the host, and a
/// browser that is given the whole text may read a longer host.
fn report_after_host(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    let after = link.text().get(link.end()..).unwrap_or_default();
    let Some(c) = after.chars().next().filter(|c| !c.is_ascii()) else {
        return;
    };
    let range = link.end()..link.end() + c.len_utf8();
    let rest = after.get(c.len_utf8()..).unwrap_or_default();
    let continues = rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    let has_scheme = link.scheme().is_some();
    if is_bidi_control(c) {
        report_bidi_control(c, range, report);
    } else if is_default_ignorable(c) {
        if continues || rest.starts_with(['/', '?', '#', ':', '@', '.', '-']) {
            let message = format!(
                "{} after the host is invisible and hides where the host ends",
                described(c)
            );
            report.add(Code::Invisible, Level::Warn, range, message);
        }
    } else if host_class(c) == HostClass::Dot {
        // The ideographic full stop also ends sentences, the other dots do not.
        let is_dot = c != '。' || starts_with_host(rest) || starts_with_top_level(rest, suffixes);
        if has_scheme && continues && is_dot {
            let message = format!(
                "a browser may read {} after the host as a dot and continue the host",
                described(c)
            );
            report.add(Code::HostDot, Level::Warn, range, message);
        }
    } else if continues {
        // Full-width punctuation also separates words and links.
        let is_punctuation = is_wide(c) && script(c).is_none();
        let level = if is_punctuation {
            Level::Warn
        } else {
            Level::Danger
        };
        let is_deceptive = !is_punctuation || has_scheme && starts_with_host(rest);
        let delimiter = lookalike::deceptive_lookalike(c, Some('a'), Some('a'));
        if let Some(delimiter) = delimiter.filter(|_| is_deceptive) {
            let message = format!("{} after the host looks like '{delimiter}'", described(c));
            report.add(Code::SyntaxLookalike, level, range, message);
        }
    }
}

fn report_bidi_control(c: char, range: Range<usize>, report: &mut Report) {
    // Marks, and the ends of what was opened before the link, leave the link in order.
    if matches!(c, '\u{200E}' | '\u{200F}' | '\u{2069}' | '\u{202C}') {
        return;
    }
    let message = format!(
        "{} after the host changes the order in which the host is shown",
        described(c)
    );
    report.add(Code::BidiControl, Level::Danger, range, message);
}

/// Whether a text starts with two ASCII labels.
fn starts_with_host(text: &str) -> bool {
    let is_label_char = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.trim_start_matches(is_label_char)
        .strip_prefix('.')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Whether a text starts with a top-level domain in lower case that ends the text, the word or the host of a URL.
fn starts_with_top_level(text: &str, suffixes: &SuffixList) -> bool {
    let end = text
        .find(|c: char| !c.is_ascii_lowercase())
        .unwrap_or(text.len());
    let (label, rest) = text.split_at_checked(end).unwrap_or_default();
    let ends = rest
        .chars()
        .next()
        .is_none_or(|c| c.is_whitespace() || matches!(c, '/' | '?' | '#' | ':'));
    ends && suffixes.is_top_level(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn top_level_domains_are_those_of_the_given_list() {
        let link = crate::links("https://example.com。corp/login")
            .next()
            .unwrap();
        let has_dot = |suffixes: &SuffixList| {
            let mut report = Report::new();
            report_neighbours(&link, suffixes, &mut report);
            report.has(Code::HostDot)
        };
        assert_eq!(link.as_str(), "https://example.com");
        assert!(!has_dot(SuffixList::embedded()));
        assert!(has_dot(&SuffixList::from_iana("COM\nCORP").unwrap()));
    }
}
