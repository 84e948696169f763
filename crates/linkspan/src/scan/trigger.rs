//! Triggers: the characters in a text at which a link can be recognised.
//!
//! The search skips from trigger to trigger and reads nothing else of most texts. `linkspan-vector` finds
//! triggers 512 bytes at a time.

use linkspan_vector::TriggerBlock;
use memchr::memchr;

use crate::counter;

/// A character at which a link can be recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    /// A label separator, and its length in bytes.
    Dot(usize),
    /// `:`
    Colon,
    /// `@`
    At,
}

impl Trigger {
    /// The trigger at an offset of a text.
    #[inline(always)]
    pub(super) fn at(text: &str, offset: usize) -> Self {
        let byte = text.as_bytes().get(offset);
        // Dots are the most frequent triggers.
        if byte == Some(&b'.') {
            return Self::Dot(1);
        }
        match byte {
            Some(b':') => Self::Colon,
            Some(b'@') => Self::At,
            _ => Self::Dot("。".len()),
        }
    }
}

/// Iterates over triggers, forward only, so that no byte is read twice.
#[derive(Clone, Debug)]
pub(super) struct Triggers {
    /// The start of the first block that was not searched yet.
    unsearched: usize,
    /// The last block that was searched.
    block: TriggerBlock,
    next_at: NextByte,
    /// Finds the colons that no `/` follows, if they may belong to a link.
    colons: Option<NextByte>,
}

impl Triggers {
    /// The triggers of a text. Only `with_colons` are colons among them that no `/` follows.
    pub(super) const fn new(with_colons: bool) -> Self {
        Self {
            unsearched: 0,
            block: TriggerBlock::new(),
            next_at: NextByte::new(b'@'),
            colons: if with_colons {
                Some(NextByte::new(b':'))
            } else {
                None
            },
        }
    }

    /// The offset of the first trigger at or after `from`.
    #[inline(always)]
    pub(super) fn next(&mut self, text: &str, from: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut offset = self.next_in_block(bytes, from);
        if let Some(colons) = &mut self.colons {
            let to = offset.unwrap_or(bytes.len());
            offset = colons.between(text, from, to).or(offset);
        }
        offset
    }

    #[inline(always)]
    fn next_in_block(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        if let Some(offset) = self.block.next_trigger(from) {
            return Some(offset);
        }
        let start = self.unsearched.max(from);
        if start >= bytes.len() {
            return None;
        }
        let offset = self.block.seek(bytes, start);
        self.unsearched = self.block.end();
        counter::add(self.unsearched.min(bytes.len()).saturating_sub(start));
        offset
    }

    /// The first `@` at or after `from` and before `to`.
    pub(super) fn at_between(&mut self, text: &str, from: usize, to: usize) -> Option<usize> {
        self.next_at.between(text, from, to)
    }
}

/// Searches for a byte apart from the other triggers. It stores how far it searched, so that no byte is searched
/// twice.
#[derive(Clone, Debug)]
struct NextByte {
    byte: u8,
    /// Invariant: the byte does not occur between the last queried offset and this one, except at `found`.
    searched_to: usize,
    found: Option<usize>,
}

impl NextByte {
    const fn new(byte: u8) -> Self {
        Self {
            byte,
            searched_to: 0,
            found: None,
        }
    }

    fn between(&mut self, text: &str, from: usize, to: usize) -> Option<usize> {
        let to = to.min(text.len());
        if self.found.is_none_or(|at| at < from) {
            let start = self.searched_to.max(from);
            let unsearched = text.as_bytes().get(start..to).unwrap_or_default();
            let found = memchr(self.byte, unsearched);
            counter::add(found.map_or(unsearched.len(), |at| at + 1));
            self.found = found.map(|at| start + at);
            self.searched_to = self.found.map_or(to.max(start), |at| at + 1);
        }
        self.found.filter(|&at| at < to)
    }
}
