//! Decisions of users that a string is not a link.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::source::TextSource;

/// How many decisions about strings that were edited are kept, in case the edit is undone.
const MAX_DORMANT: usize = 64;

/// How many bytes of the text on each side identify a string, at most.
const CONTEXT_LEN: usize = 32;

/// How many bytes of the context must agree, if the string occurs several times. A space does not identify it.
const MIN_COMMON_CONTEXT: usize = 4;

/// A decision that a string is not a link, independent of where the string is. It is stored with a text.
///
/// With the feature `serde` it is serialised as a map of its fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Unlinked {
    /// The string.
    pub text: String,
    /// The text directly before it, up to 32 bytes.
    pub before: String,
    /// The text directly after it, up to 32 bytes.
    pub after: String,
    /// How many links with the same string precede it.
    pub occurrence: usize,
}

/// A string that is not a link.
#[derive(Clone, Debug)]
struct Decision {
    /// Where the string starts, or would start: `lost` bytes before it were deleted with it.
    start: usize,
    lost: usize,
    text: Box<str>,
    /// Whether the string is unchanged.
    is_active: bool,
    /// The number of the last edit of the string.
    edited: u64,
}

impl Decision {
    fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// All decisions about a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Decisions {
    /// In the order of their starts.
    list: Vec<Decision>,
    edits: u64,
}

impl Decisions {
    /// Whether a string that is not a link is exactly in this range.
    pub(super) fn contains(&self, range: &Range<usize>) -> bool {
        let first = self
            .list
            .partition_point(|decision| decision.start < range.start);
        let here = self.list.iter().skip(first);
        let mut here = here.take_while(|decision| decision.start == range.start);
        here.any(|decision| decision.is_active && decision.range() == *range)
    }

    pub(super) fn add(&mut self, range: &Range<usize>, text: &str) {
        if self.contains(range) {
            return;
        }
        self.list.push(Decision {
            start: range.start,
            lost: 0,
            text: text.into(),
            is_active: true,
            edited: 0,
        });
        self.sort();
    }

    pub(super) fn remove(&mut self, range: &Range<usize>) {
        self.list
            .retain(|decision| !(decision.is_active && decision.range() == *range));
    }

    fn sort(&mut self) {
        self.list.sort_by_key(|decision| decision.start);
    }

    /// The ranges of all active decisions.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let active = self.list.iter().filter(|decision| decision.is_active);
        active.map(Decision::range)
    }

    /// Follows an edit of the text. Returns the ranges of decisions that apply again.
    pub(super) fn edit<S: TextSource + ?Sized>(
        &mut self,
        source: &S,
        replaced: &Range<usize>,
        new_len: usize,
    ) -> Vec<Range<usize>> {
        self.edits += 1;
        let mut restored = Vec::new();
        for decision in &mut self.list {
            if !decision.follow(replaced, new_len) {
                continue;
            }
            decision.edited = self.edits;
            let was_active = core::mem::take(&mut decision.is_active);
            let start = decision.start + decision.lost;
            let end = start + decision.text.len();
            let is_range = end <= source.len()
                && [start, end]
                    .iter()
                    .all(|&at| source.floor_char_boundary(at) == at);
            if is_range && source.slice(start..end) == *decision.text {
                decision.start = start;
                decision.lost = 0;
                decision.is_active = true;
                restored.push(start..end);
            } else if !was_active {
                decision.absorb(replaced.start, new_len);
            }
        }
        if !self.list.is_empty() {
            self.drop_old();
            self.sort();
        }
        restored
    }

    /// Removes the decisions about strings whose edits were not undone for the longest time.
    fn drop_old(&mut self) {
        let dormant = self.list.iter().filter(|decision| !decision.is_active);
        let mut edited: Vec<u64> = dormant.map(|decision| decision.edited).collect();
        if let Some(excess) = edited.len().checked_sub(MAX_DORMANT + 1) {
            edited.sort_unstable();
            let last = edited.get(excess).copied().unwrap_or_default();
            self.list
                .retain(|decision| decision.is_active || decision.edited > last);
        }
    }
}

