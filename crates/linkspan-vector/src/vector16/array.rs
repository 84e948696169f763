//! A vector for tests, which runs on every processor.

use super::{LANES, Table16, Vector16};

/// Sixteen bytes in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Array([u8; LANES]);

impl Array {
    fn zip(self, other: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        let mut result = self.0;
        for (result, other) in result.iter_mut().zip(other.0) {
            *result = f(*result, other);
        }
        Self(result)
    }
}

fn lane(condition: bool) -> u8 {
    if condition { u8::MAX } else { 0 }
}

impl Vector16 for Array {
    fn load(bytes: &[u8; LANES]) -> Self {
        Self(*bytes)
    }

    fn splat(byte: u8) -> Self {
        Self([byte; LANES])
    }

    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    fn max(self, other: Self) -> Self {
        self.zip(other, u8::max)
    }

    fn equal(self, other: Self) -> Self {
        self.zip(other, |a, b| lane(a == b))
    }

    fn at_least(self, other: Self) -> Self {
        self.zip(other, |a, b| lane(a >= b))
    }

    fn any(self) -> bool {
        self.mask() != 0
    }

    fn mask(self) -> u16 {
        let bits = self.0.iter().enumerate();
        bits.fold(0, |mask, (bit, lane)| mask | u16::from(lane >> 7) << bit)
    }
}

impl Table16 for Array {
    fn high_nibble(self) -> Self {
        Self(self.0.map(|byte| byte >> 4))
    }

    fn lookup(self, indices: Self) -> Self {
        Self(
            indices
                .0
                .map(|index| self.0.get(usize::from(index)).copied().unwrap_or(0)),
        )
    }
}
