//! Decisions of users that a string is not a link, as they are stored with a text.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::source::TextSource;

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
