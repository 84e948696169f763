//! Byte offsets: rounding to character boundaries, and conversion to UTF-16 code units and code points.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// The unit in which offsets into a text are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OffsetUnit {
    /// UTF-16 code units, as in JavaScript, Java, C# and most editor protocols.
    Utf16,
    /// Code points, as in Python.
    CodePoint,
}

/// Converts byte ranges of a text, such as those of its links, to another unit.
///
/// Ranges in ascending order, as those of links are, are converted in one pass over the text. A range
/// that starts before the end of the previous one costs another pass. Offsets past the end count as the
/// end, and offsets inside a character as the start of that character.
///
/// ```
/// use linkspan::links;
/// use linkspan::offset::{OffsetUnit, convert_ranges};
///
/// let text = "😀 example.com 😀 example.org";
/// let ranges = || links(text).map(|link| link.range());
/// let utf16: Vec<_> = convert_ranges(text, ranges(), OffsetUnit::Utf16).collect();
/// assert_eq!(utf16, [3..14, 18..29]);
/// let code_points: Vec<_> = convert_ranges(text, ranges(), OffsetUnit::CodePoint).collect();
/// assert_eq!(code_points, [2..13, 16..27]);
/// ```
pub fn convert_ranges<I>(
    text: &str,
    ranges: I,
    unit: OffsetUnit,
) -> ConvertedRanges<'_, I::IntoIter>
where
    I: IntoIterator<Item = Range<usize>>,
{
    ConvertedRanges {
        text,
        unit,
        ranges: ranges.into_iter(),
        last: (0, 0),
    }
}

/// Ranges in a unit other than bytes; [`convert_ranges`] returns it.
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct ConvertedRanges<'t, I> {
    text: &'t str,
    unit: OffsetUnit,
    ranges: I,
    /// The last byte offset that was converted, and the result. The next conversion resumes there.
    last: (usize, usize),
}

impl<I> ConvertedRanges<'_, I> {
    fn convert(&mut self, byte: usize) -> usize {
        let byte = floor_char_boundary(self.text, byte);
        let (from, count) = if self.last.0 <= byte {
            self.last
        } else {
            (0, 0)
        };
        let between = self.text.get(from..byte).unwrap_or_default();
        let units: usize = match self.unit {
            OffsetUnit::Utf16 => between.chars().map(char::len_utf16).sum(),
            OffsetUnit::CodePoint => between.chars().count(),
        };
        self.last = (byte, count + units);
        self.last.1
    }
}

impl<I: Iterator<Item = Range<usize>>> Iterator for ConvertedRanges<'_, I> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let range = self.ranges.next()?;
        let start = self.convert(range.start);
        Some(start..self.convert(range.end))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ranges.size_hint()
    }
}

impl<I: FusedIterator<Item = Range<usize>>> FusedIterator for ConvertedRanges<'_, I> {}

impl<I> fmt::Debug for ConvertedRanges<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConvertedRanges")
            .field("unit", &self.unit)
            .finish_non_exhaustive()
    }
}

/// The text before `end`, without the part of a character.
#[inline(never)]
pub(crate) fn prefix(text: &str, end: usize) -> &str {
    text.get(..floor_char_boundary(text, end)).unwrap_or(text)
}

/// The last character boundary at or before `offset`. Callers may pass any offset.
pub(crate) fn floor_char_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
