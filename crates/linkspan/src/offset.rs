//! Offsets in other units than bytes.

use core::ops::Range;

use crate::boundary;

/// What offsets into a text count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OffsetUnit {
    /// UTF-16 code units, as in JavaScript, Java, C# and most editors' protocols.
    Utf16,
    /// Code points, as in Python.
    CodePoint,
}

/// Converts byte ranges of a text, such as those of its links, to another unit.
///
/// Ranges that are in order, as those of links are, are converted in one pass over the text; one
/// that goes back costs another pass. Offsets past the end count as the end, and offsets inside a
/// character as the start of that character.
///
/// ```
/// use linkspan::{OffsetUnit, convert_ranges, links};
///
/// let text = "😀 example.com 😀 example.org";
/// let ranges = || links(text).map(|link| link.range());
/// let utf16: Vec<_> = convert_ranges(text, OffsetUnit::Utf16, ranges()).collect();
/// assert_eq!(utf16, [3..14, 18..29]);
/// let code_points: Vec<_> = convert_ranges(text, OffsetUnit::CodePoint, ranges()).collect();
/// assert_eq!(code_points, [2..13, 16..27]);
/// ```
pub fn convert_ranges(
    text: &str,
    unit: OffsetUnit,
    ranges: impl IntoIterator<Item = Range<usize>>,
) -> impl Iterator<Item = Range<usize>> {
    let mut known = (0, 0);
    let mut convert = move |byte: usize| {
        let byte = boundary::floor(text, byte);
        let (from, count) = if known.0 <= byte { known } else { (0, 0) };
        let between = text.get(from..byte).unwrap_or_default();
        let units: usize = match unit {
            OffsetUnit::Utf16 => between.chars().map(char::len_utf16).sum(),
            OffsetUnit::CodePoint => between.chars().count(),
        };
        known = (byte, count + units);
        known.1
    };
    ranges.into_iter().map(move |range| {
        let start = convert(range.start);
        start..convert(range.end)
    })
}
