//! Where the local part of an email address starts (UTS #58 C3), and how it is quoted.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use linkspan_vector::{AsciiSet, LONGEST_RUN};

use crate::examined;
use crate::mismatch::Mismatch;
use crate::property::is_link_email;

/// The longest local part that mail systems carry, in octets (RFC 5321 §4.5.3.1.1).
pub(crate) const MOST_OCTETS: usize = 64;

const MAILTO: &str = "mailto:";

/// What has `Link_Email`, in ASCII.
const LOCAL_PART: AsciiSet = AsciiSet::new(
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.!#$%&'*+-/=?^_`{|}~",
);

const DOTS: AsciiSet = AsciiSet::new(b".");

/// Where an email address starts, as byte offsets into the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LocalPart {
    /// The first byte of the local part.
    pub start: usize,
    /// The first byte of the link: that of a `mailto:` right before the local part, or else the
    /// same as `start`.
    pub link_start: usize,
}

/// Finds the local part that ends at the `@` at the byte offset `at` of `text` (§5.2).
///
/// Whether a domain follows the `@` is for the caller to know. Nothing after the domain belongs to
/// an email link.
///
/// At most 64 octets and one more character are looked at, which bounds the cost whatever the
/// text: a run of local part characters that is longer than 64 octets is no local part at all.
///
/// # Errors
///
/// There is no link here if the local part is empty, starts or ends with a dot, holds two dots in
/// a row or is too long, or if `at` is not the offset of an `@`. The error says which.
///
/// # Examples
///
/// ```
/// use linkspan::local_part;
///
/// let text = "Écrivez à MailTo:hélène.o'neil@example.com.";
/// let at = text.find('@').unwrap();
/// let found = local_part(text, at)?;
/// assert_eq!(&text[found.start..at], "hélène.o'neil");
/// assert_eq!(&text[found.link_start..at], "MailTo:hélène.o'neil");
///
/// assert!(local_part("john..doe@example.com", 9).is_err());
/// # Ok::<(), linkspan::NoLocalPart>(())
/// ```
pub fn local_part(text: &str, at: usize) -> Result<LocalPart, NoLocalPart> {
    let before = match (text.get(..at), text.get(at..)) {
        (Some(before), Some(after)) if after.starts_with('@') => before,
        _ => {
            return Err(NoLocalPart {
                at,
                kind: Kind::NotAnAt,
            });
        }
    };
    local_part_from(before, 0)
}

/// The local part that a text ends with. Nothing before `floor` belongs to it.
pub(crate) fn local_part_from(before: &str, floor: usize) -> Result<LocalPart, NoLocalPart> {
    if let Some(plain) = plain_local_part(before, floor) {
        return Ok(plain);
    }
    let start = start_by_chars(before, floor)?;
    let link_start = mailto_start(before, floor, start);
    Ok(LocalPart { start, link_start })
}

/// The same if it is in ASCII and short, and there is nothing wrong with it.
#[inline(always)]
pub(crate) fn plain_local_part(before: &str, floor: usize) -> Option<LocalPart> {
    let start = plain_start(before.as_bytes(), floor)?;
    let link_start = mailto_start(before, floor, start);
    Some(LocalPart { start, link_start })
}

#[inline(always)]
fn plain_start(before: &[u8], floor: usize) -> Option<usize> {
    let run = linkspan_vector::run_before(before, &LOCAL_PART, [&DOTS]);
    let length = run.length.min(before.len().saturating_sub(floor));
    let start = before.len() - length;
    examined::note(length + 1);
    let is_cut = run.length == LONGEST_RUN || length == 0;
    let goes_on = start > floor && !before.get(start - 1).is_some_and(u8::is_ascii);
    if is_cut || goes_on {
        return None;
    }
    let [dots] = run.marks;
    let dots = dots >> (LONGEST_RUN - length);
    // Neither dots at an end, nor two in a row.
    let ends = 1 | 1 << (length - 1);
    (dots & (ends | dots << 1) == 0).then_some(start)
}

