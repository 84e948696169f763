//! Searching the part of a text that an edit can affect.
//!
//! # Why the result is exact
//!
//! The outcome of a trigger depends on the state of the search ([`Position`]) and on the text between the lookbehind
//! before it and the lookahead after it. So a search can be resumed at any position whose state is known:
//!
//! - After a boundary, nothing depends on what precedes it.
//! - At a [`Checkpoint`], the state was recorded. It is still valid if the lookahead of all triggers before it ends
//!   before the edit.
//!
//! The rest of the old result is valid from a place on that the edit cannot reach any more and where both searches are
//! in the same state:
//!
//! - after a boundary that follows the edit,
//! - at the end of a link that both searches found,
//! - at a checkpoint at which both searches are in the same state.
//!
//! # How much is examined
//!
//! An edit near boundaries examines the text between them. Without boundaries, let `A` be the lookahead, `B = A / 2` the
//! lookbehind and `C = A / 4` the distance between checkpoints. These slices are requested:
//!
//! | slice | searched for | length |
//! |---|---|--:|
//! | before the edit | a boundary | `A` |
//! | after the edit: the next checkpoint out of its reach is at most `B + C` bytes after it, and triggers before that look at `A` bytes more | a boundary | `A + B + C` |
//! | from the last valid checkpoint, at most `A + C` bytes before the edit, and the `B` bytes before that at which its triggers may look | links | `A + B + C` |
//! | to the end of the second slice | links | `A + B + C` |
//!
//! Together, these are `6.25 A`, of which `3.5 A` are searched for links. As in every search, each of these bytes is read a
//! bounded number of times (`scan/growth.rs`). `live/cost.rs` counts both and asserts the bounds.
//!
//! Both searches reach the same state at the first checkpoint, unless the edit changes what the triggers after it find,
//! one after the other. Each further `0.75 A` bytes of text then cost slices of at most `4 A`.

use alloc::vec::Vec;
use core::ops::Range;

use super::Entry;
use super::gap::GapList;
use super::source::TextSource;
use crate::counter;
use crate::link::{Link, LinkKind};
use crate::offset::floor_char_boundary;
use crate::scan::{CONTEXT, Checkpoint, Links, Options, Position};
use crate::url::Spans;

/// How many bytes before and after an edit are searched for a boundary first.
const FIRST_DISTANCE: usize = 64;

/// By what the distance grows if there is no boundary.
const GROWTH: usize = 4;

/// A link that was found.
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) kind: LinkKind,
    pub(super) spans: Spans,
}

impl Found {
    fn new(link: &Link<'_>, offset: usize) -> Self {
        Self {
            start: offset + link.start(),
            len: link.end() - link.start(),
            kind: link.kind(),
            spans: *link.spans(),
        }
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.start + self.len
    }
}

/// The result of the search before an edit. The gap of both lists is where the new search starts.
pub(super) struct Previous<'a> {
    pub(super) links: &'a GapList<Entry>,
    pub(super) checkpoints: &'a GapList<Checkpoint>,
    /// The end of the inserted text.
    pub(super) edit_end: usize,
    /// By how many bytes the edit moves what follows it.
    pub(super) by: isize,
}

impl Previous<'_> {
    fn old(&self, offset: usize) -> usize {
        offset.saturating_add_signed(-self.by)
    }
}

/// What a search found.
pub(super) struct Searched {
    pub(super) links: Vec<Found>,
    pub(super) checkpoints: Vec<(usize, Checkpoint)>,
    /// Links and checkpoints of the previous result that end after this offset, in the text before the edit, are
    /// still valid.
    pub(super) valid_after: usize,
}

/// A search in a text that somebody else owns.
pub(super) struct Search<'a, S: ?Sized> {
    pub(super) options: &'a Options,
    pub(super) source: &'a S,
}

