//! Pieces of output, put together before they are written.
//!
//! Each call of a writer through `dyn fmt::Write` costs about as much as copying a short link, and the formatting
//! macros of the standard library cost several times as much. So what is written in many short pieces is put together first.

use alloc::string::String;
use core::fmt;

/// How many bytes of slices are put together. Copying longer ones costs more than writing them.
const MAX_LEN: usize = 512;

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

    /// Adds a slice of a text, or writes it if it is long. What is added is written at the next long slice, or by
    /// [`flush`](Self::flush).
    #[inline]
    pub(super) fn add_slice(&mut self, slice: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.0.len() + slice.len() < MAX_LEN {
            self.0.push_str(slice);
            return Ok(());
        }
        self.flush(out)?;
        out.write_str(slice)
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

/// Appends a number in decimal digits.
#[inline(never)]
pub(super) fn push_number(out: &mut String, number: u64) {
    /// Divisions by these constants are multiplications.
    const UNITS: [u64; 4] = [1000, 100, 10, 1];
    const ALL: u64 = 10_000;
    if number >= ALL {
        push_number(out, number / ALL);
    }
    for unit in UNITS {
        // A number does not start with a zero.
        if number >= unit || unit == 1 {
            let digit = u8::try_from(number / unit % 10).unwrap_or_default();
            out.push(char::from(b'0' + digit));
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn slices_are_written_in_order() {
        let (mut buffer, mut out, mut expected) = (Buffer::default(), String::new(), String::new());
        for len in [1, 2, 600, 0, 3, 500, 20, 511, 1, 512, 513, 7] {
            let slice = "ab".repeat(len).split_off(len);
            buffer.add_slice(&slice, &mut out).unwrap();
            expected.push_str(&slice);
        }
        buffer.flush(&mut out).unwrap();
        assert_eq!(out, expected);
        assert_eq!(buffer, Buffer::default());
    }

    /// Keeps what each call writes.
    #[derive(Default)]
    struct Calls(Vec<String>);

    impl fmt::Write for Calls {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.push(String::from(text));
            Ok(())
        }
    }

    #[test]
    fn short_slices_are_put_together_and_long_ones_are_not_copied() {
        let (mut buffer, mut calls) = (Buffer::default(), Calls::default());
        let [short, half, long] = [3, 256, 512].map(|len| "x".repeat(len));
        for slice in [&short, &half, &short, &half, &long, &short, &short] {
            buffer.add_slice(slice, &mut calls).unwrap();
        }
        buffer.flush(&mut calls).unwrap();
        let lens: Vec<_> = calls.0.iter().map(String::len).collect();
        // The second half does not fit. What is written before the long slice is empty.
        assert_eq!(lens, [3 + 256 + 3, 256, 0, 512, 3 + 3]);
        // The length of what is put together is less than the limit.
        calls.0.clear();
        let almost = "x".repeat(MAX_LEN - 2);
        for slice in [&almost, "y", "z"] {
            buffer.add_slice(slice, &mut calls).unwrap();
        }
        buffer.flush(&mut calls).unwrap();
        assert_eq!(calls.0, [almost + "y", String::from("z"), String::new()]);
    }

    #[test]
    fn numbers_are_decimal() {
        let large = [12_345, 99_999, 1_234_567, u64::MAX - 1, u64::MAX];
        for number in (0..1010).chain(large) {
            let mut out = String::from("⟨");
            push_number(&mut out, number);
            assert_eq!(out, std::format!("⟨{number}"));
        }
    }
}
