//! Runs of members of a set.

use core::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_max_epu8, _mm256_setr_epi8,
    _mm256_shuffle_epi8, _mm256_srli_epi16,
};

use super::{LANES, broadcast_table, load, load_partial, movemask, splat};
use crate::{AsciiSet, MAX_RUN_LEN, Run};

#[target_feature(enable = "avx2")]
pub(super) fn run<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    let bytes = bytes.get(..MAX_RUN_LEN).unwrap_or(bytes);
    // Three masks are needed for hosts and addresses, which nearly always end in the first vector. Other runs may be of
    // any length, and a branch on it would be hard to predict.
    if SETS > 2
        && let Some(first) = bytes.first_chunk()
        && let Some(run) = run_in_vector(load(first), set, mask_sets)
    {
        return run;
    }
    let word = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(low), Some(high)) => NibbleWord::new(low, high, bytes.len() - LANES),
        _ => NibbleWord::partial(bytes),
    };
    // A partial word is padded with zeros, and NUL may be a member of the set.
    let len = (word.members(set).trailing_ones() as usize).min(bytes.len());
    let run_mask = match len {
        MAX_RUN_LEN.. => u64::MAX,
        _ => (1 << len) - 1,
    };
    Run {
        len,
        masks: word.masks(mask_sets, run_mask),
    }
}

/// Finds the members of several sets among the first [`MAX_RUN_LEN`] bytes.
#[target_feature(enable = "avx2")]
pub(super) fn masks<const SETS: usize>(bytes: &[u8], sets: &[AsciiSet; SETS]) -> [u64; SETS] {
    let sets = sets.each_ref();
    if let Some(bytes) = bytes.first_chunk::<MAX_RUN_LEN>()
        && let (Some(low), Some(high)) = (bytes.first_chunk(), bytes.last_chunk())
    {
        return NibbleWord::new(low, high, LANES).masks(sets, u64::MAX);
    }
    let word = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(low), Some(high)) => NibbleWord::new(low, high, bytes.len() - LANES),
        _ => NibbleWord::partial(bytes),
    };
    // A partial word is padded with zeros, and NUL may be a member of a set.
    word.masks(sets, (1 << bytes.len()) - 1)
}

/// Measures a run that ends inside a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn run_in_vector<const SETS: usize>(
    bytes: __m256i,
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Option<Run<SETS>> {
    let vector = NibbleVector::new(bytes);
    let others = !vector.members(set);
    // The bits below the first byte that is not a member.
    let run_mask = others.checked_sub(1)? & !others;
    let mut masks = [0; SETS];
    for (mask, set) in masks.iter_mut().zip(mask_sets) {
        *mask = u64::from(vector.members(set) & run_mask);
    }
    Some(Run {
        len: others.trailing_zeros() as usize,
        masks,
    })
}

#[target_feature(enable = "avx2")]
pub(super) fn run_backward<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    let bytes = bytes.last_chunk::<MAX_RUN_LEN>().map_or(bytes, |last| last);
    if bytes.is_empty() {
        return Run {
            len: 0,
            masks: [0; SETS],
        };
    }
    let word = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(low), Some(high)) => NibbleWord::new(low, high, bytes.len() - LANES),
        _ => NibbleWord::partial(bytes),
    };
    // The last byte is the highest bit, and what a partial word is padded with is shifted out.
    let unused_bits = MAX_RUN_LEN - bytes.len();
    let len = (word.members(set) << unused_bits).leading_ones() as usize;
    let run_mask = match len {
        0 => 0,
        _ => u64::MAX << (MAX_RUN_LEN - len),
    };
    let masks = word.masks(mask_sets, u64::MAX);
    Run {
        len,
        masks: masks.map(|mask| mask << unused_bits & run_mask),
    }
}

