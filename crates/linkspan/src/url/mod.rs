//! URLs: their parts, and their forms for people and for the network.
//!
//! [`to_readable`] and [`to_ascii`] convert a URL. [`UrlParts`] splits a URL, or builds one from unescaped
//! texts. [`correct_span`] corrects the end of a link that another detector found.
//!
//! ```
//! use linkspan::url::{UrlParts, to_ascii, to_readable};
//!
//! let url = "https://fa.wikipedia.org/wiki/%D8%AA%D9%87%D8%B1%D8%A7%D9%86";
//! let readable = to_readable(url)?;
//! assert_eq!(readable, "https://fa.wikipedia.org/wiki/تهران");
//! assert_eq!(to_ascii(&readable)?, url);
//! assert_eq!(UrlParts::parse(url)?.segments().count(), 2);
//! # Ok::<(), linkspan::url::UrlError>(())
//! ```

mod ascii;
mod authority;
mod builder;
mod component;
mod correct;
mod cow_writer;
mod error;
mod forms;
mod parts;
mod readable;
mod spans;

use alloc::borrow::Cow;

pub(crate) use ascii::write_tail as write_ascii_tail;
pub(crate) use authority::Authority;
pub use builder::UrlBuilder;
pub use component::{Component, Directives, PathSegments, QueryPairs};
pub use correct::correct_span;
pub(crate) use cow_writer::CowWriter;
pub use error::UrlError;
pub(crate) use forms::{
    PLAIN_TAIL, has_uppercase_scheme, is_ascii_form, is_ascii_form_after_plain, is_readable_form,
    is_readable_form_after_plain, write_ascii, write_readable_with_host,
};
pub use parts::UrlParts;
pub(crate) use readable::write_tail as write_readable_tail;
pub(crate) use spans::{Spans, slice};

use crate::host::HostKind;
use crate::percent::infallible;

/// The readable form of a URL.
///
/// The host is in Unicode. In path, query, fragment and directives exactly those characters are
/// escaped that would end the link or be read as syntax (§4.1).
///
/// In a text, the link ends where the result ends if white space follows: see
/// [`terminate`](crate::uts58::terminate()). A browser reads the result as the same URL. Converting it again
/// changes nothing. If nothing changes, nothing is allocated.
///
/// # Errors
///
/// Those of [`UrlParts::parse`].
///
/// # Examples
///
/// ```
/// use linkspan::url::to_readable;
///
/// let url = "https://hi.wikipedia.org/wiki/%E0%A4%AE%E0%A5%81%E0%A4%82%E0%A4%AC%E0%A4%88";
/// assert_eq!(to_readable(url)?, "https://hi.wikipedia.org/wiki/मुंबई");
///
/// // What would not survive in running text stays escaped.
/// let url = "https://xn--bcher-kva.example/a%20b/c%2Fd?e=f%26g#h.";
/// assert_eq!(to_readable(url)?, "https://bücher.example/a%20b/c%2Fd?e=f%26g#h%2E");
/// # Ok::<(), linkspan::url::UrlError>(())
/// ```
pub fn to_readable(url: &str) -> Result<Cow<'_, str>, UrlError> {
    Ok(forms::to_readable(url, &Spans::parse(url)?))
}

/// The ASCII form of a URL.
///
/// The host is in A-labels, and everything is escaped that the URL standard escapes. Existing escapes
/// stay unchanged, as do IP addresses, dot segments of the path and default ports, which a browser
/// would normalize. If nothing changes, nothing is allocated.
///
/// # Errors
///
/// Those of [`UrlParts::parse`].
///
/// # Examples
///
/// ```
/// use linkspan::url::to_ascii;
///
/// assert_eq!(to_ascii("https://bücher.example/ä?ö#ü")?, "https://xn--bcher-kva.example/%C3%A4?%C3%B6#%C3%BC");
/// assert_eq!(to_ascii("https://example.com/%7euser")?, "https://example.com/%7euser");
/// # Ok::<(), linkspan::url::UrlError>(())
/// ```
pub fn to_ascii(url: &str) -> Result<Cow<'_, str>, UrlError> {
    Ok(forms::to_ascii(url, &Spans::parse(url)?))
}

/// The readable form of the part of a URL that follows its host and port (§10.2).
///
/// This is [`to_readable`] for callers with their own rules for scheme and host. Pass everything from the
/// first `/`, `?` or `#` on, and append the result to the host.
///
/// # Errors
///
/// If `path` is not empty and starts with a character other than `/`, `\`, `?` and `#`, or if it contains a
/// control character or ends with a space.
///
/// # Examples
///
/// ```
/// use linkspan::url::path_to_readable;
///
/// assert_eq!(path_to_readable("/%D9%85%D8%AF%DB%8C%D9%86%DB%81?a%2Bb")?, "/مدینہ?a%2Bb");
/// assert_eq!(path_to_readable("")?, "");
/// assert!(path_to_readable("example.com/").is_err());
/// # Ok::<(), linkspan::url::UrlError>(())
/// ```
pub fn path_to_readable(path: &str) -> Result<Cow<'_, str>, UrlError> {
    check_characters(path)?;
    if !path.is_empty() && !path.starts_with(['/', '\\', '?', '#']) {
        return Err(UrlError::char_at(path, 0, "'/', '?' or '#'"));
    }
    let mut out = CowWriter::new(path);
    infallible(readable::write_tail(path, HostKind::Domain, "", &mut out));
    Ok(out.finish())
}

/// Rejects control characters, and spaces at both ends. Browsers remove some of them.
fn check_characters(url: &str) -> Result<(), UrlError> {
    // All controls start with one of these bytes. Without an early exit, the compiler vectorises the loop.
    let may_be_control = |byte: u8| byte < 0x20 || byte == 0x7F || byte == 0xC2;
    let some = url
        .bytes()
        .fold(false, |some, byte| some | may_be_control(byte));
    if !some && !url.starts_with(' ') && !url.ends_with(' ') {
        return Ok(());
    }
    let invalid = url.char_indices().find(|&(offset, c)| {
        let at_edge = offset == 0 || offset + 1 == url.len();
        c.is_control() || (c == ' ' && at_edge)
    });
    match invalid {
        Some((offset, _)) => Err(UrlError::char_at(url, offset, "a percent-escape")),
        None => Ok(()),
    }
}
