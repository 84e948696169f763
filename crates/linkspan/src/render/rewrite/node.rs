//! One text node, searched stretch by stretch.
//!
//! As in plain text, a link crosses no Hard character, so that a stretch which ends with one can be
//! searched by itself. Only those count that are written as themselves, never as a reference, so
//! that no reference is cut either. Where there is none for a whole window, the window is searched
//! to its end, and what lies well before that is settled.

use alloc::string::String;
use core::ops::Range;

use super::reference::Decoded;
use crate::boundary;
use crate::property::{LinkTerm, is_link_email, link_term};
use crate::scan::{Finder, Link, QuotedLocalParts};

/// How much text without a place to cut is held at most.
const WINDOW: usize = 1024 * 1024;

/// Takes a link with the source that spells it and where that is, and writes what it becomes.
pub(super) type Make<'a> = dyn FnMut(&Link<'_>, &str, Range<u64>, &mut String) + 'a;

/// The text of the current node that was not searched yet.
pub(super) struct Node<'f> {
    finder: &'f Finder,
    /// The source, with the place where it starts in the document.
    source: String,
    start: u64,
    /// How much of the source is known to hold no place to cut.
    solid: usize,
}

impl<'f> Node<'f> {
    pub(super) fn new(finder: &'f Finder) -> Self {
        Self {
            finder,
            source: String::new(),
            start: 0,
            solid: 0,
        }
    }

    /// Where the text that was not searched yet starts.
    pub(super) fn start(&self) -> Option<u64> {
        (!self.source.is_empty()).then_some(self.start)
    }

    /// Takes the next chunk of the node, and writes what can be written. `false` if the chunk can
    /// stay as it is.
    pub(super) fn add(
        &mut self,
        chunk: &str,
        start: u64,
        last: bool,
        make: &mut Make<'_>,
        out: &mut String,
    ) -> bool {
        let was_empty = self.source.is_empty();
        if was_empty {
            self.start = start;
        }
        let mut any = false;
        let mut rest = chunk;
        // Blocks of up to a window, so that a piece has no stretch longer than that without a cut.
        while !rest.is_empty() {
            let end = boundary::floor(rest, WINDOW);
            let (block, others) = rest.split_at_checked(end).unwrap_or((rest, ""));
            rest = others;
            self.source.push_str(block);
            any |= self.drain(last && rest.is_empty(), make, out);
        }
        if chunk.is_empty() && last {
            any |= self.drain(true, make, out);
        }
        any || !was_empty || !self.source.is_empty()
    }

    /// Searches all that can be. Whether there was any link.
    fn drain(&mut self, last: bool, make: &mut Make<'_>, out: &mut String) -> bool {
        let mut any = false;
        loop {
            let piece = self.next_piece(last);
            if piece.end == 0 {
                return any;
            }
            any |= self.search(&piece, make, out);
            self.source.drain(..piece.end);
            self.start += piece.end as u64;
            self.solid = self.solid.saturating_sub(piece.end);
        }
    }

    /// How much of the source can be searched now.
    fn next_piece(&mut self, last: bool) -> Piece {
        let cut = self.cut();
        let unknown = self.source.get(self.solid..).unwrap_or_default();
        let found = unknown.find(cut);
        self.solid += found.unwrap_or(unknown.len());
        if self.solid >= WINDOW {
            return self.window();
        }
        let end = if last {
            self.source.len()
        } else if found.is_some() {
            let last_cut = self.source.char_indices().rev().find(|&(_, c)| cut(c));
            last_cut.map_or(0, |(at, c)| at + c.len_utf8())
        } else {
            0
        };
        Piece { context: end, end }
    }

    /// Tells where text may be cut without cutting a link.
    fn cut(&self) -> fn(char) -> bool {
        match self.finder.options().quoted_local_parts {
            QuotedLocalParts::Skip => |c| link_term(c) == LinkTerm::Hard,
            // These may hold spaces.
            QuotedLocalParts::Link => char::is_control,
        }
    }

    /// Writes the piece with its links.
    fn search(&self, piece: &Piece, make: &mut Make<'_>, out: &mut String) -> bool {
        let context = self.source.get(..piece.context).unwrap_or_default();
        let decoded = Decoded::new(context);
        let mut done = 0;
        let mut any = false;
        for link in self.finder.find_iter(decoded.text()) {
            // A reference that spells two characters may have an end of the link in its middle;
            // then there is no way to write the link.
            let (Some(start), Some(end)) =
                (decoded.source(link.start()), decoded.source(link.end()))
            else {
                continue;
            };
            if end > piece.end {
                break;
            }
            out.push_str(context.get(done..start).unwrap_or_default());
            let place = self.start + start as u64..self.start + end as u64;
            let spelled = context.get(start..end).unwrap_or_default();
            make(&link, spelled, place, out);
            done = end;
            any = true;
        }
        out.push_str(self.source.get(done..piece.end).unwrap_or_default());
        any
    }

    /// What is settled of a window that has no place to cut.
    fn window(&self) -> Piece {
        let context = boundary::floor(&self.source, WINDOW);
        let source = self.source.get(..context).unwrap_or_default();
        let decoded = Decoded::new(source);
        let text = decoded.text();
        let longest = self.finder.options().length_limit;
        let reach = longest.max(Finder::DEFAULT_LENGTH_LIMIT).saturating_mul(2);
        let horizon = boundary::floor(text, text.len().saturating_sub(reach));
        let settled = decoded.source(settled(self.finder, text, horizon));
        // If there is hardly any text, since references are long, it is settled by force; but
        // never in the middle of a reference, which a tag would part.
        let forced = || source.rfind('&').filter(|&end| end > 0);
        match settled.filter(|&end| end > 0) {
            Some(end) => Piece { context, end },
            None => forced().map_or(Piece::bare(context), |end| Piece { context: end, end }),
        }
    }
}

/// A part of the source: it ends at `end`, and what follows up to `context` bears on its links.
struct Piece {
    context: usize,
    end: usize,
}

impl Piece {
    /// A piece in which no links are looked for.
    fn bare(end: usize) -> Self {
        Self { context: 0, end }
    }
}

/// Where a text can be cut, before `horizon`, without cutting a link or a word.
fn settled(finder: &Finder, text: &str, horizon: usize) -> usize {
    let mut last_end = 0;
    for link in finder.find_iter(text) {
        if link.end() <= horizon {
            last_end = link.end();
        } else if link.start() < horizon && link.start() > 0 {
            return link.start();
        } else {
            break;
        }
    }
    // Not in the middle of a word, which might be a host if its start were cut off.
    let nearby = boundary::floor(text, horizon.saturating_sub(1024)).max(last_end);
    let word = text.get(nearby..horizon).unwrap_or_default();
    let joins = |c| matches!(c, '.' | ':' | '@' | '。' | '．' | '｡');
    let apart = |c| link_term(c) != LinkTerm::Include && !is_link_email(c) && !joins(c);
    let break_at = word.char_indices().rev().find(|&(_, c)| apart(c));
    break_at.map_or(horizon, |(at, c)| nearby + at + c.len_utf8())
}
