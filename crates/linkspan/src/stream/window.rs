//! Windows: where text that arrives in chunks can be split, so that it is searched in bounded memory.
//!
//! Text is split after boundaries: Hard characters, or only control characters if the options of the finder
//! look at what precedes a link. Splitting there does not change which links are found. If a window of text
//! contains no boundary, all triggers are processed that have their whole lookahead inside the window. The search is
//! resumed in the next window in the same state, so the links are those of a search in the whole text.
//!
//! This module is not part of the stable API. It exists so that streams, the HTML rewriter and the command-line program
//! split text in the same way.

#[cfg(feature = "assess")]
use crate::assess::AssessedLinks;
use crate::finder::Finder;
use crate::offset::{floor_char_boundary, prefix};
use crate::options::QuotedLocalParts;
use crate::property::{HostClass, LinkTerm, host_class, is_link_email, link_term};
use crate::scan::{CONTEXT, Links, Position};

/// The minimum size of a window, in bytes.
pub const MIN_WINDOW: usize = 1024 * 1024;

/// What can be searched of text that arrives in chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searchable {
    /// Nothing yet: a link may continue in the text that follows.
    Nothing,
    /// The text up to this offset, on its own. It ends after a boundary, or at the end of the text.
    Block(usize),
    /// The [first window](Windows::first), which contains no boundary. [`Windows::split`] says which part is final.
    Window,
}

/// Where a search is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resume {
    position: Position,
    /// Triggers at this offset and later are not processed.
    stop: usize,
}

impl Resume {
    /// At the start of a text, or after a boundary.
    pub const START: Self = Self {
        position: Position::start(0),
        stop: usize::MAX,
    };

    /// The links from here on.
    pub fn links<'f, 't>(self, finder: &'f Finder, text: &'t str) -> Links<'f, 't> {
        Links::resumed(finder.options(), text, self.position).until(self.stop)
    }

    /// The links from here on, with their reports.
    #[cfg(feature = "assess")]
    pub fn assessed_links<'f, 't>(
        self,
        finder: &'f Finder,
        text: &'t str,
    ) -> AssessedLinks<'f, 't> {
        finder
            .assess_iter(text)
            .resumed(self.links(finder, text), self.position.lowest())
    }
}

/// How a window without a boundary is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The end of the text in which no further link starts or ends.
    pub end: usize,
    /// The start of the text that the next window must contain, at or before `end`.
    pub keep_from: usize,
    /// Gives the links of this window.
    pub resume: Resume,
    /// Where the search is resumed.
    position: Position,
}

impl Split {
    /// Where the search is resumed in a text that starts at `offset`, which is at most `keep_from`.
    #[must_use]
    pub fn next(&self, offset: usize) -> Resume {
        Resume {
            position: self.position.moved_back(offset),
            ..Resume::START
        }
    }
}

/// Where a finder allows text to be split.
#[derive(Clone, Copy, Debug)]
pub struct Windows<'f> {
    finder: &'f Finder,
}

impl<'f> Windows<'f> {
    /// The windows for a finder's options.
    #[must_use]
    pub fn new(finder: &'f Finder) -> Self {
        Self { finder }
    }

    /// Whether text may be split after a character: no link contains it, and no link depends on what precedes
    /// it. Which characters these are depends on the options of the finder; a line end is always one.
    #[must_use]
    pub fn is_boundary(&self, c: char) -> bool {
        self.finder.options().is_boundary(c)
    }

    /// The number of bytes after a trigger that can affect its outcome.
    #[must_use]
    pub fn lookahead(&self) -> usize {
        self.finder.options().lookahead()
    }

    /// The size of a window in bytes: at least eight times the [lookahead](Self::lookahead).
    #[must_use]
    pub fn size(&self) -> usize {
        MIN_WINDOW.max(self.lookahead().saturating_mul(8))
    }

    /// What can be searched of the text that has arrived, in windows of [`size`](Self::size).
    ///
    /// `scanned` is the length of the start of the text that is known to contain no boundary, so that no byte
    /// is scanned twice. `is_complete` says that no more text arrives.
    #[must_use]
    pub fn searchable(&self, text: &str, scanned: &mut usize, is_complete: bool) -> Searchable {
        self.searchable_in(self.size(), text, scanned, is_complete)
    }

    /// The same with windows of another size.
    pub(super) fn searchable_in(
        self,
        size: usize,
        text: &str,
        scanned: &mut usize,
        is_complete: bool,
    ) -> Searchable {
        let unscanned = text.get(*scanned..).unwrap_or_default();
        let first = unscanned.find(|c| self.is_boundary(c));
        *scanned += first.unwrap_or(unscanned.len());
        if *scanned >= size {
            return Searchable::Window;
        }
        if is_complete {
            return Searchable::Block(text.len());
        }
        let mut from_end = text.char_indices().rev();
        match first.and_then(|_| from_end.find(|&(_, c)| self.is_boundary(c))) {
            Some((at, c)) => Searchable::Block(at + c.len_utf8()),
            None => Searchable::Nothing,
        }
    }

    /// The first window of a text.
    #[must_use]
    pub fn first<'t>(&self, text: &'t str) -> &'t str {
        prefix(text, self.size())
    }

    /// Splits a window without a boundary, in which the search is resumed.
    #[must_use]
    pub fn split(&self, window: &str, resume: Resume) -> Split {
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
