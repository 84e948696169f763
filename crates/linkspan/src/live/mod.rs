//! Links in a text that changes: while people type, paste, delete and undo.
//!
//! [`LiveLinks`] follows the edits of a text and always holds exactly the links that a search of the whole text would
//! return. It does not own the text: after each [`Edit`] the host passes its text as a [`TextSource`], and only the
//! slices that the edit can affect are read. Each edit returns the [`Changes`], so that a host repaints only those
//! links.
//!
//! # For hosts
//!
//! 1. Create a [`LiveLinks`] with a finder and the text, and show [`links`](LiveLinks::links).
//! 2. After each change of the text, call [`edit`](LiveLinks::edit) with the text after the change and the bytes that
//!    were replaced. Several changes are passed one by one, each with the text after it. If the text is only known
//!    after all of them, pass one edit that covers them.
//! 3. Remove what [`Changes::removed`] lists, move links by [`Changes::shift`], and show what [`Changes::added`] lists.
//!    A host that shows only a part of the text asks for [`links_in`](LiveLinks::links_in) that part instead.
//! 4. [`owned`](LiveLinks::owned) gives the link itself, with its target and its parts.
//! 5. While a user types, leave the link that [`growing`](LiveLinks::growing) returns as text, as word processors do.
//!    Links are settled by a space, a line end or a caret elsewhere.
//! 6. [`unlink`](LiveLinks::unlink) and [`relink`](LiveLinks::relink) are the commands "this is not a link" and "this
//!    is a link". [`unlinked`](LiveLinks::unlinked) describes the decisions so that they can be stored with the text, and
//!    [`restore`](LiveLinks::restore) applies them when the text is opened again.
//!    [`set_linking`](LiveLinks::set_linking) disables links entirely.
//! 7. Undo needs no call of its own. An edit that restores what the last edits replaced, up to 256 of them, also restores
//!    the decisions about the strings that they changed: one edit for each of them, or one edit for several that replaces at
//!    least all that they changed. Edits are known by their ranges and lengths, and the strings are compared. So if
//!    these fit several numbers of edits, the one that restores most strings is assumed.
//!
//! Offsets are bytes of UTF-8. A host that counts in UTF-16 code units or code points converts them with [`HostOffsets`].
//!
//! ```
//! use linkspan::Finder;
//! use linkspan::live::{Edit, LiveLinks};
//!
//! let mut text = String::from("see example.co");
//! let mut live = LiveLinks::new(Finder::new(), &text);
//!
//! // The user types an "m".
//! text.push('m');
//! let changes = live.edit(&text, &Edit::insert(14, 1));
//! assert_eq!(changes.removed().len(), 1);
//! assert_eq!(changes.added()[0].range(), 4..15);
//! assert!(live.growing(&text, 15).is_some());
//!
//! // A space settles the link.
//! text.push(' ');
//! live.edit(&text, &Edit::insert(15, 1));
//! assert!(live.growing(&text, 16).is_none());
//!
//! // The user wants no link here. Edits elsewhere do not change that.
//! live.unlink(&text, 4..15);
//! text.insert_str(0, "Please ");
//! live.edit(&text, &Edit::insert(0, 7));
//! assert_eq!(live.links().count(), 0);
//! ```
//!
//! # Cost
//!
//! An edit examines the text from the last boundary before it to the next boundary after it: usually a word, in source
//! code a line. In a text without boundaries, such as a line of many megabytes without spaces, it requests at most about
//! 13 times the [maximum length of a link](crate::find::FinderBuilder::length_limit): about 100 KiB by default. There are
//! two exceptions, which are as exact, but slower:
//!
//! - An edit that makes the start of a URL of what precedes a text of more than 16 KiB without a Hard character must
//!   find the next Hard character, as must one that undoes this.
//! - An edit in a text without boundaries may change which of many overlapping candidates are links, one after the
//!   other, up to the next boundary.
//!
//! The links are in a gap buffer. An edit costs time proportional to the number of links between it and the edit before
//! it, not to the number of all links, and the lists of changes are as short as the changes. Decisions about unlinked
//! strings are in a plain list, which each edit passes over.

mod changes;
#[cfg(test)]
mod cost;
mod decisions;
mod gap;
mod history;
mod host;
mod query;
mod search;
mod source;
mod undo;
mod unlink;
mod unlinked;

use alloc::vec::Vec;
use core::ops::Range;

