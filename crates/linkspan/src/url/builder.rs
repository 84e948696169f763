//! Building a URL from unescaped texts.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};

use super::error::UrlError;
use super::parts::UrlParts;
use crate::percent;
use crate::scheme;
use crate::uts58::{DIRECTIVE, Part};

/// Builds [`UrlParts`] from texts that are not escaped; [`UrlParts::builder`] starts one.
///
/// Each text is content: `/` in a segment, `&` in a value or `%41` anywhere is not syntax and is escaped.
/// Methods for different parts may be called in any order. Segments, pairs and directives are written in the
/// order of the calls.
///
/// ```
/// use linkspan::url::UrlParts;
///
/// let parts = UrlParts::builder("example.com")
///     .segment("100%41")
///     .key("α")
///     .pair("β", "")
///     .fragment("γ")
///     .directive("δ")
///     .build()?;
/// assert_eq!(parts.to_readable(), "example.com/100%2541?α&β=#γ:~:δ");
/// # Ok::<(), linkspan::url::UrlError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct UrlBuilder<'a> {
    scheme: Option<&'a str>,
    host: &'a str,
    port: Option<u16>,
    path: String,
    /// The first segment that is `.` or `..`, which no URL can represent.
    dot_segment: Option<String>,
    query: Option<String>,
    /// Whether the query has a key, which may be empty.
    has_keys: bool,
    fragment: Option<String>,
    directives: String,
}

impl<'a> UrlBuilder<'a> {
    pub(super) fn new(host: &'a str) -> Self {
        Self {
            scheme: None,
            host,
            port: None,
            path: String::new(),
            dot_segment: None,
            query: None,
            has_keys: false,
            fragment: None,
            directives: String::new(),
        }
    }

