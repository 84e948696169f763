//! The text that a link displays.

use alloc::borrow::Cow;

use crate::link::Link;
use crate::truncate::truncate;

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
/// assert_eq!(shown(Show::Short(12)), format!("[https://例え.…](<{text}>)"));
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
    /// The `…` at the end of a truncated text counts as one of them.
    Short(usize),
}

impl Show {
    /// Returns the text that the link displays, not escaped.
    pub(super) fn link_text<'t>(self, link: &Link<'t>) -> Cow<'t, str> {
        match self {
            Self::Written => Cow::Borrowed(link.as_str()),
            Self::Readable => link.display(),
            Self::Short(limit) => truncate(link.display(), limit),
        }
    }
}
