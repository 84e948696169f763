//! Characters right before and right after a link that change how the link is read.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::code::Code;
use super::level::Level;
use super::message::described;
use super::report::Report;
use crate::deception::characters::{is_bidi_control, is_blank, is_wide};
use crate::deception::lookalike;
use crate::deception::scripts::script;
use crate::link::Link;
use crate::property::{HostClass, LinkTerm, host_class, link_term};
use crate::suffix::SuffixList;

/// Reports the character right before the link, and the one right after a host that ends the link.
pub(super) fn report_neighbours(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    report_override_before(link, report);
    report_before(link, report);
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

/// Reports a character before the link that hides where the link starts: a dot that belongs to the host in a browser, or
/// a character that joins the link to the word before it.
fn report_before(link: &Link<'_>, report: &mut Report) {
    let before = link.text().get(..link.start()).unwrap_or_default();
    let Some(c) = before.chars().next_back().filter(|c| !c.is_ascii()) else {
        return;
    };
    let range = link.start() - c.len_utf8()..link.start();
    let before = before.get(..range.start).unwrap_or_default();
    let previous = before.chars().next_back();
    let continues = previous.is_some_and(|c| c.is_ascii_alphanumeric());
    // As at the start of a text: whether text is searched as a whole or split after a Hard character makes no difference.
    let is_first = previous.is_none_or(|c| link_term(c) == LinkTerm::Hard);
    if is_blank(c) {
        if continues && !is_bidi_control(c) {
            let message = format!(
                "{} before the link is invisible and hides where the link starts",
                described(c)
            );
            report.add(Code::Invisible, Level::Warn, range, message);
        }
    } else if is_dot_beside_text(c) {
        if continues || is_first {
            let message = format!(
                "a browser may read {} before the link as a dot of the host",
                described(c)
            );
            report.add(Code::HostDot, Level::Warn, range, message);
        }
    } else if continues && !is_punctuation_of_text(c) {
        let delimiter = lookalike::deceptive_lookalike(c, previous, Some('a'));
        if let Some(delimiter) = delimiter {
            let message = format!("{} before the link looks like '{delimiter}'", described(c));
            report.add(Code::SyntaxLookalike, Level::Warn, range, message);
        }
    }
}

/// Whether a character is a dot for a browser, and not also the end of most sentences.
fn is_dot_beside_text(c: char) -> bool {
    host_class(c) == HostClass::Dot && c != '。'
}

/// Whether a character is full-width punctuation, which also separates words and links.
fn is_punctuation_of_text(c: char) -> bool {
    is_wide(c) && script(c).is_none()
}

/// Reports a character after the host that hides where the host ends. A reader may see a path after the host, and a
/// browser that is given the whole text may read a longer host.
fn report_after_host(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    let after = link.text().get(link.end()..).unwrap_or_default();
    let Some(c) = after.chars().next() else {
        return;
    };
    let range = link.end()..link.end() + c.len_utf8();
    let rest = after.get(c.len_utf8()..).unwrap_or_default();
    if is_backslash(c) {
        report_backslash(link, c, rest, report);
        return;
    }
    if c.is_ascii() {
        return;
    }
    let continues = rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    let has_scheme = link.scheme().is_some();
    if is_bidi_control(c) {
        report_bidi_control(c, range, report);
    } else if is_blank(c) {
        if continues || rest.starts_with(['/', '?', '#', ':', '@', '.', '-']) {
            let message = format!(
                "{} after the host is invisible and hides where the host ends",
                described(c)
            );
            report.add(Code::Invisible, Level::Warn, range, message);
        }
    } else if host_class(c) == HostClass::Dot {
        // The ideographic full stop also ends sentences, the other dots do not.
        let is_host = starts_with_host(rest) || starts_with_top_level(rest, suffixes);
        let starts_label = rest.starts_with(|c: char| c.is_ascii_lowercase());
        let is_deceptive = match c {
            '。' => has_scheme && is_host,
            '．' => has_scheme || starts_label,
            _ => has_scheme || is_host,
        };
        if continues && is_deceptive {
            let message = format!(
                "a browser may read {} after the host as a dot and continue the host",
                described(c)
            );
            report.add(Code::HostDot, Level::Warn, range, message);
        }
    } else if continues {
        let is_punctuation = is_punctuation_of_text(c);
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

/// Reports a backslash after the host of a URL. Browsers read it as a slash, other programs as a part of the host or user
/// name.
fn report_backslash(link: &Link<'_>, c: char, rest: &str, report: &mut Report) {
    let is_deceptive = if c.is_ascii() {
        // A string literal may continue with an escape such as `\n`.
        let is_escape = rest.starts_with(['n', 'r', 't', 'u', 'x', '"', '\'']);
        // In such a literal, two backslashes are one. In other text, a browser reads two slashes.
        let rest = rest.strip_prefix('\\').unwrap_or(rest);
        let rest = rest.strip_prefix(['.', '@']).unwrap_or(rest);
        link.scheme().is_some() && !is_escape && starts_with_host(rest)
    } else {
        rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.' || c == '@')
    };
    if is_deceptive {
        let range = link.end()..link.end() + c.len_utf8();
        let message = if c.is_ascii() {
            String::from("a browser reads '\\' after the host as '/'")
        } else {
            format!("{} after the host looks like '\\'", described(c))
        };
        report.add(Code::SyntaxLookalike, Level::Warn, range, message);
    }
}

/// Whether a character is a backslash, or looks like one (UTS #39).
fn is_backslash(c: char) -> bool {
    matches!(
        c,
        '\\' | '∖'
            | '⟍'
            | '⧵'
            | '⧹'
            | '╲'
            | '⼂'
            | '㇔'
            | '丶'
            | '﹨'
            | '＼'
            | '\u{1D20F}'
            | '\u{1D23B}'
    )
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
    fn backslashes_are_those_of_the_data() {
        let skeleton_of = |c: char| -> String {
            unicode_security::skeleton(c.encode_utf8(&mut [0; 4])).collect()
        };
        let expected = skeleton_of('\\');
        let is_assigned = |&c: &char| !crate::deception::characters::is_unassigned(c);
        let assigned = ('\0'..=char::MAX).filter(is_assigned);
        let differing: String = assigned
            .filter(|&c| is_backslash(c) != (skeleton_of(c) == expected))
            .collect();
        assert_eq!(differing, "");
    }

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
