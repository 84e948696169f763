//! Backslashes before some characters of a text.

use alloc::string::String;
use core::arch::x86_64::{
    __m512i, _mm512_castsi256_si512, _mm512_extracti64x4_epi64, _mm512_mask_expand_epi8, _pdep_u64,
    _pext_u64,
};
use core::mem::MaybeUninit;

use super::super::escape::escaped_before_stop;
use super::run::NibbleVector;
use super::{LANES, load, load_partial, low_bits, splat, store};
use crate::Escapes;

/// The number of bytes that become a vector, if a backslash precedes each.
const HALF: usize = LANES / 2;

/// The maximum number of bytes that are stored for a word: a vector for each half, the second one directly after the first
/// half.
const MAX_WORD_LEN: usize = 2 * LANES;

/// The number of words that are copied if nothing in them is escaped and they have no stop, which is so for most of prose.
/// Whether a single word has characters to escape is hard to predict, so no branch depends on it.
const GROUP: usize = 2;

/// The number of words that are escaped before the next group is tried: after a group that could not be copied, and after a
/// stop, since the line after it may be short.
const WORDS_AFTER_GROUP: usize = 8;
const WORDS_AFTER_STOP: usize = 2;

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn push_escaped(
    out: &mut String,
    text: &str,
    escapes: &Escapes,
    at_stop: impl Fn(&str) -> Option<(usize, &'static str)>,
) -> usize {
    // SAFETY: What is appended consists of whole characters of the text, since it ends at the end of the text or before an
    // ASCII character and starts at the start of the text or where `str::get` permits it, of backslashes before ASCII
    // characters, and of whole strings.
    let out = unsafe { out.as_mut_vec() };
    let mut rest = text.as_bytes();
    let mut after_first = 0;
    // Many calls end in the first word, and many lines after it.
    let mut words_before_group = 1;
    while !rest.is_empty() {
        if out.capacity() - out.len() < MAX_WORD_LEN {
            out.reserve(GROUP * MAX_WORD_LEN + rest.len());
        }
        let mut spare = out.spare_capacity_mut();
        let capacity = spare.len();
        let mut is_stopped = false;
        let mut replacement_without_room = None;
        while !rest.is_empty() {
            if words_before_group == 0 {
                if let Some((group, after)) = rest.split_first_chunk()
                    && let Some(window) = spare.first_chunk_mut()
                    && copy_plain_group(window, group, escapes, &mut after_first)
                {
                    spare = spare.get_mut(GROUP * LANES..).unwrap_or_default();
                    rest = after;
                    continue;
                }
                words_before_group = WORDS_AFTER_GROUP;
            }
            let Some(window) = spare.first_chunk_mut() else {
                break;
            };
            words_before_group -= 1;
            let word = load_partial(rest);
            let word_len = rest.len().min(LANES);
            // A partial vector is padded with zeros, and NUL may be a member of a set.
            let masks = NibbleVector::new(word).masks(escapes.sets.each_ref(), low_bits(word_len));
            let (marked, stop) = escaped_before_stop(masks, &mut after_first);
            store_escaped(window, word, marked);
            let marked_len = marked.count_ones() as usize;
            // A branch, so that the next word does not wait for the end of this one.
            let Some(stop) = stop else {
                spare = spare.get_mut(word_len + marked_len..).unwrap_or_default();
                rest = rest.get(LANES..).unwrap_or_default();
                continue;
            };
            spare = spare.get_mut(stop + marked_len..).unwrap_or_default();
            rest = rest.get(stop..).unwrap_or_default();
            let at = text.len() - rest.len();
            let Some((len, replacement)) = text.get(at..).and_then(&at_stop) else {
                is_stopped = true;
                break;
            };
            // At least the character at the stop is replaced.
            let after = text.get(at.saturating_add(len.max(1))..);
            rest = after.unwrap_or_default().as_bytes();
            after_first = 0;
            words_before_group = WORDS_AFTER_STOP;
            let Some(window) = spare.get_mut(..replacement.len()) else {
                replacement_without_room = Some(replacement);
                break;
            };
            for (to, byte) in window.iter_mut().zip(replacement.bytes()) {
                to.write(byte);
            }
            spare = spare.get_mut(replacement.len()..).unwrap_or_default();
        }
        let pushed = capacity - spare.len();
        // SAFETY: The bytes before the rest of the spare capacity were stored.
        unsafe { out.set_len(out.len() + pushed) };
        if let Some(replacement) = replacement_without_room {
            out.extend_from_slice(replacement.as_bytes());
        }
        if is_stopped {
            break;
        }
    }
    text.len() - rest.len()
}

/// Copies a group of words if nothing in it is escaped and it has no stop, and returns whether that is so.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
fn copy_plain_group(
    window: &mut [MaybeUninit<u8>; GROUP * LANES],
    group: &[u8; GROUP * LANES],
    escapes: &Escapes,
    after_first: &mut u64,
) -> bool {
    let (group, _) = group.as_chunks();
    let mut after = *after_first;
    let mut found = 0;
    for bytes in group {
        let word = NibbleVector::new(load(bytes));
        let [anywhere, first, after_some] = word.masks(escapes.unions.each_ref(), u64::MAX);
        found |= anywhere | (first << 1 | after) & after_some;
        after = first >> (LANES - 1);
    }
    if found != 0 {
        return false;
    }
    *after_first = after;
    let (window, _) = window.as_chunks_mut();
    for (bytes, window) in group.iter().zip(window) {
        store(window, load(bytes));
    }
    true
}

/// Stores a word with a backslash before each byte whose bit in `marked` is set.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
fn store_escaped(window: &mut [MaybeUninit<u8>; MAX_WORD_LEN], word: __m512i, marked: u64) {
    let [low, high] = [marked & low_bits(HALF), marked >> HALF];
    let high_bytes = _mm512_castsi256_si512(_mm512_extracti64x4_epi64::<1>(word));
    let low_len = HALF + low.count_ones() as usize;
    if let Some(window) = window.first_chunk_mut() {
        store(window, escaped_half(word, low));
    }
    if let Some(window) = window.get_mut(low_len..).and_then(<[_]>::first_chunk_mut) {
        store(window, escaped_half(high_bytes, high));
    }
}

/// The lowest [`HALF`] bytes of a vector, with a backslash before each byte whose bit in `marked` is set. Only the lowest
/// [`HALF`] bits may be set.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
fn escaped_half(bytes: __m512i, marked: u64) -> __m512i {
    /// If each byte was preceded by a backslash, these would be the backslashes.
    const EVEN_BITS: u64 = u64::MAX / 3;
    let kept = _pdep_u64(marked, EVEN_BITS) | !EVEN_BITS;
    let is_byte = _pext_u64(!EVEN_BITS, kept);
    _mm512_mask_expand_epi8(splat(b'\\'), is_byte, bytes)
}
