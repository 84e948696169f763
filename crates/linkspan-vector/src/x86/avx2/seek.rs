//! The search for triggers.

use core::arch::x86_64::{
    __m256i, _mm256_adds_epu8, _mm256_alignr_epi8, _mm256_and_si256, _mm256_cmpeq_epi8,
    _mm256_max_epu8, _mm256_min_epu8, _mm256_or_si256, _mm256_permute2x128_si256,
    _mm256_shuffle_epi8, _mm256_sub_epi8, _mm256_testz_si256,
};

use super::super::triggers::{ASCII_TRIGGERS, DOTS_BY_THIRD_BYTE};
use super::{LANES, broadcast_table, load, load_at, load_partial, movemask, splat};
use crate::TriggerBlock;
use crate::block::{
    BLOCK_LEN, LOOKAHEAD, MIN_IDEOGRAPHIC_LEAD, MIN_LABEL_START, WINDOW_LEN, WORD_LEN,
    WORDS_PER_BLOCK,
};

/// Moves `block` to the first block with a trigger, starting with the block at `block.start`.
#[target_feature(enable = "avx2")]
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
#[target_feature(enable = "avx2")]
pub(super) fn seek_last_word(block: &mut TriggerBlock, bytes: &[u8]) {
    let word = search_end(bytes, bytes.get(block.start..).unwrap_or_default());
    block.words = [word, 0, 0, 0, 0, 0, 0, 0];
    block.nonempty = u32::from(word != 0);
}

