//! The error of parsing or building a URL.

use core::fmt;

use crate::error::Unexpected;

/// The reason why a text is not a URL that can be split into parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UrlError(Unexpected);

impl UrlError {
    pub(super) fn char_at(text: &str, offset: usize, expected: &'static str) -> Self {
        Self(Unexpected::char_at(text, offset, expected))
    }

    pub(super) fn text_at(found: &str, offset: usize, expected: &'static str) -> Self {
        Self(Unexpected::text_at(found, offset, expected))
    }

    /// The byte offset of the error in the given text.
    ///
    /// ```
    /// let error = linkspan::url::to_readable("https://exa mple.com").unwrap_err();
    /// assert_eq!(error.offset(), 8);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.0.offset()
    }
}

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for UrlError {}
