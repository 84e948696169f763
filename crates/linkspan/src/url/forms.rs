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

/// Characters after the host that both forms leave unchanged, if no other characters occur there and the last one is not
/// Soft. There is no colon among them, so what they form contains no other URL.
pub(crate) const PLAIN_TAIL: AsciiSet = ASCII_TAIL
    .intersection(READABLE_TAIL)
    .difference(AsciiSet::new(b":"));

/// The characters of hosts that are their own ASCII and Unicode form.
const HOST: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz0123456789.-");

const HYPHEN: AsciiSet = AsciiSet::new(b"-");

/// The sets of [`is_unchanged`].
struct UnchangedSets {
    /// The characters that are unchanged after the host, those of them that need a change in a host, and hyphens.
    sets: [AsciiSet; 3],
}

impl UnchangedSets {
    const fn new(tail: AsciiSet) -> Self {
        Self {
            sets: [tail, tail.difference(HOST), HYPHEN],
        }
    }
}

/// Whether formatting leaves a URL unchanged. The scheme must be in lower case, and there must be no user
/// name. The host must consist of lower-case letters, digits, dots and single hyphens. The port must be
/// valid, and all characters after it must be in `tail`. `false` is inconclusive.
#[inline(always)]
fn is_unchanged(url: &str, spans: &Spans, sets: &UnchangedSets) -> bool {
    let host = spans.host();
    let scheme_end = spans
        .scheme()
        .map_or(0, |scheme| scheme.end + scheme::SEPARATOR.len());
    let host_len = host.len();
    let bytes = url.as_bytes();
    if host.start != scheme_end
        || has_uppercase_scheme(url, spans)
        || host_len == 0
        || host_len >= MAX_RUN_LEN
    {
        return false;
    }
    // The first bytes are the host, the port, and some characters after them.
    let rest = bytes.get(host.start..).unwrap_or_default();
    let [tail, not_host, hyphens] = &sets.sets;
    let (unchanged_len, [not_host, hyphens]) = match linkspan_vector::masks(rest, &sets.sets) {
        Some([tail, masks @ ..]) => (tail.trailing_ones() as usize, masks),
        None => {
            let run = linkspan_vector::run(rest, tail, [not_host, hyphens]);
            (run.len, run.masks)
        }
    };
    let in_host = (1 << host_len) - 1;
    let double_hyphens = hyphens & (hyphens << 1 | 1 << (host_len - 1));
    if unchanged_len < host_len || (not_host | double_hyphens) & in_host != 0 {
        return false;
    }
    if host.end < spans.path().start && !has_valid_port(url, spans) {
        return false;
    }
    unchanged_len == rest.len()
        || unchanged_len == MAX_RUN_LEN
            && consists_of(rest.get(MAX_RUN_LEN..).unwrap_or_default(), tail)
}

/// Whether a URL that has a port has a valid one.
#[inline(never)]
fn has_valid_port(url: &str, spans: &Spans) -> bool {
    let port = slice(url, spans.host().end..spans.path().start);
    port.strip_prefix(':').is_some_and(is_port)
}

/// Whether all bytes are members of a set.
#[inline(never)]
fn consists_of(bytes: &[u8], set: &AsciiSet) -> bool {
    let mut words = bytes.chunks(MAX_RUN_LEN);
    words.all(|word| linkspan_vector::run(word, set, []).len == word.len())
}

/// Whether the text before the host of a URL contains upper-case letters. `true` is inconclusive if it contains other
/// characters than those of a scheme.
#[inline(always)]
pub(crate) fn has_uppercase_scheme(url: &str, spans: &Spans) -> bool {
    /// The bit by which lower-case letters differ from upper-case ones. The other characters of schemes have it, too.
    const LOWERCASE: u64 = u64::from_le_bytes([0x20; 8]);

    let len = spans.host().start;
    match url.as_bytes().first_chunk() {
        _ if len == 0 => false,
        // No branch on the characters: whether a URL starts with `http` or `https` is hard to predict.
        Some(first) if len <= first.len() => {
            let without_bit = !u64::from_le_bytes(*first) & LOWERCASE;
            without_bit << (u64::BITS as usize - len * u8::BITS as usize) != 0
        }
        _ => {
            let front = url.as_bytes().get(..len).unwrap_or_default();
            front.iter().any(u8::is_ascii_uppercase)
        }
    }
}

