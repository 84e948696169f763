//! What can be done about findings. Each of these is a function of a link and its report.

use alloc::string::String;
use core::ops::Range;

use super::code::Code;
use super::host::labels;
use super::report::Report;
use crate::escape::push_escaped;
use crate::scan::Link;

/// The link as it is written, with the labels that have findings in Punycode.
///
/// ```
/// use linkspan::{assess, links, punycode};
///
/// let link = links("see https://www.аррӏе.com/a").next().unwrap();
/// assert_eq!(punycode(&link, &assess(&link)), "https://www.xn--80ak6aa92e.com/a");
/// ```
#[must_use]
pub fn punycode(link: &Link<'_>, report: &Report) -> String {
    let (text, host) = (link.text(), link.host());
    let mut out = String::from(text.get(link.start()..host.start).unwrap_or_default());
    let mut written = host.start;
    for label in labels(text, host.clone()) {
        out.push_str(text.get(written..label.range.start).unwrap_or_default());
        written = label.range.end;
        let ascii = is_found(report, &label.range)
            .then(|| label.ascii())
            .flatten();
        out.push_str(ascii.as_deref().unwrap_or(label.written));
    }
    out.push_str(text.get(written..link.end()).unwrap_or_default());
    out
}

/// The link as it is written, with characters that look like syntax percent-escaped.
///
/// In the host they stay, since escapes mean the same there: refuse such a link, or show its
/// [`punycode`].
///
/// ```
/// use linkspan::{assess, escape_lookalikes, links};
///
/// let link = links("see https://example.com/a∕b").next().unwrap();
/// assert_eq!(escape_lookalikes(&link, &assess(&link)), "https://example.com/a%E2%88%95b");
/// ```
#[must_use]
pub fn escape_lookalikes(link: &Link<'_>, report: &Report) -> String {
    rewritten(
        link,
        report,
        |code| code == Code::SyntaxLookalike,
        push_escaped,
    )
}

/// The link as it is written, with invisible and Bidi control characters that were found taken out.
///
/// It may lead elsewhere then: what is invisible still counts in a path.
///
/// ```
/// use linkspan::{assess, links, strip_invisible};
///
/// let link = links("see https://example.com/a\u{202E}b").next().unwrap();
/// assert_eq!(strip_invisible(&link, &assess(&link)), "https://example.com/ab");
/// ```
#[must_use]
pub fn strip_invisible(link: &Link<'_>, report: &Report) -> String {
    rewritten(link, report, is_invisible, |_, _| {})
}

/// The link as it is written, with invisible and Bidi control characters that were found percent-escaped.
///
/// In the host, where most of them count for nothing, they are taken out.
///
/// ```
/// use linkspan::{assess, escape_invisible, links};
///
/// let link = links("see https://example.com/a\u{202E}b").next().unwrap();
/// assert_eq!(escape_invisible(&link, &assess(&link)), "https://example.com/a%E2%80%AEb");
/// ```
#[must_use]
pub fn escape_invisible(link: &Link<'_>, report: &Report) -> String {
    rewritten(link, report, is_invisible, push_escaped)
}

/// Puts isolates (U+2068, U+2069) around a text, so that its direction and that of what stands around it
/// do not change each other.
///
/// ```
/// assert_eq!(linkspan::isolate("https://مثال.إختبار/"), "\u{2068}https://مثال.إختبار/\u{2069}");
/// ```
#[must_use]
pub fn isolate(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 6);
    out.push('\u{2068}');
    out.push_str(text);
    out.push('\u{2069}');
    out
}

fn is_invisible(code: Code) -> bool {
    matches!(
        code,
        Code::BidiControl | Code::Invisible | Code::HostInvisible | Code::Tag | Code::Unassigned
    )
}

/// Whether a finding is about something in this range.
fn is_found(report: &Report, range: &Range<usize>) -> bool {
    let overlaps = |found: Range<usize>| found.start < range.end && range.start < found.end;
    report
        .findings()
        .iter()
        .any(|finding| finding.code().is_of_label() && overlaps(finding.range()))
}

/// The link with the characters that were found written in another way.
///
/// Findings of the wanted kinds are about one character each and come in order, so that one pass over
/// both is enough.
fn rewritten(
    link: &Link<'_>,
    report: &Report,
    wanted: impl Fn(Code) -> bool,
    push: impl Fn(char, &mut String),
) -> String {
    let host = link.host();
    let mut findings = report
        .findings()
        .iter()
        .filter(|finding| wanted(finding.code()))
        .peekable();
    let mut out = String::with_capacity(link.as_str().len());
    for (at, c) in link.as_str().char_indices() {
        let at = link.start() + at;
        while findings
            .next_if(|finding| finding.range().end <= at)
            .is_some()
        {}
        let found = findings
            .peek()
            .filter(|finding| finding.range().contains(&at));
        match found {
            // An escape means the same in a host as the character does.
            Some(finding) if host.contains(&at) => {
                if finding.code() == Code::SyntaxLookalike {
                    out.push(c);
                }
            }
            Some(_) => push(c, &mut out),
            None => out.push(c),
        }
    }
    out
}
