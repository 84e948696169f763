//! What a reader sees of a link.

use alloc::borrow::Cow;
use alloc::string::String;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::scan::Link;

/// What a reader sees of a link.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Markdown, Show, to_string};
///
/// let text = "https://xn--r8jz45g.jp/%E3%81%A8";
/// let shown = |show| to_string(&Finder::new(), text, Markdown::new().show(show));
/// assert_eq!(shown(Show::Written), format!("[{text}](<{text}>)"));
/// assert_eq!(shown(Show::Readable), format!("[https://例え.jp/と](<{text}>)"));
/// assert_eq!(shown(Show::Short(12)), format!("[https://例え.…](<{text}>)"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Show {
    /// The link as it is written.
    #[default]
    Written,
    /// Its [readable form](Link::display).
    Readable,
    /// Its readable form, cut after some user-perceived characters (grapheme clusters), the `…` at
    /// the end included.
    Short(usize),
}

impl Show {
    /// The text to show for a link.
    pub(super) fn of<'t>(self, link: &Link<'t>) -> Cow<'t, str> {
        match self {
            Self::Written => Cow::Borrowed(link.as_str()),
            Self::Readable => link.display(),
            Self::Short(limit) => shortened(link.display(), limit),
        }
    }
}

/// The first characters of a text, as readers count them, and an ellipsis if there are more.
fn shortened(text: Cow<'_, str>, limit: usize) -> Cow<'_, str> {
    let mut starts = text.grapheme_indices(true).map(|(start, _)| start);
    let end = starts.by_ref().nth(limit.saturating_sub(1)).unwrap_or(0);
    match starts.next() {
        // All of it fits.
        None => text,
        Some(_) => {
            let mut short = String::from(text.get(..end).unwrap_or_default());
            short.push('…');
            Cow::Owned(short)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphemes_are_not_cut() {
        let cases = [
            ("abc", 3, "abc"),
            ("abcd", 3, "ab…"),
            ("abcd", 1, "…"),
            ("abcd", 0, "…"),
            ("a", 1, "a"),
            ("", 0, ""),
            ("", 5, ""),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
            ("👩‍👩‍👧‍👧🇩🇪x", 3, "👩‍👩‍👧‍👧🇩🇪x"),
            ("👩‍👩‍👧‍👧🇩🇪xy", 3, "👩‍👩‍👧‍👧🇩🇪…"),
            ("क्षत्रिय", 2, "क्ष…"),
        ];
        for (text, limit, expected) in cases {
            let short = shortened(Cow::Borrowed(text), limit);
            assert_eq!(short, expected, "{text} to {limit}");
        }
    }
}
