//! Pieces of output, put together before they are written.
//!
//! Each call of a writer through `dyn fmt::Write` costs about as much as copying a short link, and the formatting
//! macros of the standard library cost several times as much. So what is written in many short pieces is put together first.

use alloc::string::String;
use core::fmt;
use core::str;

/// A piece of output. It is empty between two calls of a renderer, which only reuses its allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Buffer(String);

impl Buffer {
    /// Writes what `fill` adds to the buffer.
    #[inline]
    pub(super) fn write(
        &mut self,
        out: &mut dyn fmt::Write,
        fill: impl FnOnce(&mut Self),
    ) -> fmt::Result {
        fill(self);
        let written = out.write_str(&self.0);
        self.0.clear();
        written
    }

    /// Writes the buffer.
    pub(super) fn flush(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write(out, |_| {})
    }

    #[inline]
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        self.0.push_str(text);
        self
    }

    /// Adds a number in decimal digits.
    #[inline]
    pub(super) fn number(&mut self, mut number: u64) -> &mut Self {
        const MAX_DIGITS: usize = u64::MAX.ilog10() as usize + 1;
        let mut digits = [b'0'; MAX_DIGITS];
        let mut len = 0;
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (number % 10) as u8;
            number /= 10;
            len += 1;
            if number == 0 {
                break;
            }
        }
        let digits = digits.get(MAX_DIGITS - len..).unwrap_or_default();
        self.text(str::from_utf8(digits).unwrap_or_default())
    }

    #[inline]
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The buffer as a string to which text can be added.
    #[inline]
    pub(super) fn as_mut_string(&mut self) -> &mut String {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal() {
        let mut buffer = Buffer::default();
        for number in [0, 7, 10, 99, 100, 12_345, u64::MAX - 1, u64::MAX] {
            let mut out = String::new();
            let fill = |buffer: &mut Buffer| {
                buffer.text("⟨").number(number).text("⟩");
            };
            buffer.write(&mut out, fill).unwrap();
            assert_eq!(out, std::format!("⟨{number}⟩"));
            assert_eq!(buffer, Buffer::default());
        }
    }
}
