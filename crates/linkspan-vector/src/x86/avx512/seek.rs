//! The search for triggers.

use core::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_cmpeq_epi8_mask, _mm512_cmpge_epu8_mask,
    _mm512_mask_cmpeq_epi8_mask, _mm512_mask_cmple_epu8_mask, _mm512_max_epu8, _mm512_shuffle_epi8,
    _mm512_sub_epi8,
};

use super::super::triggers::{ASCII_TRIGGERS, DOTS_BY_THIRD_BYTE};
use super::{LANES, broadcast_table, load, load_partial, splat};
use crate::TriggerBlock;
use crate::block::{
    BLOCK_LEN, LOOKAHEAD, MIN_IDEOGRAPHIC_LEAD, MIN_LABEL_START, WORD_LEN, WORDS_PER_BLOCK,
};

const _: () = assert!(WORD_LEN == LANES, "a word describes a vector");

/// Moves `block` to the first block with a trigger, starting with the block at `block.start`.
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
pub(super) fn seek(block: &mut TriggerBlock, bytes: &[u8]) {
    while let Some(window) = bytes.get(block.start..).and_then(<[u8]>::first_chunk) {
        block.nonempty = search_block(&mut block.words, window);
        if block.nonempty != 0 {
            return;
        }
        block.start += BLOCK_LEN;
    }
    seek_tail(block, bytes);
}

/// Does the same if at most [`WORD_LEN`] bytes of the text remain.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
pub(super) fn seek_last_word(block: &mut TriggerBlock, bytes: &[u8]) {
    let word = search_end(bytes.get(block.start..).unwrap_or_default());
    block.words = [word, 0, 0, 0, 0, 0, 0, 0];
    block.nonempty = u32::from(word != 0);
}

/// Does the same at the end of the text, where no whole block with its lookahead remains. Since the lookahead may be
/// incomplete, up to `LOOKAHEAD - 1` bytes may remain after the block.
///
/// This function is not inlined, so that the loop of [`seek`] stays small.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
pub(super) fn seek_tail(block: &mut TriggerBlock, bytes: &[u8]) {
    let mut rest = bytes.get(block.start..).unwrap_or_default();
    loop {
        block.words = [0; WORDS_PER_BLOCK];
        block.nonempty = 0;
        for (index, word) in block.words.iter_mut().enumerate() {
            if rest.is_empty() {
                break;
            }
            *word = search_end(rest);
            block.nonempty |= u32::from(*word != 0) << index;
            rest = rest.get(WORD_LEN..).unwrap_or_default();
        }
        if block.nonempty != 0 || rest.is_empty() {
            return;
        }
        block.start += BLOCK_LEN;
    }
}

/// Writes the triggers of a block to `words` and returns which words have triggers.
///
/// ASCII triggers are searched first. Only if a byte of the block can start an ideographic dot, a second pass searches for
/// these.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn search_block(words: &mut [u64; WORDS_PER_BLOCK], window: &[u8; BLOCK_LEN + LOOKAHEAD]) -> u32 {
    let mut nonempty = 0;
    let mut max = splat(0);
    for (index, word) in words.iter_mut().enumerate() {
        let vectors = load_at(window, index * WORD_LEN);
        *word = ascii_triggers(vectors);
        nonempty |= u32::from(*word != 0) << index;
        max = _mm512_max_epu8(max, vectors[0]);
    }
    if has_ideographic_lead(max) {
        for (index, word) in words.iter_mut().enumerate() {
            *word |= ideographic_dots(load_at(window, index * WORD_LEN));
            nonempty |= u32::from(*word != 0) << index;
        }
    }
    nonempty
}

/// Returns the triggers in the first [`WORD_LEN`] bytes of `rest`, which is the end of the text.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn search_end(rest: &[u8]) -> u64 {
    let after = |distance: usize| load_partial(rest.get(distance..).unwrap_or_default());
    let (bytes, next) = (after(0), after(1));
    let triggers = ascii_triggers([bytes, next]);
    if has_ideographic_lead(bytes) {
        return triggers | ideographic_dots([bytes, next, after(2), after(3)]);
    }
    triggers
}

/// Loads `COUNT` vectors that start at an offset of a window and at each of the next offsets.
///
/// All callers pass an offset at which whole vectors are available. The compiler can see this after inlining and removes
/// the check.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn load_at<const COUNT: usize>(window: &[u8], offset: usize) -> [__m512i; COUNT] {
    let mut vectors = [splat(0); COUNT];
    for (distance, vector) in vectors.iter_mut().enumerate() {
        let bytes = window
            .get(offset + distance..)
            .and_then(<[u8]>::first_chunk);
        *vector = load(bytes.unwrap_or(&[0; LANES]));
    }
    vectors
}

/// Finds the ASCII triggers among bytes, with the byte that follows each of them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn ascii_triggers([bytes, next]: [__m512i; 2]) -> u64 {
    // The low nibble of a byte selects the only trigger that the byte can be. The next byte is in range if its distance
    // from the minimum is at most the length of the range.
    let lookup = |table: &[u8; 16]| _mm512_shuffle_epi8(broadcast_table(table), bytes);
    let is_expected = _mm512_cmpeq_epi8_mask(bytes, lookup(&ASCII_TRIGGERS.byte));
    let distance = _mm512_sub_epi8(next, lookup(&ASCII_TRIGGERS.min_next));
    _mm512_mask_cmple_epu8_mask(is_expected, distance, lookup(&ASCII_TRIGGERS.max_distance))
}

/// Finds the ideographic dots among bytes, with the bytes one, two and three after each of them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn ideographic_dots([bytes, next, third, fourth]: [__m512i; 4]) -> u64 {
    // The low nibble of the third byte selects the only dot that the bytes can be.
    let nibble = _mm512_and_si512(third, splat(0x0F));
    let mut dots = _mm512_cmpge_epu8_mask(fourth, splat(MIN_LABEL_START));
    for (bytes, table) in [bytes, next, third].into_iter().zip(&DOTS_BY_THIRD_BYTE) {
        let expected = _mm512_shuffle_epi8(broadcast_table(table), nibble);
        dots = _mm512_mask_cmpeq_epi8_mask(dots, bytes, expected);
    }
    dots
}

/// Returns whether any of the bytes is at least [`MIN_IDEOGRAPHIC_LEAD`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn has_ideographic_lead(bytes: __m512i) -> bool {
    _mm512_cmpge_epu8_mask(bytes, splat(MIN_IDEOGRAPHIC_LEAD)) != 0
}
