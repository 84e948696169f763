//! A URL and its parts.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use super::builder::UrlBuilder;
use super::component::{Directives, PathSegments, QueryPairs};
use super::error::UrlError;
use super::forms;
use super::spans::{Spans, slice};
use crate::host::HostKind;
use crate::percent::infallible;
use crate::uts58::minimal_escape;

/// A URL, split without loss.
///
/// Whether [parsed](Self::parse) or [built](Self::builder), it keeps the URL as one text and returns its
/// parts as written. So a key without `=` differs from a key with an empty value, an empty path from
/// `/`, an empty query from no query, and escaped bytes that are not UTF-8 are kept.
///
/// ```
/// use linkspan::url::UrlParts;
///
/// let parts = UrlParts::parse("https://example.com/%CE%B1/%FF?b&c=")?;
/// assert_eq!((parts.host(), parts.path()), ("example.com", "/%CE%B1/%FF"));
/// let segments: Vec<_> = parts.segments().map(|segment| segment.as_str()).collect();
/// assert_eq!(segments, ["%CE%B1", "%FF"]);
/// let pairs: Vec<_> = parts.query_pairs().collect();
/// assert_eq!(pairs[0].1, None);
/// assert_eq!(pairs[1].1.unwrap().as_str(), "");
/// assert_eq!(parts.to_readable(), "https://example.com/α/%FF?b&c=");
/// # Ok::<(), linkspan::url::UrlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct UrlParts<'a> {
    url: Cow<'a, str>,
    spans: Spans,
}

impl<'a> UrlParts<'a> {
    /// Splits a URL.
    ///
    /// The scheme may be missing, as in `example.com/path`. Everything else is kept as it is, including
    /// characters that should be escaped and `%` without two hexadecimal digits.
    ///
    /// # Errors
    ///
    /// If there is no host, or one that is neither a domain name that UTS #46 allows nor an IP
    /// address; if the port is not a number up to 65535; if there is a user name but no scheme; and
    /// if the text contains a control character, or starts or ends with a space, since browsers remove
    /// some of those.
    ///
    /// ```
    /// use linkspan::url::UrlParts;
    ///
    /// let error = UrlParts::parse("https://example.com:port/").unwrap_err();
    /// assert_eq!(error.to_string(), "expected a port number at byte 20, found \"port\"");
    /// ```
    pub fn parse(url: &'a str) -> Result<Self, UrlError> {
        Self::from_text(Cow::Borrowed(url))
    }

