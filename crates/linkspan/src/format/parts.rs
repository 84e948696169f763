//! A URL and its parts.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::ops::Range;
use core::str::Utf8Error;

use percent_encoding::percent_decode_str;

use super::builder::PartsBuilder;
use super::sparing::Sparing;
use super::{minimal, wire};
use crate::escape::infallible;
use crate::host::{HostKind, is_special, split_scheme};
use crate::mismatch::Mismatch;
use crate::terminate::DIRECTIVE;

/// A URL, taken apart without losing anything.
///
/// Whether made [from a string](Self::parse) or [by hand](Self::builder), it keeps the URL as one
/// text and shows its parts as they are written. So a key without `=` is not a key with an empty
/// value, an empty path is not `/`, an empty query is not no query, and bytes that are no UTF-8
/// stay as their escapes.
///
/// ```
/// use linkspan::Parts;
///
/// let parts = Parts::parse("https://example.com/%CE%B1/%FF?b&c=")?;
/// assert_eq!(parts.host(), "example.com");
/// let segments: Vec<_> = parts.segments().map(|segment| segment.as_str()).collect();
/// assert_eq!(segments, ["%CE%B1", "%FF"]);
/// let pairs: Vec<_> = parts.query().unwrap().collect();
/// assert_eq!(pairs[0].1, None);
/// assert_eq!(pairs[1].1.unwrap().as_str(), "");
/// assert_eq!(parts.minimal(), "https://example.com/α/%FF?b&c=");
/// # Ok::<(), linkspan::UrlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parts<'a> {
    url: Cow<'a, str>,
    scheme_len: Option<usize>,
    host_start: usize,
    host_end: usize,
    tail_start: usize,
}

/// A piece of a URL between two syntax characters, as it is written there: a path segment, a key or
/// value of the query, a fragment, a directive.
///
/// ```
/// use linkspan::Parts;
///
/// let parts = Parts::parse("https://example.com/caf%C3%A9")?;
/// let segment = parts.segments().next().unwrap();
/// assert_eq!(segment.as_str(), "caf%C3%A9");
/// assert_eq!(segment.decode_utf8().unwrap(), "café");
/// # Ok::<(), linkspan::UrlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Component<'a>(&'a str);

impl<'a> Component<'a> {
    /// The piece as it is written, escapes and all.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.0
    }

    /// The bytes that the piece stands for. A `+` stands for itself, not for a space.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("example.com/%FF+")?;
    /// assert_eq!(*parts.segments().next().unwrap().decode(), [0xFF, b'+']);
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn decode(self) -> Cow<'a, [u8]> {
        percent_decode_str(self.0).into()
    }

    /// The text that the piece stands for. A `+` stands for itself, not for a space.
    ///
    /// # Errors
    ///
    /// If the bytes are no UTF-8.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("example.com/%CE%B1/%FF")?;
    /// let mut segments = parts.segments();
    /// assert_eq!(segments.next().unwrap().decode_utf8().unwrap(), "α");
    /// assert!(segments.next().unwrap().decode_utf8().is_err());
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn decode_utf8(self) -> Result<Cow<'a, str>, Utf8Error> {
        percent_decode_str(self.0).decode_utf8()
    }
}

impl<'a> Parts<'a> {
    /// Takes a URL apart.
    ///
    /// The scheme may be missing, as in `example.com/path`. Everything else is kept as it is,
    /// even where it is bad style: characters that ought to be escaped, `%` that escapes nothing.
    ///
    /// # Errors
    ///
    /// If there is no host, or one that is neither a domain name that UTS #46 allows nor an IP
    /// address; if the port is no number up to 65535; if there is a user name but no scheme; and
    /// if the text holds a control character, or starts or ends with a space, since browsers drop
    /// some of those.
    ///
    /// ```
    /// use linkspan::Parts;
    ///
    /// let error = Parts::parse("https://example.com:port/").unwrap_err();
    /// assert_eq!(error.to_string(), "expected a port number at byte 20, found \"port\"");
    /// ```
    pub fn parse(url: &'a str) -> Result<Self, UrlError> {
        Self::from_text(Cow::Borrowed(url))
    }

