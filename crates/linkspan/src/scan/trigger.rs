//! The few places in a text where a link can be noticed.

use memchr::{memchr, memchr3, memmem};

use crate::examined;

/// The label separators besides the full stop.
const IDEOGRAPHIC_DOTS: [&str; 3] = ["。", "．", "｡"];

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

/// Jumps from trigger to trigger. Each kind of search remembers how far it got, so that no byte is
/// searched twice for the same thing.
#[derive(Clone, Debug)]
pub(super) struct Triggers {
    ascii: Ahead,
    ideographic: [Ahead; 3],
    at: Ahead,
}

/// The next place of something, as far as it is known.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    /// The place, or `usize::MAX` if there is no further one.
    place: Option<usize>,
}

impl Ahead {
    const UNKNOWN: Self = Self { place: None };
    const NONE: usize = usize::MAX;

    /// The first place at or after `from`, by `search` if it is not known yet.
    fn from(&mut self, from: usize, text: &str, search: impl Fn(&[u8]) -> Option<usize>) -> usize {
        match self.place {
            Some(place) if place >= from => place,
            _ => {
                let rest = text.as_bytes().get(from..).unwrap_or_default();
                let found = search(rest);
                examined::note(found.unwrap_or(rest.len()));
                let place = found.map_or(Self::NONE, |found| from + found);
                self.place = Some(place);
                place
            }
        }
    }
}

impl Triggers {
    pub(super) const fn new() -> Self {
        Self {
            ascii: Ahead::UNKNOWN,
            ideographic: [Ahead::UNKNOWN; 3],
            at: Ahead::UNKNOWN,
        }
    }

    /// The first trigger at or after `from`.
    pub(super) fn next(&mut self, text: &str, from: usize) -> Option<(usize, Trigger)> {
        let ascii = self
            .ascii
            .from(from, text, |rest| memchr3(b'.', b':', b'@', rest));
        let mut first = ascii;
        let mut length = 1;
        for (ahead, dot) in self.ideographic.iter_mut().zip(IDEOGRAPHIC_DOTS) {
            let place = ahead.from(from, text, |rest| memmem::find(rest, dot.as_bytes()));
            if place < first {
                first = place;
                length = dot.len();
            }
        }
        let trigger = match text.as_bytes().get(first)? {
            b':' => Trigger::Colon,
            b'@' => Trigger::At,
            _ => Trigger::Dot(length),
        };
        Some((first, trigger))
    }

    /// The first `@` at or after `from`.
    pub(super) fn next_at(&mut self, text: &str, from: usize) -> Option<usize> {
        let place = self.at.from(from, text, |rest| memchr(b'@', rest));
        (place != Ahead::NONE).then_some(place)
    }
}
