//! Maps offsets in decoded text back to byte offsets in the input.

use std::collections::VecDeque;
use std::ops::{Add, AddAssign, Range, Sub};

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

/// Which side of a character boundary an offset belongs to.
///
/// The two differ where characters of the input are not part of the text, such as a control sequence: the start of a
/// link is after it, the end of a link before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Edge {
    /// The end of the character before the offset.
    End,
    /// The start of the character at the offset.
    Start,
}

/// A length in code points and in UTF-16 units. The difference of two lengths can be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Units {
    pub(crate) chars: i64,
    pub(crate) utf16: i64,
}

impl Units {
    /// The length of a text.
    pub(crate) fn of(text: &str) -> Self {
        let chars = text.chars().count();
        // Characters of four bytes in UTF-8 are those of two units in UTF-16. This loop is vectorised.
        let pairs = text.bytes().filter(|&byte| byte >= 0xF0).count();
        let [chars, pairs] = [chars, pairs].map(|count| i64::try_from(count).unwrap_or(i64::MAX));
        Self {
            chars,
            utf16: chars + pairs,
        }
    }
}

impl Add for Units {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            chars: self.chars + other.chars,
            utf16: self.utf16 + other.utf16,
        }
    }
}

impl AddAssign for Units {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Units {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            chars: self.chars - other.chars,
            utf16: self.utf16 - other.utf16,
        }
    }
}

/// Characters of the input that are not in the text.
#[derive(Clone, Copy, Debug)]
struct Missing {
    /// The offset in the whole text that they are before.
    at: u64,
    /// Whether they belong to the character before the offset, as an escape does, or to what is
    /// after it.
    edge: Edge,
    units: Units,
}

/// Where a character of the text comes from.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// The offset in the whole text.
    at: u64,
    /// The input offset of the end of the character before it.
    end: u64,
    /// The input offset of its start.
    start: u64,
}

