//! Quoting of local parts (C3, §5.3).

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::local_part::misplaced_dot;
use crate::error::Unexpected;
use crate::property::is_link_email;

/// Writes a local part as an email address must contain it (§5.3).
///
/// A local part that [`local_part`](super::local_part()) finds stays unchanged, whatever its length.
/// Any other is put in double quotes, with a backslash before each `"` and `\` in it.
///
/// ```
/// use linkspan::uts58::quote_local_part;
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

/// Reads a local part as an email address contains it, quoted or not: the inverse of
/// [`quote_local_part`].
///
/// In quotes, a backslash before any character stands for that character.
///
/// # Errors
///
/// If the quotes are not closed or closed too early, or if an unquoted local part contains a character
/// that requires quotes.
///
/// ```
/// use linkspan::uts58::unquote_local_part;
///
/// assert_eq!(unquote_local_part(r#""john \"jd\" doe""#)?, r#"john "jd" doe"#);
/// assert_eq!(unquote_local_part("jd")?, "jd");
///
/// let error = unquote_local_part(r#""john"#).unwrap_err();
/// assert_eq!(error.to_string(), "expected '\"' at byte 5, found the end of the text");
/// # Ok::<(), linkspan::uts58::UnquoteError>(())
/// ```
pub fn unquote_local_part(quoted: &str) -> Result<Cow<'_, str>, UnquoteError> {
    let Some(inside) = quoted.strip_prefix('"') else {
        return check_unquoted(quoted);
    };
    let error = |offset, expected| Err(UnquoteError(Unexpected::char_at(quoted, offset, expected)));
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

/// Validates an unquoted local part, which is returned unchanged.
fn check_unquoted(local: &str) -> Result<Cow<'_, str>, UnquoteError> {
    let invalid = match local.find(|c| !is_link_email(c)) {
        Some(offset) => Some(offset),
        None => misplaced_dot(local).map(|(offset, _)| offset),
    };
    match invalid {
        None => Ok(Cow::Borrowed(local)),
        Some(offset) => {
            let expected = "a local part that needs no quotes";
            Err(UnquoteError(Unexpected::char_at(local, offset, expected)))
        }
    }
}

/// The reason why a local part cannot be unquoted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnquoteError(Unexpected);

impl UnquoteError {
    /// The byte offset of the error in the given text.
    ///
    /// ```
    /// let error = linkspan::uts58::unquote_local_part("a b").unwrap_err();
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
