//! The same for processors with AVX2, which test 32 bytes with one instruction.
//!
//! This module has all of the crate's `unsafe` code. Functions with `#[target_feature]` are safe to call
//! from each other, so `unsafe` is left in two places: [`Avx2`] calls into them, and [`load`] reads 32
//! bytes through a pointer.

#![expect(unsafe_code, reason = "what this module is for")]

mod run;
mod seek;

use core::arch::x86_64::{
    __m128i, __m256i, _mm_set_epi64x, _mm256_broadcastsi128_si256, _mm256_loadu_si256,
    _mm256_movemask_epi8, _mm256_set_m128i, _mm256_set1_epi8,
};

use crate::stretch::STRETCH;
use crate::{AsciiSet, Run, Stretch};

/// How many bytes a vector holds.
const LANES: usize = size_of::<__m256i>();

/// The proof that the processor has AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

#[expect(clippy::unused_self, reason = "to have one is what counts")]
impl Avx2 {
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let detected = std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(feature = "std"))]
        let detected = cfg!(target_feature = "avx2");
        detected.then_some(Self(()))
    }

    #[inline]
    pub(crate) fn seek(self, stretch: &mut Stretch, bytes: &[u8], from: usize) {
        stretch.start = from;
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe {
            if bytes.len().saturating_sub(from) > STRETCH {
                seek::seek(stretch, bytes);
            } else {
                // Texts of one line go there at once.
                seek::seek_last(stretch, bytes);
            }
        }
    }

    #[inline]
    pub(crate) fn run<const SETS: usize>(
        self,
        bytes: &[u8],
        of: &AsciiSet,
        marked: [&AsciiSet; SETS],
    ) -> Run<SETS> {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { run::run(bytes, of, marked) }
    }

    /// `None` if there are too few bytes for it to pay.
    #[inline]
    pub(crate) fn run_before<const SETS: usize>(
        self,
        bytes: &[u8],
        of: &AsciiSet,
        marked: [&AsciiSet; SETS],
    ) -> Option<Run<SETS>> {
        let last = bytes.last_chunk()?;
        // SAFETY: `self` proves that the processor has AVX2.
        Some(unsafe { run::run_before(last, of, marked) })
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; LANES]) -> __m256i {
    // SAFETY: the array has as many bytes as are loaded, and they need not be aligned.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The bytes of a window from `at` on, which must be there.
#[inline]
#[target_feature(enable = "avx2")]
fn load_at(window: &[u8], at: usize) -> __m256i {
    let bytes = window.get(at..).and_then(<[u8]>::first_chunk);
    load(bytes.unwrap_or(&[0; LANES]))
}

/// Less bytes than a vector holds, and zeros after them. To copy them to where zeros are, and to load
/// that, would take longer: processors wait for what was just stored in other pieces.
#[inline]
#[target_feature(enable = "avx2")]
fn load_few(bytes: &[u8]) -> __m256i {
    let mut low = 0;
    let mut high = 0;
    // In two pieces, of which the second one may start inside the first.
    if let Some((first, last)) = ends::<{ size_of::<u128>() }>(bytes) {
        low = u128::from_le_bytes(first);
        high = above(
            u128::from_le_bytes(last),
            2 * size_of::<u128>() - bytes.len(),
        );
    } else if let Some((first, last)) = ends::<{ size_of::<u64>() }>(bytes) {
        let last = u64::from_le_bytes(last).into();
        let last = above(last, 2 * size_of::<u64>() - bytes.len());
        low = u128::from(u64::from_le_bytes(first)) | last << u64::BITS;
    } else {
        for &byte in bytes.iter().rev() {
            low = low << 8 | u128::from(byte);
        }
    }
    _mm256_set_m128i(load_number(high), load_number(low))
}

/// The first bytes and the last ones.
#[inline]
fn ends<const SIZE: usize>(bytes: &[u8]) -> Option<([u8; SIZE], [u8; SIZE])> {
    Some((*bytes.first_chunk()?, *bytes.last_chunk()?))
}

/// A number without some of its lowest bytes.
#[inline]
fn above(number: u128, bytes: usize) -> u128 {
    // In two steps, as a shift by all of its bits at once is not defined.
    number >> (4 * bytes) >> (4 * bytes)
}

#[inline]
#[target_feature(enable = "avx2")]
#[expect(
    clippy::cast_possible_truncation,
    reason = "all bits are kept, in two numbers"
)]
fn load_number(number: u128) -> __m128i {
    _mm_set_epi64x((number >> 64) as i64, number as i64)
}

/// A table to choose from by the lower half of a byte.
#[inline]
#[target_feature(enable = "avx2")]
fn table(bytes: &[u8; 16]) -> __m256i {
    _mm256_broadcastsi128_si256(load_number(u128::from_le_bytes(*bytes)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat(byte: u8) -> __m256i {
    _mm256_set1_epi8(i8::from_ne_bytes([byte]))
}

/// The highest bit of each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(lanes: __m256i) -> u32 {
    u32::from_ne_bytes(_mm256_movemask_epi8(lanes).to_ne_bytes())
}
