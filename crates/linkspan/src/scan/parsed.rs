//! What judging needs to know of links.

use core::ops::Range;

use super::link::{Link, LinkKind};
use super::options::ImpliedScheme;
use crate::format::{Parts, UrlError};
#[cfg(feature = "assess")]
use crate::host::is_special;

impl<'t> Link<'t> {
    /// A URL as a link that is a text of its own, to be judged or shown.
    ///
    /// # Errors
    ///
    /// Those of [`Parts::parse`].
    ///
    /// ```
    /// use linkspan::Link;
    ///
    /// let link = Link::parse("http://ann@localhost:1234/")?;
    /// assert_eq!((link.host(), link.end()), (11..20, 26));
    /// # Ok::<(), linkspan::UrlError>(())
    /// ```
    pub fn parse(url: &'t str) -> Result<Self, UrlError> {
        let parts = Parts::parse(url)?;
        let scheme_end = parts.scheme().map(str::len);
        let authority = scheme_end.map_or(0, |end| end + "://".len());
        let user = parts.userinfo().map_or(0, |user| user.len() + "@".len());
        let host_start = authority + user;
        Ok(Self {
            text: url,
            start: 0,
            end: url.len(),
            kind: LinkKind::Url,
            scheme_end,
            local_start: host_start,
            host_start,
            host_end: host_start + parts.host().len(),
            tail_start: url.len() - parts.tail().len(),
            implied: ImpliedScheme::Https,
        })
    }

    /// Where the user name of a URL is, with the password, without the `@`. `None` if there is none.
    ///
    /// ```
    /// use linkspan::{Finder, Userinfo};
    ///
    /// let finder = Finder::builder().userinfo(Userinfo::Allow).build()?;
    /// let link = finder.first("http://ann@example.com/").unwrap();
    /// assert_eq!(link.userinfo(), Some(7..10));
    /// # Ok::<(), linkspan::BuildError>(())
    /// ```
    #[must_use]
    pub fn userinfo(&self) -> Option<Range<usize>> {
        let authority = self.scheme_end? + "://".len();
        match self.kind {
            LinkKind::Url if authority < self.host_start => Some(authority..self.host_start - 1),
            _ => None,
        }
    }

    /// Where path, query and fragment start.
    #[cfg(feature = "assess")]
    pub(crate) fn tail_start(&self) -> usize {
        self.tail_start
    }

    /// Whether the host is a domain or an address, and not something that only the scheme understands.
    #[cfg(feature = "assess")]
    pub(crate) fn has_domain(&self) -> bool {
        let scheme = self
            .scheme_end
            .and_then(|end| self.text.get(self.start..end));
        self.kind == LinkKind::Email || scheme.is_none_or(is_special)
    }

    /// The whole text that the link is in.
    #[cfg(feature = "assess")]
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }
}
