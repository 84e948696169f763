//! Runs of members of a set, byte by byte.

use crate::{AsciiSet, MAX_RUN_LEN, Run};

pub(crate) fn run<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    measure(bytes.iter(), 0..MAX_RUN_LEN, set, mask_sets)
}

pub(crate) fn run_backward<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    measure(bytes.iter().rev(), (0..MAX_RUN_LEN).rev(), set, mask_sets)
}

/// Measures the run at the start of `bytes`. `bits` yields the bit that corresponds to each byte.
#[inline]
fn measure<'b, const SETS: usize>(
    bytes: impl Iterator<Item = &'b u8>,
    bits: impl Iterator<Item = usize>,
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    let mut run = Run {
        len: 0,
        masks: [0; SETS],
    };
    for (&byte, bit) in bytes.take_while(|&&byte| set.contains(byte)).zip(bits) {
        run.len += 1;
        for (mask, set) in run.masks.iter_mut().zip(mask_sets) {
            *mask |= u64::from(set.contains(byte)) << bit;
        }
    }
    run
}

/// Finds the next word of [`MAX_RUN_LEN`] bytes that has members of `set`, and returns its offset and a mask of the
/// members. The search starts at `from` and goes word by word.
pub(crate) fn members(bytes: &[u8], from: usize, set: &AsciiSet) -> Option<(usize, u64)> {
    let words = bytes.get(from..)?.chunks(MAX_RUN_LEN);
    for (index, word) in words.enumerate() {
        let mut mask = 0;
        for (bit, &byte) in word.iter().enumerate() {
            mask |= u64::from(set.contains(byte)) << bit;
        }
        if mask != 0 {
            return Some((from + index * MAX_RUN_LEN, mask));
        }
    }
    None
}