/// Where a local part of any script starts, or what is wrong with it.
fn start_by_chars(before: &str, floor: usize) -> Result<usize, NoLocalPart> {
    let error = |at, kind| Err(NoLocalPart { at, kind });
    let run = before.get(floor..).unwrap_or_default();
    let mut length = 0;
    for c in run.chars().rev().take_while(|&c| is_link_email(c)) {
        length += c.len_utf8();
        if length > MOST_OCTETS {
            return error(before.len() - length, Kind::TooLong);
        }
    }
    let start = before.len() - length;
    examined::note(length + 1);
    let local = before.get(start..).unwrap_or_default();
    match misplaced_dot(local) {
        Some((offset, kind)) => error(start + offset, kind),
        None => Ok(start),
    }
}

/// The start of a `mailto:` right before `local_start` and after `floor`, or else `local_start` itself.
#[inline]
fn mailto_start(text: &str, floor: usize, local_start: usize) -> usize {
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

/// Where link and local part start if what stands before bad dots is given up, as earlier drafts of
/// the standard had it.
pub(crate) fn after_bad_dots(text: &str, at: usize) -> Option<(usize, usize)> {
    let before = text.get(..at)?;
    let run = before.chars().rev().take_while(|&c| is_link_email(c));
    let mut start = at;
    let mut after_dot = true; // The local part may not end with a dot either.
    for c in run {
        if c == '.' && after_dot {
            break;
        }
        start -= c.len_utf8();
        after_dot = c == '.';
        if at - start > MOST_OCTETS + 1 {
            return None;
        }
    }
    let local = before.get(start..)?;
    let start = if local.starts_with('.') {
        start + 1
    } else {
        start
    };
    let found = (start < at && at - start <= MOST_OCTETS).then_some(start)?;
    Some((mailto_start(before, 0, found), found))
}

/// Where link and local part start if the local part is in quotes, as earlier drafts of the
/// standard had it.
pub(crate) fn quoted_local_part(text: &str, at: usize) -> Option<(usize, usize)> {
    let inside = text.get(..at)?.strip_suffix('"')?;
    // The opening quote is the nearest one that no backslash stands before and from which all up to
    // the '@' is in quotes; it is looked for in as much text as a local part may take.
    let mut from = inside.len().saturating_sub(MOST_OCTETS);
    while !inside.is_char_boundary(from) {
        from += 1;
    }
    let opening = inside
        .get(from..)?
        .match_indices('"')
        .map(|(quote, _)| from + quote);
    let mut candidates = opening.filter(|&quote| {
        let content = text.get(quote + 1..at).unwrap_or_default();
        examined::note(content.len() + 1);
        let escaped = text
            .get(..quote)
            .is_some_and(|before| before.ends_with('\\'));
        !escaped && ends_quoted(content)
    });
    let start = candidates.next_back()?;
    Some((mailto_start(text, 0, start), start))
}

/// Whether a text that stands after a quote is in quotes to its very end, without control characters.
fn ends_quoted(text: &str) -> bool {
    let mut inside = text.chars();
    while let Some(c) = inside.next() {
        match c {
            '"' => return inside.as_str().is_empty(),
            '\\' if inside.next().is_none_or(char::is_control) => return false,
            c if c.is_control() => return false,
            _ => {}
        }
    }
    false
}

/// What keeps a run of `Link_Email` characters from being a local part, and where.
fn misplaced_dot(local: &str) -> Option<(usize, Kind)> {
    if local.is_empty() {
        Some((0, Kind::Empty))
    } else if local.starts_with('.') {
        Some((0, Kind::LeadingDot))
    } else if let Some(offset) = local.as_bytes().windows(2).position(|pair| pair == b"..") {
        Some((offset, Kind::DoubleDot))
    } else if local.ends_with('.') {
        Some((local.len() - 1, Kind::TrailingDot))
    } else {
        None
    }
}

/// Why there is no local part before an `@`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLocalPart {
    at: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    NotAnAt,
    Empty,
    LeadingDot,
    DoubleDot,
    TrailingDot,
    TooLong,
}

impl NoLocalPart {
    /// The byte offset that the error is about.
    ///
    /// ```
    /// let error = linkspan::local_part("a..b@example.com", 4).unwrap_err();
    /// assert_eq!(error.offset(), 1);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }
}

