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
//!   find the next Hard character once, as must one that undoes this.
//! - An edit in a text without boundaries may change which of many overlapping candidates are links, one after the
//!   other, up to the next boundary.
//!
//! The links are in a gap buffer. An edit costs time proportional to the number of links between it and the edit before
//! it, not to the number of all links, and the lists of changes are as short as the changes. Decisions about unlinked
//! strings are in a plain list, which each edit passes over.

mod changes;
#[cfg(test)]
mod cost;
mod gap;
mod search;
mod source;
mod unlinked;

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

pub use self::changes::{Changes, Edit, LinkId, LiveLink, Shift};
use self::gap::GapList;
use self::search::{Found, Previous, Search};
pub use self::source::TextSource;
use self::unlinked::Decisions;
pub use self::unlinked::Unlinked;
use crate::finder::Finder;
use crate::link::{Link, LinkKind, OwnedLink};
use crate::options::Linking;
use crate::scan::{CONTEXT, Checkpoint, Links, Position};
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
    /// If the lengths do not agree, the edit was described wrongly, and the whole text is searched again.
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
        let Edit { range, new_len } = edit;
        let edit_end = range.start + new_len;
        // Lengths of texts are at most `isize::MAX`.
        let by = edit_end.wrapping_sub(range.end).cast_signed();
        let restored = self.decisions.edit(text, &range, new_len);
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
        self.merge(moved, found.links, &mut changes);
        for range in restored {
            self.mark(&range, true, &mut changes);
        }
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
            let range = found.start..found.start + found.len;
            let is_unlinked = self.decisions.contains(&range);
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

    /// Disables or enables links entirely. While they are disabled, edits are followed and decisions are kept.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::live::LiveLinks;
    /// use linkspan::options::Linking;
    ///
    /// let mut live = LiveLinks::new(Finder::new(), "example.com");
    /// assert_eq!(live.set_linking(Linking::Off).removed().len(), 1);
    /// assert_eq!(live.links().count(), 0);
    /// assert_eq!(live.set_linking(Linking::On).added().len(), 1);
    /// ```
    pub fn set_linking(&mut self, linking: Linking) -> Changes {
        let before: Vec<LiveLink> = self.links().collect();
        if self.linking == linking {
            return Changes::default();
        }
        self.linking = linking;
        Changes {
            removed: before.iter().map(|link| link.id).collect(),
            added: self.links().collect(),
            shift: Shift::default(),
        }
    }

    /// All links, in order.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let live = LiveLinks::new(Finder::new(), "a.com b.com");
    /// let ranges: Vec<_> = live.links().map(|link| link.range()).collect();
    /// assert_eq!(ranges, [0..5, 6..11]);
    /// ```
    pub fn links(&self) -> impl Iterator<Item = LiveLink> {
        self.links_from(0)
    }

    fn links_from(&self, index: usize) -> impl Iterator<Item = LiveLink> {
        let count = match self.linking {
            Linking::On => self.links.count(),
            Linking::Off => 0,
        };
        (index..count).filter_map(|index| {
            let (at, entry) = self.links.get(index)?;
            (!entry.is_unlinked).then(|| entry.live(at))
        })
    }

    /// The links that overlap a range, in order.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let live = LiveLinks::new(Finder::new(), "a.com b.com c.com");
    /// let ranges: Vec<_> = live.links_in(8..13).map(|link| link.range()).collect();
    /// assert_eq!(ranges, [6..11, 12..17]);
    /// ```
    pub fn links_in(&self, range: Range<usize>) -> impl Iterator<Item = LiveLink> {
        let first = self
            .links
            .partition_point(|at, entry| at + entry.len <= range.start);
        self.links_from(first)
            .take_while(move |link| link.range.start < range.end)
    }

    /// The link that contains the byte at `offset`.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let live = LiveLinks::new(Finder::new(), "see example.com");
    /// assert_eq!(live.link_at(6).unwrap().range(), 4..15);
    /// assert!(live.link_at(15).is_none());
    /// ```
    #[must_use]
    pub fn link_at(&self, offset: usize) -> Option<LiveLink> {
        self.links_in(offset..offset.saturating_add(1)).next()
    }

    /// The link with its text, its target and its parts. `None` if the link was removed.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let text = "see example.com/α";
    /// let live = LiveLinks::new(Finder::new(), text);
    /// let link = live.owned(text, &live.links().next().unwrap()).unwrap();
    /// assert_eq!(link.href(), "https://example.com/%CE%B1");
    /// assert_eq!(link.range(), 4..18);
    /// ```
    #[must_use]
    pub fn owned<S: TextSource + ?Sized>(&self, text: &S, link: &LiveLink) -> Option<OwnedLink> {
        let (at, entry) = self.links.get(self.index_of(link.range.start))?;
        if at != link.range.start || entry.id != link.id {
            return None;
        }
        let written = text.slice(link.range());
        let implied_scheme = self.finder.options().implied_scheme;
        let link = Link::new(&written, 0, entry.kind, entry.spans, implied_scheme);
        Some(link.into_owned().moved(at))
    }

    /// The number of links that start before `start`.
    fn index_of(&self, start: usize) -> usize {
        self.links.partition_point(|at, _| at < start)
    }

    /// The link at the caret that may change with the next characters that are typed there, such as `example.co` or
    /// `example.com/a.`; all other links are settled.
    ///
    /// This is the link that contains the caret or ends there, or the link before the caret if only punctuation is
    /// between them that a letter, a digit or a slash would make part of the link.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::live::LiveLinks;
    ///
    /// let is_growing = |text: &str| LiveLinks::new(Finder::new(), text).growing(text, text.len()).is_some();
    /// assert!(is_growing("see example.co"));
    /// assert!(is_growing("see example.com/a."));
    /// assert!(!is_growing("see example.com "));
    /// assert!(!is_growing("(see example.com)"));
    /// ```
    #[must_use]
    pub fn growing<S: TextSource + ?Sized>(&self, text: &S, caret: usize) -> Option<LiveLink> {
        let index = self.index_of(caret).checked_sub(1)?;
        let link = self.links_from(index).next()?;
        let Range { start, end } = link.range;
        if start >= caret {
            return None;
        }
        if caret <= end {
            return Some(link);
        }
        let options = self.finder.options();
        if caret - end > options.lookahead() {
            return None;
        }
        let caret = text.floor_char_boundary(caret);
        let from = text.floor_char_boundary(start.saturating_sub(CONTEXT));
        let typed = text.slice(from..caret.max(end));
        let grows = |next: &&str| {
            let mut typed = String::from(&*typed);
            typed.push_str(next);
            let position = Position::start(start - from);
            let found = Links::resumed(options, &typed, position).next();
            found.map(|link| link.range()) != Some(start - from..end - from)
        };
        ["a", "1", "/a"]
            .iter()
            .any(|next| grows(next))
            .then_some(link)
    }

    /// Makes the links that overlap a range text. Each of these strings stays text while it is unchanged, whatever
    /// happens around it. Editing it, or [`relink`](Self::relink), ends that, and undoing the edit restores it.
    ///
    /// An empty range stands for the link that contains or touches it.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::live::{Edit, LiveLinks};
    ///
    /// let mut live = LiveLinks::new(Finder::new(), "see example.com");
    /// assert_eq!(live.unlink("see example.com", 4..15).removed().len(), 1);
    /// // Another string is a link.
    /// assert_eq!(live.edit("see example.com/a", &Edit::insert(15, 2)).added().len(), 1);
    /// // The edit is undone.
    /// assert_eq!(live.edit("see example.com", &Edit::delete(15..17)).removed().len(), 1);
    /// assert_eq!(live.links().count(), 0);
    /// ```
    pub fn unlink<S: TextSource + ?Sized>(&mut self, text: &S, range: Range<usize>) -> Changes {
        let mut changes = Changes::default();
        for found in self.touching(&range, false) {
            self.decisions.add(&found, &text.slice(found.clone()));
            self.mark(&found, true, &mut changes);
        }
        self.report(changes)
    }

    /// Makes links again of the unlinked strings that overlap a range.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let mut live = LiveLinks::new(Finder::new(), "see example.com");
    /// live.unlink("see example.com", 4..15);
    /// assert_eq!(live.relink(4..15).added().len(), 1);
    /// ```
    pub fn relink(&mut self, range: Range<usize>) -> Changes {
        let mut changes = Changes::default();
        for found in self.touching(&range, true) {
            self.decisions.remove(&found);
            self.mark(&found, false, &mut changes);
        }
        self.report(changes)
    }

    /// The ranges of the links, unlinked or not, that overlap a range. An empty range overlaps what it touches.
    fn touching(&self, range: &Range<usize>, unlinked: bool) -> Vec<Range<usize>> {
        let overlaps = |found: &Range<usize>| {
            if range.is_empty() {
                found.start <= range.start && range.start <= found.end
            } else {
                found.start < range.end && range.start < found.end
            }
        };
        let first = self
            .links
            .partition_point(|at, entry| at + entry.len < range.start);
        let entries = (first..self.links.count()).filter_map(|index| self.links.get(index));
        entries
            .take_while(|&(at, _)| at <= range.end)
            .filter(|(_, entry)| entry.is_unlinked == unlinked)
            .map(|(at, entry)| at..at + entry.len)
            .filter(overlaps)
            .collect()
    }

    /// Marks the link in a range as unlinked or not.
    fn mark(&mut self, range: &Range<usize>, is_unlinked: bool, changes: &mut Changes) {
        let index = self.index_of(range.start);
        let Some((at, entry)) = self.links.get_mut(index) else {
            return;
        };
        if (at..at + entry.len) != *range || entry.is_unlinked == is_unlinked {
            return;
        }
        entry.is_unlinked = is_unlinked;
        let id = entry.id;
        if !is_unlinked {
            changes.added.push(entry.live(at));
        } else if let Some(added) = changes.added.iter().position(|link| link.id == id) {
            changes.added.remove(added);
        } else {
            changes.removed.push(id);
        }
    }

    /// The decisions that strings are not links, to be stored with the text.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let text = "see example.com and example.com";
    /// let mut live = LiveLinks::new(Finder::new(), text);
    /// live.unlink(text, 20..31);
    /// let unlinked = live.unlinked(text);
    /// assert_eq!(unlinked[0].text, "example.com");
    /// assert_eq!((unlinked[0].before.as_str(), unlinked[0].occurrence), ("see example.com and ", 1));
    /// ```
    #[must_use]
    pub fn unlinked<S: TextSource + ?Sized>(&self, text: &S) -> Vec<Unlinked> {
        let places = self.places(text);
        let ranges = self.decisions.ranges();
        let described = ranges.map(|range| {
            let written = text.slice(range.clone());
            let same = places.get(&*written).map(Vec::as_slice).unwrap_or_default();
            let occurrence = same.partition_point(|place| place.start < range.start);
            Unlinked::new(text, range, occurrence)
        });
        described.collect()
    }

    /// Applies stored decisions to a text that may have been edited since. A decision applies to a link with the same
    /// string: the one in the most similar context or, among equals, the one with the nearest number. If only the
    /// string agrees and it occurs several times, nothing identifies it, and the decision is dropped.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let text = "see example.com and example.com";
    /// let mut live = LiveLinks::new(Finder::new(), text);
    /// live.unlink(text, 20..31);
    /// let stored = live.unlinked(text);
    ///
    /// let text = "New: a.com. Now see example.com and example.com!";
    /// let mut live = LiveLinks::new(Finder::new(), text);
    /// live.restore(text, &stored);
    /// let ranges: Vec<_> = live.links().map(|link| link.range()).collect();
    /// assert_eq!(ranges, [5..10, 20..31]);
    /// ```
    pub fn restore<S: TextSource + ?Sized>(&mut self, text: &S, stored: &[Unlinked]) -> Changes {
        let mut changes = Changes::default();
        let mut places = self.places(text);
        for unlinked in stored {
            let Some(same) = places.get_mut(unlinked.text.as_str()) else {
                continue;
            };
            if let Some(place) = unlinked.place(text, same) {
                self.decisions.add(&place, &unlinked.text);
                self.mark(&place, true, &mut changes);
            }
        }
        self.report(changes)
    }

    /// Where each string is a link, unlinked or not.
    fn places<'s, S: TextSource + ?Sized>(
        &self,
        text: &'s S,
    ) -> BTreeMap<Cow<'s, str>, Vec<Range<usize>>> {
        let mut places: BTreeMap<Cow<'s, str>, Vec<Range<usize>>> = BTreeMap::new();
        for (at, entry) in (0..self.links.count()).filter_map(|index| self.links.get(index)) {
            let range = at..at + entry.len;
            let written = text.slice(range.clone());
            places.entry(written).or_default().push(range);
        }
        places
    }
}