    /// Starts building a URL from a host and texts that are not escaped.
    ///
    /// ```
    /// use linkspan::url::UrlParts;
    ///
    /// let parts = UrlParts::builder("example.com")
    ///     .scheme("https")
    ///     .segment("wiki")
    ///     .segment("AC/DC?")
    ///     .pair("q", "α=β")
    ///     .build()?;
    /// assert_eq!(parts.to_readable(), "https://example.com/wiki/AC%2FDC%3F?q=α%3Dβ");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    pub fn builder(host: &'a str) -> UrlBuilder<'a> {
        UrlBuilder::new(host)
    }

    pub(super) fn from_text(url: Cow<'a, str>) -> Result<Self, UrlError> {
        let spans = Spans::parse(&url)?;
        Ok(Self { url, spans })
    }

    /// The parts of a URL whose spans were [checked](Spans::check).
    pub(crate) fn from_spans(url: &'a str, spans: Spans) -> Self {
        Self {
            url: Cow::Borrowed(url),
            spans,
        }
    }

    pub(crate) fn spans(&self) -> &Spans {
        &self.spans
    }

    /// The whole URL as written.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("HTTP://example.com:080/%61")?;
    /// assert_eq!(parts.as_str(), "HTTP://example.com:080/%61");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.url
    }

    /// The scheme, without the `://` after it.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com")?;
    /// assert_eq!(parts.scheme(), Some("https"));
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn scheme(&self) -> Option<&str> {
        self.spans.scheme().map(|range| self.slice(range))
    }

    /// The user name and password before the host, without the `@`.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://ann:secret@example.com")?;
    /// assert_eq!(parts.userinfo(), Some("ann:secret"));
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn userinfo(&self) -> Option<&str> {
        self.spans.userinfo().map(|range| self.slice(range))
    }

    /// The host as written. An IPv6 address is in brackets.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://bücher.example:8080/a")?;
    /// assert_eq!(parts.host(), "bücher.example");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn host(&self) -> &str {
        self.slice(self.spans.host())
    }

    /// The port as written, without the colon.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com:8080/")?;
    /// assert_eq!(parts.port(), Some("8080"));
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<&str> {
        self.spans.port(&self.url).map(|range| self.slice(range))
    }

    /// The path with its leading `/`, without query and fragment. Empty if absent.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com/a/b?c")?;
    /// assert_eq!(parts.path(), "/a/b");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> &str {
        self.slice(self.spans.path())
    }

    /// The segments of the path: none for an empty path, an empty one for `/`.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com/a%2Fb/")?;
    /// let segments: Vec<_> = parts.segments().map(|segment| segment.as_str()).collect();
    /// assert_eq!(segments, ["a%2Fb", ""]);
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn segments(&self) -> PathSegments<'_> {
        let separators = match self.spans.host_kind(&self.url) {
            HostKind::Domain => ['/', '\\'],
            HostKind::Opaque => ['/', '/'],
        };
        PathSegments::new(self.path(), separators)
    }

    /// The query without its `?`. `None` if absent.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com?a=b&c")?;
    /// assert_eq!(parts.query(), Some("a=b&c"));
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.spans.query().map(|range| self.slice(range))
    }

    /// The keys and values of the query. There are none if the query is empty or absent.
    ///
    /// A key without `=` has no value. A value may contain further `=`.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com?a=b=c&d")?;
    /// let keys: Vec<_> = parts.query_pairs().map(|(key, _)| key.as_str()).collect();
    /// assert_eq!(keys, ["a", "d"]);
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn query_pairs(&self) -> QueryPairs<'_> {
        QueryPairs::new(self.query())
    }

    /// The fragment without its `#` and without directives. `None` if absent.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com#a:~:text=b")?;
    /// assert_eq!(parts.fragment(), Some("a"));
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn fragment(&self) -> Option<&str> {
        self.spans.fragment().map(|range| self.slice(range))
    }

    /// What follows the first `:~:` of the fragment. `None` if absent.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com#a:~:text=b:~:c")?;
    /// assert_eq!(parts.directive(), Some("text=b:~:c"));
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn directive(&self) -> Option<&str> {
        self.spans.directive().map(|range| self.slice(range))
    }

    /// The fragment directives: what follows each `:~:`.
    ///
    /// Inside a directive, literal `&` and `,` may be syntax.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com#a:~:text=b,c")?;
    /// let directives: Vec<_> = parts.directives().map(|text| text.as_str()).collect();
    /// assert_eq!(directives, ["text=b,c"]);
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn directives(&self) -> Directives<'_> {
        Directives::new(self.directive())
    }

    /// Everything after host and port: where [`terminate`](crate::uts58::terminate()) starts.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com:80/a?b#c")?;
    /// assert_eq!(parts.after_authority(), "/a?b#c");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn after_authority(&self) -> &str {
        self.slice(self.spans.tail())
    }

    /// The readable form: see [`to_readable`](super::to_readable).
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com/%CE%B1")?;
    /// assert_eq!(parts.to_readable(), "https://example.com/α");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn to_readable(&self) -> Cow<'_, str> {
        forms::to_readable(&self.url, &self.spans)
    }

    /// The URL with minimal escaping to the letter of §4.1: the host in Unicode, and
    /// [`minimal_escape`] after it.
    ///
    /// [`to_readable`](Self::to_readable) is the form for people. It escapes more.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com/100%25")?;
    /// assert_eq!(parts.to_literal(), "https://example.com/100%");
    /// assert_eq!(parts.to_readable(), "https://example.com/100%25");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn to_literal(&self) -> String {
        let host = self.spans.host_kind(&self.url).to_unicode(self.host());
        let mut out = String::with_capacity(self.url.len());
        infallible(forms::write_authority(
            &self.url,
            &self.spans,
            &host,
            &mut out,
        ));
        out.push_str(&minimal_escape(self.after_authority()));
        out
    }

    /// The ASCII form: see [`to_ascii`](super::to_ascii).
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("https://example.com/α")?;
    /// assert_eq!(parts.to_ascii(), "https://example.com/%CE%B1");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn to_ascii(&self) -> Cow<'_, str> {
        forms::to_ascii(&self.url, &self.spans)
    }

    /// Writes the [readable form](Self::to_readable).
    ///
    /// # Errors
    ///
    /// Those of `out`.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("example.com/%CE%B1").unwrap();
    /// let mut out = String::from("see ");
    /// parts.write_readable(&mut out).unwrap();
    /// assert_eq!(out, "see example.com/α");
    /// ```
    pub fn write_readable<W: fmt::Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        forms::write_readable(&self.url, &self.spans, &mut &mut *out)
    }

    /// Writes the [ASCII form](Self::to_ascii).
    ///
    /// # Errors
    ///
    /// Those of `out`.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::parse("example.com/α").unwrap();
    /// let mut out = String::from("GET ");
    /// parts.write_ascii(&mut out).unwrap();
    /// assert_eq!(out, "GET example.com/%CE%B1");
    /// ```
    pub fn write_ascii<W: fmt::Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        let host = forms::ascii_host(&self.url, &self.spans);
        forms::write_ascii(&self.url, &self.spans, &host, &mut &mut *out)
    }

    fn slice(&self, range: Range<usize>) -> &str {
        slice(&self.url, range)
    }
}

/// The URL as written.
impl fmt::Display for UrlParts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.url)
    }
}

impl fmt::Debug for UrlParts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UrlParts").field(&self.url).finish()
    }
}

impl AsRef<str> for UrlParts<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl From<UrlParts<'_>> for String {
    /// The URL as written.
    fn from(parts: UrlParts<'_>) -> Self {
        parts.url.into_owned()
    }
}
