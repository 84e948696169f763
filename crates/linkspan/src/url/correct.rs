//! Correcting the spans of another detector (§10.1).

use core::ops::Range;

use super::authority::Authority;
use crate::property::{HostClass, host_class};
use crate::scheme;
use crate::uts58::terminate;

/// Corrects the end of a link that another detector found in `text` (§10.1).
///
/// Most detectors find the start and the host of a link, but end it at the first character above ASCII
/// or include the punctuation after it. Pass the span that such a detector returned. The result has the
/// same start and the end that UTS #58 specifies, earlier or later.
///
/// Host and port are read from the given span and never extended past its end. The host ends before the
/// first character that hosts do not contain. A root dot is kept only if a path, query or fragment follows.
/// A span without a host, the span of an email address, and a span that is not on character boundaries are
/// returned unchanged.
///
/// # Examples
///
/// ```
/// use linkspan::url::correct_span;
///
/// let text = "Siehe https://de.wikipedia.org/wiki/Größe_(Mathematik), dort.";
/// let too_short = 6..38;
/// assert_eq!(&text[too_short.clone()], "https://de.wikipedia.org/wiki/Gr");
/// let corrected = correct_span(text, too_short);
/// assert_eq!(&text[corrected], "https://de.wikipedia.org/wiki/Größe_(Mathematik)");
/// ```
#[must_use]
pub fn correct_span(text: &str, span: Range<usize>) -> Range<usize> {
    let Some(link) = text.get(span.clone()) else {
        return span;
    };
    let (scheme, rest) = scheme::split(link);
    let written = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let authority = Authority::split(written);
    if authority.userinfo(written).is_some() && scheme.is_none() {
        return span; // An email address.
    }
    // Everything up to the host is taken from the given span.
    let host_start = span.start + (link.len() - rest.len()) + authority.host.start;
    let host_and_port = written.get(authority.host.start..).unwrap_or_default();
    let following = text.get(host_start..).unwrap_or_default();
    match host_and_port_len(host_and_port, following) {
        0 => span,
        len => span.start..terminate(text, host_start + len),
    }
}

/// The length of the host and port at the start of `written`. `text` starts with `written`.
fn host_and_port_len(written: &str, text: &str) -> usize {
    let host_len = if written.starts_with('[') {
        written.find(']').map_or(0, |end| end + 1)
    } else {
        written
            .find(|c| host_class(c) == HostClass::Outside)
            .unwrap_or(written.len())
    };
    let port = written.get(host_len..).unwrap_or_default();
    let port_len = match port.strip_prefix(':') {
        Some(digits) => match digits.bytes().take_while(u8::is_ascii_digit).count() {
            0 => 0,
            count => 1 + count,
        },
        None => 0,
    };
    let len = host_len + port_len;
    let following = text.get(len..).unwrap_or_default();
    if following.starts_with(['/', '?', '#']) {
        return len;
    }
    // Dots at the end of a host belong to the sentence. A port ends with a digit.
    written
        .get(..len)
        .unwrap_or_default()
        .trim_end_matches(|c| host_class(c) == HostClass::Dot)
        .len()
}
