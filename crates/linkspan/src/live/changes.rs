//! Edits, and what they change.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use crate::link::LinkKind;
use crate::sort::sort_by;

/// Identifies a link of a [`LiveLinks`](super::LiveLinks) as long as its string is unchanged, wherever it moves. Ids are
/// not reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub(super) u64);

impl LinkId {
    /// The id as a number, for hosts in other languages. It counts links from 1 and is less than 2^53 in practice, so that
    /// a number of JavaScript represents it.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let live = LiveLinks::new(Finder::new(), "example.com");
    /// assert_eq!(live.links().next().unwrap().id().as_u64(), 1);
    /// ```
    #[must_use]
    pub const fn as_u64(self) -> u64 {
        self.0
    }
}

/// A link in a text that changes: its id and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LiveLink {
    pub(super) id: LinkId,
    pub(super) range: Range<usize>,
    pub(super) kind: LinkKind,
}

impl LiveLink {
    /// The id.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let live = LiveLinks::new(Finder::new(), "example.com example.org");
    /// let ids: Vec<_> = live.links().map(|link| link.id()).collect();
    /// assert_ne!(ids[0], ids[1]);
    /// ```
    #[must_use]
    pub fn id(&self) -> LinkId {
        self.id
    }

    /// The range in the text, in bytes.
    ///
    /// ```
    /// # use linkspan::{Finder, live::LiveLinks};
    /// let live = LiveLinks::new(Finder::new(), "see example.com");
    /// assert_eq!(live.links().next().unwrap().range(), 4..15);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The kind.
    ///
    /// ```
    /// # use linkspan::{Finder, LinkKind, live::LiveLinks};
    /// let live = LiveLinks::new(Finder::new(), "ann@example.com");
    /// assert_eq!(live.links().next().unwrap().kind(), LinkKind::Email);
    /// ```
    #[must_use]
    pub fn kind(&self) -> LinkKind {
        self.kind
    }
}

/// A change of a text: a range of bytes was replaced with `new_len` bytes.
///
/// ```
/// use linkspan::live::Edit;
///
/// // "example.co" becomes "example.com".
/// assert_eq!(Edit::insert(10, 1), Edit { range: 10..10, new_len: 1 });
/// assert_eq!(Edit::delete(3..4), Edit { range: 3..4, new_len: 0 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// The bytes that were replaced, in the text before the edit.
    pub range: Range<usize>,
    /// The number of bytes that replace them.
    pub new_len: usize,
}

impl Edit {
    /// The insertion of `len` bytes.
    ///
    /// ```
    /// assert_eq!(linkspan::live::Edit::insert(2, 3).new_len, 3);
    /// ```
    #[must_use]
    pub const fn insert(at: usize, len: usize) -> Self {
        Self {
            range: at..at,
            new_len: len,
        }
    }

    /// The removal of a range.
    ///
    /// ```
    /// assert_eq!(linkspan::live::Edit::delete(2..4).new_len, 0);
    /// ```
    #[must_use]
    pub const fn delete(range: Range<usize>) -> Self {
        Self { range, new_len: 0 }
    }
}

/// How links after an edit move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shift {
    /// The end of the edited range in the text before the edit. Links that start there or later move.
    pub from: usize,
    /// The number of bytes by which they move.
    pub by: isize,
}

/// What an edit changes: the links that are removed, the links that are added, and how all others move.
///
/// The report is small, whatever the number of links: links that move do so by the same number of bytes. Links before
/// the edit stay where they are. [`LiveLinks::links_in`](super::LiveLinks::links_in) lists links after an offset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub(super) removed: Vec<LinkId>,
    pub(super) added: Vec<LiveLink>,
    pub(super) shift: Shift,
}

impl Changes {
    /// The links that are removed.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::live::{Edit, LiveLinks};
    ///
    /// let mut live = LiveLinks::new(Finder::new(), "example.com");
    /// let id = live.links().next().unwrap().id();
    /// assert_eq!(live.edit("example com", &Edit { range: 7..8, new_len: 1 }).removed(), [id]);
    /// ```
    #[must_use]
    pub fn removed(&self) -> &[LinkId] {
        &self.removed
    }

    /// The links that are added, in order, with their ranges in the text after the edit.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::live::{Edit, LiveLinks};
    ///
    /// let mut live = LiveLinks::new(Finder::new(), "example com");
    /// let changes = live.edit("example.com", &Edit { range: 7..8, new_len: 1 });
    /// assert_eq!(changes.added()[0].range(), 0..11);
    /// ```
    #[must_use]
    pub fn added(&self) -> &[LiveLink] {
        &self.added
    }

    /// How the links move that are neither removed nor added.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::live::{Edit, LiveLinks, Shift};
    ///
    /// let mut live = LiveLinks::new(Finder::new(), "see example.com");
    /// let changes = live.edit("now see example.com", &Edit::insert(0, 4));
    /// assert_eq!(changes.shift(), Shift { from: 0, by: 4 });
    /// assert!(changes.removed().is_empty() && changes.added().is_empty());
    /// ```
    #[must_use]
    pub fn shift(&self) -> Shift {
        self.shift
    }

    /// Whether no link is removed or added, and none can move.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::live::{Edit, LiveLinks};
    ///
    /// let mut live = LiveLinks::new(Finder::new(), "see example.com");
    /// assert!(live.edit("sea example.com", &Edit { range: 2..3, new_len: 1 }).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty() && self.shift.by == 0
    }

    /// Makes a list of all links before the edit the list of all links after it.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::live::{Edit, LiveLinks};
    ///
    /// let mut live = LiveLinks::new(Finder::new(), "a.com b.com");
    /// let mut links: Vec<_> = live.links().collect();
    /// let changes = live.edit("a.com, c.com, b.com", &Edit::insert(5, 8));
    /// changes.apply(&mut links);
    /// assert!(links.into_iter().eq(live.links()));
    /// ```
    pub fn apply(&self, links: &mut Vec<LiveLink>) {
        let removed: BTreeSet<LinkId> = self.removed.iter().copied().collect();
        links.retain(|link| !removed.contains(&link.id));
        for link in links.iter_mut() {
            if link.range.start >= self.shift.from {
                let moved = |offset: usize| offset.saturating_add_signed(self.shift.by);
                link.range = moved(link.range.start)..moved(link.range.end);
            }
        }
        links.extend(self.added.iter().cloned());
        sort_by(links, |a, b| a.range.start.cmp(&b.range.start));
    }
}