    /// Starts to make a URL by hand from a host and texts that are not escaped.
    ///
    /// ```
    /// use linkspan::Parts;
    ///
    /// let parts = Parts::builder("example.com")
    ///     .scheme("https")
    ///     .segment("wiki")
    ///     .segment("AC/DC?")
    ///     .pair("q", "α=β")
    ///     .build()?;
    /// assert_eq!(parts.minimal(), "https://example.com/wiki/AC%2FDC%3F?q=α%3Dβ");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn builder(host: &'a str) -> PartsBuilder<'a> {
        PartsBuilder::new(host)
    }

    pub(super) fn from_text(url: Cow<'a, str>) -> Result<Self, UrlError> {
        check_characters(&url)?;
        let (scheme, rest) = split_scheme(&url);
        let scheme_len = scheme.map(str::len);
        let kind = host_kind(scheme);
        let authority_start = url.len() - rest.len();
        let authority_end = rest.bytes().position(|b| is_tail_start(kind, b));
        let authority_end = authority_end.unwrap_or(rest.len());
        let authority = rest.get(..authority_end).unwrap_or_default();
        let tail_start = authority_start + authority_end;

        let (userinfo_len, host_and_port) = match authority.rsplit_once('@') {
            Some((userinfo, _)) if scheme.is_none() => {
                let expected = "a scheme before a user name";
                return Err(UrlError::instead_of(userinfo, authority_start, expected));
            }
            Some((userinfo, host)) => (userinfo.len() + 1, host),
            None => (0, authority),
        };
        let host_start = authority_start + userinfo_len;
        let host_len = host_len(host_and_port);
        let (host, port) = host_and_port
            .split_at_checked(host_len)
            .unwrap_or((host_and_port, ""));
        let host_end = host_start + host_len;

        if host.is_empty() {
            return Err(UrlError::at(&url, host_start, "a host"));
        }
        if let Err(bad) = kind.ascii(host) {
            return Err(UrlError::instead_of(host, host_start, bad.expected()));
        }
        if !port.is_empty() && !port.starts_with(':') {
            return Err(UrlError::instead_of(
                port,
                host_end,
                "a port or the end of the host",
            ));
        }
        if let Some(digits) = port.strip_prefix(':') {
            // A colon without digits is a port to browsers, but only where they see a URL at all.
            let empty = digits.is_empty() && scheme.is_some();
            let number =
                digits.bytes().all(|b| b.is_ascii_digit()) && digits.parse::<u16>().is_ok();
            if !number && !empty {
                let expected = "a port number";
                return Err(UrlError::instead_of(digits, host_end + 1, expected));
            }
        }
        Ok(Self {
            url,
            scheme_len,
            host_start,
            host_end,
            tail_start,
        })
    }

    /// The whole URL as it is written.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("HTTP://example.com:080/%61")?;
    /// assert_eq!(parts.as_str(), "HTTP://example.com:080/%61");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.url
    }

    /// The scheme, without the `://` after it.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://example.com")?;
    /// assert_eq!(parts.scheme(), Some("https"));
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn scheme(&self) -> Option<&str> {
        self.slice(0..self.scheme_len?).into()
    }

    /// What stands before an `@` in front of the host.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://ann:secret@example.com")?;
    /// assert_eq!(parts.userinfo(), Some("ann:secret"));
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn userinfo(&self) -> Option<&str> {
        let start = self.scheme_len? + "://".len();
        self.slice(start..self.host_start).strip_suffix('@')
    }

    /// The host as it is written. An IPv6 address is in brackets.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://bücher.example:8080/a")?;
    /// assert_eq!(parts.host(), "bücher.example");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn host(&self) -> &str {
        self.slice(self.host_start..self.host_end)
    }

    /// The port, if one is written.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://example.com:8080/")?;
    /// assert_eq!(parts.port(), Some(8080));
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        let port = self.slice(self.host_end..self.tail_start);
        port.strip_prefix(':')?.parse().ok()
    }

    /// The segments of the path: none for an empty path, an empty one for `/`.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://example.com/a%2Fb/")?;
    /// let segments: Vec<_> = parts.segments().map(|segment| segment.as_str()).collect();
    /// assert_eq!(segments, ["a%2Fb", ""]);
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn segments(&self) -> impl Iterator<Item = Component<'_>> {
        let tail = self.tail();
        let path = tail.split(['?', '#']).next().unwrap_or_default();
        let kind = self.host_kind();
        let is_separator = move |c| is_path_separator(kind, c);
        path.strip_prefix(is_separator)
            .into_iter()
            .flat_map(move |segments| segments.split(is_separator))
            .map(Component)
    }

    /// The keys and values of the query, if there is one. An empty query has none.
    ///
    /// A key that no `=` follows has no value. A value may hold further `=`.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://example.com?a=b=c&d")?;
    /// let keys: Vec<_> = parts.query().unwrap().map(|(key, _)| key.as_str()).collect();
    /// assert_eq!(keys, ["a", "d"]);
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn query(&self) -> Option<impl Iterator<Item = (Component<'_>, Option<Component<'_>>)>> {
        let before_fragment = self.tail().split('#').next().unwrap_or_default();
        let (_, query) = before_fragment.split_once('?')?;
        let pairs = Some(query).filter(|query| !query.is_empty());
        let pairs = pairs.into_iter().flat_map(|query| query.split('&'));
        Some(pairs.map(|pair| match pair.split_once('=') {
            Some((key, value)) => (Component(key), Some(Component(value))),
            None => (Component(pair), None),
        }))
    }

    /// The fragment without its directives, if there is a `#`.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://example.com#a:~:text=b")?;
    /// assert_eq!(parts.fragment().unwrap().as_str(), "a");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn fragment(&self) -> Option<Component<'_>> {
        let (_, fragment) = self.tail().split_once('#')?;
        fragment.split(DIRECTIVE).next().map(Component)
    }

    /// The fragment directives: what stands after each `:~:`.
    ///
    /// Inside a directive, `&` and `,` may be syntax; what is not is escaped.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://example.com#a:~:text=b,c")?;
    /// let directives: Vec<_> = parts.directives().map(|text| text.as_str()).collect();
    /// assert_eq!(directives, ["text=b,c"]);
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn directives(&self) -> impl Iterator<Item = Component<'_>> {
        let fragment = self.tail().split_once('#').map(|(_, fragment)| fragment);
        let pieces = fragment.into_iter().flat_map(|text| text.split(DIRECTIVE));
        pieces.skip(1).map(Component)
    }

    /// All that follows host and port.
    ///
    /// Its start is where [`terminate`](crate::terminate()) starts to walk.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://example.com:80/a?b#c")?;
    /// assert_eq!(parts.tail(), "/a?b#c");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn tail(&self) -> &str {
        self.slice(self.tail_start..self.url.len())
    }

    /// The readable form: the host in Unicode, and only those characters escaped that would
    /// otherwise end the link or change what it means.
    ///
    /// See [`minimal`](crate::minimal()) for what it promises.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://example.com/%CE%B1")?;
    /// assert_eq!(parts.minimal(), "https://example.com/α");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn minimal(&self) -> Cow<'_, str> {
        let mut out = Sparing::new(&self.url);
        infallible(self.write_minimal(&mut out));
        out.finish()
    }

    /// The wire form: ASCII only, as the URL standard writes it.
    ///
    /// See [`wire`](crate::wire()) for what it promises.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("https://example.com/α")?;
    /// assert_eq!(parts.wire(), "https://example.com/%CE%B1");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    #[must_use]
    pub fn wire(&self) -> Cow<'_, str> {
        let mut out = Sparing::new(&self.url);
        infallible(self.write_wire(&mut out));
        out.finish()
    }

    /// Writes the [readable form](Self::minimal) to a buffer of the caller's.
    ///
    /// # Errors
    ///
    /// Those of the buffer.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("example.com/%CE%B1").unwrap();
    /// let mut out = String::from("see ");
    /// parts.write_minimal(&mut out).unwrap();
    /// assert_eq!(out, "see example.com/α");
    /// ```
    pub fn write_minimal<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        let kind = self.host_kind();
        self.write_authority(&kind.shown(self.host()), out)?;
        minimal::write_tail(self.tail(), kind, out)
    }

    /// Writes the [wire form](Self::wire) to a buffer of the caller's.
    ///
    /// # Errors
    ///
    /// Those of the buffer.
    ///
    /// ```
    /// let parts = linkspan::Parts::parse("example.com/α").unwrap();
    /// let mut out = String::from("GET ");
    /// parts.write_wire(&mut out).unwrap();
    /// assert_eq!(out, "GET example.com/%CE%B1");
    /// ```
    pub fn write_wire<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        let kind = self.host_kind();
        // The host has an ASCII form, or these parts would not have been made.
        let host = kind
            .ascii(self.host())
            .unwrap_or_else(|_| self.host().into());
        self.write_authority(&host, out)?;
        wire::write_tail(self.tail(), kind, out)
    }

    fn write_authority<W: fmt::Write>(&self, host: &str, out: &mut W) -> fmt::Result {
        let scheme = self.scheme().unwrap_or_default();
        let has_capitals = scheme.bytes().any(|b| b.is_ascii_uppercase());
        let port = match self.slice(self.host_end..self.tail_start) {
            ":" => "",
            port => port,
        };
        let front = self.slice(0..self.host_start);
        if let Some(userinfo) = self.userinfo() {
            out.write_str(&scheme.to_ascii_lowercase())?;
            out.write_str("://")?;
            wire::write_userinfo(userinfo, out)?;
            out.write_char('@')?;
        } else if has_capitals {
            out.write_str(&front.to_ascii_lowercase())?;
        } else {
            out.write_str(front)?;
        }
        out.write_str(host)?;
        out.write_str(port)
    }

    fn host_kind(&self) -> HostKind {
        host_kind(self.scheme())
    }

    /// Offsets come from `from_text`, which found them on character boundaries of this text.
    fn slice(&self, range: Range<usize>) -> &str {
        self.url.get(range).unwrap_or_default()
    }
}