/// Finds the next word of [`MAX_RUN_LEN`] bytes that has members of `set`, and returns its offset and a mask of the
/// members. The search starts at `from` and goes word by word.
#[target_feature(enable = "avx2")]
pub(super) fn members(bytes: &[u8], from: usize, set: &AsciiSet) -> Option<(usize, u64)> {
    let mut start = from;
    let mut rest = bytes.get(from..)?;
    while let Some((word, after)) = rest.split_first_chunk::<MAX_RUN_LEN>() {
        if let (Some(low), Some(high)) = (word.first_chunk(), word.last_chunk()) {
            let mask = NibbleWord::new(low, high, LANES).members(set);
            if mask != 0 {
                return Some((start, mask));
            }
        }
        start += MAX_RUN_LEN;
        rest = after;
    }
    let word = match (rest.first_chunk(), rest.last_chunk()) {
        (Some(low), Some(high)) => NibbleWord::new(low, high, rest.len() - LANES),
        _ => NibbleWord::partial(rest),
    };
    // A partial word is padded with zeros, and NUL may be a member of the set.
    let mask = word.members(set) & ((1 << rest.len()) - 1);
    (mask != 0).then_some((start, mask))
}

/// Up to 64 bytes in two vectors, split into nibbles. The split is done once and serves all sets.
struct NibbleWord {
    low: NibbleVector,
    high: NibbleVector,
    /// The offset of the first byte of `high`. The two vectors overlap if it is less than [`LANES`].
    high_offset: usize,
}

impl NibbleWord {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(low: &[u8; LANES], high: &[u8; LANES], high_offset: usize) -> Self {
        Self {
            low: NibbleVector::new(load(low)),
            high: NibbleVector::new(load(high)),
            high_offset,
        }
    }

    /// Loads fewer bytes than a vector has, followed by zeros.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn partial(bytes: &[u8]) -> Self {
        let vector = NibbleVector::new(load_partial(bytes));
        Self {
            low: vector,
            high: vector,
            high_offset: 0,
        }
    }

    /// Returns a bit for each byte, set if the byte is a member of `set`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn members(&self, set: &AsciiSet) -> u64 {
        u64::from(self.low.members(set)) | u64::from(self.high.members(set)) << self.high_offset
    }

    /// Returns the members of each set, restricted to the bytes in `run_mask`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn masks<const SETS: usize>(&self, sets: [&AsciiSet; SETS], run_mask: u64) -> [u64; SETS] {
        let mut masks = [0; SETS];
        for (mask, set) in masks.iter_mut().zip(sets) {
            *mask = self.members(set) & run_mask;
        }
        masks
    }
}

/// A vector of bytes, split into nibbles as [`AsciiSet::rows`] needs them.
#[derive(Clone, Copy)]
struct NibbleVector {
    /// The low nibble and the highest bit of each byte. As a shuffle index, it selects a row of a set, or
    /// zero if the highest bit is set.
    row_index: __m256i,
    /// The bit of the row that corresponds to the high nibble, or zero if the byte is not ASCII.
    row_bit: __m256i,
}

impl NibbleVector {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(bytes: __m256i) -> Self {
        let high_nibble = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), splat(0x0F));
        #[rustfmt::skip]
        let bit_table = _mm256_setr_epi8(
            1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
            1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
        );
        Self {
            row_index: _mm256_and_si256(bytes, splat(0x8F)),
            row_bit: _mm256_shuffle_epi8(bit_table, high_nibble),
        }
    }

    /// Returns a bit for each byte, set if the byte is a member of `set`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn members(&self, set: &AsciiSet) -> u32 {
        let row = _mm256_shuffle_epi8(broadcast_table(&set.rows), self.row_index);
        let common = _mm256_and_si256(row, self.row_bit);
        // For a byte above ASCII, `common` and `row_bit` are both zero. The maximum with 1 makes the
        // comparison fail there.
        let expected = _mm256_max_epu8(self.row_bit, splat(1));
        movemask(_mm256_cmpeq_epi8(common, expected))
    }
}