impl Decision {
    /// Moves the decision with an edit. Returns whether the edit may change the string.
    fn follow(&mut self, replaced: &Range<usize>, new_len: usize) -> bool {
        let (start, end) = (replaced.start, replaced.end);
        let own_end = self.start + self.lost + self.text.len();
        let (is_before, is_after) = if self.is_active {
            (end <= self.start, start >= own_end)
        } else {
            (end < self.start, start > own_end)
        };
        if is_before {
            self.start = self.start - (end - start) + new_len;
        }
        if is_before || is_after {
            return false;
        }
        self.lost += self.start.saturating_sub(start);
        self.start = self.start.min(start);
        true
    }

    /// Text inserted at the place of a string that was deleted may be what preceded it.
    fn absorb(&mut self, start: usize, new_len: usize) {
        if start == self.start {
            let absorbed = new_len.min(self.lost);
            self.start += absorbed;
            self.lost -= absorbed;
        }
    }
}

impl Unlinked {
    /// A decision that a host stored in a form of its own, from its fields.
    ///
    /// ```
    /// # use linkspan::{Finder, live::{LiveLinks, Unlinked}};
    /// let text = "see example.com";
    /// let mut live = LiveLinks::new(Finder::new(), text);
    /// live.unlink(text, 4..15);
    /// let [stored] = &live.unlinked(text)[..] else { unreachable!() };
    /// let fields = (stored.text.clone(), stored.before.clone(), stored.after.clone());
    /// let read = Unlinked::from_parts(fields.0, fields.1, fields.2, stored.occurrence);
    /// assert_eq!(&read, stored);
    /// ```
    #[must_use]
    pub fn from_parts(text: String, before: String, after: String, occurrence: usize) -> Self {
        Self {
            text,
            before,
            after,
            occurrence,
        }
    }

    /// Describes the string in a range.
    pub(super) fn new<S: TextSource + ?Sized>(
        source: &S,
        range: Range<usize>,
        occurrence: usize,
    ) -> Self {
        let (before, after) = context(source, &range);
        Self {
            text: source.slice(range).into_owned(),
            before,
            after,
            occurrence,
        }
    }

    /// The best match for the string among the places where it occurs, in order. `None` if nothing identifies one.
    pub(super) fn place<S: TextSource + ?Sized>(
        &self,
        source: &S,
        places: &[Range<usize>],
    ) -> Option<Range<usize>> {
        let score = |range: &Range<usize>| {
            let (before, after) = context(source, range);
            let before = self.before.bytes().rev().zip(before.bytes().rev());
            let after = self.after.bytes().zip(after.bytes());
            let same = |&(first, second): &(u8, u8)| first == second;
            before.take_while(same).count() + after.take_while(same).count()
        };
        let scores: Vec<usize> = places.iter().map(score).collect();
        let best = scores.iter().copied().max()?;
        // The same string in another context is another string, unless it is the only one.
        let needed = MIN_COMMON_CONTEXT.min(self.before.len() + self.after.len());
        if best < needed && places.len() > 1 {
            return None;
        }
        let is_best = |index: &usize| scores.get(*index) == Some(&best);
        let nearest = (0..places.len())
            .filter(is_best)
            .min_by_key(|index| index.abs_diff(self.occurrence))?;
        places.get(nearest).cloned()
    }
}

/// The text directly before and after a range.
fn context<S: TextSource + ?Sized>(source: &S, range: &Range<usize>) -> (String, String) {
    let from = range.start.saturating_sub(CONTEXT_LEN);
    let from = source.floor_char_boundary(from);
    let to = source.floor_char_boundary(range.end.saturating_add(CONTEXT_LEN));
    (
        source.slice(from..range.start).as_ref().to_owned(),
        source.slice(range.end..to).as_ref().to_owned(),
    )
}
