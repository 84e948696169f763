//! Windows: where text that arrives in chunks can be split, so that it is searched in bounded memory.
//!
//! Text is split after boundaries: Hard characters, or only control characters if the options of the finder
//! look at what precedes a link. Splitting there does not change which links are found. If a window of text
//! contains no boundary, the window is searched as a whole, and the text before its last bytes (the lookahead)
//! is *final*: links are bounded in length, so text after the window cannot change the links in the final text.
//!
//! This module is not part of the stable API. It exists so that the command-line program and the HTML
//! rewriter split text in the same way.

use crate::finder::Finder;
use crate::offset::floor_char_boundary;
use crate::property::{HostClass, LinkTerm, host_class, is_link_email, link_term};
use crate::scan::DEFAULT_LENGTH_LIMIT;

/// The minimum size of a window, in bytes.
pub const MIN_WINDOW: usize = 1024 * 1024;

/// How many bytes before the end of the final text are searched for the end of a word, to avoid splitting
/// a word.
const WORD_SEARCH: usize = 1024;

/// What can be searched of text that arrives in chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searchable {
    /// Nothing yet: a link may continue in the text that follows.
    Nothing,
    /// The text up to this offset, on its own. It ends after a boundary, or at the end of the text.
    Block(usize),
    /// The [first window](Windows::first), which contains no boundary. Only its start is final.
    Window,
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

    /// The number of bytes at the end of a window that are lookahead. Links, hosts and local parts are
    /// shorter.
    #[must_use]
    pub fn lookahead(&self) -> usize {
        let longest = self.finder.options().length_limit;
        longest.max(DEFAULT_LENGTH_LIMIT).saturating_mul(2)
    }

    /// The size of a window in bytes: at least eight times the [lookahead](Self::lookahead).
    #[must_use]
    pub fn size(&self) -> usize {
        MIN_WINDOW.max(self.lookahead().saturating_mul(8))
    }

    /// What can be searched of the text that has arrived.
    ///
    /// `scanned` is the length of the start of the text that is known to contain no boundary, so that no byte
    /// is scanned twice. `is_complete` says that no more text arrives.
    #[must_use]
    pub fn searchable(&self, text: &str, scanned: &mut usize, is_complete: bool) -> Searchable {
        let unscanned = text.get(*scanned..).unwrap_or_default();
        let first = unscanned.find(|c| self.is_boundary(c));
        *scanned += first.unwrap_or(unscanned.len());
        if *scanned >= self.size() {
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
        let end = floor_char_boundary(text, self.size());
        text.get(..end).unwrap_or_default()
    }

    /// The length of the final text at the start of a window without a boundary. Text after the window does
    /// not change the links in the final text. The final text ends inside no link and, if possible, inside no
    /// word.
    #[must_use]
    pub fn final_len(&self, window: &str) -> usize {
        let final_end = floor_char_boundary(window, window.len().saturating_sub(self.lookahead()));
        let mut last_end = 0;
        for link in self.finder.find_iter(window) {
            if link.end() <= final_end {
                last_end = link.end();
            } else if link.start() < final_end && link.start() > 0 {
                return link.start();
            } else {
                break;
            }
        }
        // A word whose start was split off could become a host.
        let nearby =
            floor_char_boundary(window, final_end.saturating_sub(WORD_SEARCH)).max(last_end);
        let word = window.get(nearby..final_end).unwrap_or_default();
        let split = word
            .char_indices()
            .rev()
            .find(|&(_, c)| is_word_separator(c));
        split.map_or(final_end, |(offset, c)| nearby + offset + c.len_utf8())
    }
}

/// Whether a character cannot be part of a host, a scheme or an email address.
fn is_word_separator(c: char) -> bool {
    let joins = matches!(c, ':' | '@') || host_class(c) == HostClass::Dot;
    link_term(c) != LinkTerm::Include && !is_link_email(c) && !joins
}
