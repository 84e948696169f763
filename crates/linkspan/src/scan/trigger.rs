//! The few places in a text where a link can be noticed.
//!
//! Nearly all of a text is passed over in the search for these; `linkspan-vector` says how.

use linkspan_vector::Stretch;
use memchr::memchr;

use crate::examined;

/// What a link is noticed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    /// A label separator, and how many bytes it has.
    Dot(usize),
    /// `:`
    Colon,
    /// `@`
    At,
}

/// Jumps from trigger to trigger, forward only, so that no byte is looked at twice.
#[derive(Clone, Debug)]
pub(super) struct Triggers {
    /// Where the first stretch starts that was not looked at.
    unseen: usize,
    /// The one before it.
    stretch: Stretch,
    at: NextAt,
}

impl Triggers {
    pub(super) const fn new() -> Self {
        Self {
            unseen: 0,
            stretch: Stretch::new(),
            at: NextAt {
                searched_to: 0,
                found: None,
            },
        }
    }

    /// The first trigger at or after `from`.
    #[inline(always)]
    pub(super) fn next(&mut self, text: &str, from: usize) -> Option<(usize, Trigger)> {
        let bytes = text.as_bytes();
        let place = self.next_place(bytes, from)?;
        let trigger = match bytes.get(place)? {
            b'.' => Trigger::Dot(1),
            b':' => Trigger::Colon,
            b'@' => Trigger::At,
            _ => Trigger::Dot("。".len()),
        };
        Some((place, trigger))
    }

    #[inline(always)]
    fn next_place(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        if from < self.unseen {
            if let Some(place) = self.stretch.first_from(from) {
                return Some(place);
            }
        }
        let unseen = self.unseen.max(from);
        let place = self.stretch.seek(bytes, unseen);
        self.unseen = self.stretch.end();
        examined::note(self.unseen - unseen);
        place
    }

    /// The first `@` at or after `from` and before `to`.
    pub(super) fn at_between(&mut self, text: &str, from: usize, to: usize) -> Option<usize> {
        self.at.between(text, from, to)
    }
}

/// Looks for `@` ahead of the rest, and remembers how far, so that no byte is searched twice.
#[derive(Clone, Debug)]
struct NextAt {
    /// There is none between the places that were asked about and this, but for the one found.
    searched_to: usize,
    found: Option<usize>,
}

impl NextAt {
    fn between(&mut self, text: &str, from: usize, to: usize) -> Option<usize> {
        let to = to.min(text.len());
        if self.found.is_none_or(|at| at < from) {
            let start = self.searched_to.max(from);
            let stretch = text.as_bytes().get(start..to).unwrap_or_default();
            self.found = memchr(b'@', stretch).map(|at| start + at);
            examined::note(stretch.len());
            self.searched_to = self.found.map_or(to.max(start), |at| at + 1);
        }
        self.found.filter(|&at| at < to)
    }
}