/// Does the same at the end of the text, where no whole block with its lookahead remains. Since the
/// lookahead may be incomplete, up to `LOOKAHEAD - 1` bytes may remain after the block.
///
/// This function is not inlined, so that the loop of [`seek`] stays small.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn seek_tail(block: &mut TriggerBlock, bytes: &[u8]) {
    let mut rest = bytes.get(block.start..).unwrap_or_default();
    loop {
        block.words = [0; WORDS_PER_BLOCK];
        block.nonempty = 0;
        for (index, word) in block.words.iter_mut().enumerate() {
            *word = match rest.first_chunk() {
                Some(window) => search_word(window),
                None if rest.is_empty() => break,
                None => search_end(bytes, rest),
            };
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
/// ASCII triggers are searched first. Only if a byte of the block can start an ideographic dot, a second
/// pass searches for these.
#[inline]
#[target_feature(enable = "avx2")]
fn search_block(words: &mut [u64; WORDS_PER_BLOCK], window: &[u8; BLOCK_LEN + LOOKAHEAD]) -> u32 {
    let mut nonempty = 0;
    let mut max = splat(0);
    for (index, word) in words.iter_mut().enumerate() {
        let [low, high] = BytePairs::load_word(window, index * WORD_LEN);
        *word = join_masks(low.ascii_triggers(), high.ascii_triggers());
        nonempty |= u32::from(*word != 0) << index;
        max = _mm256_max_epu8(max, _mm256_max_epu8(low.bytes, high.bytes));
    }
    if has_ideographic_lead(max) {
        for (index, word) in words.iter_mut().enumerate() {
            *word |= ideographic_dots(window, index * WORD_LEN);
            nonempty |= u32::from(*word != 0) << index;
        }
    }
    nonempty
}

/// Returns the triggers in the first [`WORD_LEN`] bytes of a window.
#[inline]
#[target_feature(enable = "avx2")]
fn search_word(window: &[u8; WINDOW_LEN]) -> u64 {
    let [low, high] = BytePairs::load_word(window, 0);
    let word = join_masks(low.ascii_triggers(), high.ascii_triggers());
    if has_ideographic_lead(_mm256_max_epu8(low.bytes, high.bytes)) {
        return word | ideographic_dots_in_word(window);
    }
    word
}

/// Returns the ideographic dots in the first [`WORD_LEN`] bytes of a window.
///
/// This function is not inlined, since the compiler would join the masks of dots with those of other triggers before they
/// are masks, in a way that takes a hundred instructions.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn ideographic_dots_in_word(window: &[u8; WINDOW_LEN]) -> u64 {
    ideographic_dots(window, 0)
}

/// Returns the ideographic dots in the [`WORD_LEN`] bytes at an offset of a window.
#[inline]
#[target_feature(enable = "avx2")]
fn ideographic_dots(window: &[u8], offset: usize) -> u64 {
    let [low, high] = BytePairs::load_word(window, offset);
    let low = low.ideographic_dots(load_at(window, offset + 2), load_at(window, offset + 3));
    let offset = offset + LANES;
    let high = high.ideographic_dots(load_at(window, offset + 2), load_at(window, offset + 3));
    join_masks(low, high)
}

/// Returns the triggers in the first [`WORD_LEN`] bytes of `rest`, which is the end of the text `bytes` and shorter than a
/// window.
#[inline]
#[target_feature(enable = "avx2")]
fn search_end(bytes: &[u8], rest: &[u8]) -> u64 {
    match bytes.last_chunk::<WORD_LEN>() {
        // Bytes before the end are searched once more, and shifted out. To load only the end would take branches on its
        // length, which are hard to predict.
        Some(last) if (1..=WORD_LEN).contains(&rest.len()) => {
            search_last_word(last) >> (WORD_LEN - rest.len())
        }
        _ => search_last_word(rest),
    }
}

/// Returns the triggers in the first [`WORD_LEN`] bytes of `rest`, which is the end of the text and
/// shorter than a window.
#[inline]
#[target_feature(enable = "avx2")]
fn search_last_word(rest: &[u8]) -> u64 {
    let Some(last) = rest.last_chunk() else {
        return search_last_vector(load_partial(rest)).into();
    };
    // Bits after the end of the word are shifted out.
    let last = u64::from(search_last_vector(load(last))) << (rest.len() - LANES);
    let first = match rest.first_chunk::<{ LANES + LOOKAHEAD }>() {
        Some(window) => search_vector(window),
        // The vector is searched as if the text ended after it, so triggers in its last `LOOKAHEAD` bytes may be
        // missed. The last vector starts before these bytes and finds them. There are no false positives.
        None => rest
            .first_chunk()
            .map_or(0, |first| search_last_vector(load(first))),
    };
    // The two vectors overlap, or are adjacent, unless up to `LOOKAHEAD - 1` bytes follow the word.
    let between = match rest.get(LANES..).and_then(<[u8]>::first_chunk) {
        Some(between) if rest.len() > WORD_LEN => {
            u64::from(search_last_vector(load(between))) << LANES
        }
        _ => 0,
    };
    u64::from(first) | between | last
}

/// Returns the triggers in a vector with its lookahead.
#[inline]
#[target_feature(enable = "avx2")]
fn search_vector(window: &[u8; LANES + LOOKAHEAD]) -> u32 {
    let pairs = BytePairs::load(window, 0);
    let mut triggers = pairs.ascii_triggers();
    if has_ideographic_lead(pairs.bytes) {
        let dots = pairs.ideographic_dots(load_at(window, 2), load_at(window, 3));
        triggers = _mm256_or_si256(triggers, dots);
    }
    movemask(triggers)
}

/// Returns the triggers in a vector that is the end of the text.
#[inline]
#[target_feature(enable = "avx2")]
fn search_last_vector(bytes: __m256i) -> u32 {
    // The upper half of the bytes, followed by zeros. `alignr` works on the halves separately and shifts
    // in bytes from the corresponding half of this vector.
    let upper = _mm256_permute2x128_si256::<0x81>(bytes, bytes);
    let next = _mm256_alignr_epi8::<1>(upper, bytes);
    let pairs = BytePairs { bytes, next };
    let mut triggers = pairs.ascii_triggers();
    if has_ideographic_lead(bytes) {
        let third = _mm256_alignr_epi8::<2>(upper, bytes);
        let fourth = _mm256_alignr_epi8::<3>(upper, bytes);
        triggers = _mm256_or_si256(triggers, pairs.ideographic_dots(third, fourth));
    }
    movemask(triggers)
}

/// A vector of bytes with the byte that follows each of them.
///
/// The methods return a vector in which the highest bit of a lane is the result for that byte.
struct BytePairs {
    bytes: __m256i,
    next: __m256i,
}

impl BytePairs {
    /// Loads the [`WORD_LEN`] bytes at an offset of a window.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load_word(window: &[u8], offset: usize) -> [Self; 2] {
        [
            Self::load(window, offset),
            Self::load(window, offset + LANES),
        ]
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(window: &[u8], offset: usize) -> Self {
        Self {
            bytes: load_at(window, offset),
            next: load_at(window, offset + 1),
        }
    }

    /// Finds the ASCII triggers.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn ascii_triggers(&self) -> __m256i {
        // The low nibble of a byte selects the only trigger that the byte can be. The next byte is in
        // range if its distance from the minimum is at most the length of the range.
        let expected = lookup(&ASCII_TRIGGERS.byte, self.bytes);
        let is_expected = _mm256_cmpeq_epi8(self.bytes, expected);
        let min_next = lookup(&ASCII_TRIGGERS.min_next, self.bytes);
        let max_distance = lookup(&ASCII_TRIGGERS.max_distance, self.bytes);
        let distance = _mm256_sub_epi8(self.next, min_next);
        let clamped = _mm256_min_epu8(distance, max_distance);
        _mm256_and_si256(is_expected, _mm256_cmpeq_epi8(distance, clamped))
    }

    /// Finds the ideographic dots. `third` and `fourth` are the bytes two and three after each byte.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn ideographic_dots(&self, third: __m256i, fourth: __m256i) -> __m256i {
        // The low nibble of the third byte selects the only dot that the bytes can be.
        let nibble = _mm256_and_si256(third, splat(0x0F));
        let mut dots = can_start_label(fourth);
        let bytes = [self.bytes, self.next, third].into_iter();
        for (bytes, table) in bytes.zip(&DOTS_BY_THIRD_BYTE) {
            let expected = _mm256_shuffle_epi8(broadcast_table(table), nibble);
            dots = _mm256_and_si256(dots, _mm256_cmpeq_epi8(bytes, expected));
        }
        dots
    }
}

/// Returns whether any of the bytes is at least [`MIN_IDEOGRAPHIC_LEAD`].
#[inline]
#[target_feature(enable = "avx2")]
fn has_ideographic_lead(bytes: __m256i) -> bool {
    let leads = _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, splat(MIN_IDEOGRAPHIC_LEAD)), bytes);
    _mm256_testz_si256(leads, leads) == 0
}

/// Sets the highest bit of each byte that is at least [`MIN_LABEL_START`]. The other bits have no
/// meaning.
#[inline]
#[target_feature(enable = "avx2")]
fn can_start_label(bytes: __m256i) -> __m256i {
    // The saturating sum is at least 0x80 exactly for these bytes.
    _mm256_adds_epu8(bytes, splat(0x80 - MIN_LABEL_START))
}

/// Looks up each byte in a table by its low nibble. The result is zero for bytes above ASCII.
#[inline]
#[target_feature(enable = "avx2")]
fn lookup(table: &[u8; 16], bytes: __m256i) -> __m256i {
    _mm256_shuffle_epi8(broadcast_table(table), bytes)
}

/// Joins the highest bits of two vectors into a mask word.
#[inline]
#[target_feature(enable = "avx2")]
fn join_masks(low: __m256i, high: __m256i) -> u64 {
    u64::from(movemask(low)) | u64::from(movemask(high)) << LANES
}
