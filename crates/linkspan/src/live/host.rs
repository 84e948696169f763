//! Texts that a host counts in UTF-16 code units or code points.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::changes::Edit;
use super::source::TextSource;
use crate::offset::OffsetUnit;

/// The length of a block that is split, in units.
const MAX_BLOCK_LEN: usize = 2048;

/// The length of new blocks, in units.
const BLOCK_LEN: usize = 1024;

/// A text that somebody else owns and counts in another unit than bytes: a string of JavaScript, the document of an
/// editor. It is implemented for slices of UTF-16 code units.
///
/// ```
/// use std::borrow::Cow;
/// use std::ops::Range;
/// use linkspan::live::{HostOffsets, HostText};
/// use linkspan::offset::OffsetUnit;
///
/// /// A text that is counted in characters, as in Python.
/// struct Characters(Vec<char>);
///
/// impl HostText for Characters {
///     fn len(&self) -> usize {
///         self.0.len()
///     }
///
///     fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
///         self.0[range].iter().collect::<String>().into()
///     }
/// }
///
/// let text = Characters("äöü".chars().collect());
/// let offsets = HostOffsets::new(&text, OffsetUnit::CodePoint);
/// assert_eq!(offsets.to_bytes(&text, 1..3), 2..6);
/// ```
pub trait HostText {
    /// The length of the text, in units.
    fn len(&self) -> usize;

    /// The text in a range of units. A half of a surrogate pair becomes U+FFFD, as does a surrogate without a pair.
    fn slice(&self, range: Range<usize>) -> Cow<'_, str>;

    /// Whether the text has no characters.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl HostText for [u16] {
    fn len(&self) -> usize {
        self.len()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        let units = self.get(range).unwrap_or_default();
        Cow::Owned(String::from_utf16_lossy(units))
    }
}

/// Converts between the offsets of a host and bytes of UTF-8, without a copy of the text.
///
/// It stores two numbers for about each KiB of the text, and requests less than a few KiB of the text for a conversion.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::live::{HostOffsets, LiveLinks};
/// use linkspan::offset::OffsetUnit;
///
/// let mut text: Vec<u16> = "😀 example.co".encode_utf16().collect();
/// let mut offsets = HostOffsets::new(&text[..], OffsetUnit::Utf16);
/// let mut live = LiveLinks::new(Finder::new(), &offsets.source(&text[..]));
///
/// // The user types an "m" at the end.
/// text.push(u16::from(b'm'));
/// let edit = offsets.edit(&text[..], 13..13, 1);
/// let changes = live.edit(&offsets.source(&text[..]), &edit);
/// let added = changes.added()[0].range();
/// assert_eq!((added.clone(), offsets.to_host(&text[..], added)), (5..16, 3..14));
/// ```
#[derive(Clone, Debug)]
pub struct HostOffsets {
    unit: OffsetUnit,
    /// Each ends on a character boundary.
    blocks: Vec<Block>,
}

/// The length of a part of the text, in both units.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    units: usize,
    bytes: usize,
}

/// A text of a host as a [`TextSource`]; [`HostOffsets::source`] returns it.
#[derive(Debug)]
pub struct HostSource<'a, T: ?Sized> {
    offsets: &'a HostOffsets,
    text: &'a T,
}

impl HostOffsets {
    /// Reads a text that is counted in a unit.
    ///
    /// ```
    /// # use linkspan::{live::{HostOffsets, TextSource}, offset::OffsetUnit};
    /// let text: Vec<u16> = "😀 a".encode_utf16().collect();
    /// let offsets = HostOffsets::new(&text[..], OffsetUnit::Utf16);
    /// assert_eq!((text.len(), offsets.source(&text[..]).len()), (4, 6));
    /// ```
    #[must_use]
    pub fn new<T: HostText + ?Sized>(text: &T, unit: OffsetUnit) -> Self {
        let mut offsets = Self {
            unit,
            blocks: Vec::new(),
        };
        offsets.blocks = offsets.read(text, 0..text.len());
        offsets
    }

