//! The two forms of a URL, written from its spans: readable (Unicode, minimal escaping) and ASCII.
//!
//! Most URLs in text are ASCII and need no change. [`is_ascii_form`] and [`is_readable_form`] recognise
//! these many bytes at a time, so that their forms are borrowed without writing anything.

use alloc::borrow::Cow;
use core::fmt;

use linkspan_vector::{AsciiSet, MAX_RUN_LEN};

use super::cow_writer::CowWriter;
use super::spans::{Spans, is_port, slice};
use super::{ascii, readable};
use crate::percent::infallible;
use crate::property;
use crate::scheme;

/// Characters after the host that the ASCII form leaves unchanged: see the percent-encode sets in
/// [`ascii`].
const ASCII_TAIL: AsciiSet = AsciiSet::new(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,-./:;=?@[]_|~",
);

/// Characters after the host that the readable form leaves unchanged if no bracket, escape or backslash
/// occurs and the last character is not Soft.
const READABLE_TAIL: AsciiSet = property::ascii::INCLUDE
    .union(property::ascii::SOFT)
    .union(AsciiSet::new(b"?#:"))
    .difference(AsciiSet::new(b"%\\"));

/// The characters of hosts that are their own ASCII and Unicode form.
const HOST: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz0123456789.-");

const HYPHEN: AsciiSet = AsciiSet::new(b"-");

/// Whether formatting leaves a URL unchanged. The scheme must be in lower case, and there must be no user
/// name. The host must consist of lower-case letters, digits, dots and single hyphens. The port must be
/// valid, and all characters after it must be in `tail`. `false` is inconclusive.
#[inline(always)]
fn is_unchanged(url: &str, spans: &Spans, tail: &AsciiSet, not_host: &AsciiSet) -> bool {
    let host = spans.host();
    let scheme_end = spans
        .scheme()
        .map_or(0, |scheme| scheme.end + scheme::SEPARATOR.len());
    let front = slice(url, 0..host.start);
    let host_len = host.len();
    if host.start != scheme_end || has_uppercase(front) || host_len == 0 || host_len >= MAX_RUN_LEN
    {
        return false;
    }
    // The first run covers the host, the port, and some characters after them.
    let mut rest = url.as_bytes().get(host.start..).unwrap_or_default();
    let run = linkspan_vector::run(rest, tail, [not_host, &HYPHEN]);
    let [not_host, hyphens] = run.masks;
    let in_host = (1 << host_len) - 1;
    let double_hyphens = hyphens & (hyphens << 1 | 1 << (host_len - 1));
    if run.len < host_len || (not_host | double_hyphens) & in_host != 0 {
        return false;
    }
    if host.end < spans.path().start {
        let port = slice(url, host.end..spans.path().start);
        if !port.strip_prefix(':').is_some_and(is_port) {
            return false;
        }
    }
    rest = rest.get(run.len..).unwrap_or_default();
    while !rest.is_empty() {
        let run = linkspan_vector::run(rest, tail, []);
        if run.len == 0 {
            return false;
        }
        rest = rest.get(run.len..).unwrap_or_default();
    }
    true
}

/// Whether a text contains upper-case ASCII letters.
#[inline(always)]
fn has_uppercase(front: &str) -> bool {
    // One comparison instead of a loop for most URLs.
    !matches!(front, "https://" | "http://" | "") && front.bytes().any(|b| b.is_ascii_uppercase())
}

/// Whether a URL is its own ASCII form. `true` is exact, `false` is inconclusive.
#[inline]
pub(crate) fn is_ascii_form(url: &str, spans: &Spans) -> bool {
    const NOT_HOST: AsciiSet = ASCII_TAIL.difference(HOST);
    is_unchanged(url, spans, &ASCII_TAIL, &NOT_HOST)
}

/// Whether a URL is its own readable form. `true` is exact, `false` is inconclusive.
#[inline]
pub(crate) fn is_readable_form(url: &str, spans: &Spans) -> bool {
    const NOT_HOST: AsciiSet = READABLE_TAIL.difference(HOST);
    let last = url.bytes().next_back().unwrap_or_default();
    (spans.tail().is_empty() || property::ascii::INCLUDE.contains(last))
        && is_unchanged(url, spans, &READABLE_TAIL, &NOT_HOST)
}

/// The ASCII form of a URL whose spans were [checked](Spans::check).
pub(super) fn to_ascii<'a>(url: &'a str, spans: &Spans) -> Cow<'a, str> {
    if is_ascii_form(url, spans) {
        return Cow::Borrowed(url);
    }
    let mut out = CowWriter::new(url);
    infallible(write_ascii(url, spans, &ascii_host(url, spans), &mut out));
    out.finish()
}

