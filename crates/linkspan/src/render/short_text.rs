//! Short pieces of ASCII output, put together on the stack. For records with many fields of known length, this takes less
//! time than a [`Buffer`](super::buffer::Buffer).

use core::str;

/// The longest piece: the fields of a JSON object before the text of a link, with three numbers.
const CAPACITY: usize = 128;

/// The standard library validates ASCII in blocks of this many bytes, if they are aligned as two words.
const BLOCK_LEN: usize = 16;

/// A text of at most [`CAPACITY`] bytes. What does not fit is left out, which no caller lets happen.
#[repr(align(16))]
pub(super) struct ShortText {
    /// The text, and zeros after it.
    bytes: [u8; CAPACITY],
    len: usize,
}

/// The numbers of two digits, from `00` to `99`.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[b'0'; 2]; 100];
    let mut rest: &mut [[u8; 2]] = &mut pairs;
    let mut number = 0;
    while let [[tens, ones], after @ ..] = rest {
        *tens += number / 10;
        *ones += number % 10;
        number += 1;
        rest = after;
    }
    pairs
};

impl ShortText {
    pub(super) const fn new() -> Self {
        Self {
            bytes: [0; CAPACITY],
            len: 0,
        }
    }

    #[inline]
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        let end = self.len + text.len();
        if let Some(free) = self.bytes.get_mut(self.len..end) {
            free.copy_from_slice(text.as_bytes());
            self.len = end;
        }
        self
    }

    /// Adds a number in decimal digits.
    pub(super) fn number(&mut self, mut number: u64) -> &mut Self {
        let len = number.checked_ilog10().map_or(1, |log| log as usize + 1);
        let end = self.len + len;
        if let Some(free) = self.bytes.get_mut(self.len..end) {
            // Two digits at a time take half as many divisions.
            let (first, pairs) = free.as_rchunks_mut();
            for pair in pairs.iter_mut().rev() {
                let digits = usize::try_from(number % 100).unwrap_or_default();
                *pair = PAIRS.get(digits).copied().unwrap_or_default();
                number /= 100;
            }
            if let [digit] = first {
                *digit = b'0' + u8::try_from(number).unwrap_or_default();
            }
            self.len = end;
        }
        self
    }

    pub(super) fn as_str(&self) -> &str {
        // Bytes after the last block would be validated one by one, so zeros are validated, too.
        let blocks = self.bytes.get(..self.len.next_multiple_of(BLOCK_LEN));
        let text = blocks.and_then(|blocks| str::from_utf8(blocks).ok());
        text.and_then(|text| text.get(..self.len))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn numbers_are_decimal() {
        let large = [12_345, 99_999, 1_234_567, u64::MAX - 1, u64::MAX];
        for number in (0..1010).chain(large) {
            let mut text = ShortText::new();
            text.text("<").number(number).text(">");
            assert_eq!(text.as_str(), std::format!("<{number}>"));
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out_as_a_whole() {
        let mut text = ShortText::new();
        text.text(&"ä".repeat(63)).text("äö").text("x");
        assert_eq!(text.as_str(), "ä".repeat(63) + "x");
    }
}
