//! The implementation for all processors.
//!
//! The inner loops have no branches, so the compiler translates them into vector instructions that every
//! processor of the target has.

use crate::block::{
    BLOCK_LEN, IDEOGRAPHIC_DOTS, MIN_IDEOGRAPHIC_LEAD, MIN_LABEL_START, WINDOW_LEN, WORD_LEN,
    WORDS_PER_BLOCK, zero_padded,
};
use crate::{AsciiSet, MAX_RUN_LEN, Run, TriggerBlock};

/// The number of bytes that one iteration of the prefilter combines. Most vector registers hold fewer.
const LANES: usize = 32;

pub(crate) fn seek(block: &mut TriggerBlock, bytes: &[u8], from: usize) {
    let mut rest = bytes.get(from..).unwrap_or_default();
    block.start = from;
    // Triggers and ideographic leads come in clusters. The prefilter therefore runs only after a word
    // that has neither.
    let mut use_prefilter = false;
    loop {
        block.words = [0; WORDS_PER_BLOCK];
        block.nonempty = 0;
        for (index, word) in block.words.iter_mut().enumerate() {
            let result = match rest.first_chunk() {
                Some(window) if use_prefilter && !may_have_triggers(window) => WordResult::EMPTY,
                Some(window) => WordResult::of(window),
                None if rest.is_empty() => break,
                None => WordResult::of(&zero_padded(rest)),
            };
            use_prefilter = result.is_below_lead && result.triggers == 0;
            *word = result.triggers;
            block.nonempty |= u32::from(result.triggers != 0) << index;
            rest = rest.get(WORD_LEN..).unwrap_or_default();
        }
        if block.nonempty != 0 || rest.is_empty() {
            return;
        }
        block.start += BLOCK_LEN;
    }
}

/// Returns a vector lane with all bits set or cleared. Compilers translate a comparison in this form
/// into one vector instruction.
#[inline]
fn lane(condition: bool) -> u8 {
    if condition { u8::MAX } else { 0 }
}

/// Returns a set lane if `byte` is an ASCII trigger.
#[inline]
fn ascii_trigger(byte: u8, next: u8) -> u8 {
    lane(byte == b'.') & lane(next >= MIN_LABEL_START)
        | lane(byte == b':') & lane(next == b'/')
        | lane(byte == b'@')
}

/// A prefilter for the first [`WORD_LEN`] bytes of a window. There are false positives, but no false
/// negatives.
#[inline]
fn may_have_triggers(window: &[u8; WINDOW_LEN]) -> bool {
    let [_, next @ ..] = window;
    let mut seen = [0; LANES];
    let parts = window.chunks_exact(LANES).zip(next.chunks_exact(LANES));
    for (bytes, next) in parts.take(WORD_LEN / LANES) {
        for ((seen, &byte), &next) in seen.iter_mut().zip(bytes).zip(next) {
            *seen |= ascii_trigger(byte, next) | lane(byte >= MIN_IDEOGRAPHIC_LEAD);
        }
    }
    seen.iter().fold(0, |seen, lane| seen | lane) != 0
}

/// The result of a search in [`WORD_LEN`] bytes.
struct WordResult {
    /// One bit per byte, the first byte lowest.
    triggers: u64,
    /// Whether all bytes are below [`MIN_IDEOGRAPHIC_LEAD`].
    is_below_lead: bool,
}

impl WordResult {
    const EMPTY: Self = Self {
        triggers: 0,
        is_below_lead: true,
    };

    /// Searches the first [`WORD_LEN`] bytes of a window.
    #[inline]
    fn of(window: &[u8; WINDOW_LEN]) -> Self {
        let [_, next @ ..] = window;
        let mut lanes = [0; WORD_LEN];
        let mut max = 0;
        for ((lane, &byte), &next) in lanes.iter_mut().zip(window).zip(next) {
            *lane = ascii_trigger(byte, next);
            max = byte.max(max);
        }
        let is_below_lead = max < MIN_IDEOGRAPHIC_LEAD;
        if !is_below_lead {
            add_ideographic_dots(window, &mut lanes);
        }
        Self {
            triggers: pack_lanes(&lanes),
            is_below_lead,
        }
    }
}

/// Sets the lanes of ideographic dots in the first [`WORD_LEN`] bytes of a window.
#[inline]
fn add_ideographic_dots(window: &[u8; WINDOW_LEN], lanes: &mut [u8; WORD_LEN]) {
    let [_, second @ ..] = window;
    let [_, _, third @ ..] = window;
    let [_, _, _, next @ ..] = window;
    let bytes = window.iter().zip(second).zip(third).zip(next);
    for (result, (((&first, &second), &third), &next)) in lanes.iter_mut().zip(bytes) {
        let mut is_dot = 0;
        for [a, b, c] in IDEOGRAPHIC_DOTS {
            is_dot |= lane(first == a) & lane(second == b) & lane(third == c);
        }
        *result |= is_dot & lane(next >= MIN_LABEL_START);
    }
}

/// Packs one bit of each lane into a mask word.
#[inline]
fn pack_lanes(lanes: &[u8; WORD_LEN]) -> u64 {
    // Multiplication by this number moves the lowest bits of eight lanes into the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    const LOWEST_BITS: u64 = 0x0101_0101_0101_0101;
    let mut word = 0;
    for eight in lanes.rchunks_exact(8) {
        let eight = eight
            .first_chunk()
            .map_or(0, |eight| u64::from_le_bytes(*eight));
        word = word << 8 | (eight & LOWEST_BITS).wrapping_mul(GATHER) >> 56;
    }
    word
}

pub(crate) fn run<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    measure(bytes.iter(), 0..MAX_RUN_LEN, set, mask_sets)
}

pub(crate) fn run_backward<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    measure(bytes.iter().rev(), (0..MAX_RUN_LEN).rev(), set, mask_sets)
}

/// Measures the run at the start of `bytes`. `bits` yields the bit that corresponds to each byte.
#[inline]
fn measure<'b, const SETS: usize>(
    bytes: impl Iterator<Item = &'b u8>,
    bits: impl Iterator<Item = usize>,
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    let mut run = Run {
        len: 0,
        masks: [0; SETS],
    };
    for (&byte, bit) in bytes.take_while(|&&byte| set.contains(byte)).zip(bits) {
        run.len += 1;
        for (mask, set) in run.masks.iter_mut().zip(mask_sets) {
            *mask |= u64::from(set.contains(byte)) << bit;
        }
    }
    run
}

/// Finds the next word of [`MAX_RUN_LEN`] bytes that has members of `set`, and returns its offset and a mask of the
/// members. The search starts at `from` and goes word by word.
pub(crate) fn members(bytes: &[u8], from: usize, set: &AsciiSet) -> Option<(usize, u64)> {
    let words = bytes.get(from..)?.chunks(MAX_RUN_LEN);
    for (index, word) in words.enumerate() {
        let mut mask = 0;
        for (bit, &byte) in word.iter().enumerate() {
            mask |= u64::from(set.contains(byte)) << bit;
        }
        if mask != 0 {
            return Some((from + index * MAX_RUN_LEN, mask));
        }
    }
    None
}