/// Maps offsets in a sliding text buffer to offsets in the input.
///
/// Offsets must be asked for in ascending order, as links and line ends occur. Each character is
/// then counted at most once, and nothing before the last answer has to be kept.
#[derive(Clone, Debug)]
pub(crate) struct OffsetMap {
    mapping: Mapping,
    /// How many bytes of text have been removed from the front of the buffer.
    removed: u64,
    /// The last known pair: an offset in the whole text, and the input offset it comes from.
    text_offset: u64,
    input_offset: u64,
    /// Later pairs of the same kind. Between two records, offsets advance as the mapping says;
    /// [`Mapping::Recorded`] advances byte by byte.
    records: VecDeque<Record>,
    /// How many characters of the input are missing in the text, and where.
    missing: VecDeque<Missing>,
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
            missing: VecDeque::new(),
        }
    }

    /// An empty map for the text that follows `text`, which this map covers.
    pub(crate) fn following(&self, text: &str) -> Self {
        let mut end = self.clone();
        let input_offset = end.input_offset_of(text, text.len(), Edge::Start);
        Self::new(self.mapping, input_offset)
    }

    /// The offset in the whole text of an offset in the buffer.
    pub(crate) fn text_offset_of(&self, offset: usize) -> u64 {
        self.removed + offset as u64
    }

    /// Records that the character at `offset` in the buffer comes from `input_offset`.
    pub(crate) fn record(&mut self, offset: usize, input_offset: u64) {
        self.record_gap(offset, input_offset, input_offset);
    }

    /// Records that the character at `offset` in the buffer comes from the input offset `start`, and the one before it
    /// ends at `end`.
    pub(crate) fn record_gap(&mut self, offset: usize, end: u64, start: u64) {
        let at = self.text_offset_of(offset);
        match self.records.back_mut() {
            // Nothing is between the two, so the first end and the last start count.
            Some(last) if last.at == at => last.start = start,
            _ => self.records.push_back(Record { at, end, start }),
        }
    }

    /// Copies the records inside a range of the buffer to the map of a text that contains the range at `offset`.
    pub(crate) fn copy_records(&self, range: &Range<usize>, target: &mut Self, offset: usize) {
        if self.mapping != Mapping::Recorded {
            return;
        }
        let [start, end] = [range.start, range.end].map(|offset| self.text_offset_of(offset));
        let base = target.text_offset_of(offset);
        let records = self.records.iter();
        let inside = records.filter(|record| start < record.at && record.at <= end);
        target.records.extend(inside.map(|record| Record {
            at: record.at - start + base,
            ..*record
        }));
    }

    /// Records how many more characters the input has than the text, before `offset`.
    pub(crate) fn record_missing(&mut self, offset: usize, edge: Edge, units: Units) {
        if units != Units::default() {
            let at = self.text_offset_of(offset);
            self.missing.push_back(Missing { at, edge, units });
        }
    }

    /// How many characters of the input are missing in the text between the last call and `offset`.
    pub(crate) fn missing_before(&mut self, offset: usize) -> Units {
        let target = self.text_offset_of(offset);
        let mut sum = Units::default();
        while let Some(missing) = self.missing.front().filter(|missing| missing.at <= target) {
            sum += missing.units;
            self.missing.pop_front();
        }
        sum
    }

    /// How many characters of the input are missing between the last call of
    /// [`missing_before`](Self::missing_before) and the end of the character before `offset`.
    pub(crate) fn missing_inside(&self, offset: usize) -> Units {
        let target = (self.text_offset_of(offset), Edge::End);
        let inside = self
            .missing
            .iter()
            .take_while(|missing| (missing.at, missing.edge) <= target);
        inside.fold(Units::default(), |sum, missing| sum + missing.units)
    }

    /// The input offset of the character at `offset` in the buffer `text`.
    pub(crate) fn input_offset_of(&mut self, text: &str, offset: usize, edge: Edge) -> u64 {
        let target = self.text_offset_of(offset);
        while let Some(&record) = self.records.front().filter(|record| record.at <= target) {
            if record.at == target && edge == Edge::End {
                return record.end;
            }
            (self.text_offset, self.input_offset) = (record.at, record.start);
            self.records.pop_front();
        }
        let from = self.text_offset.saturating_sub(self.removed);
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let passed = || text.get(from..offset).unwrap_or_default().chars();
        let passed = match self.mapping {
            Mapping::Identity | Mapping::Recorded => {
                return self.input_offset + target.saturating_sub(self.text_offset);
            }
            Mapping::SingleByte => passed().count() as u64,
            Mapping::Utf16 => 2 * passed().map(|c| c.len_utf16() as u64).sum::<u64>(),
        };
        self.input_offset += passed;
        self.text_offset = self.text_offset.max(target);
        self.input_offset
    }

    /// A copy that answers for offsets up to and including `offset`, independently of this map.
    pub(crate) fn clone_up_to(&self, offset: usize) -> Self {
        let target = self.text_offset_of(offset);
        let records = self.records.iter();
        let missing = self.missing.iter();
        Self {
            records: records
                .take_while(|record| record.at <= target)
                .copied()
                .collect(),
            missing: missing
                .take_while(|missing| missing.at <= target)
                .copied()
                .collect(),
            ..*self
        }
    }

    /// Adjusts the map to the removal of `text[..offset]` from the buffer. Call it before removing.
    pub(crate) fn remove_before(&mut self, text: &str, offset: usize) {
        self.input_offset_of(text, offset, Edge::End);
        self.removed += offset as u64;
        // Most searches do not count characters, so nobody has asked for these.
        while self
            .missing
            .front()
            .is_some_and(|missing| missing.at < self.removed)
        {
            self.missing.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_each_character() {
        let text = "aé漢𝄞b\n".repeat(20) + "\u{FFFF}\u{10000}\u{10FFFF}";
        for (start, _) in text.char_indices() {
            for (end, _) in text.char_indices().filter(|&(end, _)| start <= end) {
                let part = &text[start..end];
                let lengths = part.chars().map(char::len_utf16);
                let expected = [part.chars().count(), lengths.sum()];
                let Units { chars, utf16 } = Units::of(part);
                assert_eq!(
                    [chars, utf16],
                    expected.map(|count| i64::try_from(count).unwrap())
                );
            }
        }
    }

    #[test]
    fn utf16_counts_two_bytes_per_code_unit() {
        let mut offsets = OffsetMap::new(Mapping::Utf16, 2);
        let text = "aé𝄞b";
        assert_eq!(offsets.input_offset_of(text, 1, Edge::Start), 4);
        assert_eq!(offsets.input_offset_of(text, 7, Edge::Start), 10);
        offsets.remove_before(text, 7);
        assert_eq!(offsets.input_offset_of("b", 1, Edge::End), 12);
    }

    #[test]
    fn a_record_applies_until_the_next_one() {
        let mut offsets = OffsetMap::new(Mapping::Recorded, 0);
        for (offset, input_offset) in [(0, 0), (3, 3), (6, 5), (9, 7)] {
            offsets.record(offset, input_offset);
        }
        let text = "abc漢字d";
        assert_eq!(offsets.input_offset_of(text, 2, Edge::Start), 2);
        assert_eq!(offsets.input_offset_of(text, 6, Edge::Start), 5);
        offsets.remove_before(text, 9);
        assert_eq!(offsets.input_offset_of("d", 1, Edge::End), 8);
    }

    #[test]
    fn ends_are_before_a_gap_and_starts_after_it() {
        // The input is "ab", four bytes that are not text, and "cd".
        let mut offsets = OffsetMap::new(Mapping::Identity, 0);
        offsets.record_gap(2, 2, 6);
        let missing = Units::of("\x1b[1m");
        offsets.record_missing(2, Edge::Start, missing);
        let text = "abcd";
        assert_eq!(offsets.input_offset_of(text, 2, Edge::End), 2);
        assert_eq!(offsets.missing_before(1), Units::default());
        assert_eq!(offsets.missing_inside(2), Units::default());
        assert_eq!(offsets.missing_inside(3), missing);
        assert_eq!(offsets.missing_before(2), missing);
        offsets.remove_before(text, 2);
        assert_eq!(offsets.input_offset_of("cd", 0, Edge::Start), 6);
        assert_eq!(offsets.input_offset_of("cd", 2, Edge::End), 8);
    }
}
