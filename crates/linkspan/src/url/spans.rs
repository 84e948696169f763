//! The spans of a URL's parts: one model that links, parsed URLs and all their forms share.

use alloc::borrow::Cow;
use core::ops::Range;

use super::authority::Authority;
use super::error::UrlError;
use crate::host::HostKind;
use crate::scheme;
use crate::uts58::{DIRECTIVE, PartEnds};

/// Where the parts of a URL or email address are, as byte offsets from its own start.
///
/// Invariant: the offsets ascend in the order of the fields and lie on character boundaries. A part that
/// is absent ends where the part before it ends. The syntax that starts a part belongs to it here; the
/// methods return ranges without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spans {
    /// The end of the scheme; 0 if there is none.
    scheme_end: usize,
    host_start: usize,
    host_end: usize,
    /// The end of the authority. Between `host_end` and this is the port with its colon.
    port_end: usize,
    path_end: usize,
    query_end: usize,
    fragment_end: usize,
    end: usize,
}

impl Spans {
    /// The spans of a URL that starts at `start`. All arguments are offsets into the same text.
    #[inline(always)]
    pub(crate) fn new(
        start: usize,
        scheme_end: Option<usize>,
        host: Range<usize>,
        port_end: usize,
        parts: PartEnds,
    ) -> Self {
        Self {
            scheme_end: scheme_end.map_or(0, |end| end - start),
            host_start: host.start - start,
            host_end: host.end - start,
            port_end: port_end - start,
            path_end: parts.path_end - start,
            query_end: parts.query_end - start,
            fragment_end: parts.fragment_end - start,
            end: parts.end - start,
        }
    }

    /// Splits a URL, which may lack its scheme, and checks host and port.
    pub(super) fn parse(url: &str) -> Result<Self, UrlError> {
        super::check_characters(url)?;
        let spans = Self::split(url);
        if spans.scheme().is_none() && spans.host_start > 0 {
            let userinfo = slice(url, 0..spans.host_start - 1);
            let expected = "a scheme before a user name";
            return Err(UrlError::text_at(userinfo, 0, expected));
        }
        spans.check(url)?;
        Ok(spans)
    }

    /// Splits a URL, which may lack its scheme. Its parts need not be valid.
    pub(crate) fn split(url: &str) -> Self {
        if let Some(colon) = scheme::opaque_colon(url) {
            let start = colon + 1;
            let parts = split_tail(slice(url, start..url.len()), start);
            return Self::new(0, Some(colon), start..start, start, parts);
        }
        let (scheme, rest) = scheme::split(url);
        let kind = HostKind::of_scheme(scheme);
        let authority_start = url.len() - rest.len();
        let authority_len = rest.bytes().position(|b| starts_tail(kind, b));
        let authority_end = authority_start + authority_len.unwrap_or(rest.len());
        let authority = Authority::split(slice(url, authority_start..authority_end));
        let host = authority_start + authority.host.start..authority_start + authority.host.end;
        let parts = split_tail(slice(url, authority_end..url.len()), authority_end);
        Self::new(0, scheme.map(str::len), host, authority_end, parts)
    }

    /// Splits an email address, which may have a `mailto:` before it and then a query after it.
    #[cfg(feature = "serde")]
    pub(crate) fn split_email(address: &str) -> Option<Self> {
        let has_scheme = scheme::strip_mailto(address).is_some();
        let scheme_end = has_scheme.then(|| scheme::MAILTO.len() - 1);
        // A local part may contain a `?`, and a query an `@`, so what follows must be a query of a domain.
        let query = address.match_indices('?').map(|(offset, _)| offset);
        let is_end = |&end: &usize| {
            let address = slice(address, 0..end);
            let domain = address.rsplit('@').next().unwrap_or_default();
            has_scheme && address.contains('@') && HostKind::Domain.to_ascii(domain).is_ok()
        };
        let end = { query }.find(is_end).unwrap_or(address.len());
        let host_start = slice(address, 0..end).rfind('@')? + 1;
        let parts = split_tail(slice(address, end..address.len()), end);
        Some(Self::new(0, scheme_end, host_start..end, end, parts))
    }

