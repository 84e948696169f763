//! Windows: where text that arrives in chunks can be split, so that it is searched in bounded memory.

#[cfg(feature = "assess")]
use crate::assess::AssessedLinks;
use crate::finder::Finder;
use crate::offset::{floor_char_boundary, prefix};
use crate::options::QuotedLocalParts;
use crate::property::{HostClass, LinkTerm, host_class, is_link_email, link_term};
use crate::scan::{CONTEXT, Links, Position};

/// Where a search is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resume {
    position: Position,
    /// Triggers at this offset and later are not processed.
    stop: usize,
}

impl Resume {
    /// At the start of a text, or after a boundary.
    pub(crate) const START: Self = Self {
        position: Position::start(0),
        stop: usize::MAX,
    };

    /// The start of a text of which nothing is searched up to the next boundary.
    pub(crate) const STOPPED: Self = Self {
        stop: 0,
        ..Self::START
    };

    /// The links from here on.
    pub(crate) fn links<'f, 't>(self, finder: &'f Finder, text: &'t str) -> Links<'f, 't> {
        if self == Self::START {
            return Links::new(finder.options(), text);
        }
        Links::resumed(finder.options(), text, self.position).until(self.stop)
    }

    /// The links from here on, with their reports.
    #[cfg(feature = "assess")]
    pub(crate) fn assessed_links<'f, 't>(
        self,
        finder: &'f Finder,
        text: &'t str,
    ) -> AssessedLinks<'f, 't> {
        finder
            .assess_iter(text)
            .resumed(self.links(finder, text), self.position.lowest())
    }
}

impl Default for Resume {
    fn default() -> Self {
        Self::START
    }
}

/// How a window without a boundary is split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Split {
    /// The end of the text in which no further link starts or ends.
    pub(crate) end: usize,
    /// The start of the text that the next window must contain, at or before `end`.
    pub(crate) keep_from: usize,
    /// Gives the links of this window.
    pub(crate) resume: Resume,
    /// Where the search is resumed.
    position: Position,
}

impl Split {
    /// Where the search is resumed in a text that starts at `offset`, which is at most `keep_from`.
    pub(crate) fn next(&self, offset: usize) -> Resume {
        Resume {
            position: self.position.moved_back(offset),
            ..Resume::START
        }
    }
}

/// Where text may be split so that a finder finds the same links in its parts as in the whole, and the size of windows.
///
/// Text is split after boundaries: Hard characters (white space, control characters, unassigned code points) or, if links
/// depend on the line that contains them, only control characters. No link crosses a boundary, and none depends on what
/// is on its other side.
///
/// If a window of text contains no boundary, all triggers (a dot, `://`, `@`) are processed that have their whole lookahead
/// inside the window. The search is resumed in the next window in the same state. So the links are those of a search in the
/// whole text, whatever the size of the windows.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::stream::Windows;
///
/// let finder = Finder::new();
/// let windows = Windows::new(&finder);
/// assert!(windows.is_boundary(' ') && !windows.is_boundary('.'));
/// assert_eq!(windows.size(), 1024 * 1024);
/// assert_eq!(Windows::small(&finder).size(), 48 * 1024);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Windows<'f> {
    finder: &'f Finder,
    size: usize,
    at_line_ends: bool,
}

impl<'f> Windows<'f> {
    /// The minimum size of a large window, in bytes: 1 MiB.
    pub const MIN_LARGE: usize = 1024 * 1024;

    /// Large windows: at least 1 MiB, and at least eight times the [lookahead](Self::lookahead). They suit texts that are
    /// searched by several threads, and texts that become much shorter by decoding.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Windows};
    /// let finder = Finder::new();
    /// assert_eq!(Windows::new(&finder).size(), Windows::MIN_LARGE);
    /// ```
    #[must_use]
    pub fn new(finder: &'f Finder) -> Self {
        let size = Self::lookahead_of(finder).saturating_mul(8);
        Self {
            finder,
            size: size.max(Self::MIN_LARGE),
            at_line_ends: false,
        }
    }