pub use self::changes::{Changes, Edit, LinkId, LiveLink, Shift};
use self::decisions::Decisions;
use self::gap::GapList;
pub use self::host::{HostOffsets, HostSource, HostText};
use self::search::{Found, Previous, Search};
pub use self::source::TextSource;
use self::unlink::places;
pub use self::unlinked::Unlinked;
use crate::finder::Finder;
use crate::link::LinkKind;
use crate::options::Linking;
use crate::scan::{Checkpoint, Position};
use crate::url::Spans;

/// The links of a text that changes. The [module](self) describes how a host uses it.
#[derive(Clone, Debug)]
pub struct LiveLinks {
    finder: Finder,
    linking: Linking,
    text_len: usize,
    links: GapList<Entry>,
    checkpoints: GapList<Checkpoint>,
    decisions: Decisions,
    next_id: u64,
}

/// A link without its offset.
#[derive(Clone, Debug)]
struct Entry {
    id: LinkId,
    len: usize,
    kind: LinkKind,
    spans: Spans,
    is_unlinked: bool,
}

impl Entry {
    fn live(&self, start: usize) -> LiveLink {
        LiveLink {
            id: self.id,
            range: start..start + self.len,
            kind: self.kind,
        }
    }
}

impl LiveLinks {
    /// Searches a text.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::live::LiveLinks;
    ///
    /// let live = LiveLinks::new(Finder::new(), "see example.com");
    /// assert_eq!(live.links().count(), 1);
    /// ```
    #[must_use]
    pub fn new<S: TextSource + ?Sized>(finder: Finder, text: &S) -> Self {
        let mut live = Self {
            finder,
            linking: Linking::On,
            text_len: 0,
            links: GapList::new(0),
            checkpoints: GapList::new(0),
            decisions: Decisions::default(),
            next_id: 0,
        };
        live.search_all(text);
        live
    }

    /// The finder.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let live = LiveLinks::new(Finder::new(), "");
    /// assert!(live.finder().suffixes().is_top_level("com"));
    /// ```
    #[must_use]
    pub fn finder(&self) -> &Finder {
        &self.finder
    }

    /// Follows an edit. `text` is the text after it.
    ///
    /// If the lengths do not agree, the edit was described wrongly, and the whole text is searched again. Unlinked strings
    /// are then found again by their content.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::live::{Edit, LiveLinks};
    ///
    /// let mut live = LiveLinks::new(Finder::new(), "a.com b.com");
    /// let changes = live.edit("a.com, b.com", &Edit::insert(5, 1));
    /// assert!(changes.removed().is_empty());
    /// assert_eq!(live.links().nth(1).unwrap().range(), 7..12);
    /// ```
    pub fn edit<S: TextSource + ?Sized>(&mut self, text: &S, edit: &Edit) -> Changes {
        let Some(edit) = self.aligned(text, edit) else {
            return self.replace_all(text);
        };
        let changes_strings = self.decisions.edit(text, &edit);
        let Edit { range, new_len } = edit;
        let edit_end = range.start + new_len;
        // Lengths of texts are at most `isize::MAX`.
        let by = edit_end.wrapping_sub(range.end).cast_signed();
        let search = Search {
            options: self.finder.options(),
            source: text,
        };
        let position = search.position_before(range.start, &self.checkpoints);
        self.links
            .move_gap(|at, link| at + link.len <= position.cursor);
        self.checkpoints.move_gap(|at, _| at <= position.cursor);
        let previous = Previous {
            links: &self.links,
            checkpoints: &self.checkpoints,
            edit_end,
            by,
        };
        let found = search.search(position, Some(&previous));
        let valid_after = found.valid_after;
        let mut old = Vec::new();
        while let Some((at, entry)) = self
            .links
            .pop_following(|at, entry| at + entry.len <= valid_after)
        {
            old.push((at, entry));
        }
        while self
            .checkpoints
            .pop_following(|at, _| at < valid_after)
            .is_some()
        {}
        self.set_len(text.len());
        for (at, checkpoint) in found.checkpoints {
            self.checkpoints.push(at, checkpoint);
        }
        let mut changes = Changes {
            shift: Shift {
                from: range.end,
                by,
            },
            ..Changes::default()
        };
        let moved = old.into_iter().map(|(at, entry)| {
            let new = if at + entry.len <= range.start {
                Some(at)
            } else if at >= range.end {
                Some(at.saturating_add_signed(by))
            } else {
                None
            };
            (new, entry)
        });
        if changes_strings {
            let ranges = found.links.iter().map(Found::range);
            let inserted = range.start..edit_end;
            self.decisions.find(&mut places(text, ranges), &inserted);
        }
        self.merge(moved, found.links, &mut changes);
        self.report(changes)
    }

