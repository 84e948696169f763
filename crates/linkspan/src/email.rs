//! Local parts of email addresses: quoting (UTS #58 §5.3), and the two forms that only options allow.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use crate::counter;
use crate::error::Unexpected;
use crate::property::is_link_email;
use crate::uts58::{LocalPart, MAX_LOCAL_PART_LEN, mailto_start, misplaced_dot};

/// The local part before the `@` at `at` that remains after everything up to the last misplaced dot is
/// discarded. Earlier drafts of the standard specified this.
pub(crate) fn local_part_after_bad_dots(text: &str, at: usize) -> Option<LocalPart> {
    let before = text.get(..at)?;
    let run = before.chars().rev().take_while(|&c| is_link_email(c));
    let mut start = at;
    let mut after_dot = true; // A local part does not end with a dot either.
    for c in run {
        if c == '.' && after_dot {
            break;
        }
        start -= c.len_utf8();
        after_dot = c == '.';
        if at - start > MAX_LOCAL_PART_LEN + 1 {
            return None;
        }
    }
    let local = before.get(start..)?;
    let start = if local.starts_with('.') {
        start + 1
    } else {
        start
    };
    let start = (start < at && at - start <= MAX_LOCAL_PART_LEN).then_some(start)?;
    Some(LocalPart::new(mailto_start(before, 0, start), start))
}

/// The quoted local part before the `@` at `at`. Earlier drafts of the standard specified this.
pub(crate) fn quoted_local_part(text: &str, at: usize) -> Option<LocalPart> {
    let inside = text.get(..at)?.strip_suffix('"')?;
    // The opening quote is the last quote after which everything up to the '@' is validly quoted. A quote
    // after a backslash is content. The search is limited to the maximum length of a local part.
    let mut from = inside.len().saturating_sub(MAX_LOCAL_PART_LEN);
    while !inside.is_char_boundary(from) {
        from += 1;
    }
    let opening = inside
        .get(from..)?
        .match_indices('"')
        .map(|(quote, _)| from + quote);
    let mut candidates = opening.filter(|&quote| {
        let content = text.get(quote + 1..at).unwrap_or_default();
        counter::add(content.len() + 1);
        let escaped = text
            .get(..quote)
            .is_some_and(|before| before.ends_with('\\'));
        !escaped && closes_at_end(content)
    });
    let start = candidates.next_back()?;
    Some(LocalPart::new(mailto_start(text, 0, start), start))
}

/// Whether the text after an opening quote ends with its closing quote and contains no control characters.
fn closes_at_end(text: &str) -> bool {
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

/// Writes a local part as an email address must contain it (§5.3).
///
/// A local part that [`local_part`](crate::uts58::local_part) finds stays unchanged, whatever its length.
/// Any other is put in double quotes, with a backslash before each `"` and `\` in it.
///
/// ```
/// use linkspan::email::quote_local_part;
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
/// use linkspan::email::unquote_local_part;
///
/// assert_eq!(unquote_local_part(r#""john \"jd\" doe""#)?, r#"john "jd" doe"#);
/// assert_eq!(unquote_local_part("jd")?, "jd");
///
/// let error = unquote_local_part(r#""john"#).unwrap_err();
/// assert_eq!(error.to_string(), "expected '\"' at byte 5, found the end of the text");
/// # Ok::<(), linkspan::email::UnquoteError>(())
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
    /// let error = linkspan::email::unquote_local_part("a b").unwrap_err();
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
