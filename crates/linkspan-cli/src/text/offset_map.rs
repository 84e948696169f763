//! Maps offsets in decoded text back to byte offsets in the input.

use std::collections::VecDeque;

/// How a length in decoded text translates to a number of input bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mapping {
    /// The input is UTF-8: offsets are equal.
    Identity,
    /// Each character is one byte of the input.
    SingleByte,
    /// Each UTF-16 code unit is two bytes of the input.
    Utf16,
    /// The length of a character varies, so the decoder records where characters start.
    Recorded,
}

/// Maps offsets in a sliding text buffer to offsets in the input.
///
/// Offsets must be asked for in ascending order, as links and line ends occur. Each character is
/// then counted at most once, and nothing before the last answer has to be kept.
#[derive(Debug)]
pub(crate) struct OffsetMap {
    mapping: Mapping,
    /// How many bytes of text have been removed from the front of the buffer.
    removed: u64,
    /// The last known pair: an offset in the whole text, and the input offset it comes from.
    text_offset: u64,
    input_offset: u64,
    /// Later pairs of the same kind, for [`Mapping::Recorded`]. Between two records, text and input
    /// advance byte by byte.
    records: VecDeque<(u64, u64)>,
}

impl OffsetMap {
    /// A map for text whose first character is at `input_offset` in the input.
    pub(crate) fn new(mapping: Mapping, input_offset: u64) -> Self {
        Self {
            mapping,
            removed: 0,
            text_offset: 0,
            input_offset,
            records: VecDeque::new(),
        }
    }

    /// Records that the character at `offset` in the buffer comes from `input_offset`.
    pub(crate) fn record(&mut self, offset: usize, input_offset: u64) {
        self.records
            .push_back((self.removed + offset as u64, input_offset));
    }

    /// The input offset of the character at `offset` in the buffer `text`.
    pub(crate) fn input_offset_of(&mut self, text: &str, offset: usize) -> u64 {
        let target = self.removed + offset as u64;
        if self.mapping == Mapping::Recorded {
            while let Some(&record) = self.records.front().filter(|&&(at, _)| at <= target) {
                (self.text_offset, self.input_offset) = record;
                self.records.pop_front();
            }
            return self.input_offset + target.saturating_sub(self.text_offset);
        }
        let from = self.text_offset.saturating_sub(self.removed);
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let passed = text.get(from..offset).unwrap_or_default();
        self.input_offset += match self.mapping {
            Mapping::Identity | Mapping::Recorded => passed.len() as u64,
            Mapping::SingleByte => passed.chars().count() as u64,
            Mapping::Utf16 => 2 * passed.chars().map(|c| c.len_utf16() as u64).sum::<u64>(),
        };
        self.text_offset = self.text_offset.max(target);
        self.input_offset
    }

    /// A copy that answers for offsets up to and including `offset`, independently of this map.
    pub(crate) fn clone_up_to(&self, offset: usize) -> Self {
        let target = self.removed + offset as u64;
        let records = self.records.iter().take_while(|&&(at, _)| at <= target);
        Self {
            records: records.copied().collect(),
            ..*self
        }
    }

    /// Adjusts the map to the removal of `text[..offset]` from the buffer. Call it before removing.
    pub(crate) fn remove_before(&mut self, text: &str, offset: usize) {
        self.input_offset_of(text, offset);
        self.removed += offset as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_counts_two_bytes_per_code_unit() {
        let mut offsets = OffsetMap::new(Mapping::Utf16, 2);
        let text = "aé𝄞b";
        assert_eq!(offsets.input_offset_of(text, 1), 4);
        assert_eq!(offsets.input_offset_of(text, 7), 10);
        offsets.remove_before(text, 7);
        assert_eq!(offsets.input_offset_of("b", 1), 12);
    }

    #[test]
    fn a_record_applies_until_the_next_one() {
        let mut offsets = OffsetMap::new(Mapping::Recorded, 0);
        for (offset, input_offset) in [(0, 0), (3, 3), (6, 5), (9, 7)] {
            offsets.record(offset, input_offset);
        }
        let text = "abc漢字d";
        assert_eq!(offsets.input_offset_of(text, 2), 2);
        assert_eq!(offsets.input_offset_of(text, 6), 5);
        offsets.remove_before(text, 9);
        assert_eq!(offsets.input_offset_of("d", 1), 8);
    }
}
