//! Functions that write a link in another way, given its report.
//!
//! Each of them changes only the labels or characters that have findings. [`SafeDisplay`](super::SafeDisplay) combines
//! them with truncation.

use alloc::string::String;

use super::code::{Code, Concern};
use super::report::Report;
use crate::host::labels;
use crate::link::Link;
use crate::percent::push_escaped;

/// The link with the labels that have findings in Punycode. Everything else stays as it is written.
///
/// ```
/// use linkspan::links;
/// use linkspan::assess::{assess, punycode};
///
/// let link = links("see https://www.аррӏе.com/a").next().unwrap();
/// assert_eq!(punycode(&link, &assess(&link)), "https://www.xn--80ak6aa92e.com/a");
/// ```
#[must_use]
pub fn punycode(link: &Link<'_>, report: &Report) -> String {
    let (text, host) = (link.text(), link.host_range());
    let mut out = String::from(text.get(link.start()..host.start).unwrap_or_default());
    let mut end = host.start;
    for label in labels(text, host.clone()) {
        out.push_str(text.get(end..label.range.start).unwrap_or_default());
        end = label.range.end;
        let ascii = if report.needs_punycode(&label.range) {
            label.to_ascii()
        } else {
            None
        };
        out.push_str(ascii.as_deref().unwrap_or(label.text));
    }
    out.push_str(text.get(end..link.end()).unwrap_or_default());
    out
}

/// The link with percent-escapes for the characters that look like URL delimiters.
///
/// Characters in the host stay as they are, because browsers decode escapes in a host. Refuse such a link, or show it
/// with [`punycode`].
///
/// ```
/// use linkspan::links;
/// use linkspan::assess::{assess, escape_lookalikes};
///
/// let link = links("see https://example.com/a∕b").next().unwrap();
/// assert_eq!(escape_lookalikes(&link, &assess(&link)), "https://example.com/a%E2%88%95b");
/// ```
#[must_use]
pub fn escape_lookalikes(link: &Link<'_>, report: &Report) -> String {
    rewrite_characters(
        link,
        report,
        |code| code == Code::SyntaxLookalike,
        push_escaped,
    )
}

/// The link without the invisible and bidirectional control characters that have findings.
///
/// The result may lead elsewhere, because invisible characters are significant in a path.
///
/// ```
/// use linkspan::links;
/// use linkspan::assess::{assess, strip_invisible};
///
/// let link = links("see https://example.com/a\u{202E}b").next().unwrap();
/// assert_eq!(strip_invisible(&link, &assess(&link)), "https://example.com/ab");
/// ```
#[must_use]
pub fn strip_invisible(link: &Link<'_>, report: &Report) -> String {
    rewrite_characters(link, report, is_invisible, |_, _| {})
}

/// The link with percent-escapes for the invisible and bidirectional control characters that have findings.
///
/// Such characters in the host are removed, because UTS #46 ignores most of them.
///
/// ```
/// use linkspan::links;
/// use linkspan::assess::{assess, escape_invisible};
///
/// let link = links("see https://example.com/a\u{202E}b").next().unwrap();
/// assert_eq!(escape_invisible(&link, &assess(&link)), "https://example.com/a%E2%80%AEb");
/// ```
#[must_use]
pub fn escape_invisible(link: &Link<'_>, report: &Report) -> String {
    rewrite_characters(link, report, is_invisible, push_escaped)
}

/// Encloses a text in isolates (U+2068, U+2069), so that its direction and the direction of the surrounding text do not
/// affect each other.
///
/// ```
/// assert_eq!(linkspan::assess::isolate("https://مثال.إختبار/"), "\u{2068}https://مثال.إختبار/\u{2069}");
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

/// Rewrites the characters of a link whose look has findings with one of the selected codes.
///
/// Such findings are about one character each, and findings are sorted. So one pass over both is enough.
fn rewrite_characters(
    link: &Link<'_>,
    report: &Report,
    is_selected: impl Fn(Code) -> bool,
    write: impl Fn(char, &mut String),
) -> String {
    let host = link.host_range();
    let mut findings = report
        .findings()
        .iter()
        .filter(|finding| finding.concern() == Concern::Look && is_selected(finding.code()))
        .peekable();
    let mut out = String::with_capacity(link.as_str().len());
    for (offset, c) in link.as_str().char_indices() {
        let offset = link.start() + offset;
        while findings
            .next_if(|finding| finding.range().end <= offset)
            .is_some()
        {}
        let finding = findings
            .peek()
            .filter(|finding| finding.range().contains(&offset));
        match finding {
            // Browsers decode escapes in a host, so an escape would not help.
            Some(finding) if host.contains(&offset) => {
                if finding.code() == Code::SyntaxLookalike {
                    out.push(c);
                }
            }
            Some(_) => write(c, &mut out),
            None => out.push(c),
        }
    }
    out
}