    /// Sets the scheme, without `://`.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::builder("example.com").scheme("https").build()?;
    /// assert_eq!(parts.as_str(), "https://example.com");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    pub fn scheme(mut self, scheme: &'a str) -> Self {
        self.scheme = Some(scheme);
        self
    }

    /// Sets the port.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::builder("example.com").port(8080).build()?;
    /// assert_eq!(parts.as_str(), "example.com:8080");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(port);
        self
    }

    /// Adds a segment to the path. One empty segment makes the path `/`.
    ///
    /// The segments `.` and `..` make [`build`](Self::build) fail: browsers resolve them even if they are
    /// escaped, so no URL can represent them.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::builder("example.com").segment("a/b").segment("").build()?;
    /// assert_eq!(parts.as_str(), "example.com/a%2Fb/");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    pub fn segment(mut self, text: &str) -> Self {
        if self.dot_segment.is_none() && is_dot_segment(text) {
            self.dot_segment = Some(text.to_string());
        }
        self.path.push('/');
        push_content(&mut self.path, Part::Path, text);
        self
    }

    /// Adds a key and its value to the query.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::builder("example.com").pair("a", "b&c").build()?;
    /// assert_eq!(parts.as_str(), "example.com?a=b%26c");
    /// # Ok::<(), linkspan::url::UrlError>(())
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
    /// let parts = linkspan::url::UrlParts::builder("example.com").key("a").key("b").build()?;
    /// assert_eq!(parts.as_str(), "example.com?a&b");
    /// # Ok::<(), linkspan::url::UrlError>(())
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

    /// Adds an empty query if there is none.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::builder("example.com").empty_query().build()?;
    /// assert_eq!(parts.as_str(), "example.com?");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    pub fn empty_query(mut self) -> Self {
        self.query.get_or_insert_default();
        self
    }

    /// Sets the fragment.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::builder("example.com").fragment("a:~:b").build()?;
    /// assert_eq!(parts.as_str(), "example.com#a%3A~:b");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    pub fn fragment(mut self, text: &str) -> Self {
        let mut fragment = String::new();
        push_content(&mut fragment, Part::Fragment, text);
        self.fragment = Some(fragment);
        self
    }

    /// Adds a fragment directive. Adds an empty fragment if there is none.
    ///
    /// ```
    /// let parts = linkspan::url::UrlParts::builder("example.com").directive("text=a,b").build()?;
    /// assert_eq!(parts.as_str(), "example.com#:~:text=a%2Cb");
    /// # Ok::<(), linkspan::url::UrlError>(())
    /// ```
    pub fn directive(mut self, text: &str) -> Self {
        self.fragment.get_or_insert_default();
        self.directives.push_str(DIRECTIVE);
        push_content(&mut self.directives, Part::Directive, text);
        self
    }

    /// Builds the URL.
    ///
    /// # Errors
    ///
    /// If the scheme or the host is invalid, or if a segment is `.` or `..`.
    ///
    /// ```
    /// let error = linkspan::url::UrlParts::builder("a/b").build().unwrap_err();
    /// assert_eq!(error.to_string(), "expected a host and nothing else at byte 0, found \"a/b\"");
    /// ```
    pub fn build(self) -> Result<UrlParts<'static>, UrlError> {
        let mut url = String::new();
        if let Some(scheme) = self.scheme {
            if !scheme::is_valid(scheme) {
                let expected = "a scheme of ASCII letters, digits, '+', '-' and '.'";
                return Err(UrlError::text_at(scheme, 0, expected));
            }
            url.push_str(scheme);
            url.push_str(scheme::SEPARATOR);
        }
        let host_start = url.len();
        url.push_str(self.host);
        if let Some(port) = self.port {
            url.push(':');
            url.push_str(&port.to_string());
        }
        if let Some(segment) = self.dot_segment {
            let expected = "a path segment other than '.' and '..', which browsers remove";
            return Err(UrlError::text_at(&segment, url.len(), expected));
        }
        url.push_str(&self.path);
        for (start, text) in [('?', self.query), ('#', self.fragment)] {
            if let Some(text) = text {
                url.push(start);
                url.push_str(&text);
            }
        }
        url.push_str(&self.directives);

        let parts = UrlParts::from_text(Cow::Owned(url))?;
        // A host with its own port, path or user name would be parsed differently.
        if parts.host() != self.host {
            let expected = "a host and nothing else";
            return Err(UrlError::text_at(self.host, host_start, expected));
        }
        Ok(parts)
    }
}

/// Whether the URL standard removes a segment from the path. It also removes escaped spellings such as
/// `%2e`. In a builder these are content, and their `%` is escaped.
fn is_dot_segment(segment: &str) -> bool {
    matches!(segment, "." | "..")
}

/// Appends a text so that it is read as content of `part`.
///
/// Only syntax, spaces and control characters are escaped here. The readable and the ASCII form escape the
/// rest.
fn push_content(out: &mut String, part: Part, text: &str) {
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let after = rest.as_str();
        let is_syntax = match c {
            // A bare '%' is not valid in any URL.
            '%' => true,
            // A `:~` at the end would form `:~:` with a directive after it.
            ':' => part.has_directives() && (after.starts_with("~:") || after == "~"),
            // Spaces matter only at the ends of a URL, but the ends are not known here.
            c => {
                // Browsers treat `\` as `/` in a path.
                let is_backslash = c == '\\' && part == Part::Path;
                c == ' ' || c.is_control() || part.is_syntax(c) || is_backslash
            }
        };
        if is_syntax {
            percent::push_escaped(c, out);
        } else {
            out.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dot_segments_are_rejected() {
        for segment in [".", ".."] {
            let url = UrlParts::builder("example.com")
                .segment("a")
                .segment(segment)
                .build();
            assert_eq!(
                url.unwrap_err().to_string(),
                std::format!(
                    "expected a path segment other than '.' and '..', which browsers remove at byte 11, found {segment:?}"
                )
            );
        }
        for segment in ["...", ".a", "%2e", ""] {
            let url = UrlParts::builder("example.com").segment(segment).build();
            assert!(url.is_ok(), "{segment}");
        }
    }
}
