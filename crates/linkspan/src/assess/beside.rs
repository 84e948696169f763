//! What stands right beside a link and changes how it is read.

use alloc::format;

use super::class::{is_bidi_control, is_ignorable, is_wide};
use super::code::Code;
use super::host::named;
use super::lookalike;
use super::report::{Level, Report};
use super::scripts::script;
use crate::SuffixList;
use crate::property::{HostClass, host_class};
use crate::scan::Link;

/// Reports what stands right before the link, or right after a host that ends it.
pub(super) fn look(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    let text = link.text();
    let before = text
        .get(..link.start())
        .and_then(|text| text.chars().next_back());
    if let Some(c @ ('\u{202D}' | '\u{202E}')) = before {
        let range = link.start() - c.len_utf8()..link.start();
        let message = format!(
            "{} before the link changes the order in which it is shown",
            named(c)
        );
        report.add(Code::BidiControl, Level::Danger, range, message);
    }
    if link.host().end == link.end() {
        after_host(link, suffixes, report);
    }
}

/// A reader who sees a path after the host, and a browser that is given the whole, do not go by where
/// we end the link.
fn after_host(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    let rest = link.text().get(link.end()..).unwrap_or_default();
    let Some(c) = rest.chars().next().filter(|c| !c.is_ascii()) else {
        return;
    };
    let range = link.end()..link.end() + c.len_utf8();
    let rest = rest.get(c.len_utf8()..).unwrap_or_default();
    let goes_on = rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    let has_scheme = link.scheme().is_some();
    if is_bidi_control(c) {
        // Marks, and the ends of what was opened before the link.
        if !matches!(c, '\u{200E}' | '\u{200F}' | '\u{2069}' | '\u{202C}') {
            let message = format!(
                "{} after the host changes the order in which it is shown",
                named(c)
            );
            report.add(Code::BidiControl, Level::Danger, range, message);
        }
    } else if is_ignorable(c) {
        if goes_on || rest.starts_with(['/', '?', '#', ':', '@', '.', '-']) {
            let message = format!(
                "{} after the host is invisible, and hides its end",
                named(c)
            );
            report.add(Code::Invisible, Level::Warn, range, message);
        }
    } else if host_class(c) == HostClass::Dot {
        // The ideographic full stop ends sentences, the other two do not.
        if has_scheme && goes_on && (c != '。' || is_host(rest) || is_top_level(rest, suffixes)) {
            let message = format!("after {} the host may go on to a browser", named(c));
            report.add(Code::HostDot, Level::Warn, range, message);
        }
    } else if goes_on {
        // Full-width punctuation separates words and links, too.
        let is_punctuation = is_wide(c) && script(c).is_none();
        let level = if is_punctuation {
            Level::Warn
        } else {
            Level::Danger
        };
        let like = lookalike::deceives(c, Some('a'), Some('a'));
        if let Some(like) = like.filter(|_| !is_punctuation || has_scheme && is_host(rest)) {
            let message = format!("{} after the host looks like '{like}'", named(c));
            report.add(Code::SyntaxLookalike, level, range, message);
        }
    }
}

/// Whether a text starts with what looks like a host of two labels.
fn is_host(text: &str) -> bool {
    let is_label = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let after = text.trim_start_matches(is_label);
    after
        .strip_prefix('.')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Whether a text starts with a label in lower case that is a top-level domain, and then ends or goes on
/// as a URL does.
fn is_top_level(text: &str, suffixes: &SuffixList) -> bool {
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
            look(&link, suffixes, &mut report);
            report.has(Code::HostDot)
        };
        assert_eq!(link.as_str(), "https://example.com");
        assert!(!has_dot(SuffixList::embedded()));
        assert!(has_dot(&SuffixList::from_iana("COM\nCORP").unwrap()));
    }
}
