//! The smallest pieces of a URL, and iterators over them.

use alloc::borrow::Cow;
use core::fmt;
use core::iter::FusedIterator;
use core::str::{Split, Utf8Error};

use percent_encoding::percent_decode_str;

use crate::uts58::DIRECTIVE;

/// A piece of a URL between two syntax characters, as written: a path segment, a key or value of the
/// query, a fragment, a directive.
///
/// ```
/// use linkspan::url::{Component, UrlParts};
///
/// let parts = UrlParts::parse("https://example.com/caf%C3%A9")?;
/// let segment = parts.segments().next().unwrap();
/// assert_eq!(segment.as_str(), "caf%C3%A9");
/// assert_eq!(segment.decode_utf8().unwrap(), "café");
/// assert_eq!(Component::from("%C3%A9").decode_utf8().unwrap(), "é");
/// # Ok::<(), linkspan::url::UrlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Component<'a>(&'a str);

impl<'a> Component<'a> {
    /// The piece as written, with its escapes.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("example.com/%61")?;
    /// assert_eq!(parts.segments().next().unwrap().as_str(), "%61");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.0
    }

    /// The bytes that the piece stands for. A `+` stands for itself, not for a space.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("example.com/%FF+")?;
    /// assert_eq!(*parts.segments().next().unwrap().decode(), [0xFF, b'+']);
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn decode(self) -> Cow<'a, [u8]> {
        percent_decode_str(self.0).into()
    }

    /// The text that the piece stands for. A `+` stands for itself, not for a space.
    ///
    /// # Errors
    ///
    /// If the bytes are not valid UTF-8.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("example.com/%CE%B1/%FF")?;
    /// let mut segments = parts.segments();
    /// assert_eq!(segments.next().unwrap().decode_utf8().unwrap(), "α");
    /// assert!(segments.next().unwrap().decode_utf8().is_err());
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    pub fn decode_utf8(self) -> Result<Cow<'a, str>, Utf8Error> {
        percent_decode_str(self.0).decode_utf8()
    }
}

impl fmt::Display for Component<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl AsRef<str> for Component<'_> {
    fn as_ref(&self) -> &str {
        self.0
    }
}

impl<'a> From<&'a str> for Component<'a> {
    fn from(written: &'a str) -> Self {
        Self(written)
    }
}

/// The segments of a path; [`UrlParts::segments`](super::UrlParts::segments) returns it.
#[derive(Clone, Debug)]
pub struct PathSegments<'a>(Option<Split<'a, [char; 2]>>);

impl<'a> PathSegments<'a> {
    /// Splits a path, which is empty or starts with one of the separators.
    pub(super) fn new(path: &'a str, separators: [char; 2]) -> Self {
        let segments = path.strip_prefix(separators);
        Self(segments.map(|segments| segments.split(separators)))
    }
}

impl<'a> Iterator for PathSegments<'a> {
    type Item = Component<'a>;

    fn next(&mut self) -> Option<Component<'a>> {
        self.0.as_mut()?.next().map(Component)
    }
}

impl FusedIterator for PathSegments<'_> {}

/// The keys and values of a query; [`UrlParts::query_pairs`](super::UrlParts::query_pairs) returns it.
#[derive(Clone, Debug)]
pub struct QueryPairs<'a>(Option<Split<'a, char>>);

impl<'a> QueryPairs<'a> {
    pub(super) fn new(query: Option<&'a str>) -> Self {
        let query = query.filter(|query| !query.is_empty());
        Self(query.map(|query| query.split('&')))
    }
}

impl<'a> Iterator for QueryPairs<'a> {
    type Item = (Component<'a>, Option<Component<'a>>);

    fn next(&mut self) -> Option<Self::Item> {
        let pair = self.0.as_mut()?.next()?;
        Some(match pair.split_once('=') {
            Some((key, value)) => (Component(key), Some(Component(value))),
            None => (Component(pair), None),
        })
    }
}

impl FusedIterator for QueryPairs<'_> {}

/// The directives of a fragment; [`UrlParts::directives`](super::UrlParts::directives) returns it.
#[derive(Clone, Debug)]
pub struct Directives<'a>(Option<Split<'a, &'static str>>);

impl<'a> Directives<'a> {
    pub(super) fn new(directives: Option<&'a str>) -> Self {
        Self(directives.map(|directives| directives.split(DIRECTIVE)))
    }
}

impl<'a> Iterator for Directives<'a> {
    type Item = Component<'a>;

    fn next(&mut self) -> Option<Component<'a>> {
        self.0.as_mut()?.next().map(Component)
    }
}

impl FusedIterator for Directives<'_> {}