/// The readable form of a URL whose spans were [checked](Spans::check).
pub(super) fn to_readable<'a>(url: &'a str, spans: &Spans) -> Cow<'a, str> {
    if is_readable_form(url, spans) {
        return Cow::Borrowed(url);
    }
    let mut out = CowWriter::new(url);
    infallible(write_readable(url, spans, &mut out));
    out.finish()
}

/// The ASCII form of a host that was [checked](Spans::check).
pub(super) fn ascii_host<'a>(url: &'a str, spans: &Spans) -> Cow<'a, str> {
    let host = slice(url, spans.host());
    let ascii = spans.host_kind(url).to_ascii(host);
    ascii.unwrap_or(Cow::Borrowed(host))
}

/// Writes the ASCII form of a URL, whose host has the ASCII form `host`.
pub(crate) fn write_ascii<W: fmt::Write>(
    url: &str,
    spans: &Spans,
    host: &str,
    out: &mut W,
) -> fmt::Result {
    write_authority(url, spans, host, out)?;
    ascii::write_tail(url, spans, spans.host_kind(url), out)
}

/// Writes the readable form of a URL.
pub(crate) fn write_readable<W: fmt::Write>(url: &str, spans: &Spans, out: &mut W) -> fmt::Result {
    let kind = spans.host_kind(url);
    let host = kind.to_unicode(slice(url, spans.host()));
    write_readable_with_host(url, spans, &host, out)
}

/// Writes the readable form of a URL with a host that the caller chose.
pub(crate) fn write_readable_with_host<W: fmt::Write>(
    url: &str,
    spans: &Spans,
    host: &str,
    out: &mut W,
) -> fmt::Result {
    write_authority(url, spans, host, out)?;
    readable::write_tail(slice(url, spans.tail()), spans.host_kind(url), out)
}

/// Writes scheme and authority, with a host that the caller has already converted.
pub(super) fn write_authority<W: fmt::Write>(
    url: &str,
    spans: &Spans,
    host: &str,
    out: &mut W,
) -> fmt::Result {
    if let Some(scheme) = spans.scheme() {
        write_lowercase(slice(url, scheme), out)?;
        out.write_str(if spans.is_opaque() {
            ":"
        } else {
            scheme::SEPARATOR
        })?;
    }
    if let Some(userinfo) = spans.userinfo() {
        ascii::write_userinfo(slice(url, userinfo), out)?;
        out.write_char('@')?;
    }
    out.write_str(host)?;
    match slice(url, spans.host().end..spans.path().start) {
        ":" => Ok(()),
        port => out.write_str(port),
    }
}

fn write_lowercase<W: fmt::Write>(scheme: &str, out: &mut W) -> fmt::Result {
    if scheme.bytes().any(|b| b.is_ascii_uppercase()) {
        out.write_str(&scheme.to_ascii_lowercase())
    } else {
        out.write_str(scheme)
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::url::UrlParts;

    const PIECES: &[&str] = &[
        "https://",
        "HTTP://",
        "foo://",
        "ann@",
        "example",
        "Example",
        ".com",
        "xn--bcher-kva",
        "bücher",
        "a-b",
        "--",
        "-",
        "_",
        ".",
        ":80",
        ":",
        ":99999",
        "/",
        "\\",
        "?",
        "#",
        ":~:",
        "%41",
        "%C3%A4",
        "%",
        "ä",
        "(",
        ")",
        "[",
        "]",
        "{",
        "<",
        "'",
        "\"",
        "^",
        "`",
        "|",
        ",",
        ";",
        "!",
        "&",
        "=",
        "+",
        "~",
        "*",
        "$",
        "@",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 16_384, failure_persistence: None, ..ProptestConfig::default() })]

        /// The fast path accepts only URLs that the slow path leaves unchanged.
        #[test]
        fn unchanged_urls_are_written_unchanged(pieces in prop::collection::vec(select(PIECES), 1..10)) {
            let url: String = pieces.concat();
            if let Ok(parts) = UrlParts::parse(&url) {
                let mut ascii = String::new();
                infallible(parts.write_ascii(&mut ascii));
                let mut readable = String::new();
                infallible(parts.write_readable(&mut readable));
                prop_assert_eq!(&*parts.to_ascii(), &*ascii);
                prop_assert_eq!(&*parts.to_readable(), &*readable);
            }
        }
    }

    #[test]
    fn ordinary_urls_are_recognised() {
        for url in [
            "https://example.com",
            "example.com/a/b.html?c=d&e#f",
            "https://www.example-site.co.uk:8080/a",
            "http://192.0.2.1/",
        ] {
            let spans = Spans::parse(url).unwrap();
            assert!(is_ascii_form(url, &spans), "{url}");
            assert!(is_readable_form(url, &spans), "{url}");
        }
    }
}
