//! The text that a link displays.

use alloc::borrow::Cow;

use crate::link::Link;

/// The text that a link displays.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Markdown, Show, render};
///
/// let text = "https://xn--r8jz45g.jp/%E3%81%A8";
/// let shown = |show| render(&Finder::new(), text, Markdown::new().show(show));
/// assert_eq!(shown(Show::Written), format!("[{text}](<{text}>)"));
/// assert_eq!(shown(Show::Readable), format!("[https://例え.jp/と](<{text}>)"));
/// assert_eq!(shown(Show::Short(14)), format!("[https://例え.jp…](<{text}>)"));
/// assert_eq!(shown(Show::Short(3)), format!("[https://例え.jp](<{text}>)"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Show {
    /// The link as written in the input.
    #[default]
    Written,
    /// The [readable form](Link::display) of the link.
    Readable,
    /// The readable form, truncated to at most this many user-perceived characters (grapheme clusters).
    /// Each `…` for what is left out counts as one of them.
    ///
    /// The registrable domain or IP address is never truncated, because it decides where the link leads. With the feature
    /// `assess`, the same is true of a name that anybody can have below the domain of an organisation, such as
    /// `ann.github.io`. So the text may be longer than the limit. The path is truncated first, then labels before the registrable domain are left out
    /// together with the scheme. A text that is truncated contains no user name.
    Short(usize),
}

impl Show {
    /// Returns the text that a link displays, not escaped, for renderers of other formats.
    ///
    /// ```
    /// use linkspan::render::Show;
    ///
    /// let link = linkspan::links("https://example.com/%C3%A4/b").next().unwrap();
    /// assert_eq!(Show::Readable.link_text(&link), "https://example.com/ä/b");
    /// assert_eq!(Show::Short(21).link_text(&link), "https://example.com/…");
    /// ```
    #[inline]
    #[must_use]
    pub fn link_text<'t>(self, link: &Link<'t>) -> Cow<'t, str> {
        match self {
            Self::Written => Cow::Borrowed(link.as_str()),
            Self::Readable => link.display(),
            Self::Short(limit) => link.short_display(limit),
        }
    }
}