    /// Follows an edit that replaced a range of units with `new_len` units. `text` is the text after it. Returns the edit
    /// in bytes.
    ///
    /// If the lengths do not agree, the whole text is read again, and the edit replaces all of it.
    ///
    /// ```
    /// # use linkspan::{live::{Edit, HostOffsets}, offset::OffsetUnit};
    /// let mut text: Vec<u16> = "😀 a".encode_utf16().collect();
    /// let mut offsets = HostOffsets::new(&text[..], OffsetUnit::Utf16);
    /// text.push(u16::from(b'b'));
    /// assert_eq!(offsets.edit(&text[..], 4..4, 1), Edit::insert(6, 1));
    /// ```
    pub fn edit<T: HostText + ?Sized>(
        &mut self,
        text: &T,
        range: Range<usize>,
        new_len: usize,
    ) -> Edit {
        let all = self.total();
        let kept = range
            .end
            .checked_sub(range.start)
            .and_then(|removed| all.units.checked_sub(removed));
        let is_right = range.end <= all.units
            && kept.and_then(|kept| kept.checked_add(new_len)) == Some(text.len());
        if !is_right {
            self.blocks = self.read(text, 0..text.len());
            return Edit {
                range: 0..all.bytes,
                new_len: self.total().bytes,
            };
        }
        // The edit may have split or joined characters at its ends.
        let start = start_of_character(text, range.start);
        let new_end = end_of_character(text, range.start + new_len);
        let end = range.end + (new_end - range.start - new_len);
        let (first, first_start) = self.block_at(start, |block| block.units);
        let (last, last_start) = self.block_at(end, |block| block.units);
        let last_end = last_start.plus(self.block(last));
        // Units after the edit have moved.
        let moved = |unit: usize| unit - end + new_end;
        let before = len_in_bytes(text, first_start.units..start);
        let after = len_in_bytes(text, new_end..moved(last_end.units));
        let blocks = self.read(text, first_start.units..moved(last_end.units));
        let new_bytes: usize = blocks.iter().map(|block| block.bytes).sum();
        self.blocks
            .splice(first..(last + 1).min(self.blocks.len()), blocks);
        let start = first_start.bytes + before;
        Edit {
            range: start..last_end.bytes - after,
            new_len: new_bytes - before - after,
        }
    }

    /// The text of the host in bytes.
    ///
    /// ```
    /// # use linkspan::{live::{HostOffsets, TextSource}, offset::OffsetUnit};
    /// let text: Vec<u16> = "😀 a".encode_utf16().collect();
    /// let offsets = HostOffsets::new(&text[..], OffsetUnit::Utf16);
    /// assert_eq!(offsets.source(&text[..]).slice(0..5), "😀 ");
    /// ```
    #[must_use]
    pub fn source<'a, T: HostText + ?Sized>(&'a self, text: &'a T) -> HostSource<'a, T> {
        HostSource {
            offsets: self,
            text,
        }
    }

    /// Converts a range of bytes to units of the host. An offset inside a character counts as its start, and one after the
    /// end as the end.
    ///
    /// ```
    /// # use linkspan::{live::HostOffsets, offset::OffsetUnit};
    /// let text: Vec<u16> = "😀 a".encode_utf16().collect();
    /// let offsets = HostOffsets::new(&text[..], OffsetUnit::Utf16);
    /// assert_eq!(offsets.to_host(&text[..], 5..6), 3..4);
    /// ```
    #[must_use]
    pub fn to_host<T: HostText + ?Sized>(&self, text: &T, range: Range<usize>) -> Range<usize> {
        let [start, end] = [range.start, range.end].map(|offset| self.floor(text, offset).units);
        start..end
    }

