//! Writing URLs so that people can read them (UTS #58 C2), and so that machines can.
//!
//! [`minimal()`] and [`wire()`] take a URL and give its readable and its ASCII form. [`Parts`] takes a
//! URL apart or makes one by hand. [`minimal_tail`] is for those who have their own way with
//! scheme and host.

mod builder;
mod minimal;
mod parts;
mod sparing;
mod wire;

use alloc::borrow::Cow;

pub use builder::PartsBuilder;
pub use parts::{Component, Parts, UrlError};

use crate::escape::infallible;
use crate::host::HostKind;
use sparing::Sparing;

/// Writes a URL in its readable form.
///
/// The host is shown in Unicode. In path, query, fragment and directives exactly those characters
/// are escaped that would end the link or be read as syntax (§4.1); everything else is spelled out.
///
/// Placed between two spaces, the result is one link from end to end; a browser reads it as the
/// same URL; and formatting it again changes nothing. Where nothing changes, nothing is allocated.
///
/// # Errors
///
/// Those of [`Parts::parse`].
///
/// # Examples
///
/// ```
/// use linkspan::minimal;
///
/// let url = "https://hi.wikipedia.org/wiki/%E0%A4%AE%E0%A5%81%E0%A4%82%E0%A4%AC%E0%A4%88";
/// assert_eq!(minimal(url)?, "https://hi.wikipedia.org/wiki/मुंबई");
///
/// // What would not survive in running text stays escaped.
/// let url = "https://xn--bcher-kva.example/a%20b/c%2Fd?e=f%26g#h.";
/// assert_eq!(minimal(url)?, "https://bücher.example/a%20b/c%2Fd?e=f%26g#h%2E");
/// # Ok::<(), linkspan::UrlError>(())
/// ```
pub fn minimal(url: &str) -> Result<Cow<'_, str>, UrlError> {
    let parts = Parts::parse(url)?;
    let mut out = Sparing::new(url);
    infallible(parts.write_minimal(&mut out));
    Ok(out.finish())
}

/// Writes a URL in its wire form, which is all ASCII.
///
/// The host is in A-labels, and everything is escaped that the URL standard asks to be. Escapes
/// that are there already stay as they are, byte for byte; so do IP addresses, the path's dot
/// segments and default ports, which a browser would go on to normalize. Where nothing changes,
/// nothing is allocated.
///
/// # Errors
///
/// Those of [`Parts::parse`].
///
/// # Examples
///
/// ```
/// use linkspan::wire;
///
/// assert_eq!(wire("https://bücher.example/ä?ö#ü")?, "https://xn--bcher-kva.example/%C3%A4?%C3%B6#%C3%BC");
/// assert_eq!(wire("https://example.com/%7euser")?, "https://example.com/%7euser");
/// # Ok::<(), linkspan::UrlError>(())
/// ```
pub fn wire(url: &str) -> Result<Cow<'_, str>, UrlError> {
    let parts = Parts::parse(url)?;
    let mut out = Sparing::new(url);
    infallible(parts.write_wire(&mut out));
    Ok(out.finish())
}

/// Writes the part of a URL that follows its host and port in its readable form (§10.2).
///
/// This is [`minimal()`] for those who treat scheme and host by their own rules: give it everything
/// from the first `/`, `?` or `#` on, and put the result after the host.
///
/// # Errors
///
/// If `tail` is not empty and starts with something else, or if it holds a control character or
/// ends with a space.
///
/// # Examples
///
/// ```
/// use linkspan::minimal_tail;
///
/// assert_eq!(minimal_tail("/%D9%85%D8%AF%DB%8C%D9%86%DB%81?a%2Bb")?, "/مدینہ?a%2Bb");
/// assert_eq!(minimal_tail("")?, "");
/// assert!(minimal_tail("example.com/").is_err());
/// # Ok::<(), linkspan::UrlError>(())
/// ```
pub fn minimal_tail(tail: &str) -> Result<Cow<'_, str>, UrlError> {
    parts::check_characters(tail)?;
    if !tail.is_empty() && !tail.starts_with(['/', '\\', '?', '#']) {
        return Err(UrlError::at(tail, 0, "'/', '?' or '#'"));
    }
    let mut out = Sparing::new(tail);
    infallible(minimal::write_tail(tail, HostKind::Domain, &mut out));
    Ok(out.finish())
}