/// The URL as it is written.
impl fmt::Display for Parts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.url)
    }
}

impl From<Parts<'_>> for String {
    /// The URL as it is written.
    fn from(parts: Parts<'_>) -> Self {
        parts.url.into_owned()
    }
}

fn host_kind(scheme: Option<&str>) -> HostKind {
    match scheme {
        Some(scheme) if !is_special(scheme) => HostKind::Opaque,
        _ => HostKind::Domain,
    }
}

fn is_path_separator(kind: HostKind, c: char) -> bool {
    c == '/' || (c == '\\' && kind == HostKind::Domain)
}

fn is_tail_start(kind: HostKind, b: u8) -> bool {
    is_path_separator(kind, char::from(b)) || matches!(b, b'?' | b'#')
}

/// Where the host ends and the port starts.
fn host_len(host_and_port: &str) -> usize {
    let end = match host_and_port.strip_prefix('[') {
        Some(address) => address.find(']').map(|bracket| bracket + "[]".len()),
        None => host_and_port.find(':'),
    };
    end.unwrap_or(host_and_port.len())
}

/// Refuses what browsers would silently drop, and the other controls with it.
pub(super) fn check_characters(url: &str) -> Result<(), UrlError> {
    // All controls start with one of these bytes. Not stopping at the first one lets the compiler
    // look at many at once.
    let may_be_control = |byte: u8| byte < 0x20 || byte == 0x7F || byte == 0xC2;
    let some = url
        .bytes()
        .fold(false, |some, byte| some | may_be_control(byte));
    if !some && !url.starts_with(' ') && !url.ends_with(' ') {
        return Ok(());
    }
    let bad = url.char_indices().find(|&(offset, c)| {
        let at_edge = offset == 0 || offset + 1 == url.len();
        c.is_control() || (c == ' ' && at_edge)
    });
    match bad {
        Some((offset, _)) => Err(UrlError::at(url, offset, "a percent-escape")),
        None => Ok(()),
    }
}

/// Why a text is no URL that could be taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlError(Mismatch);

impl UrlError {
    pub(super) fn at(text: &str, offset: usize, expected: &'static str) -> Self {
        Self(Mismatch::at(text, offset, expected))
    }

    pub(super) fn instead_of(found: &str, offset: usize, expected: &'static str) -> Self {
        Self(Mismatch::instead_of(found, offset, expected))
    }

    /// The byte offset in the given text where something else was expected.
    ///
    /// ```
    /// let error = linkspan::minimal("https://exa mple.com").unwrap_err();
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
