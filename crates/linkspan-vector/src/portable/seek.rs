//! The search for triggers.
//!
//! Eight bytes are examined at once, as the lanes of a number. A comparison adds to the low seven bits of each lane, so
//! that the highest bit is the result, and no lane carries into the next one.

use crate::TriggerBlock;
use crate::block::{
    BLOCK_LEN, IDEOGRAPHIC_DOTS, MIN_IDEOGRAPHIC_LEAD, MIN_LABEL_START, WINDOW_LEN, WORD_LEN,
    zero_padded,
};

/// The number of bytes that are examined at once.
const LANES: usize = size_of::<u64>();

/// The highest bit of each lane, where the results of comparisons are.
const HIGH_BITS: u64 = splat(0x80);

/// The other bits of each lane.
const LOW_BITS: u64 = splat(0x7F);

pub(crate) fn seek(block: &mut TriggerBlock, bytes: &[u8], from: usize) {
    let mut rest = bytes.get(from..).unwrap_or_default();
    block.start = from;
    loop {
        block.nonempty = 0;
        for (index, word) in block.words.iter_mut().enumerate() {
            *word = match rest.first_chunk() {
                Some(window) => search_word(window),
                None if rest.is_empty() => 0,
                None => search_word(&zero_padded(rest)),
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

/// Returns the triggers in the first [`WORD_LEN`] bytes of a window.
#[inline]
fn search_word(window: &[u8; WINDOW_LEN]) -> u64 {
    let mut eights = [0; WORD_LEN / LANES];
    let mut any = 0;
    let mut leads = 0;
    for (index, triggers) in eights.iter_mut().enumerate() {
        let bytes = load_at(window, index * LANES);
        *triggers = ascii_triggers(bytes, load_at(window, index * LANES + 1));
        any |= *triggers;
        // Bytes above ASCII whose other bits are at least those of an ideographic lead.
        leads |= bytes & at_least(bytes, MIN_IDEOGRAPHIC_LEAD & 0x7F);
    }
    if leads & HIGH_BITS != 0 {
        for (index, triggers) in eights.iter_mut().enumerate() {
            let eight = Characters::load_at(window, index * LANES);
            // Most of the time this is false, also in texts with ideographic dots.
            if eight.may_have_dots() {
                *triggers |= eight.dots(load_at(window, index * LANES + 3));
                any |= *triggers;
            }
        }
    }
    if any == 0 {
        return 0;
    }
    let packed = eights.iter().rev();
    packed.fold(0, |word, &eight| word << LANES | pack(eight))
}

const fn splat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; LANES])
}

/// Loads the bytes at an offset of a window, the first one into the lowest lane.
///
/// All callers pass an offset at which enough bytes are available. The compiler can see this after inlining and removes
/// the check.
#[inline]
fn load_at(window: &[u8; WINDOW_LEN], offset: usize) -> u64 {
    let bytes = window.get(offset..).and_then(<[u8]>::first_chunk);
    bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Sets the highest bit of each lane whose other bits are at least `min`.
#[inline]
fn at_least(lanes: u64, min: u8) -> u64 {
    (lanes & LOW_BITS) + splat(0x80 - min)
}

/// Sets the highest bit of each lane that is not zero.
#[inline]
fn nonzero(lanes: u64) -> u64 {
    lanes | at_least(lanes, 1)
}

/// Sets the highest bit of each lane that can start a label.
#[inline]
fn can_start_label(lanes: u64) -> u64 {
    lanes | at_least(lanes, MIN_LABEL_START)
}

/// Finds the ASCII triggers. `next` is the byte after each byte.
#[inline]
fn ascii_triggers(bytes: u64, next: u64) -> u64 {
    let is_other = |byte| at_least(bytes ^ splat(byte), 1);
    let no_dot = is_other(b'.') | !can_start_label(next);
    let no_colon = is_other(b':') | nonzero(next ^ splat(b'/'));
    let no_trigger = bytes | no_dot & no_colon & is_other(b'@');
    !no_trigger & HIGH_BITS
}

/// Eight bytes, each with the two bytes after it.
struct Characters {
    first: u64,
    second: u64,
    third: u64,
}

impl Characters {
    #[inline]
    fn load_at(window: &[u8; WINDOW_LEN], offset: usize) -> Self {
        let [first, second, third] = [0, 1, 2].map(|index| load_at(window, offset + index));
        Self {
            first,
            second,
            third,
        }
    }

    /// A prefilter for ideographic dots, which compares the first and the third byte. There are false positives, but no
    /// false negatives.
    #[inline]
    fn may_have_dots(&self) -> bool {
        let mut zeros = 0;
        for [first, _, third] in IDEOGRAPHIC_DOTS {
            let differences = self.first ^ splat(first) | self.third ^ splat(third);
            // The highest bit of the first lane that is zero, and perhaps of lanes after it.
            zeros |= differences.wrapping_sub(splat(1)) & !differences;
        }
        zeros & HIGH_BITS != 0
    }

    /// Finds the ideographic dots. `next` is the byte three after each byte.
    #[inline]
    fn dots(&self, next: u64) -> u64 {
        let mut no_dot = HIGH_BITS;
        for dot in IDEOGRAPHIC_DOTS {
            let [first, second, third] = dot.map(splat);
            no_dot &= nonzero(self.first ^ first | self.second ^ second | self.third ^ third);
        }
        !no_dot & can_start_label(next) & HIGH_BITS
    }
}

/// Packs the highest bit of each lane into a byte. The other bits must be zero.
#[inline]
fn pack(lanes: u64) -> u64 {
    // Multiplication by this number moves the highest bits of all lanes into the highest byte.
    const GATHER: u64 = 0x0002_0408_1020_4081;
    lanes.wrapping_mul(GATHER) >> (u64::BITS - u8::BITS)
}