/// Whether a URL is its own ASCII form if its host and what follows it are plain up to `rest`. `true` is exact, `false` is
/// inconclusive.
#[inline(always)]
pub(crate) fn is_ascii_form_after_plain(url: &str, spans: &Spans, rest: &[u8]) -> bool {
    !has_uppercase_scheme(url, spans) && (rest.is_empty() || consists_of(rest, &ASCII_TAIL))
}

/// The same for the readable form.
#[inline(always)]
pub(crate) fn is_readable_form_after_plain(url: &str, spans: &Spans, rest: &[u8]) -> bool {
    !has_uppercase_scheme(url, spans)
        && has_readable_end(url, spans)
        && (rest.is_empty() || is_readable_tail(rest))
}

/// Whether bytes are members of [`READABLE_TAIL`] and escaped spaces, which are the most common escapes that the readable
/// form leaves unchanged.
#[inline(never)]
fn is_readable_tail(mut bytes: &[u8]) -> bool {
    loop {
        let len = linkspan_vector::run(bytes, &READABLE_TAIL, []).len;
        let after = bytes.get(len..).unwrap_or_default();
        bytes = after.strip_prefix(b"%20").unwrap_or(after);
        if bytes.is_empty() {
            return true;
        }
        if bytes.len() == after.len() && len < MAX_RUN_LEN {
            return false;
        }
    }
}

/// Whether a URL is its own ASCII form. `true` is exact, `false` is inconclusive.
#[inline]
pub(crate) fn is_ascii_form(url: &str, spans: &Spans) -> bool {
    static SETS: UnchangedSets = UnchangedSets::new(ASCII_TAIL);
    is_unchanged(url, spans, &SETS)
}

/// Whether a URL is its own readable form. `true` is exact, `false` is inconclusive.
#[inline]
pub(crate) fn is_readable_form(url: &str, spans: &Spans) -> bool {
    static SETS: UnchangedSets = UnchangedSets::new(READABLE_TAIL);
    has_readable_end(url, spans) && is_unchanged(url, spans, &SETS)
}

/// Whether the last character of a URL is part of it in any context.
#[inline(always)]
fn has_readable_end(url: &str, spans: &Spans) -> bool {
    let last = url.bytes().next_back().unwrap_or_default();
    spans.tail().is_empty() || last == b'/' || property::ascii::INCLUDE.contains(last)
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
    readable::write_tail(slice(url, spans.tail()), spans.host_kind(url), host, out)
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
    let port = slice(url, spans.host().end..spans.path().start);
    if port == ":" && is_drive(url, spans) {
        return out.write_str(slice(url, spans.host().start..spans.path().start));
    }
    out.write_str(host)?;
    out.write_str(if port == ":" { "" } else { port })
}

/// Whether the host is the letter of a drive if a colon follows it. Browsers read `file://C:/a` as `file:///C:/a`.
fn is_drive(url: &str, spans: &Spans) -> bool {
    let scheme = spans.scheme().map(|scheme| slice(url, scheme));
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file")) && spans.host().len() == 1
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
        "%20",
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
            "ftp://example.com/a",
            "https://example.com/abcdefghijklmnopqrstuvwxyz/abcdefghijklmnopqrstuvwxyz/abcdefghijklmnopqrstuvwxyz",
        ] {
            let spans = Spans::parse(url).unwrap();
            assert!(is_ascii_form(url, &spans), "{url}");
            assert!(is_readable_form(url, &spans), "{url}");
        }
    }
}
