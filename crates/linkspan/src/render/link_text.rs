//! The text that a link displays.

use alloc::borrow::Cow;
use alloc::string::String;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::scan::Link;

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
            Self::Short(limit) => shortened(link.display(), limit),
        }
    }
}

/// Truncates a text to `limit` grapheme clusters, including the `…` that marks the truncation.
fn shortened(text: Cow<'_, str>, limit: usize) -> Cow<'_, str> {
    let mut starts = text.grapheme_indices(true).map(|(start, _)| start);
    let end = starts.by_ref().nth(limit.saturating_sub(1)).unwrap_or(0);
    match starts.next() {
        // The text fits.
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
    fn grapheme_clusters_are_not_split() {
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
