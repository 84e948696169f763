//! Which links there are, and which of them may still grow.

use alloc::string::String;
use core::ops::Range;

use super::LiveLinks;
use super::changes::LiveLink;
use super::source::TextSource;
use crate::link::{Link, OwnedLink};
use crate::options::Linking;
use crate::scan::{CONTEXT, Links, Position};

impl LiveLinks {
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
    pub(super) fn index_of(&self, start: usize) -> usize {
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
        ["a", "1", "/a"].iter().any(grows).then_some(link)
    }
}
