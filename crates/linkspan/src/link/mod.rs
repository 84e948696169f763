//! Links: their ranges in a text, their parts, and their forms.
//!
//! A [`Link`] is a view of the text with the [`Spans`] that the search computed. No method parses the
//! link again.

mod forms;
#[cfg(feature = "assess")]
mod ordinary;
mod owned;
mod plain;
mod short;

use core::fmt;
use core::hash::{Hash, Hasher};
#[cfg(feature = "assess")]
use core::num::NonZero;
use core::ops::Range;

#[cfg(feature = "assess")]
pub(crate) use ordinary::is_ordinary_after_host;
pub use owned::OwnedLink;
pub(crate) use plain::Plain;

use crate::error::named;
use crate::options::ImpliedScheme;
use crate::suffix::SuffixList;
use crate::url::{Spans, UrlError, UrlParts, slice};
use crate::uts58::PartEnds;

/// A link in a text: where it is, what kind it is, and its parts.
///
/// All offsets are byte offsets into the whole text, and all ranges are half-open.
///
/// ```
/// use linkspan::{Finder, LinkKind};
///
/// let text = "Siehe http://bücher.example:8080/ä?ö#ü.";
/// let link = Finder::new().find(text).unwrap();
/// assert_eq!((link.start(), link.end(), link.kind()), (6, 42, LinkKind::Url));
/// assert_eq!(link.as_str(), "http://bücher.example:8080/ä?ö#ü");
/// assert_eq!((link.host(), link.host_range()), ("bücher.example", 13..28));
/// assert_eq!(link.href(), "http://xn--bcher-kva.example:8080/%C3%A4?%C3%B6#%C3%BC");
/// ```
#[derive(Clone, Copy)]
pub struct Link<'t> {
    /// The whole text.
    text: &'t str,
    start: usize,
    spans: Spans,
    kind: LinkKind,
    implied_scheme: ImpliedScheme,
    plain: Plain,
}

/// The kind of a link.
///
/// ```
/// use linkspan::LinkKind;
///
/// assert_eq!(LinkKind::Email.to_string(), "email");
/// assert_eq!("url".parse(), Ok(LinkKind::Url));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LinkKind {
    /// A URL, with or without a scheme.
    Url,
    /// An email address.
    Email,
}

named!(LinkKind, "a kind of link", [Url => "url", Email => "email"]);

impl<'t> Link<'t> {
    /// The link with these spans. Invariant: they are the spans of the link that starts at `start` in `text`.
    #[inline(always)]
    pub(crate) fn new(
        text: &'t str,
        start: usize,
        kind: LinkKind,
        spans: Spans,
        implied_scheme: ImpliedScheme,
    ) -> Self {
        Self {
            text,
            start,
            spans,
            kind,
            implied_scheme,
            plain: Plain::UNKNOWN,
        }
    }

    /// The same link, of which this much is plain.
    #[inline(always)]
    pub(crate) fn with_plain(self, plain: Plain) -> Self {
        Self { plain, ..self }
    }

    /// The URL whose parts are at these offsets of a text.
    #[inline(always)]
    pub(crate) fn url(
        text: &'t str,
        front: Front,
        parts: PartEnds,
        implied_scheme: ImpliedScheme,
    ) -> Self {
        let Front {
            start,
            scheme_end,
            host_start,
            host_end,
            port_end,
        } = front;
        let spans = Spans::new(start, scheme_end, host_start..host_end, port_end, parts);
        Self::new(text, start, LinkKind::Url, spans, implied_scheme)
    }

    /// Parses a URL as a link. The text that contains the link is the URL itself.
    ///
    /// # Errors
    ///
    /// Those of [`UrlParts::parse`].
    ///
    /// ```
    /// use linkspan::Link;
    ///
    /// let link = Link::parse("http://ann@localhost:1234/")?;
    /// assert_eq!((link.host(), link.userinfo()), ("localhost", Some("ann")));
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    pub fn parse(url: &'t str) -> Result<Self, UrlError> {
        let spans = *UrlParts::parse(url)?.spans();
        Ok(Self::new(
            url,
            0,
            LinkKind::Url,
            spans,
            ImpliedScheme::Https,
        ))
    }

    /// The start of the link.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap();
    /// assert_eq!(link.start(), 4);
    /// ```
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The end of the link: the offset after its last byte.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap();
    /// assert_eq!(link.end(), 15);
    /// ```
    #[inline]
    #[must_use]
    pub fn end(&self) -> usize {
        self.start + self.spans.len()
    }

