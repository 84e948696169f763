//! The implementation with AVX2. One instruction tests 32 bytes.

mod run;
mod seek;

use core::arch::x86_64::{
    __m128i, __m256i, _mm_set_epi64x, _mm256_broadcastsi128_si256, _mm256_loadu_si256,
    _mm256_movemask_epi8, _mm256_set_m128i, _mm256_set1_epi8,
};

use super::Avx2;
use crate::block::{BLOCK_LEN, WORD_LEN};
use crate::{AsciiSet, Run, TriggerBlock};

/// The number of bytes in a vector.
const LANES: usize = size_of::<__m256i>();

#[expect(
    clippy::unused_self,
    reason = "`self` is the proof that AVX2 is available"
)]
impl Avx2 {
    #[inline]
    pub(crate) fn seek(self, block: &mut TriggerBlock, bytes: &[u8], from: usize) {
        block.start = from;
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe {
            // Short texts, such as a single line, skip the loop over whole blocks.
            let remaining = bytes.len().saturating_sub(from);
            if remaining <= WORD_LEN {
                seek::seek_last_word(block, bytes);
            } else if remaining <= BLOCK_LEN {
                seek::seek_tail(block, bytes);
            } else {
                seek::seek(block, bytes);
            }
        }
    }

    #[inline]
    pub(crate) fn run<const SETS: usize>(
        self,
        bytes: &[u8],
        set: &AsciiSet,
        mask_sets: [&AsciiSet; SETS],
    ) -> Run<SETS> {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { run::run(bytes, set, mask_sets) }
    }

    #[inline]
    pub(crate) fn masks<const SETS: usize>(
        self,
        bytes: &[u8],
        sets: &[AsciiSet; SETS],
    ) -> [u64; SETS] {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { run::masks(bytes, sets) }
    }

    #[inline]
    pub(crate) fn members(self, bytes: &[u8], from: usize, set: &AsciiSet) -> Option<(usize, u64)> {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { run::members(bytes, from, set) }
    }

    #[inline]
    pub(crate) fn run_backward<const SETS: usize>(
        self,
        bytes: &[u8],
        set: &AsciiSet,
        mask_sets: [&AsciiSet; SETS],
    ) -> Run<SETS> {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { run::run_backward(bytes, set, mask_sets) }
    }
}

/// Loads a vector. Building it from integers would be safe, but takes more instructions.
#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; LANES]) -> __m256i {
    // SAFETY: The array has as many bytes as the instruction reads, and they need not be aligned.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Loads the vector at an offset of a window.
///
/// All callers pass an offset at which a whole vector is available. The compiler can see this after
/// inlining and removes the check.
#[inline]
#[target_feature(enable = "avx2")]
fn load_at(window: &[u8], offset: usize) -> __m256i {
    let bytes = window.get(offset..).and_then(<[u8]>::first_chunk);
    load(bytes.unwrap_or(&[0; LANES]))
}

/// Loads fewer bytes than a vector has, followed by zeros.
///
/// The vector is built from integers. A copy into a zeroed array and a load from it would be slower: the
/// processor cannot forward several small stores to one large load and waits for them instead.
#[inline]
#[target_feature(enable = "avx2")]
fn load_partial(bytes: &[u8]) -> __m256i {
    let mut low = 0;
    let mut high = 0;
    // The first and the last bytes are read as integers, which may overlap. `drop_low_bytes` removes the
    // overlap from the second integer.
    if let Some((first, last)) = first_and_last::<{ size_of::<u128>() }>(bytes) {
        low = u128::from_le_bytes(first);
        let overlap = 2 * size_of::<u128>() - bytes.len();
        high = drop_low_bytes(u128::from_le_bytes(last), overlap);
    } else if let Some((first, last)) = first_and_last::<{ size_of::<u64>() }>(bytes) {
        let overlap = 2 * size_of::<u64>() - bytes.len();
        let last = drop_low_bytes(u64::from_le_bytes(last).into(), overlap);
        low = u128::from(u64::from_le_bytes(first)) | last << u64::BITS;
    } else {
        for &byte in bytes.iter().rev() {
            low = low << 8 | u128::from(byte);
        }
    }
    _mm256_set_m128i(from_u128(high), from_u128(low))
}

/// Returns the first `SIZE` and the last `SIZE` bytes. They overlap if there are fewer than `2 * SIZE`.
#[inline]
fn first_and_last<const SIZE: usize>(bytes: &[u8]) -> Option<([u8; SIZE], [u8; SIZE])> {
    Some((*bytes.first_chunk()?, *bytes.last_chunk()?))
}

/// Shifts a number right by up to 16 bytes.
#[inline]
fn drop_low_bytes(number: u128, bytes: usize) -> u128 {
    // Two shifts, since one shift by all 128 bits would overflow.
    number >> (4 * bytes) >> (4 * bytes)
}

#[inline]
#[target_feature(enable = "avx2")]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the two casts keep one half of the bits each"
)]
fn from_u128(number: u128) -> __m128i {
    _mm_set_epi64x((number >> 64) as i64, number as i64)
}

/// Loads a table of 16 bytes into both halves of a vector, as the operand of a byte shuffle. The shuffle
/// looks up an index of four bits for each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn broadcast_table(table: &[u8; 16]) -> __m256i {
    _mm256_broadcastsi128_si256(from_u128(u128::from_le_bytes(*table)))
}

/// Returns a vector with the same byte in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn splat(byte: u8) -> __m256i {
    _mm256_set1_epi8(i8::from_ne_bytes([byte]))
}

/// Returns the highest bit of each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn movemask(lanes: __m256i) -> u32 {
    u32::from_ne_bytes(_mm256_movemask_epi8(lanes).to_ne_bytes())
}