    /// Converts a range of units of the host to bytes. An offset inside a character counts as its start, and one after
    /// the end as the end.
    ///
    /// ```
    /// # use linkspan::{live::HostOffsets, offset::OffsetUnit};
    /// let text: Vec<u16> = "😀 a".encode_utf16().collect();
    /// let offsets = HostOffsets::new(&text[..], OffsetUnit::Utf16);
    /// assert_eq!(offsets.to_bytes(&text[..], 3..4), 5..6);
    /// ```
    #[must_use]
    pub fn to_bytes<T: HostText + ?Sized>(&self, text: &T, range: Range<usize>) -> Range<usize> {
        let [start, end] = [range.start, range.end].map(|offset| {
            let (index, start) = self.block_at(offset, |block| block.units);
            let block = self.text_of(text, index, start);
            let mut at = start;
            for c in block.chars() {
                let next = at.plus(self.measure(c));
                if next.units > offset {
                    break;
                }
                at = next;
            }
            at.bytes
        });
        start..end
    }

    fn measure(&self, c: char) -> Block {
        Block {
            units: match self.unit {
                OffsetUnit::Utf16 => c.len_utf16(),
                OffsetUnit::CodePoint => 1,
            },
            bytes: c.len_utf8(),
        }
    }

    fn total(&self) -> Block {
        let blocks = self.blocks.iter();
        blocks.fold(Block::default(), |sum, block| sum.plus(*block))
    }

    fn block(&self, index: usize) -> Block {
        self.blocks.get(index).copied().unwrap_or_default()
    }

    /// The index of the block that contains an offset, or of the last block, and where it starts.
    fn block_at(&self, offset: usize, unit: impl Fn(Block) -> usize) -> (usize, Block) {
        let mut start = Block::default();
        let last = self.blocks.len().saturating_sub(1);
        for (index, block) in self.blocks.iter().enumerate() {
            let end = start.plus(*block);
            if offset < unit(end) || index == last {
                return (index, start);
            }
            start = end;
        }
        (last, start)
    }

    fn text_of<'t, T: HostText + ?Sized>(
        &self,
        text: &'t T,
        index: usize,
        start: Block,
    ) -> Cow<'t, str> {
        text.slice(start.units..start.units + self.block(index).units)
    }

    /// The last character boundary at or before an offset in bytes, in both units.
    fn floor<T: HostText + ?Sized>(&self, text: &T, offset: usize) -> Block {
        let (index, start) = self.block_at(offset, |block| block.bytes);
        if offset <= start.bytes {
            return start;
        }
        let mut at = start;
        for c in self.text_of(text, index, start).chars() {
            let next = at.plus(self.measure(c));
            if next.bytes > offset {
                break;
            }
            at = next;
        }
        at
    }

    /// The blocks of a range that starts and ends on character boundaries.
    fn read<T: HostText + ?Sized>(&self, text: &T, range: Range<usize>) -> Vec<Block> {
        if range.is_empty() {
            return Vec::new();
        }
        let wanted = if range.len() <= MAX_BLOCK_LEN {
            MAX_BLOCK_LEN
        } else {
            BLOCK_LEN
        };
        let mut blocks = Vec::new();
        let mut block = Block::default();
        for c in text.slice(range).chars() {
            block = block.plus(self.measure(c));
            if block.units >= wanted {
                blocks.push(core::mem::take(&mut block));
            }
        }
        if block.units > 0 {
            blocks.push(block);
        }
        blocks
    }
}

impl Block {
    fn plus(self, other: Self) -> Self {
        Self {
            units: self.units + other.units,
            bytes: self.bytes + other.bytes,
        }
    }
}

impl<T: HostText + ?Sized> TextSource for HostSource<'_, T> {
    fn len(&self) -> usize {
        self.offsets.total().bytes
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        let range = self.offsets.to_host(self.text, range);
        if range.is_empty() {
            Cow::Borrowed("")
        } else {
            self.text.slice(range)
        }
    }

    fn floor_char_boundary(&self, offset: usize) -> usize {
        self.offsets.floor(self.text, offset).bytes
    }
}