    /// The range of the link.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap();
    /// assert_eq!(link.range(), 4..15);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end()
    }

    /// The link as written.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap();
    /// assert_eq!(link.as_str(), "example.com");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        slice(self.text, self.range())
    }

    /// The kind of the link.
    ///
    /// ```
    /// let link = linkspan::links("ann@example.com").next().unwrap();
    /// assert_eq!(link.kind(), linkspan::LinkKind::Email);
    /// ```
    #[must_use]
    pub fn kind(&self) -> LinkKind {
        self.kind
    }

    /// The scheme as written, without the `:` after it. `None` if absent.
    ///
    /// ```
    /// let links: Vec<_> = linkspan::links("HTTPS://example.com example.org").collect();
    /// assert_eq!(links[0].scheme(), Some("HTTPS"));
    /// assert_eq!(links[1].scheme(), None);
    /// ```
    #[must_use]
    pub fn scheme(&self) -> Option<&'t str> {
        self.scheme_range().map(|range| self.slice(range))
    }

    /// The range of the [`scheme`](Self::scheme).
    ///
    /// ```
    /// let link = linkspan::links("https://example.com").next().unwrap();
    /// assert_eq!(link.scheme_range(), Some(0..5));
    /// ```
    #[must_use]
    pub fn scheme_range(&self) -> Option<Range<usize>> {
        self.spans.scheme().map(|range| self.absolute(range))
    }

    /// The user name and password of a URL, without the `@`. `None` if absent.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::options::Userinfo;
    ///
    /// let finder = Finder::builder().userinfo(Userinfo::Link).build()?;
    /// let link = finder.find("http://ann@example.com/").unwrap();
    /// assert_eq!(link.userinfo(), Some("ann"));
    /// # Ok::<(), linkspan::find::BuildError>(())
    /// ```
    #[must_use]
    pub fn userinfo(&self) -> Option<&'t str> {
        self.userinfo_range().map(|range| self.slice(range))
    }

    /// The range of the [`userinfo`](Self::userinfo).
    ///
    /// ```
    /// let link = linkspan::Link::parse("http://ann@example.com/")?;
    /// assert_eq!(link.userinfo_range(), Some(7..10));
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn userinfo_range(&self) -> Option<Range<usize>> {
        match self.kind {
            LinkKind::Url => self.spans.userinfo().map(|range| self.absolute(range)),
            LinkKind::Email => None,
        }
    }

    /// The local part of an email address: what precedes the `@`. `None` for a URL.
    ///
    /// ```
    /// let link = linkspan::links("mailto:ann@example.com").next().unwrap();
    /// assert_eq!(link.local_part(), Some("ann"));
    /// ```
    #[must_use]
    pub fn local_part(&self) -> Option<&'t str> {
        self.local_part_range().map(|range| self.slice(range))
    }

    /// The range of the [`local_part`](Self::local_part).
    ///
    /// ```
    /// let link = linkspan::links("mailto:ann@example.com").next().unwrap();
    /// assert_eq!(link.local_part_range(), Some(7..10));
    /// ```
    #[must_use]
    pub fn local_part_range(&self) -> Option<Range<usize>> {
        match self.kind {
            LinkKind::Email => Some(self.absolute(self.spans.local_part())),
            LinkKind::Url => None,
        }
    }

    /// The host as written. An IPv6 address is in brackets. Empty if absent, as in `file:///path` and `tel:110`.
    ///
    /// ```
    /// let link = linkspan::links("http://example.com:80").next().unwrap();
    /// assert_eq!(link.host(), "example.com");
    /// ```
    #[must_use]
    pub fn host(&self) -> &'t str {
        self.slice(self.host_range())
    }

    /// The range of the [`host`](Self::host).
    ///
    /// ```
    /// let link = linkspan::links("https://example.com").next().unwrap();
    /// assert_eq!(link.host_range(), 8..19);
    /// ```
    #[must_use]
    pub fn host_range(&self) -> Range<usize> {
        self.absolute(self.spans.host())
    }

    /// The port as written, without the `:` before it. `None` if absent.
    ///
    /// ```
    /// let link = linkspan::links("example.com:8080/a").next().unwrap();
    /// assert_eq!(link.port(), Some("8080"));
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<&'t str> {
        self.port_range().map(|range| self.slice(range))
    }

    /// The range of the [`port`](Self::port).
    ///
    /// ```
    /// let link = linkspan::links("example.com:8080").next().unwrap();
    /// assert_eq!(link.port_range(), Some(12..16));
    /// ```
    #[must_use]
    pub fn port_range(&self) -> Option<Range<usize>> {
        let port = self.spans.port(self.as_str())?;
        Some(self.absolute(port))
    }

    /// The path with its leading `/`. Empty if absent. In a URL without `//`, it is what follows the colon of the
    /// scheme.
    ///
    /// ```
    /// let links: Vec<_> = linkspan::links("example.com/a/b?c example.org").collect();
    /// assert_eq!((links[0].path(), links[1].path()), ("/a/b", ""));
    /// ```
    #[must_use]
    pub fn path(&self) -> &'t str {
        self.slice(self.path_range())
    }

    /// The range of the [`path`](Self::path).
    ///
    /// ```
    /// let link = linkspan::links("example.com/a?b").next().unwrap();
    /// assert_eq!(link.path_range(), 11..13);
    /// ```
    #[must_use]
    pub fn path_range(&self) -> Range<usize> {
        self.absolute(self.spans.path())
    }

    /// The query without the `?` before it. `None` if absent.
    ///
    /// ```
    /// let link = linkspan::links("example.com/a?b=c#d").next().unwrap();
    /// assert_eq!(link.query(), Some("b=c"));
    /// ```
    #[must_use]
    pub fn query(&self) -> Option<&'t str> {
        self.query_range().map(|range| self.slice(range))
    }

    /// The range of the [`query`](Self::query).
    ///
    /// ```
    /// let link = linkspan::links("example.com/a?b").next().unwrap();
    /// assert_eq!(link.query_range(), Some(14..15));
    /// ```
    #[must_use]
    pub fn query_range(&self) -> Option<Range<usize>> {
        self.spans.query().map(|range| self.absolute(range))
    }

    /// The fragment without the `#` before it and without directives. `None` if absent.
    ///
    /// ```
    /// let link = linkspan::links("example.com#a:~:text=b").next().unwrap();
    /// assert_eq!(link.fragment(), Some("a"));
    /// ```
    #[must_use]
    pub fn fragment(&self) -> Option<&'t str> {
        self.fragment_range().map(|range| self.slice(range))
    }

    /// The range of the [`fragment`](Self::fragment).
    ///
    /// ```
    /// let link = linkspan::links("example.com#a:~:b").next().unwrap();
    /// assert_eq!(link.fragment_range(), Some(12..13));
    /// ```
    #[must_use]
    pub fn fragment_range(&self) -> Option<Range<usize>> {
        self.spans.fragment().map(|range| self.absolute(range))
    }

    /// What follows the first `:~:` of the fragment. `None` if absent.
    ///
    /// ```
    /// let link = linkspan::links("example.com#a:~:text=b").next().unwrap();
    /// assert_eq!(link.directive(), Some("text=b"));
    /// ```
    #[must_use]
    pub fn directive(&self) -> Option<&'t str> {
        self.directive_range().map(|range| self.slice(range))
    }

    /// The range of the [`directive`](Self::directive).
    ///
    /// ```
    /// let link = linkspan::links("example.com#a:~:b").next().unwrap();
    /// assert_eq!(link.directive_range(), Some(16..17));
    /// ```
    #[must_use]
    pub fn directive_range(&self) -> Option<Range<usize>> {
        self.spans.directive().map(|range| self.absolute(range))
    }

    /// The parts of a URL, without parsing it again. `None` for an email address, and for a URL of an
    /// unknown scheme whose host or port is not valid.
    ///
    /// ```
    /// let link = linkspan::links("example.com/a/b").next().unwrap();
    /// assert_eq!(link.parts().unwrap().segments().count(), 2);
    /// ```
    #[must_use]
    pub fn parts(&self) -> Option<UrlParts<'t>> {
        let url = self.as_str();
        let is_url = self.kind == LinkKind::Url && self.spans.check(url).is_ok();
        is_url.then(|| UrlParts::from_spans(url, self.spans))
    }

    /// The public suffix of the host as written, by a list of suffixes. `None` if the host is not a
    /// domain.
    ///
    /// ```
    /// use linkspan::suffix::SuffixList;
    ///
    /// let link = linkspan::links("https://www.bücher.co.uk/").next().unwrap();
    /// assert_eq!(link.public_suffix(SuffixList::embedded()), Some("co.uk"));
    /// ```
    #[must_use]
    pub fn public_suffix(&self, list: &SuffixList) -> Option<&'t str> {
        self.last_labels(list, 0)
    }

    /// The registrable domain of the host as written: its public suffix and one more label. `None` if the
    /// host is not a domain, or is itself a public suffix.
    ///
    /// ```
    /// use linkspan::suffix::SuffixList;
    ///
    /// let link = linkspan::links("https://www.bücher.co.uk/").next().unwrap();
    /// assert_eq!(link.registrable_domain(SuffixList::embedded()), Some("bücher.co.uk"));
    /// ```
    #[must_use]
    pub fn registrable_domain(&self, list: &SuffixList) -> Option<&'t str> {
        self.last_labels(list, 1)
    }

    /// The link with a copy of its text.
    ///
    /// ```
    /// let owned = linkspan::links("see example.com.").next().unwrap().into_owned();
    /// assert_eq!((owned.as_str(), owned.range()), ("example.com", 4..15));
    /// ```
    #[must_use]
    pub fn into_owned(self) -> OwnedLink {
        OwnedLink::new(&self)
    }

    /// Whether it is a URL without `//`, such as `tel:+12015550123`. Its host is empty, and its path follows the colon
    /// of the scheme.
    ///
    /// ```
    /// let link = linkspan::Link::parse("urn:isbn:0451450523")?;
    /// assert!(link.is_opaque());
    /// assert_eq!((link.host(), link.path()), ("", "isbn:0451450523"));
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        self.kind == LinkKind::Url && self.spans.is_opaque()
    }

    /// Whether the URL has neither path, query nor fragment.
    pub(crate) fn is_only_host_and_port(&self) -> bool {
        self.spans.tail().is_empty()
    }

    /// The same link in a longer text that contains the current text at `offset`.
    pub(crate) fn moved_into(self, text: &'t str, offset: usize) -> Self {
        Self {
            text,
            start: self.start + offset,
            ..self
        }
    }

    /// What follows the part of the link that is known to be [plain](Plain), which starts with the host. `None` if the host
    /// is not known to be plain.
    #[inline(always)]
    fn after_plain(&self) -> Option<&'t [u8]> {
        let end = self.spans.len();
        let plain_end = (self.spans.host().start + self.plain.len()?).min(end);
        let text = self.text.as_bytes();
        text.get(self.start + plain_end..self.start + end)
    }

    /// The host, if it is known to be [plain](Plain), and its dots, the first byte of the host as bit 0. `None` is
    /// inconclusive.
    #[inline(always)]
    #[cfg(feature = "assess")]
    fn plain_host(&self) -> Option<(&'t [u8], NonZero<u32>)> {
        let host = self.host_range();
        let dots = self.plain.dots(host.len())?;
        Some((self.text.as_bytes().get(host)?, dots))
    }

    pub(crate) fn spans(&self) -> &Spans {
        &self.spans
    }

    /// The whole text that contains the link.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    fn absolute(&self, range: Range<usize>) -> Range<usize> {
        self.start + range.start..self.start + range.end
    }

    fn slice(&self, range: Range<usize>) -> &'t str {
        slice(self.text, range)
    }
}

/// Where a URL starts, and where its scheme, host and port are, as offsets into the text.
#[derive(Clone, Copy)]
pub(crate) struct Front {
    pub(crate) start: usize,
    pub(crate) scheme_end: Option<usize>,
    pub(crate) host_start: usize,
    pub(crate) host_end: usize,
    pub(crate) port_end: usize,
}

/// Two links are equal if they have the same text, range, parts and target. The surrounding text is not
/// compared, so comparing and hashing take time linear in the length of the link.
impl PartialEq for Link<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start
            && self.spans == other.spans
            && self.kind == other.kind
            && self.implied_scheme == other.implied_scheme
            && self.as_str() == other.as_str()
    }
}

impl Eq for Link<'_> {}

impl Hash for Link<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.start.hash(state);
        self.as_str().hash(state);
    }
}

/// The link as written.
impl fmt::Display for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Shows only the text of the link, not the whole text that contains it.
impl fmt::Debug for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link")
            .field("text", &self.as_str())
            .field("range", &self.range())
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl AsRef<str> for Link<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}
