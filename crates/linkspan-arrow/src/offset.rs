//! Offsets in bytes, code points or UTF-16 code units.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use arrow_schema::ArrowError;

/// What the offsets of links count.
///
/// ```
/// use linkspan_arrow::Offsets;
///
/// assert_eq!("code-points".parse::<Offsets>()?, Offsets::CodePoints);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Offsets {
    /// Bytes of UTF-8, as in Arrow itself.
    #[default]
    Bytes,
    /// Code points, as in Python and in the `substring` functions of SQL. Each invalid sequence of a binary column
    /// counts as one, as if it were replaced by U+FFFD.
    CodePoints,
    /// UTF-16 code units, as in JavaScript and Java.
    Utf16,
}

impl Offsets {
    const ALL: [Self; 3] = [Self::Bytes, Self::CodePoints, Self::Utf16];

    /// The name of the unit.
    ///
    /// ```
    /// assert_eq!(linkspan_arrow::Offsets::Utf16.as_str(), "utf16");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::CodePoints => "code-points",
            Self::Utf16 => "utf16",
        }
    }

    /// The number of units in some bytes of a text.
    fn count(self, bytes: &[u8]) -> usize {
        let count = |text: &str| match self {
            Self::Bytes => text.len(),
            Self::CodePoints => text.chars().count(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        };
        match self {
            Self::Bytes => bytes.len(),
            _ => bytes
                .utf8_chunks()
                .map(|chunk| count(chunk.valid()) + usize::from(!chunk.invalid().is_empty()))
                .sum(),
        }
    }
}

impl fmt::Display for Offsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Offsets {
    type Err = ArrowError;

    fn from_str(name: &str) -> Result<Self, ArrowError> {
        let found = Self::ALL.into_iter().find(|unit| unit.as_str() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str).join(", ");
            let message = format!("expected one of {names}; found {name:?}");
            ArrowError::InvalidArgumentError(message)
        })
    }
}

/// Converts offsets into one text. Each conversion counts from the last link, so that a text is read once, whatever the
/// number of its links.
pub(crate) struct OffsetConverter<'t> {
    bytes: &'t [u8],
    unit: Offsets,
    /// The start of the last link in bytes, and in units.
    last: (usize, usize),
}

impl<'t> OffsetConverter<'t> {
    pub(crate) fn new(bytes: &'t [u8], unit: Offsets) -> Self {
        Self {
            bytes,
            unit,
            last: (0, 0),
        }
    }

    /// Converts the range of the next link.
    pub(crate) fn link(&mut self, range: Range<usize>) -> Range<usize> {
        let start = self.convert(range.start);
        self.last = (range.start, start);
        start..self.convert(range.end)
    }

    /// Converts a range in or next to the last link.
    pub(crate) fn near_link(&self, range: &Range<usize>) -> Range<usize> {
        self.convert(range.start)..self.convert(range.end)
    }

    fn convert(&self, byte: usize) -> usize {
        if self.unit == Offsets::Bytes {
            return byte;
        }
        let (from, units) = self.last;
        let between = |range| self.unit.count(self.bytes.get(range).unwrap_or_default());
        if byte >= from {
            units + between(from..byte)
        } else {
            units.saturating_sub(between(byte..from))
        }
    }
}