    /// The edit with both ends on character boundaries. `None` if it cannot be the edit of the text.
    fn aligned<S: TextSource + ?Sized>(&self, text: &S, edit: &Edit) -> Option<Edit> {
        let Range { start, end } = edit.range;
        let removed = end.checked_sub(start)?;
        let kept = self.text_len.checked_sub(removed)?;
        if end > self.text_len || kept.checked_add(edit.new_len)? != text.len() {
            return None;
        }
        let new_start = text.floor_char_boundary(start);
        let mut new_end = start + edit.new_len;
        while text.floor_char_boundary(new_end) != new_end {
            new_end += 1;
        }
        Some(Edit {
            range: new_start..end + (new_end - start - edit.new_len),
            new_len: new_end - new_start,
        })
    }

    fn set_len(&mut self, len: usize) {
        self.text_len = len;
        self.links.set_len(len);
        self.checkpoints.set_len(len);
    }

    /// Inserts the links that were found where the gap is. Old links among them keep their ids.
    fn merge(
        &mut self,
        old: impl Iterator<Item = (Option<usize>, Entry)>,
        found: Vec<Found>,
        changes: &mut Changes,
    ) {
        let mut old = old.peekable();
        for found in found {
            let is_unlinked = self.decisions.contains(&found.range());
            let mut id = None;
            while let Some((at, entry)) =
                old.next_if(|(at, _)| at.is_none_or(|at| at <= found.start))
            {
                let is_same = at == Some(found.start)
                    && (entry.len, entry.kind, entry.spans) == (found.len, found.kind, found.spans);
                if is_same && entry.is_unlinked == is_unlinked {
                    id = Some(entry.id);
                } else if !entry.is_unlinked {
                    changes.removed.push(entry.id);
                }
            }
            let is_added = id.is_none() && !is_unlinked;
            let entry = Entry {
                id: id.unwrap_or_else(|| self.new_id()),
                len: found.len,
                kind: found.kind,
                spans: found.spans,
                is_unlinked,
            };
            if is_added {
                changes.added.push(entry.live(found.start));
            }
            self.links.push(found.start, entry);
        }
        let rest = old.filter(|(_, entry)| !entry.is_unlinked);
        changes.removed.extend(rest.map(|(_, entry)| entry.id));
    }

    fn new_id(&mut self) -> LinkId {
        self.next_id += 1;
        LinkId(self.next_id)
    }

    /// The changes as the host sees them.
    fn report(&self, changes: Changes) -> Changes {
        match self.linking {
            Linking::On => changes,
            Linking::Off => Changes {
                shift: changes.shift,
                ..Changes::default()
            },
        }
    }

    /// Searches the whole text.
    fn search_all<S: TextSource + ?Sized>(&mut self, text: &S) -> Changes {
        let search = Search {
            options: self.finder.options(),
            source: text,
        };
        let found = search.search(Position::start(0), None);
        self.links = GapList::new(text.len());
        self.checkpoints = GapList::new(text.len());
        self.text_len = text.len();
        for (at, checkpoint) in found.checkpoints {
            self.checkpoints.push(at, checkpoint);
        }
        if !self.decisions.is_empty() {
            self.decisions.forget_places(text);
            let ranges = found.links.iter().map(Found::range);
            self.decisions
                .find(&mut places(text, ranges), &(0..text.len()));
        }
        let mut changes = Changes::default();
        self.merge(core::iter::empty(), found.links, &mut changes);
        changes
    }

    /// Replaces all links by those of a text.
    fn replace_all<S: TextSource + ?Sized>(&mut self, text: &S) -> Changes {
        let removed = self.links().map(|link| link.id).collect();
        let added = self.search_all(text).added;
        self.report(Changes {
            removed,
            added,
            shift: Shift::default(),
        })
    }

    /// Uses another finder from now on, for example because the list of what is never linked changed. The whole text is
    /// searched.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::find::NeverList;
    /// use linkspan::live::LiveLinks;
    ///
    /// let text = "asp.net example.com";
    /// let mut live = LiveLinks::new(Finder::new(), text);
    /// let list: NeverList = "asp.net".parse()?;
    /// live.set_finder(Finder::builder().never(list).build()?, text);
    /// assert_eq!(live.links().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_finder<S: TextSource + ?Sized>(&mut self, finder: Finder, text: &S) -> Changes {
        self.finder = finder;
        self.replace_all(text)
    }
}