    /// Windows that use little memory: three times the [lookahead](Self::lookahead).
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Windows};
    /// let finder = Finder::new();
    /// let windows = Windows::small(&finder);
    /// assert_eq!(windows.size(), 3 * windows.lookahead());
    /// ```
    #[must_use]
    pub fn small(finder: &'f Finder) -> Self {
        // At most half of a window is kept for the next one: the lookahead, the lookbehind and a little context.
        let size = Self::lookahead_of(finder).saturating_mul(3);
        Self {
            finder,
            size,
            at_line_ends: false,
        }
    }

    /// Splits only after line feeds and NUL characters, except in lines that are longer than a window.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::stream::{TextBuffer, Windows};
    ///
    /// let finder = Finder::new();
    /// let windows = Windows::small(&finder).at_line_ends();
    /// let mut lines = Vec::new();
    /// let text = "see a.com\nand b.com\nor c.";
    /// TextBuffer::new().push(windows, text, false, |piece| lines.push(piece.as_str().to_owned()));
    /// assert_eq!(lines, ["see a.com\nand b.com\n"]);
    /// ```
    #[must_use]
    pub fn at_line_ends(self) -> Self {
        Self {
            at_line_ends: true,
            ..self
        }
    }

    /// Whether text may be split after a character: no link contains it, and no link depends on what precedes
    /// it. Which characters these are depends on the options of the finder; a line end is always one.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Windows};
    /// let finder = Finder::new();
    /// assert!(Windows::new(&finder).is_boundary('\u{3000}'));
    /// ```
    #[must_use]
    pub fn is_boundary(&self, c: char) -> bool {
        self.finder.options().is_boundary(c)
    }

    /// The number of bytes after a trigger that can affect its outcome: twice the maximum length of a link.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Windows};
    /// let finder = Finder::new();
    /// assert_eq!(Windows::new(&finder).lookahead(), 16 * 1024);
    /// ```
    #[must_use]
    pub fn lookahead(&self) -> usize {
        Self::lookahead_of(self.finder)
    }

    /// The size of a window, in bytes.
    ///
    /// ```
    /// # use linkspan::{Finder, stream::Windows};
    /// let finder = Finder::new();
    /// assert_eq!(Windows::small(&finder).size(), 48 * 1024);
    /// ```
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    fn lookahead_of(finder: &Finder) -> usize {
        finder.options().lookahead()
    }

    pub(super) fn are_at_line_ends(&self) -> bool {
        self.at_line_ends
    }

    /// The first window of a text.
    pub(super) fn first<'t>(&self, text: &'t str) -> &'t str {
        prefix(text, self.size)
    }

    /// The end of the last boundary in a text.
    pub(super) fn last_boundary(&self, text: &str) -> Option<usize> {
        let mut from_end = text.char_indices().rev();
        let (at, c) = from_end.find(|&(_, c)| self.is_boundary(c))?;
        Some(at + c.len_utf8())
    }

    /// Splits a window without a boundary, in which the search is resumed.
    pub(crate) fn split(&self, window: &str, resume: Resume) -> Split {
        let options = self.finder.options();
        let stop = window.len().saturating_sub(options.lookahead());
        let stop = floor_char_boundary(window, stop);
        let resume = Resume { stop, ..resume };
        let mut links = resume.links(self.finder, window);
        links.by_ref().for_each(drop);
        let position = links.position().advanced(stop);
        let cursor = position.cursor;
        let position = position.checkpoint(options.lookbehind()).at(cursor);
        let lowest = floor_char_boundary(window, position.lowest());
        let end = match options.quoted_local_parts {
            QuotedLocalParts::Link => lowest,
            QuotedLocalParts::Skip => word_start(window, lowest, cursor),
        };
        let keep_from = floor_char_boundary(window, lowest.saturating_sub(CONTEXT));
        Split {
            end,
            keep_from,
            resume,
            position,
        }
    }
}

/// The start of the word at the cursor, not before `lowest`. A link that starts before the cursor starts with that
/// word.
fn word_start(window: &str, lowest: usize, cursor: usize) -> usize {
    let near = window.get(lowest..cursor).unwrap_or_default();
    let mut chars = near.char_indices().rev();
    let separator = chars.find(|&(_, c)| is_word_separator(c));
    separator.map_or(lowest, |(at, c)| lowest + at + c.len_utf8())
}

/// Whether a character cannot be part of a host, a scheme or a local part.
fn is_word_separator(c: char) -> bool {
    let joins = matches!(c, ':' | '@') || host_class(c) != HostClass::Outside;
    link_term(c) != LinkTerm::Include && !is_link_email(c) && !joins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_by_what_is_no_part_of_the_start_of_a_link() {
        for c in [',', '(', ')', '\u{BB}', '\u{3001}'] {
            assert!(is_word_separator(c), "{c:?}");
        }
        for c in [
            'a', '\u{5B57}', '.', '\u{3002}', '-', '@', ':', '!', '/', '+',
        ] {
            assert!(!is_word_separator(c), "{c:?}");
        }
    }

    #[test]
    fn a_word_starts_after_the_last_separator() {
        let text = "x(ab,c.com)d";
        for (lowest, cursor, expected) in [(0, 9, 5), (0, 4, 2), (3, 4, 3), (6, 9, 6), (0, 12, 11)]
        {
            assert_eq!(word_start(text, lowest, cursor), expected);
        }
        let text = "\u{3001}b.com";
        assert_eq!(word_start(text, 0, 5), 3);
    }
}