impl<S: TextSource + ?Sized> Search<'_, S> {
    fn slice(&self, from: usize, to: usize) -> alloc::borrow::Cow<'_, str> {
        counter::add(to.saturating_sub(from));
        self.source.slice(from..to)
    }

    /// The distance between two checkpoints.
    fn spacing(&self) -> usize {
        self.options.lookahead() / 4
    }

    /// The last position before `offset` at which a search can be resumed if the text changes at `offset`.
    pub(super) fn position_before(
        &self,
        offset: usize,
        checkpoints: &GapList<Checkpoint>,
    ) -> Position {
        let lookahead = self.options.lookahead();
        let mut distance = FIRST_DISTANCE;
        let mut unsearched = offset;
        loop {
            let from = self
                .source
                .floor_char_boundary(offset.saturating_sub(distance));
            let text = self.slice(from, unsearched);
            let mut chars = text.char_indices().rev();
            if let Some((at, c)) = chars.find(|&(_, c)| self.options.is_boundary(c)) {
                return Position::start(from + at + c.len_utf8());
            }
            if from == 0 {
                return Position::start(0);
            }
            if distance >= lookahead {
                break;
            }
            unsearched = from;
            distance = distance.saturating_mul(GROWTH);
        }
        let limit = offset.saturating_sub(lookahead);
        let count = checkpoints.partition_point(|at, _| at <= limit);
        let checkpoint = count.checked_sub(1).and_then(|last| checkpoints.get(last));
        checkpoint.map_or(Position::start(0), |(at, checkpoint)| checkpoint.at(at))
    }

    /// The end of the first boundary at or after `from`, if it is near.
    fn boundary_after(&self, from: usize) -> Option<usize> {
        let mut searched = from;
        let mut distance = FIRST_DISTANCE;
        loop {
            let to = self
                .source
                .floor_char_boundary(from.saturating_add(distance.min(self.reach())));
            let text = self.slice(searched, to);
            let mut chars = text.char_indices();
            if let Some((at, c)) = chars.find(|&(_, c)| self.options.is_boundary(c)) {
                return Some(searched + at + c.len_utf8());
            }
            if to == self.source.len() || distance >= self.reach() {
                return None;
            }
            searched = to;
            distance = distance.saturating_mul(GROWTH);
        }
    }

    /// How far after an edit the text is searched at least, if there is no boundary.
    fn reach(&self) -> usize {
        let behind = self.options.lookbehind().saturating_add(CONTEXT);
        let ahead = self.options.lookahead().saturating_add(self.spacing());
        behind.saturating_add(ahead)
    }

    /// Searches from a position on, up to where the previous result is valid again.
    pub(super) fn search(&self, start: Position, previous: Option<&Previous<'_>>) -> Searched {
        let mut run = Run {
            search: self,
            previous,
            position: start,
            next_checkpoint: start.cursor.saturating_add(self.spacing()),
            old_links: 0,
            old_checkpoints: 0,
            result: Searched {
                links: Vec::new(),
                checkpoints: Vec::new(),
                valid_after: usize::MAX,
            },
        };
        loop {
            let cursor = run.position.cursor;
            let from = run.position.lowest().saturating_sub(CONTEXT);
            let from = self.source.floor_char_boundary(from);
            let to = match previous {
                None => cursor.saturating_add(self.reach().saturating_mul(GROWTH)),
                Some(previous) => {
                    let unchanged = previous.edit_end.max(cursor);
                    if let Some(end) = self.boundary_after(unchanged) {
                        let text = self.slice(from, end);
                        if !run.run(&text, from, usize::MAX) {
                            run.result.valid_after = previous.old(end);
                        }
                        return run.result;
                    }
                    unchanged.saturating_add(self.reach())
                }
            };
            let to = self.source.floor_char_boundary(to);
            let text = self.slice(from, to);
            if to == self.source.len() {
                run.run(&text, from, usize::MAX);
                return run.result;
            }
            let stop = to.saturating_sub(self.options.lookahead());
            let stop = self.source.floor_char_boundary(stop);
            if run.run(&text, from, stop) {
                return run.result;
            }
        }
    }
}

/// A search from slice to slice.
struct Run<'a, S: ?Sized> {
    search: &'a Search<'a, S>,
    previous: Option<&'a Previous<'a>>,
    position: Position,
    next_checkpoint: usize,
    /// How many old links end before the position.
    old_links: usize,
    /// How many old checkpoints are before the position.
    old_checkpoints: usize,
    result: Searched,
}

