//! Where the local part of an email address starts (C3, §5.2): a vectorised fast path for ASCII, and a slow
//! path for all scripts.

use core::fmt;

use linkspan_vector::MAX_RUN_LEN;

use crate::counter;
use crate::property::ascii::{DOT, EMAIL};
use crate::property::is_link_email;
use crate::scheme::MAILTO;

/// The maximum length of a local part, in octets (RFC 5321 §4.5.3.1.1).
pub(crate) const MAX_LOCAL_PART_LEN: usize = 64;

/// Where an email address starts, as byte offsets into the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LocalPart {
    /// The start of the local part.
    pub start: usize,
    /// The start of the link: that of a `mailto:` directly before the local part, or else `start`.
    pub link_start: usize,
}

impl LocalPart {
    pub(crate) const fn new(link_start: usize, start: usize) -> Self {
        Self { start, link_start }
    }
}

/// Finds the local part that ends at the `@` at the byte offset `at` of `text` (§5.2).
///
/// The caller must check that a domain follows the `@`. An email link ends with that domain.
///
/// At most 64 octets, one more character and a `mailto:` are read, whatever the text. A run of local part
/// characters that is longer than 64 octets is not a local part.
///
/// # Errors
///
/// If the local part is empty, starts or ends with a dot, contains two dots in a row or is too long, or if
/// `at` is not the offset of an `@`.
///
/// # Examples
///
/// ```
/// use linkspan::uts58::local_part;
///
/// let text = "Écrivez à MailTo:hélène.o'neil@example.com.";
/// let at = text.find('@').unwrap();
/// let found = local_part(text, at)?;
/// assert_eq!(&text[found.start..at], "hélène.o'neil");
/// assert_eq!(&text[found.link_start..at], "MailTo:hélène.o'neil");
///
/// assert!(local_part("john..doe@example.com", 9).is_err());
/// # Ok::<(), linkspan::uts58::LocalPartError>(())
/// ```
pub fn local_part(text: &str, at: usize) -> Result<LocalPart, LocalPartError> {
    match (text.get(..at), text.get(at..)) {
        (Some(before), Some(after)) if after.starts_with('@') => local_part_from(before, 0),
        _ => Err(LocalPartError {
            at,
            kind: Kind::NotAnAt,
        }),
    }
}

/// The local part at the end of `before`. It does not extend before `floor`.
pub(crate) fn local_part_from(before: &str, floor: usize) -> Result<LocalPart, LocalPartError> {
    if let Some(found) = ascii_local_part(before, floor) {
        return Ok(found);
    }
    let start = start_by_chars(before, floor)?;
    Ok(LocalPart::new(mailto_start(before, floor, start), start))
}

/// The fast path: a valid local part in ASCII that is shorter than [`MAX_RUN_LEN`].
#[inline(always)]
pub(crate) fn ascii_local_part(before: &str, floor: usize) -> Option<LocalPart> {
    let start = ascii_run_start(before.as_bytes(), floor)?;
    let continues = start > floor && !before.as_bytes().get(start - 1).is_some_and(u8::is_ascii);
    (!continues).then(|| LocalPart::new(mailto_start(before, floor, start), start))
}

/// The start of the ASCII local part at the end of `before`. A character above ASCII before it may belong to it, too.
#[inline(always)]
pub(crate) fn ascii_run_start(before: &[u8], floor: usize) -> Option<usize> {
    let run = linkspan_vector::run_backward(before, &EMAIL, [&DOT]);
    let len = run.len.min(before.len().saturating_sub(floor));
    let start = before.len() - len;
    counter::add(len + 1);
    if run.len == MAX_RUN_LEN || len == 0 {
        return None;
    }
    let [dots] = run.masks;
    let dots = dots >> (MAX_RUN_LEN - len);
    // No dot at either end, and no two dots in a row.
    let ends = 1 | 1 << (len - 1);
    (dots & (ends | dots << 1) == 0).then_some(start)
}

/// The slow path: the start of a local part in any script, or the reason why there is none.
fn start_by_chars(before: &str, floor: usize) -> Result<usize, LocalPartError> {
    let error = |at, kind| Err(LocalPartError { at, kind });
    let run = before.get(floor..).unwrap_or_default();
    let mut len = 0;
    for c in run.chars().rev().take_while(|&c| is_link_email(c)) {
        len += c.len_utf8();
        if len > MAX_LOCAL_PART_LEN {
            return error(before.len() - len, Kind::TooLong);
        }
    }
    let start = before.len() - len;
    counter::add(len + 1);
    match misplaced_dot(before.get(start..).unwrap_or_default()) {
        Some((offset, dot)) => error(start + offset, Kind::Dot(dot)),
        None => Ok(start),
    }
}

/// The start of a `mailto:` directly before `local_start` and not before `floor`, or else `local_start`.
#[inline]
pub(crate) fn mailto_start(text: &str, floor: usize, local_start: usize) -> usize {
    let before = text.get(floor..local_start).unwrap_or_default();
    if !before.ends_with(':') {
        return local_start;
    }
    let scheme_start = local_start.saturating_sub(MAILTO.len());
    let scheme = text.get(scheme_start.max(floor)..local_start);
    match scheme {
        Some(scheme) if scheme.eq_ignore_ascii_case(MAILTO) => scheme_start,
        _ => local_start,
    }
}

/// What is wrong with the dots of a local part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum DotError {
    /// There is no character at all.
    Empty,
    Leading,
    Double,
    Trailing,
}

/// The first misplaced dot in a run of `Link_Email` characters.
pub(crate) fn misplaced_dot(local: &str) -> Option<(usize, DotError)> {
    if local.is_empty() {
        Some((0, DotError::Empty))
    } else if local.starts_with('.') {
        Some((0, DotError::Leading))
    } else if let Some(offset) = local.as_bytes().windows(2).position(|pair| pair == b"..") {
        Some((offset, DotError::Double))
    } else if local.ends_with('.') {
        Some((local.len() - 1, DotError::Trailing))
    } else {
        None
    }
}

/// The reason why there is no local part before an `@`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LocalPartError {
    at: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    NotAnAt,
    Dot(DotError),
    TooLong,
}

impl LocalPartError {
    /// The byte offset of the error.
    ///
    /// ```
    /// let error = linkspan::uts58::local_part("a..b@example.com", 4).unwrap_err();
    /// assert_eq!(error.offset(), 1);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }
}

impl fmt::Display for LocalPartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, found) = match self.kind {
            Kind::NotAnAt => ("'@'", "another character or the end of the text"),
            Kind::Dot(DotError::Empty) => (
                "a local part before '@'",
                "no character that it can contain",
            ),
            Kind::Dot(DotError::Leading) => ("a local part that does not start with '.'", "'.'"),
            Kind::Dot(DotError::Double) => ("single dots in a local part", "'..'"),
            Kind::Dot(DotError::Trailing) => ("a local part that does not end with '.'", "'.'"),
            Kind::TooLong => ("a local part of at most 64 octets", "a longer one"),
        };
        write!(f, "expected {expected} at byte {}, found {found}", self.at)
    }
}

impl core::error::Error for LocalPartError {}
