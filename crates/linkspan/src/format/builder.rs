//! Making a URL by hand.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};

use super::parts::{Parts, UrlError};
use crate::escape;
use crate::host::is_scheme;
use crate::terminate::{DIRECTIVE, Part};

/// Makes [`Parts`] from texts that are not escaped; [`Parts::builder`] starts one.
///
/// Each text means what it says: `/` in a segment, `&` in a value or `%41` anywhere is content, not
/// syntax, and comes out escaped. The parts may be given in any order; segments, pairs and
/// directives keep theirs.
///
/// ```
/// use linkspan::Parts;
///
/// let parts = Parts::builder("example.com")
///     .segment("100%41")
///     .key("α")
///     .pair("β", "")
///     .fragment("γ")
///     .directive("δ")
///     .build()?;
/// assert_eq!(parts.minimal(), "example.com/100%2541?α&β=#γ:~:δ");
/// # Ok::<(), linkspan::UrlError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct PartsBuilder<'a> {
    scheme: Option<&'a str>,
    host: &'a str,
    port: Option<u16>,
    path: String,
    query: Option<String>,
    /// Whether the query holds a key, be it an empty one.
    has_keys: bool,
    fragment: Option<String>,
    directives: String,
}

impl<'a> PartsBuilder<'a> {
    pub(super) fn new(host: &'a str) -> Self {
        Self {
            scheme: None,
            host,
            port: None,
            path: String::new(),
            query: None,
            has_keys: false,
            fragment: None,
            directives: String::new(),
        }
    }

    /// Sets the scheme, without `://`.
    ///
    /// ```
    /// let parts = linkspan::Parts::builder("example.com").scheme("https").build()?;
    /// assert_eq!(parts.as_str(), "https://example.com");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn scheme(mut self, scheme: &'a str) -> Self {
        self.scheme = Some(scheme);
        self
    }

    /// Sets the port.
    ///
    /// ```
    /// let parts = linkspan::Parts::builder("example.com").port(8080).build()?;
    /// assert_eq!(parts.as_str(), "example.com:8080");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(port);
        self
    }

    /// Adds a segment to the path. One empty segment makes the path `/`.
    ///
    /// Browsers resolve the segments `.` and `..`, escaped or not.
    ///
    /// ```
    /// let parts = linkspan::Parts::builder("example.com").segment("a/b").segment("").build()?;
    /// assert_eq!(parts.as_str(), "example.com/a%2Fb/");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn segment(mut self, text: &str) -> Self {
        self.path.push('/');
        push_content(&mut self.path, Part::Path, text);
        self
    }

    /// Adds a key and its value to the query.
    ///
    /// ```
    /// let parts = linkspan::Parts::builder("example.com").pair("a", "b&c").build()?;
    /// assert_eq!(parts.as_str(), "example.com?a=b%26c");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn pair(self, key: &str, value: &str) -> Self {
        let mut this = self.key(key);
        let query = this.query.get_or_insert_default();
        query.push('=');
        push_content(query, Part::Query, value);
        this
    }

    /// Adds a key without a value to the query.
    ///
    /// ```
    /// let parts = linkspan::Parts::builder("example.com").key("a").key("b").build()?;
    /// assert_eq!(parts.as_str(), "example.com?a&b");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn key(mut self, key: &str) -> Self {
        let query = self.query.get_or_insert_default();
        if self.has_keys {
            query.push('&');
        }
        self.has_keys = true;
        push_content(query, Part::Query, key);
        self
    }

    /// Makes sure that there is a query, be it empty.
    ///
    /// ```
    /// let parts = linkspan::Parts::builder("example.com").empty_query().build()?;
    /// assert_eq!(parts.as_str(), "example.com?");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn empty_query(mut self) -> Self {
        self.query.get_or_insert_default();
        self
    }

    /// Sets the fragment.
    ///
    /// ```
    /// let parts = linkspan::Parts::builder("example.com").fragment("a:~:b").build()?;
    /// assert_eq!(parts.as_str(), "example.com#a%3A~:b");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn fragment(mut self, text: &str) -> Self {
        let mut fragment = String::new();
        push_content(&mut fragment, Part::Fragment, text);
        self.fragment = Some(fragment);
        self
    }

    /// Adds a fragment directive, and an empty fragment if there is none.
    ///
    /// ```
    /// let parts = linkspan::Parts::builder("example.com").directive("text=a,b").build()?;
    /// assert_eq!(parts.as_str(), "example.com#:~:text=a%2Cb");
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn directive(mut self, text: &str) -> Self {
        self.fragment.get_or_insert_default();
        self.directives.push_str(DIRECTIVE);
        push_content(&mut self.directives, Part::Directive, text);
        self
    }

    /// Puts the parts together.
    ///
    /// # Errors
    ///
    /// If the scheme or the host is none.
    ///
    /// ```
    /// let error = linkspan::Parts::builder("a/b").build().unwrap_err();
    /// assert_eq!(error.to_string(), "expected a host and nothing else at byte 0, found \"a/b\"");
    /// ```
    pub fn build(self) -> Result<Parts<'static>, UrlError> {
        let mut url = String::new();
        if let Some(scheme) = self.scheme {
            if !is_scheme(scheme) {
                let expected = "a scheme of ASCII letters, digits, '+', '-' and '.'";
                return Err(UrlError::instead_of(scheme, 0, expected));
            }
            url.push_str(scheme);
            url.push_str("://");
        }
        let host_start = url.len();
        url.push_str(self.host);
        if let Some(port) = self.port {
            url.push(':');
            url.push_str(&port.to_string());
        }
        url.push_str(&self.path);
        for (start, text) in [('?', self.query), ('#', self.fragment)] {
            if let Some(text) = text {
                url.push(start);
                url.push_str(&text);
            }
        }
        url.push_str(&self.directives);

        let parts = Parts::from_text(Cow::Owned(url))?;
        // A host that brings its own port, path or user name would be read as something else.
        if parts.host() != self.host {
            let expected = "a host and nothing else";
            return Err(UrlError::instead_of(self.host, host_start, expected));
        }
        Ok(parts)
    }
}

/// Adds a text so that it reads as content of `part`.
///
/// Only what would be mistaken is escaped here; what the readable and the wire form escape besides
/// is their own business.
fn push_content(out: &mut String, part: Part, text: &str) {
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let after = rest.as_str();
        let mistaken = match c {
            '%' => {
                matches!(after.as_bytes(), [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
            }
            // A directive may come to stand after `:~`.
            ':' => part.has_directives() && (after.starts_with("~:") || after == "~"),
            // Spaces only count at the edges of a URL, but the edge is not known here.
            c => c == ' ' || c.is_control() || part.reads_as_syntax(c),
        };
        if mistaken {
            escape::push_escaped(c, out);
        } else {
            out.push(c);
        }
    }
}
