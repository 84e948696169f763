//! The implementation with AVX-512. One instruction tests 64 bytes, and its result is a mask with one bit per byte.

mod concat;
mod count;
mod escape;
mod replace;
mod run;
mod seek;

use alloc::string::String;
use core::arch::x86_64::{
    __m128i, __m512i, _mm_loadu_si128, _mm512_broadcast_i32x4, _mm512_loadu_si512,
    _mm512_maskz_loadu_epi8, _mm512_set1_epi8, _mm512_storeu_si512,
};
use core::mem::MaybeUninit;

use super::Avx512;
use crate::block::BLOCK_LEN;
use crate::{AsciiSet, Escapes, Replacements, Run, TriggerBlock};

/// The number of bytes in a vector.
const LANES: usize = size_of::<__m512i>();

#[expect(
    clippy::unused_self,
    reason = "`self` is the proof that AVX-512 is available"
)]
impl Avx512 {
    #[inline]
    pub(crate) fn seek(self, block: &mut TriggerBlock, bytes: &[u8], from: usize) {
        block.start = from;
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe {
            // Short texts, such as a single line, skip the loop over whole blocks.
            let remaining = bytes.len().saturating_sub(from);
            if remaining <= LANES {
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
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { run::run(bytes, set, mask_sets) }
    }

    #[inline]
    pub(crate) fn run_backward<const SETS: usize>(
        self,
        bytes: &[u8],
        set: &AsciiSet,
        mask_sets: [&AsciiSet; SETS],
    ) -> Run<SETS> {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { run::run_backward(bytes, set, mask_sets) }
    }

    #[inline]
    pub(crate) fn masks<const SETS: usize>(
        self,
        bytes: &[u8],
        sets: &[AsciiSet; SETS],
    ) -> [u64; SETS] {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { run::masks(bytes, sets) }
    }

    #[inline]
    pub(crate) fn members(self, bytes: &[u8], from: usize, set: &AsciiSet) -> Option<(usize, u64)> {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { run::members(bytes, from, set) }
    }

    #[inline]
    pub(crate) fn count(self, bytes: &[u8], byte: u8) -> usize {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { count::count(bytes, byte) }
    }

    #[inline]
    pub(crate) fn push_escaped(
        self,
        out: &mut String,
        text: &str,
        escapes: &Escapes,
        at_stop: impl Fn(&str) -> Option<(usize, &'static str)>,
    ) -> usize {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { escape::push_escaped(out, text, escapes, at_stop) }
    }

    #[inline]
    pub(crate) fn push_texts<const COUNT: usize>(self, out: &mut String, texts: &[&str; COUNT]) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { concat::push_texts(out, texts) }
    }

    #[inline]
    pub(crate) fn push_replaced(self, out: &mut String, text: &str, replacements: &Replacements) {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { replace::push_replaced(out, text, replacements) }
    }
}

/// Loads a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn load(bytes: &[u8; LANES]) -> __m512i {
    // SAFETY: The array has as many bytes as the instruction reads, and they need not be aligned.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// Loads up to [`LANES`] bytes, followed by zeros.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn load_partial(bytes: &[u8]) -> __m512i {
    if let Some(bytes) = bytes.first_chunk() {
        return load(bytes);
    }
    // SAFETY: The instruction reads only bytes whose bit is set in the mask, and all of these exist.
    unsafe { _mm512_maskz_loadu_epi8(low_bits(bytes.len()), bytes.as_ptr().cast()) }
}

/// Stores a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn store(window: &mut [MaybeUninit<u8>; LANES], vector: __m512i) {
    // SAFETY: The array has as many bytes as the instruction stores, and they need not be aligned.
    unsafe { _mm512_storeu_si512(window.as_mut_ptr().cast(), vector) };
}

/// Returns a mask with the lowest `count` bits set, or all of them if there are fewer.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn low_bits(count: usize) -> u64 {
    match count {
        LANES.. => u64::MAX,
        _ => (1 << count) - 1,
    }
}

/// Loads a table of 16 bytes into each quarter of a vector, as the operand of a byte shuffle. The shuffle looks up an index
/// of four bits for each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn broadcast_table(table: &[u8; size_of::<__m128i>()]) -> __m512i {
    // SAFETY: The array has as many bytes as the instruction reads, and they need not be aligned.
    let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
    _mm512_broadcast_i32x4(table)
}

/// Returns a vector with the same byte in each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn splat(byte: u8) -> __m512i {
    _mm512_set1_epi8(i8::from_ne_bytes([byte]))
}
