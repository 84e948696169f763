//! Runs of members of sets.

use core::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_max_epu8, _mm256_setr_epi8,
    _mm256_shuffle_epi8, _mm256_srli_epi16,
};

use super::{LANES, bits, load, load_few, splat, table};
use crate::{AsciiSet, LONGEST_RUN, Run};

#[target_feature(enable = "avx2")]
pub(super) fn run<const SETS: usize>(
    bytes: &[u8],
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Run<SETS> {
    let bytes = bytes.get(..LONGEST_RUN).unwrap_or(bytes);
    let sorted = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(low), Some(high)) => Sorted::new(low, high, bytes.len() - LANES),
        _ => Sorted::few(bytes),
    };
    // After few bytes there are zeros, which may be members.
    let length = (sorted.members(of).trailing_ones() as usize).min(bytes.len());
    let inside = match length {
        LONGEST_RUN.. => u64::MAX,
        _ => (1 << length) - 1,
    };
    Run {
        length,
        marks: sorted.marks(marked, inside),
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn run_before<const SETS: usize>(
    bytes: &[u8; LONGEST_RUN],
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Run<SETS> {
    let sorted = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(low), Some(high)) => Sorted::new(low, high, LANES),
        _ => Sorted::few(bytes),
    };
    let length = sorted.members(of).leading_ones() as usize;
    let inside = match length {
        0 => 0,
        _ => u64::MAX << (LONGEST_RUN - length),
    };
    Run {
        length,
        marks: sorted.marks(marked, inside),
    }
}

/// Up to twice as many bytes as a vector holds.
struct Sorted {
    low: Nibbles,
    high: Nibbles,
    /// Where the high half starts. It may be inside the low one.
    high_start: usize,
}

impl Sorted {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(low: &[u8; LANES], high: &[u8; LANES], high_start: usize) -> Self {
        Self {
            low: Nibbles::of(load(low)),
            high: Nibbles::of(load(high)),
            high_start,
        }
    }

    /// Less bytes than a vector holds.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn few(bytes: &[u8]) -> Self {
        let all = Nibbles::of(load_few(bytes));
        Self {
            low: all,
            high: all,
            high_start: 0,
        }
    }

    /// A bit for each member of a set.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn members(&self, set: &AsciiSet) -> u64 {
        u64::from(self.low.members(set)) | u64::from(self.high.members(set)) << self.high_start
    }

    /// The members of each set among some bytes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn marks<const SETS: usize>(&self, sets: [&AsciiSet; SETS], among: u64) -> [u64; SETS] {
        let mut marks = [0; SETS];
        for (marks, set) in marks.iter_mut().zip(sets) {
            *marks = self.members(set) & among;
        }
        marks
    }
}

/// Bytes cut in two, a lane for each byte.
#[derive(Clone, Copy)]
struct Nibbles {
    /// The lower half, and the highest bit, with which no row of a set is chosen.
    lower: __m256i,
    /// A bit for the value of the upper half: none if the highest bit is set.
    upper: __m256i,
}

impl Nibbles {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn of(bytes: __m256i) -> Self {
        let upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), splat(0x0F));
        #[rustfmt::skip]
        let bits = _mm256_setr_epi8(
            1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
            1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
        );
        Self {
            lower: _mm256_and_si256(bytes, splat(0x8F)),
            upper: _mm256_shuffle_epi8(bits, upper),
        }
    }

    /// A bit for each member of a set.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn members(&self, set: &AsciiSet) -> u32 {
        let row = _mm256_shuffle_epi8(table(&set.rows), self.lower);
        let held = _mm256_and_si256(row, self.upper);
        // Above ASCII there is no bit to be held.
        bits(_mm256_cmpeq_epi8(
            held,
            _mm256_max_epu8(self.upper, splat(1)),
        ))
    }
}
