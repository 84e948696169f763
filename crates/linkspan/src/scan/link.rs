//! A link that was found.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

use super::finder::Finder;
use super::options::ImpliedScheme;
use crate::format::Parts;
use crate::host::{HostKind, is_special};

/// What is escaped in the local part of a `mailto:`: all but what RFC 6068 leaves to it.
const LOCAL_PART: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'*')
    .remove(b'+');

/// A link in a text: where it is, what it is, and what it is made of.
///
/// All offsets are in bytes into the whole text, and all ranges half-open.
///
/// ```
/// use linkspan::{Finder, LinkKind};
///
/// let text = "Siehe http://bücher.example:8080/ä?ö#ü.";
/// let link = Finder::new().first(text).unwrap();
/// assert_eq!((link.start(), link.end(), link.kind()), (6, 42, LinkKind::Url));
/// assert_eq!(link.as_str(), "http://bücher.example:8080/ä?ö#ü");
/// assert_eq!(&text[link.host()], "bücher.example");
/// assert_eq!(link.href(), "http://xn--bcher-kva.example:8080/%C3%A4?%C3%B6#%C3%BC");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link<'t> {
    pub(super) text: &'t str,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: LinkKind,
    /// Where the scheme ends, if one is written.
    pub(super) scheme_end: Option<usize>,
    /// Where the local part of an email address starts; elsewhere the start of the host.
    pub(super) local_start: usize,
    pub(super) host_start: usize,
    pub(super) host_end: usize,
    /// Where path, query and fragment start.
    pub(super) tail_start: usize,
    pub(super) implied: ImpliedScheme,
}

/// What a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LinkKind {
    /// A page or other resource.
    Url,
    /// A mailbox.
    Email,
}

