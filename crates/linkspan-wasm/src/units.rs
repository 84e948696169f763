//! Offsets: bytes inside, UTF-16 code units outside.

/// Bytes that are counted at once.
const BLOCK: usize = 128;

/// Converts byte offsets of a text. Ascending offsets are converted in one pass over the text.
#[derive(Clone)]
pub(crate) struct Units<'t> {
    text: &'t [u8],
    /// In an ASCII text, both units are the same.
    is_ascii: bool,
    byte: usize,
    unit: usize,
    /// Added to every offset.
    base: usize,
}

impl<'t> Units<'t> {
    pub(crate) fn new(text: &'t str, is_ascii: bool) -> Self {
        Self {
            text: text.as_bytes(),
            is_ascii,
            byte: 0,
            unit: 0,
            base: 0,
        }
    }

    /// Converts offsets of a part of a text that starts at `base`, to offsets of the text.
    #[cfg(feature = "live")]
    pub(crate) fn after(base: u32, text: &'t str) -> Self {
        Self {
            base: base as usize,
            ..Self::new(text, text.is_ascii())
        }
    }

    /// The offset in UTF-16 code units of a byte offset, which is a character boundary.
    #[inline]
    pub(crate) fn unit(&mut self, byte: usize) -> u32 {
        let unit = if self.is_ascii {
            byte
        } else {
            self.advance(byte)
        };
        // Memory has at most 2^32 bytes.
        u32::try_from(self.base + unit).unwrap_or(u32::MAX)
    }

    fn advance(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            self.byte = 0;
            self.unit = 0;
        }
        let between = self.text.get(self.byte..byte).unwrap_or_default();
        self.unit += utf16_len(between);
        self.byte = byte;
        self.unit
    }

    /// The byte offset of an offset in UTF-16 code units. One inside a character is that of the character, one after
    /// the end is the end.
    pub(crate) fn byte(&self, unit: usize) -> usize {
        if self.is_ascii {
            return unit.min(self.text.len());
        }
        // Whole blocks before the one that contains the offset are only counted.
        let (mut byte, mut units) = (0, 0);
        while let Some(block) = self.text.get(byte..byte + BLOCK) {
            let len = utf16_len(block);
            if units + len > unit {
                break;
            }
            units += len;
            byte += BLOCK;
        }
        // A block may end inside a character, whose units were counted at its first byte.
        while self.text.get(byte).is_some_and(|&b| is_continuation(b)) {
            byte += 1;
        }
        while let Some(&first) = self.text.get(byte) {
            let (len, len_utf16) = char_len(first);
            if units + len_utf16 > unit {
                break;
            }
            units += len_utf16;
            byte += len;
        }
        byte.min(self.text.len())
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The length of a character in bytes and in UTF-16 code units, by its first byte.
fn char_len(first: u8) -> (usize, usize) {
    match first {
        0..0xC0 => (1, 1),
        0xC0..0xE0 => (2, 1),
        0xE0..0xF0 => (3, 1),
        0xF0.. => (4, 2),
    }
}

/// The length in UTF-16 code units of the characters that start in a slice of UTF-8.
pub(crate) fn utf16_len(bytes: &[u8]) -> usize {
    // Sums of bytes in blocks whose sum fits a byte: the compiler makes vector instructions of them.
    let block_len = |block: &[u8]| {
        let sum =
            |sum: u8, &byte: &u8| sum + u8::from(!is_continuation(byte)) + u8::from(byte >= 0xF0);
        usize::from(block.iter().fold(0, sum))
    };
    bytes.chunks(64).map(block_len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 5] = [
        "",
        "ascii only, and longer than one block of sixty-four bytes, so that the loop is taken",
        "a😀b例え.jp/とé",
        "例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え例え",
        "x😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀",
    ];

    #[test]
    fn units_of_every_boundary_are_those_of_the_standard_library() {
        for text in TEXTS {
            let mut ascending = Units::new(text, text.is_ascii());
            for (byte, _) in text.char_indices() {
                let expected = text[..byte].encode_utf16().count();
                assert_eq!(ascending.unit(byte) as usize, expected, "{text:?} {byte}");
                assert_eq!(Units::new(text, false).unit(byte) as usize, expected);
            }
        }
    }

    #[test]
    fn bytes_of_every_unit_are_those_of_the_standard_library() {
        for text in TEXTS {
            let units = Units::new(text, text.is_ascii());
            let mut unit = 0;
            for (byte, c) in text.char_indices() {
                for inside in 0..c.len_utf16() {
                    assert_eq!(units.byte(unit + inside), byte, "{text:?} {unit}");
                }
                unit += c.len_utf16();
            }
            assert_eq!(units.byte(unit), text.len());
            assert_eq!(units.byte(unit + 5), text.len());
        }
    }
}
