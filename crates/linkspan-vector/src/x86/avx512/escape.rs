//! Backslashes before some characters of a text.

use alloc::string::String;
use core::arch::x86_64::{
    __m256i, __m512i, _mm512_castsi512_si256, _mm512_cvtepu8_epi16, _mm512_extracti64x4_epi64,
    _mm512_maskz_compress_epi8, _mm512_or_si512, _mm512_set1_epi16, _mm512_slli_epi16,
    _mm512_storeu_si512, _pdep_u64,
};
use core::mem::MaybeUninit;

use super::super::escape::escaped_before_stop;
use super::run::NibbleVector;
use super::{LANES, load_partial, low_bits};
use crate::Escapes;

/// The number of bytes that become a vector, if a backslash precedes each.
const HALF: usize = LANES / 2;

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn push_escaped(out: &mut String, text: &str, escapes: &Escapes) -> usize {
    // SAFETY: What is appended consists of whole characters of the text, since it ends at the end of the text or before an
    // ASCII character, and of backslashes before ASCII characters.
    let out = unsafe { out.as_mut_vec() };
    // Each byte becomes at most two, and what is stored after the end is at most a vector.
    out.reserve(2 * text.len() + LANES);
    let mut spare = out.spare_capacity_mut();
    let capacity = spare.len();
    let mut rest = text.as_bytes();
    let mut after_first = 0;
    while !rest.is_empty() {
        let word = load_partial(rest);
        let word_len = rest.len().min(LANES);
        // A partial vector is padded with zeros, and NUL may be a member of a set.
        let masks = NibbleVector::new(word).masks(escapes.sets.each_ref(), low_bits(word_len));
        let (marked, stop) = escaped_before_stop(masks, &mut after_first);
        // A branch, so that the next word does not wait for the end of this one.
        if let Some(stop) = stop {
            spare = push(spare, word, marked, stop);
            rest = rest.get(stop..).unwrap_or_default();
            break;
        }
        spare = push(spare, word, marked, word_len);
        rest = rest.get(LANES..).unwrap_or_default();
    }
    let pushed = capacity - spare.len();
    // SAFETY: The bytes before the rest of the spare capacity were stored.
    unsafe { out.set_len(out.len() + pushed) };
    text.len() - rest.len()
}

/// Stores the first `len` bytes of a word, with a backslash before those whose bit in `marked` is set, and returns what
/// is left of the spare capacity. Only the lowest `len` bits may be set.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
fn push(
    spare: &mut [MaybeUninit<u8>],
    word: __m512i,
    marked: u64,
    len: usize,
) -> &mut [MaybeUninit<u8>] {
    let low_len = len.min(HALF);
    let spare = push_half(spare, _mm512_castsi512_si256(word), marked, low_len);
    let high = _mm512_extracti64x4_epi64::<1>(word);
    push_half(spare, high, marked >> HALF, len - low_len)
}

/// Does the same for half a word, of which only the lowest [`HALF`] bits of `marked` count. Nothing is stored if the
/// capacity is less than a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
fn push_half(
    spare: &mut [MaybeUninit<u8>],
    bytes: __m256i,
    marked: u64,
    len: usize,
) -> &mut [MaybeUninit<u8>] {
    const EVEN_BITS: u64 = u64::MAX / 3;
    let Some(first) = spare.first_chunk_mut::<LANES>() else {
        return spare;
    };
    // Each byte, after a backslash. The backslashes that are not needed are removed.
    let pairs = _mm512_slli_epi16::<8>(_mm512_cvtepu8_epi16(bytes));
    let pairs = _mm512_or_si512(pairs, _mm512_set1_epi16(b'\\'.into()));
    let marked = marked & low_bits(HALF);
    let kept = _pdep_u64(marked, EVEN_BITS) | !EVEN_BITS;
    let compressed = _mm512_maskz_compress_epi8(kept, pairs);
    // SAFETY: The array has as many bytes as the instruction stores, and they need not be aligned.
    unsafe { _mm512_storeu_si512(first.as_mut_ptr().cast(), compressed) };
    let len = len + marked.count_ones() as usize;
    spare.get_mut(len..).unwrap_or_default()
}
