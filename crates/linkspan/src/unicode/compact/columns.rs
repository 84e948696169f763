//! Reading columns. `crates/xtask/src/compact.rs` writes them and describes them.

use alloc::vec::Vec;

/// A table that has not been read yet.
pub(super) struct Columns {
    bytes: core::slice::Iter<'static, u8>,
}

impl Columns {
    pub(super) fn new(bytes: &'static [u8]) -> Self {
        Self {
            bytes: bytes.iter(),
        }
    }

    fn number(&mut self) -> u32 {
        let (mut number, mut shift) = (0, 0);
        for &byte in self.bytes.by_ref() {
            number |= u32::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    /// The numbers of the next column.
    pub(super) fn numbers(&mut self) -> Vec<u32> {
        let len = self.number();
        (0..len).map(|_| self.number()).collect()
    }

    /// The next three columns: a property of all code points.
    pub(super) fn runs(&mut self) -> Runs {
        let (values, lens, indices) = (self.numbers(), self.numbers(), self.numbers());
        let mut end = 0;
        let run = |(len, index): (u32, u32)| {
            end += len;
            let value = values.get(index as usize);
            (end, value.copied().unwrap_or_default())
        };
        Runs(lens.into_iter().zip(indices).map(run).collect())
    }

    /// The next three columns: a mapping of characters to texts.
    pub(super) fn texts(&mut self) -> Texts {
        let (steps, lens, differences) = (self.numbers(), self.numbers(), self.numbers());
        let mut differences = differences.into_iter();
        let (mut keys, mut chars) = (Vec::new(), Vec::new());
        let (mut key, mut first) = (0, 0);
        for (step, len) in steps.into_iter().zip(lens) {
            key += step;
            let start = chars.len();
            keys.push((key, start));
            let mut expected = first + step;
            for difference in differences.by_ref().take(len as usize) {
                expected = add(expected, difference);
                if chars.len() == start {
                    first = expected;
                }
                chars.push(char::from_u32(expected).unwrap_or_default());
            }
        }
        Texts { keys, chars }
    }
}

/// Adds a difference that is written as a number without a sign.
pub(super) fn add(number: u32, difference: u32) -> u32 {
    number.wrapping_add(difference >> 1 ^ (difference & 1).wrapping_neg())
}

/// A property of all code points.
pub(super) struct Runs(
    /// The end and the value of each run of equal values.
    Vec<(u32, u32)>,
);

impl Runs {
    pub(super) fn get(&self, c: char) -> u32 {
        let run = self.0.partition_point(|&(end, _)| end <= u32::from(c));
        self.0.get(run).map_or(0, |&(_, value)| value)
    }
}

/// A mapping of characters to texts.
pub(super) struct Texts {
    /// The characters, each with the offset of its text in `chars`.
    keys: Vec<(u32, usize)>,
    chars: Vec<char>,
}

impl Texts {
    pub(super) fn get(&self, c: char) -> Option<&[char]> {
        let index = self
            .keys
            .binary_search_by_key(&u32::from(c), |&(key, _)| key)
            .ok()?;
        let &(_, start) = self.keys.get(index)?;
        let end = self.keys.get(index + 1);
        let end = end.map_or(self.chars.len(), |&(_, end)| end);
        self.chars.get(start..end)
    }
}
