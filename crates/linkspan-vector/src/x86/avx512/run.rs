//! Runs of members of a set.

use core::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_shuffle_epi8, _mm512_srli_epi16, _mm512_test_epi8_mask,
};

use super::{LANES, broadcast_table, load, load_partial, low_bits, splat};
use crate::{AsciiSet, MAX_RUN_LEN, Run};

const _: () = assert!(MAX_RUN_LEN == LANES, "a run is a vector");

#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
pub(super) fn run<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    let vector = NibbleVector::new(load_partial(bytes));
    // A partial vector is padded with zeros, and NUL may be a member of the set.
    let members = vector.members(set) & low_bits(bytes.len());
    let len = members.trailing_ones() as usize;
    Run {
        len,
        masks: vector.masks(mask_sets, low_bits(len)),
    }
}

#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
pub(super) fn run_backward<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    let bytes = bytes.last_chunk::<LANES>().map_or(bytes, |last| last);
    if bytes.is_empty() {
        return Run {
            len: 0,
            masks: [0; SETS],
        };
    }
    let vector = NibbleVector::new(load_partial(bytes));
    // The last byte is the highest bit, and what a partial vector is padded with is shifted out.
    let unused_bits = LANES - bytes.len();
    let len = (vector.members(set) << unused_bits).leading_ones() as usize;
    let run_mask = !low_bits(LANES - len);
    let masks = vector.masks(mask_sets, u64::MAX);
    Run {
        len,
        masks: masks.map(|mask| mask << unused_bits & run_mask),
    }
}

/// Finds the members of several sets among the first [`MAX_RUN_LEN`] bytes.
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
pub(super) fn masks<const SETS: usize>(bytes: &[u8], sets: &[AsciiSet; SETS]) -> [u64; SETS] {
    let sets = sets.each_ref();
    if let Some(bytes) = bytes.first_chunk() {
        return NibbleVector::new(load(bytes)).masks(sets, u64::MAX);
    }
    // A partial vector is padded with zeros, and NUL may be a member of a set.
    NibbleVector::new(load_partial(bytes)).masks(sets, low_bits(bytes.len()))
}

/// Finds the next word of [`MAX_RUN_LEN`] bytes that has members of `set`, and returns its offset and a mask of the
/// members. The search starts at `from` and goes word by word.
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
pub(super) fn members(bytes: &[u8], from: usize, set: &AsciiSet) -> Option<(usize, u64)> {
    let mut start = from;
    let mut rest = bytes.get(from..)?;
    while let Some((word, after)) = rest.split_first_chunk() {
        let mask = NibbleVector::new(load(word)).members(set);
        if mask != 0 {
            return Some((start, mask));
        }
        start += LANES;
        rest = after;
    }
    // A partial vector is padded with zeros, and NUL may be a member of the set.
    let mask = NibbleVector::new(load_partial(rest)).members(set) & low_bits(rest.len());
    (mask != 0).then_some((start, mask))
}

/// A vector of bytes, split as [`AsciiSet::rows`] needs them. The split is done once and serves all sets.
#[derive(Clone, Copy)]
pub(super) struct NibbleVector {
    /// As a shuffle index, a byte selects the row of its low nibble, or zero if it is not ASCII.
    bytes: __m512i,
    /// The bit of the row that corresponds to the high nibble, or zero if the byte is not ASCII.
    row_bit: __m512i,
}

impl NibbleVector {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
    pub(super) fn new(bytes: __m512i) -> Self {
        const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
        let high_nibble = _mm512_and_si512(_mm512_srli_epi16::<4>(bytes), splat(0x0F));
        Self {
            bytes,
            row_bit: _mm512_shuffle_epi8(broadcast_table(&BITS), high_nibble),
        }
    }

    /// Returns a bit for each byte, set if the byte is a member of `set`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
    pub(super) fn members(&self, set: &AsciiSet) -> u64 {
        let row = _mm512_shuffle_epi8(broadcast_table(&set.rows), self.bytes);
        _mm512_test_epi8_mask(row, self.row_bit)
    }

    /// Returns the members of each set, restricted to the bytes in `run_mask`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
    pub(super) fn masks<const SETS: usize>(
        &self,
        sets: [&AsciiSet; SETS],
        run_mask: u64,
    ) -> [u64; SETS] {
        let mut masks = [0; SETS];
        for (mask, set) in masks.iter_mut().zip(sets) {
            *mask = self.members(set) & run_mask;
        }
        masks
    }
}