impl<'t> Link<'t> {
    /// Where the link starts.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap();
    /// assert_eq!(link.start(), 4);
    /// ```
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// Where the link ends: the offset after its last byte.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap();
    /// assert_eq!(link.end(), 15);
    /// ```
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// Where the link is.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap();
    /// assert_eq!(link.range(), 4..15);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The link as it is written.
    ///
    /// ```
    /// let link = linkspan::links("see example.com.").next().unwrap();
    /// assert_eq!(link.as_str(), "example.com");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &'t str {
        self.slice(self.range())
    }

    /// What the link leads to.
    ///
    /// ```
    /// let link = linkspan::links("ann@example.com").next().unwrap();
    /// assert_eq!(link.kind(), linkspan::LinkKind::Email);
    /// ```
    #[must_use]
    pub fn kind(&self) -> LinkKind {
        self.kind
    }

    /// Where the scheme is, without the `:` after it. `None` if none is written.
    ///
    /// ```
    /// let links: Vec<_> = linkspan::links("HTTPS://example.com example.org").collect();
    /// assert_eq!(links[0].scheme(), Some(0..5));
    /// assert_eq!(links[1].scheme(), None);
    /// ```
    #[must_use]
    pub fn scheme(&self) -> Option<Range<usize>> {
        self.scheme_end.map(|end| self.start..end)
    }

    /// Where the local part of an email address is: what stands before the `@`.
    ///
    /// ```
    /// let link = linkspan::links("mailto:ann@example.com").next().unwrap();
    /// assert_eq!(link.local_part(), Some(7..10));
    /// ```
    #[must_use]
    pub fn local_part(&self) -> Option<Range<usize>> {
        match self.kind {
            LinkKind::Email => Some(self.local_start..self.host_start - 1),
            LinkKind::Url => None,
        }
    }

    /// Where the host is.
    ///
    /// ```
    /// let link = linkspan::links("http://example.com:80").next().unwrap();
    /// assert_eq!(link.host(), 7..18);
    /// ```
    #[must_use]
    pub fn host(&self) -> Range<usize> {
        self.host_start..self.host_end
    }

    /// Where the port is, without the `:` before it.
    ///
    /// ```
    /// let link = linkspan::links("example.com:8080/a").next().unwrap();
    /// assert_eq!(link.port(), Some(12..16));
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<Range<usize>> {
        let between = self.slice(self.host_end..self.tail_start);
        let port = between.strip_prefix(':')?;
        Some(self.tail_start - port.len()..self.tail_start)
    }

    /// Where the path is, with the `/` that it starts with. `None` if there is none.
    ///
    /// ```
    /// let link = linkspan::links("example.com/a/b?c").next().unwrap();
    /// assert_eq!(link.path(), Some(11..15));
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<Range<usize>> {
        let end = self.find_in_tail(&['?', '#']).unwrap_or(self.end);
        (self.tail_start < end).then_some(self.tail_start..end)
    }

    /// Where the query is, without the `?` before it. `None` if there is none.
    ///
    /// ```
    /// let link = linkspan::links("example.com/a?b=c#d").next().unwrap();
    /// assert_eq!(link.query(), Some(14..17));
    /// ```
    #[must_use]
    pub fn query(&self) -> Option<Range<usize>> {
        let start = self.find_in_tail(&['?', '#'])?;
        let query = self.slice(start..self.end).strip_prefix('?')?;
        let length = query.find('#').unwrap_or(query.len());
        Some(start + 1..start + 1 + length)
    }

    /// Where the fragment is, without the `#` before it and with its directives. `None` if there
    /// is none.
    ///
    /// ```
    /// let link = linkspan::links("example.com#a:~:text=b").next().unwrap();
    /// assert_eq!(link.fragment(), Some(12..22));
    /// ```
    #[must_use]
    pub fn fragment(&self) -> Option<Range<usize>> {
        self.find_in_tail(&['#']).map(|hash| hash + 1..self.end)
    }

    /// The address to go to, in ASCII: with the scheme that is written or implied, the host in
    /// A-labels, and all else escaped as the URL standard asks.
    ///
    /// ```
    /// let links: Vec<_> = linkspan::links("例え.jp/と and jörg@例え.jp").collect();
    /// assert_eq!(links[0].href(), "https://xn--r8jz45g.jp/%E3%81%A8");
    /// assert_eq!(links[1].href(), "mailto:j%C3%B6rg@xn--r8jz45g.jp");
    /// ```
    #[must_use]
    pub fn href(&self) -> Cow<'t, str> {
        match (self.kind, self.scheme_end) {
            (LinkKind::Email, _) => Cow::Owned(self.mailto()),
            (LinkKind::Url, Some(_)) => {
                crate::wire(self.as_str()).unwrap_or_else(|_| self.escaped())
            }
            (LinkKind::Url, None) => {
                let mut href = String::from(self.implied.prefix());
                match crate::wire(self.as_str()) {
                    Ok(wired) => href.push_str(&wired),
                    Err(_) => href.push_str(&self.escaped()),
                }
                Cow::Owned(href)
            }
        }
    }

    /// The link as people best read it: the host in Unicode, and nothing escaped that need not be.
    ///
    /// ```
    /// let text = "https://xn--r8jz45g.jp/%E3%81%A8";
    /// let link = linkspan::links(text).next().unwrap();
    /// assert_eq!(link.display(), "https://例え.jp/と");
    /// ```
    #[must_use]
    pub fn display(&self) -> Cow<'t, str> {
        let host = self.slice(self.host());
        match self.kind {
            LinkKind::Url if self.keeps_host(host) => {
                let front = self.slice(self.start..self.tail_start);
                match crate::minimal_tail(self.slice(self.tail_start..self.end)) {
                    Ok(Cow::Owned(tail)) => Cow::Owned([front, &tail].concat()),
                    Ok(Cow::Borrowed(_)) | Err(_) => Cow::Borrowed(self.as_str()),
                }
            }
            LinkKind::Url => crate::minimal(self.as_str()).unwrap_or(Cow::Borrowed(self.as_str())),
            LinkKind::Email => match HostKind::Domain.shown(host) {
                shown if shown == host || self.keeps_host(host) => Cow::Borrowed(self.as_str()),
                shown => Cow::Owned([self.slice(self.start..self.host_start), &shown].concat()),
            },
        }
    }

    /// Whether the host must be shown as it is written, since its readable form would not be found
    /// as one host again. UTS #46 drops and replaces characters, and what is left may look like a
    /// name with words glued to it.
    fn keeps_host(&self, host: &str) -> bool {
        /// Knows no host that it would not find for what it is, but for where it starts and ends.
        static LENIENT: Finder = Finder::lenient();

        let front = match (self.kind, self.scheme_end) {
            (LinkKind::Email, _) => "a@",
            (LinkKind::Url, None) => "",
            (LinkKind::Url, Some(end)) if is_special(self.slice(self.start..end)) => "http://",
            (LinkKind::Url, Some(_)) => return HostKind::Opaque.shown(host) != host,
        };
        let shown = HostKind::Domain.shown(host);
        if shown.eq_ignore_ascii_case(host) {
            return false;
        }
        let again = [front, &shown].concat();
        let found = LENIENT.find_iter(&again).next();
        // A root dot counts only if something follows it.
        let whole = again.trim_end_matches('.').len();
        found.is_none_or(|link| link.range() != (0..whole))
    }

    fn mailto(&self) -> String {
        let local = self.slice(self.local_start..self.host_start.saturating_sub(1));
        let host = self.slice(self.host());
        let mut href = String::from("mailto:");
        href.extend(utf8_percent_encode(local, LOCAL_PART));
        href.push('@');
        href.push_str(&HostKind::Domain.ascii(host).unwrap_or(Cow::Borrowed(host)));
        href
    }

    /// For URLs of unknown schemes that have no host: ASCII at least.
    fn escaped(&self) -> Cow<'t, str> {
        utf8_percent_encode(self.as_str(), CONTROLS).into()
    }

    /// The link taken apart, if it is a URL with a host.
    ///
    /// ```
    /// let link = linkspan::links("example.com/a/b").next().unwrap();
    /// assert_eq!(link.parts().unwrap().segments().count(), 2);
    /// ```
    #[must_use]
    pub fn parts(&self) -> Option<Parts<'t>> {
        match self.kind {
            LinkKind::Url => Parts::parse(self.as_str()).ok(),
            LinkKind::Email => None,
        }
    }

    /// The same link in a longer text, in which the one that it was found in starts at `offset`.
    pub(super) fn moved(self, text: &'t str, offset: usize) -> Self {
        Self {
            text,
            start: self.start + offset,
            end: self.end + offset,
            scheme_end: self.scheme_end.map(|end| end + offset),
            local_start: self.local_start + offset,
            host_start: self.host_start + offset,
            host_end: self.host_end + offset,
            tail_start: self.tail_start + offset,
            ..self
        }
    }

    fn find_in_tail(&self, what: &[char]) -> Option<usize> {
        let found = self.slice(self.tail_start..self.end).find(what)?;
        Some(self.tail_start + found)
    }

    fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }
}
