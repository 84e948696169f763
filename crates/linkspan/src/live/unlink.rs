//! Commands of users: no links at all, no link here.

use alloc::vec::Vec;
use core::ops::Range;

use super::LiveLinks;
use super::changes::{Changes, LiveLink, Shift};
use super::decisions::Places;
use super::source::TextSource;
use super::unlinked::Unlinked;
use crate::options::Linking;

impl LiveLinks {
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
        if is_unlinked {
            changes.removed.push(entry.id);
        } else {
            changes.added.push(entry.live(at));
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
        let places = places(text, self.ranges());
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
        let mut places = places(text, self.ranges());
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

    /// The ranges of all links, unlinked or not.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let entries = (0..self.links.count()).filter_map(|index| self.links.get(index));
        entries.map(|(at, entry)| at..at + entry.len)
    }
}

/// Where each string is, of those in these ranges.
pub(super) fn places<S: TextSource + ?Sized>(
    text: &S,
    ranges: impl Iterator<Item = Range<usize>>,
) -> Places<'_> {
    let mut places = Places::new();
    for range in ranges {
        let written = text.slice(range.clone());
        places.entry(written).or_default().push(range);
    }
    places
}