impl<S: TextSource + ?Sized> Run<'_, S> {
    /// Processes the triggers before `stop` in a slice that starts at `from`. Returns whether the previous result is
    /// valid from here on.
    fn run(&mut self, text: &str, from: usize, stop: usize) -> bool {
        let options = self.search.options;
        let mut links = Links::resumed(options, text, self.position.moved_back(from));
        // Where the rest of a URL that is too long starts, or a later offset in it, if it continues up to the end of
        // the slice.
        let was_in_rest = self.position.in_rest() && links.position().in_rest();
        let mut rest_start = was_in_rest.then_some(self.position.cursor);
        loop {
            let old = self.next_old_checkpoint();
            let old_at = old.map_or(usize::MAX, |(at, _)| at);
            let point = stop.min(self.next_checkpoint).min(old_at);
            let local = floor_char_boundary(text, point.saturating_sub(from));
            let is_end = point >= from + text.len();
            let before = if is_end { usize::MAX } else { local };
            while let Some(link) = links.next_before(before) {
                let found = Found::new(&link, from);
                let end = found.start + found.len;
                self.result.links.push(found);
                if self.is_end_of_old_link(end) {
                    return true;
                }
            }
            let reached = if is_end { text.len() } else { local };
            let position = links.position().advanced(reached).moved_forward(from);
            let state = position.checkpoint(options.lookbehind());
            self.position = state.at(position.cursor);
            if self.position.in_rest() {
                // The URL starts before the offset that was reached.
                let rest_start = *rest_start.get_or_insert(from + reached);
                let valid = self.place_in_old_rest(rest_start);
                let end = valid.unwrap_or(self.position.cursor);
                self.add_checkpoints_in_rest(text, from, end);
                if valid.is_some() {
                    return true;
                }
            }
            if let Some((at, checkpoint)) = old
                && at == self.position.cursor
                && checkpoint == state
            {
                self.result.valid_after = self.old(at);
                return true;
            }
            if point == self.next_checkpoint || self.position.cursor >= self.next_checkpoint {
                self.result.checkpoints.push((self.position.cursor, state));
                self.next_checkpoint = self.position.cursor.saturating_add(self.search.spacing());
            }
            if is_end || self.position.cursor >= stop {
                return false;
            }
        }
    }

    /// Adds checkpoints before `end`, if all text from the next checkpoint on is in the rest of a URL that is too long.
    fn add_checkpoints_in_rest(&mut self, text: &str, from: usize, end: usize) {
        while self.next_checkpoint < end {
            let at = from + floor_char_boundary(text, self.next_checkpoint.saturating_sub(from));
            let state = self.position.checkpoint(0);
            self.result.checkpoints.push((at, state));
            self.next_checkpoint = at.saturating_add(self.search.spacing());
        }
    }

    fn old(&self, offset: usize) -> usize {
        self.previous
            .map_or(offset, |previous| previous.old(offset))
    }

    /// Whether an old link ends at `end`, out of reach of the edit: both searches continue there in the same state.
    fn is_end_of_old_link(&mut self, end: usize) -> bool {
        let Some(previous) = self.previous else {
            return false;
        };
        if end < previous.edit_end.saturating_add(CONTEXT) {
            return false;
        }
        let end = previous.old(end);
        while let Some((at, entry)) = previous.links.following(self.old_links) {
            if at + entry.len >= end {
                let is_same = at + entry.len == end;
                if is_same {
                    self.result.valid_after = end;
                }
                return is_same;
            }
            self.old_links += 1;
        }
        false
    }

    /// The next old checkpoint after the position that is out of reach of the edit, at its offset after the edit.
    fn next_old_checkpoint(&mut self) -> Option<(usize, Checkpoint)> {
        let previous = self.previous?;
        let reach = self.search.options.lookbehind().saturating_add(CONTEXT);
        let from = previous
            .edit_end
            .saturating_add(reach)
            .max(self.position.cursor + 1);
        loop {
            let (at, checkpoint) = previous.checkpoints.following(self.old_checkpoints)?;
            let at = at.saturating_add_signed(previous.by);
            if at >= from {
                return Some((at, *checkpoint));
            }
            self.old_checkpoints += 1;
        }
    }

    /// The first old checkpoint between `from` and the position at which both searches are in the rest of a URL that is too
    /// long, at its offset after the edit.
    fn place_in_old_rest(&mut self, from: usize) -> Option<usize> {
        let previous = self.previous?;
        let from = from.max(previous.edit_end);
        let mut number = 0;
        while let Some((at, checkpoint)) = previous.checkpoints.following(number) {
            let new = at.saturating_add_signed(previous.by);
            if new > self.position.cursor {
                break;
            }
            if new >= from && at >= self.old(previous.edit_end) && checkpoint.at(at).in_rest() {
                self.result.valid_after = at;
                return Some(new);
            }
            number += 1;
        }
        None
    }
}
