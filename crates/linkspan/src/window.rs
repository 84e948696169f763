//! Windows: searching text that arrives in chunks, in bounded memory.
//!
//! No link crosses a Hard character, so text may be split after any of them without changing what is
//! found. Where none occurs for a whole window, the window is searched, and what lies well before its end
//! is settled: links are bounded in length, so nothing that follows can change it.
//!
//! This module is not part of the stable API. It exists so that the command-line program and the HTML
//! rewriter split text in the same way.

use crate::finder::Finder;
use crate::offset::floor_char_boundary;
use crate::options::QuotedLocalParts;
use crate::property::{LinkTerm, is_link_email, link_term};
use crate::scan::DEFAULT_LENGTH_LIMIT;

/// The minimum size of a window, in bytes.
pub const MIN_WINDOW: usize = 1024 * 1024;

/// The distance before the end of a window within which the settled text may end, to avoid splitting a
/// word.
const WORD_SEARCH: usize = 1024;

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

    /// Whether no link crosses a character, so that text may be split after it: any Hard character. If
    /// quoted local parts, which may contain spaces, are linked, only control characters.
    #[must_use]
    pub fn is_boundary(&self, c: char) -> bool {
        match self.finder.options().quoted_local_parts {
            QuotedLocalParts::Skip => link_term(c) == LinkTerm::Hard,
            QuotedLocalParts::Link => c.is_control(),
        }
    }

    /// How far before the end of a window text is settled: links, hosts and local parts are shorter.
    #[must_use]
    pub fn reach(&self) -> usize {
        let longest = self.finder.options().length_limit;
        longest.max(DEFAULT_LENGTH_LIMIT).saturating_mul(2)
    }

    /// The size of a window: many times what a link may reach.
    #[must_use]
    pub fn size(&self) -> usize {
        MIN_WINDOW.max(self.reach().saturating_mul(8))
    }

    /// The first window of a text.
    #[must_use]
    pub fn first<'t>(&self, text: &'t str) -> &'t str {
        let end = floor_char_boundary(text, self.size());
        text.get(..end).unwrap_or_default()
    }

    /// The length of the settled start of a window without a boundary: it splits neither a link nor a word,
    /// and no text after the window changes its links.
    #[must_use]
    pub fn settled_len(&self, window: &str) -> usize {
        let horizon = floor_char_boundary(window, window.len().saturating_sub(self.reach()));
        let mut last_end = 0;
        for link in self.finder.find_iter(window) {
            if link.end() <= horizon {
                last_end = link.end();
            } else if link.start() < horizon && link.start() > 0 {
                return link.start();
            } else {
                break;
            }
        }
        // A word whose start was split off could become a host.
        let nearby = floor_char_boundary(window, horizon.saturating_sub(WORD_SEARCH)).max(last_end);
        let word = window.get(nearby..horizon).unwrap_or_default();
        let split = word.char_indices().rev().find(|&(_, c)| separates_words(c));
        split.map_or(horizon, |(offset, c)| nearby + offset + c.len_utf8())
    }
}

/// Whether a character is outside of hosts, schemes and email addresses.
fn separates_words(c: char) -> bool {
    let joins = matches!(c, '.' | ':' | '@' | '。' | '．' | '｡');
    link_term(c) != LinkTerm::Include && !is_link_email(c) && !joins
}
