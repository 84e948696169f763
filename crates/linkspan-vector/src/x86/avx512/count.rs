//! How often a byte occurs.

use core::arch::x86_64::_mm512_cmpeq_epi8_mask;

use super::{load, load_partial, low_bits, splat};

#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn count(bytes: &[u8], byte: u8) -> usize {
    let byte = splat(byte);
    let mut sum = 0;
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk() {
        sum += _mm512_cmpeq_epi8_mask(load(word), byte).count_ones() as usize;
        rest = after;
    }
    // A partial vector is padded with zeros, and the byte may be NUL.
    let last = _mm512_cmpeq_epi8_mask(load_partial(rest), byte) & low_bits(rest.len());
    sum + last.count_ones() as usize
}