fn len_in_bytes<T: HostText + ?Sized>(text: &T, range: Range<usize>) -> usize {
    if range.is_empty() {
        0
    } else {
        text.slice(range).len()
    }
}

/// Whether a range of two units is a surrogate pair.
fn is_pair<T: HostText + ?Sized>(text: &T, start: usize) -> bool {
    let end = start + 2;
    end <= text.len() && text.slice(start..end).chars().count() == 1
}

/// The boundary before what may be the first half of a character that ended at `offset` before or after an edit.
fn start_of_character<T: HostText + ?Sized>(text: &T, offset: usize) -> usize {
    let is_half = |at: usize| text.slice(at..at + 1) == "\u{FFFD}";
    let follows_pair = || offset >= 2 && is_pair(text, offset - 2);
    match offset.checked_sub(1) {
        Some(before) if is_half(before) && !follows_pair() => before,
        _ => offset,
    }
}

/// The boundary after what may be the second half of a character that started at `offset` before or after an edit.
fn end_of_character<T: HostText + ?Sized>(text: &T, offset: usize) -> usize {
    let is_half = |at: usize| at < text.len() && text.slice(at..at + 1) == "\u{FFFD}";
    if is_half(offset) && !is_pair(text, offset) {
        offset + 1
    } else {
        offset
    }
}

#[cfg(test)]
#[expect(
    clippy::indexing_slicing,
    reason = "a test fails if it indexes wrongly"
)]
mod tests {
    use std::vec;

    use super::*;

    fn assert_blocks(offsets: &HostOffsets, len: usize) {
        assert_eq!(offsets.total().units, len);
        assert!(offsets.blocks.iter().all(|block| block.units > 0));
        assert!(
            offsets
                .blocks
                .iter()
                .all(|block| block.units <= MAX_BLOCK_LEN)
        );
        let count = offsets.blocks.len();
        assert!(
            count <= 2 * len.div_ceil(BLOCK_LEN),
            "{count} blocks for {len} units"
        );
    }

    #[test]
    fn blocks_have_about_the_same_length() {
        let mut text = vec![0x61; 2 * MAX_BLOCK_LEN];
        let mut offsets = HostOffsets::new(&text[..], OffsetUnit::Utf16);
        assert_blocks(&offsets, text.len());
        // The second unit of a character does not fit into a block.
        let pair = [0xD83D, 0xDE00];
        let pairs = [&[0x61][..], &pair.repeat(MAX_BLOCK_LEN)].concat();
        let mut of_pairs = HostOffsets::new(&pairs[..], OffsetUnit::Utf16);
        assert!(
            of_pairs
                .blocks
                .iter()
                .all(|block| block.units <= BLOCK_LEN + 1)
        );
        of_pairs.edit(&pairs[..1], 1..pairs.len(), 0);
        assert_blocks(&of_pairs, 1);
        // Somebody types, here and there, and pastes and deletes a long text.
        for at in [MAX_BLOCK_LEN - 10, 0, 3000] {
            for number in 0..3 * BLOCK_LEN {
                text.insert(at + number % 100, 0xE4);
                offsets.edit(&text[..], at + number % 100..at + number % 100, 1);
            }
            assert_blocks(&offsets, text.len());
        }
        text.splice(5000..5000, vec![0x61; 10 * MAX_BLOCK_LEN]);
        offsets.edit(&text[..], 5000..5000, 10 * MAX_BLOCK_LEN);
        assert_blocks(&offsets, text.len());
        text.drain(100..20_000);
        offsets.edit(&text[..], 100..20_000, 0);
        assert_blocks(&offsets, text.len());
        text.clear();
        offsets.edit(&text[..], 0..offsets.total().units, 0);
        assert_blocks(&offsets, 0);
        offsets.edit(&[0x61; MAX_BLOCK_LEN][..], 0..0, MAX_BLOCK_LEN);
        assert_eq!(offsets.blocks.len(), 1);
    }
}