impl fmt::Display for NoLocalPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            Kind::NotAnAt => "expected '@'",
            Kind::Empty => "expected a local part before '@', found nothing that can be in one",
            Kind::LeadingDot => "expected a local part that does not start with '.', found '.'",
            Kind::DoubleDot => "expected single dots in a local part, found '..'",
            Kind::TrailingDot => "expected a local part that does not end with '.', found '.'",
            Kind::TooLong => "expected a local part of at most 64 octets, found a longer one",
        };
        write!(f, "{what} at byte {}", self.at)
    }
}

impl core::error::Error for NoLocalPart {}

/// Writes a local part as it must stand in an email address (§5.3).
///
/// A local part that [`local_part`] would find by itself stays as it is, whatever its length. Any
/// other one is put in double quotes, with a backslash before each `"` and `\` in it.
///
/// ```
/// use linkspan::quote_local_part;
///
/// assert_eq!(quote_local_part("アルベルト"), "アルベルト");
/// assert_eq!(quote_local_part("john doe"), r#""john doe""#);
/// assert_eq!(quote_local_part(r#"the "boss""#), r#""the \"boss\"""#);
/// assert_eq!(quote_local_part("john..doe"), r#""john..doe""#);
/// ```
#[must_use]
pub fn quote_local_part(local: &str) -> Cow<'_, str> {
    if local.chars().all(is_link_email) && misplaced_dot(local).is_none() {
        return Cow::Borrowed(local);
    }
    let mut quoted = String::with_capacity(local.len() + 2);
    quoted.push('"');
    for c in local.chars() {
        if matches!(c, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('"');
    Cow::Owned(quoted)
}

/// Reads a local part as it stands in an email address, with or without quotes: the inverse of
/// [`quote_local_part`].
///
/// In quotes, a backslash may stand before any character, and stands for that character.
///
/// # Errors
///
/// If the quotes are not closed or closed too soon, or if a local part that is not in quotes holds
/// what it must not.
///
/// ```
/// use linkspan::unquote_local_part;
///
/// assert_eq!(unquote_local_part(r#""john \"jd\" doe""#)?, r#"john "jd" doe"#);
/// assert_eq!(unquote_local_part("jd")?, "jd");
///
/// let error = unquote_local_part(r#""john"#).unwrap_err();
/// assert_eq!(error.to_string(), "expected '\"' at byte 5, found the end of the text");
/// # Ok::<(), linkspan::UnquoteError>(())
/// ```
pub fn unquote_local_part(quoted: &str) -> Result<Cow<'_, str>, UnquoteError> {
    let Some(inside) = quoted.strip_prefix('"') else {
        return unquoted(quoted);
    };
    let error = |offset, expected| Err(UnquoteError(Mismatch::at(quoted, offset, expected)));
    let mut local = String::with_capacity(inside.len());
    let mut chars = inside.char_indices().map(|(offset, c)| (offset + 1, c));
    while let Some((offset, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some((_, c)) => local.push(c),
                None => return error(offset + 1, "a character after '\\'"),
            },
            '"' => {
                return match chars.next() {
                    None => Ok(Cow::Owned(local)),
                    Some((offset, _)) => error(offset, "the end of the text"),
                };
            }
            c => local.push(c),
        }
    }
    error(quoted.len(), "'\"'")
}

/// A local part without quotes, which stands for itself if it is well formed.
fn unquoted(local: &str) -> Result<Cow<'_, str>, UnquoteError> {
    let misplaced = match local.find(|c| !is_link_email(c)) {
        Some(offset) => Some(offset),
        None => misplaced_dot(local).map(|(offset, _)| offset),
    };
    match misplaced {
        None => Ok(Cow::Borrowed(local)),
        Some(offset) => {
            let expected = "a local part that needs no quotes";
            Err(UnquoteError(Mismatch::at(local, offset, expected)))
        }
    }
}

/// Why a quoted local part could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnquoteError(Mismatch);

impl UnquoteError {
    /// The byte offset in the given text where something else was expected.
    ///
    /// ```
    /// let error = linkspan::unquote_local_part("a b").unwrap_err();
    /// assert_eq!(error.offset(), 1);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.offset()
    }
}

impl fmt::Display for UnquoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for UnquoteError {}