    /// Checks host and port as the URL standard does, and returns the ASCII form of the host.
    pub(crate) fn check<'u>(&self, url: &'u str) -> Result<Cow<'u, str>, UrlError> {
        let host = slice(url, self.host());
        if self.may_lack_host(url) && host.is_empty() && self.host_end == self.port_end {
            return Ok(Cow::Borrowed(""));
        }
        if host.is_empty() {
            return Err(UrlError::char_at(url, self.host_start, "a host"));
        }
        let ascii = self.host_kind(url).to_ascii(host);
        let ascii =
            ascii.map_err(|error| UrlError::text_at(host, self.host_start, error.expected()))?;
        let port = slice(url, self.host_end..self.port_end);
        match port.strip_prefix(':') {
            None if port.is_empty() => Ok(ascii),
            None => {
                let expected = "a port or the end of the host";
                Err(UrlError::text_at(port, self.host_end, expected))
            }
            // Browsers accept a colon without digits, but only in a URL with a scheme.
            Some("") if self.scheme().is_some() => Ok(ascii),
            Some(number) if is_port(number) => Ok(ascii),
            Some(number) => Err(UrlError::text_at(
                number,
                self.host_end + 1,
                "a port number",
            )),
        }
    }

    /// Whether the URL is valid without a host: it has no `//`, or its scheme does not need a server and a path
    /// directly follows.
    fn may_lack_host(&self, url: &str) -> bool {
        let has_path = !self.path().is_empty() && self.userinfo().is_none();
        self.is_opaque()
            || self
                .scheme()
                .is_some_and(|scheme| !scheme::needs_server(slice(url, scheme)) && has_path)
    }

    /// Whether the URL has no `//`, so that its path follows the colon of the scheme.
    pub(crate) fn is_opaque(&self) -> bool {
        self.scheme_end > 0 && self.host_start == self.scheme_end + ":".len()
    }

    /// The length of the URL.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.end
    }

    pub(crate) fn scheme(&self) -> Option<Range<usize>> {
        (self.scheme_end > 0).then_some(0..self.scheme_end)
    }

    /// The user name and password of a URL, without the `@`.
    pub(crate) fn userinfo(&self) -> Option<Range<usize>> {
        let start = self.scheme()?.end + scheme::SEPARATOR.len();
        (start < self.host_start).then(|| start..self.host_start - 1)
    }

    /// The local part of an email address, without the `@`.
    pub(crate) fn local_part(&self) -> Range<usize> {
        let start = self.scheme().map_or(0, |scheme| scheme.end + ":".len());
        start..self.host_start.saturating_sub(1)
    }

    #[inline]
    pub(crate) fn host(&self) -> Range<usize> {
        self.host_start..self.host_end
    }

    /// The port without its colon. A colon alone is not a port.
    pub(crate) fn port(&self, url: &str) -> Option<Range<usize>> {
        let written = slice(url, self.host_end..self.port_end);
        let digits = written.strip_prefix(':')?;
        (!digits.is_empty()).then(|| self.host_end + 1..self.port_end)
    }

    /// The path with its leading `/`; empty if there is none.
    pub(crate) fn path(&self) -> Range<usize> {
        self.port_end..self.path_end
    }

    /// The query without its `?`.
    pub(crate) fn query(&self) -> Option<Range<usize>> {
        (self.path_end < self.query_end).then(|| self.path_end + 1..self.query_end)
    }

    /// The fragment without its `#` and without directives.
    pub(crate) fn fragment(&self) -> Option<Range<usize>> {
        (self.query_end < self.fragment_end).then(|| self.query_end + 1..self.fragment_end)
    }

    /// What follows the first `:~:` of the fragment.
    pub(crate) fn directive(&self) -> Option<Range<usize>> {
        (self.fragment_end < self.end).then(|| self.fragment_end + DIRECTIVE.len()..self.end)
    }

    /// Everything after host and port.
    pub(crate) fn tail(&self) -> Range<usize> {
        self.port_end..self.end
    }

    /// How the host of the URL is interpreted.
    pub(crate) fn host_kind(&self, url: &str) -> HostKind {
        HostKind::of_scheme(self.scheme().map(|scheme| slice(url, scheme)))
    }
}

/// Splits everything after host and port, which starts at `start`.
fn split_tail(tail: &str, start: usize) -> PartEnds {
    let fragment = tail.find('#').unwrap_or(tail.len());
    let before_fragment = tail.get(..fragment).unwrap_or_default();
    let query = before_fragment.find('?').unwrap_or(fragment);
    let rest = tail.as_bytes().get(fragment..).unwrap_or_default();
    let mut candidates = rest.windows(DIRECTIVE.len());
    let directive = candidates.position(|candidate| candidate == DIRECTIVE.as_bytes());
    PartEnds {
        path_end: start + query,
        query_end: start + fragment,
        fragment_end: start + directive.map_or(tail.len(), |offset| fragment + offset),
        end: start + tail.len(),
    }
}

/// Whether a character separates path segments. Browsers treat `\` like `/` in special schemes.
pub(super) fn is_path_separator(kind: HostKind, c: char) -> bool {
    c == '/' || (c == '\\' && kind == HostKind::Domain)
}

fn starts_tail(kind: HostKind, b: u8) -> bool {
    is_path_separator(kind, char::from(b)) || matches!(b, b'?' | b'#')
}

/// Whether a text is the number of a port.
pub(crate) fn is_port(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit()) && text.parse::<u16>().is_ok()
}

/// A slice of a URL. Spans are on character boundaries of the URL they belong to.
#[inline]
pub(crate) fn slice(url: &str, range: Range<usize>) -> &str {
    url.get(range).unwrap_or_default()
}
