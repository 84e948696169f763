//! The search for triggers.
//!
//! The 64 bytes of a word are examined at once, as eight bit planes: the lowest bits of all bytes are one number, the next
//! bits another one, and so on. An operation on these numbers examines all bytes of the word. So the time depends little on
//! which bytes these are, and there is no branch on whether a word has a trigger, which would be hard to predict.

use crate::TriggerBlock;
use crate::block::{
    BLOCK_LEN, IDEOGRAPHIC_DOTS, MIN_IDEOGRAPHIC_LEAD, MIN_LABEL_START, WINDOW_LEN, WORD_LEN,
    zero_padded,
};

/// The number of bits in a byte, of bytes in a row of a word, and of rows in a word.
const SIDE: usize = 8;

/// One bit for each byte of a word. Bit `SIDE * column + (SIDE - 1 - row)` belongs to the byte at `SIDE * row + column`.
///
/// A plane has its bits in this order. The rows are upside down, since [`before`] takes fewer instructions then.
type PlaneMask = u64;

pub(crate) fn seek(block: &mut TriggerBlock, bytes: &[u8], from: usize) {
    let mut rest = bytes.get(from..).unwrap_or_default();
    block.start = from;
    loop {
        block.nonempty = 0;
        let mut may_have_dots = false;
        for (index, word) in block.words.iter_mut().enumerate() {
            *word = match rest.first_chunk() {
                Some(window) => search_word(window, &mut may_have_dots),
                None if rest.is_empty() => 0,
                None => search_word(&zero_padded(rest), &mut may_have_dots),
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
///
/// `may_have_dots` is set if an ideographic dot may start in the word. Where one word of a block may have such dots, others
/// do too, so it stays set, and the branch on it is predicted.
#[inline]
fn search_word(window: &[u8; WINDOW_LEN], may_have_dots: &mut bool) -> u64 {
    let planes = Planes::of(window);
    let next = window[WORD_LEN];
    let before_label = before(planes.at_least(MIN_LABEL_START), next >= MIN_LABEL_START);
    let before_slash = before(planes.equal(b'/'), next == b'/');
    let mut triggers =
        planes.equal(b'.') & before_label | planes.equal(b':') & before_slash | planes.equal(b'@');
    // The full stop has the smallest first byte. The other two dots have the same one. A comparison with all bytes from the
    // smallest one on, as with vectors, takes more instructions, and emoji pass it.
    let [_, fullwidth, _] = IDEOGRAPHIC_DOTS;
    *may_have_dots |= planes.equal(MIN_IDEOGRAPHIC_LEAD) | planes.equal(fullwidth[0]) != 0;
    if *may_have_dots {
        triggers |= planes.ideographic_dots(before_label);
        // The planes do not have the bytes after the word.
        for offset in [WORD_LEN - 2, WORD_LEN - 1] {
            if is_ideographic_dot(window, offset) {
                triggers |= 1 << (offset % SIDE * SIDE);
            }
        }
    }
    in_order(triggers)
}

/// The bits of the bytes of a word: first the lowest bit of each byte, last the highest bit.
struct Planes([PlaneMask; SIDE]);

impl Planes {
    #[inline]
    fn of(window: &[u8; WINDOW_LEN]) -> Self {
        let mut planes = [0; SIDE];
        let (rows, _) = window.as_chunks();
        for (plane, row) in planes.iter_mut().rev().zip(rows) {
            *plane = u64::from_le_bytes(*row);
        }
        // In each column, the bits are a matrix, which is transposed.
        exchange_blocks::<4>(&mut planes, 0x0F);
        exchange_blocks::<2>(&mut planes, 0x33);
        exchange_blocks::<1>(&mut planes, 0x55);
        Self(planes)
    }

    /// Finds the bytes that are equal to `byte`.
    #[inline]
    fn equal(&self, byte: u8) -> PlaneMask {
        let bit = |index: usize| match byte >> index & 1 {
            0 => !self.0[index],
            _ => self.0[index],
        };
        // In this order, comparisons with bytes that have bits in common share operations.
        let half = |index| (bit(index + 3) & bit(index + 2)) & (bit(index + 1) & bit(index));
        half(4) & half(0)
    }

    /// Finds the bytes that are at least `min`.
    #[inline]
    fn at_least(&self, min: u8) -> PlaneMask {
        let planes = self.0.iter().enumerate();
        planes.fold(u64::MAX, |by_lower_bits, (index, plane)| {
            match min >> index & 1 {
                0 => plane | by_lower_bits,
                _ => plane & by_lower_bits,
            }
        })
    }

    /// Finds the ideographic dots whose three bytes are in the word. `before_label` are the bytes before one that can start a
    /// label.
    #[inline]
    fn ideographic_dots(&self, before_label: PlaneMask) -> PlaneMask {
        let find = |[first, second, third]: [u8; 3]| {
            let third = self.equal(third) & before_label;
            let second = self.equal(second) & before(third, false);
            self.equal(first) & before(second, false)
        };
        // Nearly all ideographic dots are full stops. Others exist only where their second and third byte do.
        let [full_stop, fullwidth, halfwidth] = IDEOGRAPHIC_DOTS;
        let of_others = |index| self.equal(fullwidth[index]) | self.equal(halfwidth[index]);
        let may_be_others = of_others(1) & before(of_others(2) & before_label, false);
        let mut dots = find(full_stop);
        if may_be_others != 0 {
            dots |= find(fullwidth) | find(halfwidth);
        }
        dots
    }
}

/// Exchanges blocks of `LEN` by `LEN` bits beside the diagonal of the matrix in each column. `low_bits` are the bits of the
/// first block of two.
#[inline]
fn exchange_blocks<const LEN: usize>(rows: &mut [u64; SIDE], low_bits: u8) {
    let low_bits = u64::from_ne_bytes([low_bits; SIDE]);
    for pair in rows.chunks_exact_mut(2 * LEN) {
        let (low, high) = pair.split_at_mut(LEN);
        for (low, high) in low.iter_mut().zip(high) {
            let difference = (*low >> LEN ^ *high) & low_bits;
            *low ^= difference << LEN;
            *high ^= difference;
        }
    }
}

/// Returns the bytes before those of a mask. `is_next` tells whether the byte after the word is one of these.
#[inline]
fn before(mask: PlaneMask, is_next: bool) -> PlaneMask {
    // Before the first column is the last column of the row above.
    const LAST_COLUMN: usize = SIDE * (SIDE - 1);
    mask >> SIDE | mask << (LAST_COLUMN + 1) | u64::from(is_next) << LAST_COLUMN
}

/// Returns whether an ideographic dot that is a trigger starts at an offset of a window.
#[inline]
fn is_ideographic_dot(window: &[u8; WINDOW_LEN], offset: usize) -> bool {
    // As numbers, all bytes are compared at once.
    let number = |first, second, third| u32::from_le_bytes([first, second, third, 0]);
    let bytes = number(window[offset], window[offset + 1], window[offset + 2]);
    let is_equal = |[first, second, third]: [u8; 3]| bytes == number(first, second, third);
    IDEOGRAPHIC_DOTS.into_iter().any(is_equal) && window[offset + 3] >= MIN_LABEL_START
}

/// Reorders a mask, so that the first byte is bit 0.
#[inline]
fn in_order(mask: PlaneMask) -> u64 {
    let exchange = |mask: u64, distance: u32, low_bits: u64| {
        let difference = (mask >> distance ^ mask) & low_bits;
        mask ^ difference ^ difference << distance
    };
    // Transposes the matrix of columns and rows.
    let mask = exchange(mask, 7, 0x00AA_00AA_00AA_00AA);
    let mask = exchange(mask, 14, 0x0000_CCCC_0000_CCCC);
    exchange(mask, 28, 0x0000_0000_F0F0_F0F0).swap_bytes()
}
