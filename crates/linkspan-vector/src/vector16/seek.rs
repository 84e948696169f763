//! The search for triggers.

use super::{LANES, Vector16, load_at};
use crate::TriggerBlock;
use crate::block::{
    BLOCK_LEN, IDEOGRAPHIC_DOTS, MIN_IDEOGRAPHIC_LEAD, MIN_LABEL_START, WINDOW_LEN, WORD_LEN,
    zero_padded,
};

/// Moves `block` to the first block with a trigger, starting with the block at `from`.
#[inline]
pub(crate) fn seek<V: Vector16>(block: &mut TriggerBlock, bytes: &[u8], from: usize) {
    let mut rest = bytes.get(from..).unwrap_or_default();
    block.start = from;
    loop {
        block.nonempty = 0;
        for (index, word) in block.words.iter_mut().enumerate() {
            *word = match rest.first_chunk() {
                Some(window) => search_word::<V>(window),
                None if rest.is_empty() => 0,
                None => search_word::<V>(&zero_padded(rest)),
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
fn search_word<V: Vector16>(window: &[u8; WINDOW_LEN]) -> u64 {
    let offsets = [0, LANES, 2 * LANES, 3 * LANES];
    let bytes: [V; 4] = offsets.map(|offset| load_at(window, offset));
    let mut triggers = offsets.map(|offset| {
        let next = load_at(window, offset + 1);
        ascii_triggers::<V>(load_at(window, offset), next)
    });
    let max = reduce(bytes, V::max);
    if max.at_least(V::splat(MIN_IDEOGRAPHIC_LEAD)).any() {
        for (triggers, offset) in triggers.iter_mut().zip(offsets) {
            *triggers = triggers.or(ideographic_dots(window, offset));
        }
    }
    // The masks are joined even if no lane is set: a branch on it would be hard to predict.
    V::mask_word(triggers)
}

/// Combines four vectors, two at a time.
#[inline]
fn reduce<V>(vectors: [V; 4], combine: impl Fn(V, V) -> V) -> V {
    let [first, second, third, fourth] = vectors;
    combine(combine(first, second), combine(third, fourth))
}

/// Finds the ASCII triggers. `next` is the byte after each byte.
#[inline]
fn ascii_triggers<V: Vector16>(bytes: V, next: V) -> V {
    let dot = bytes
        .equal(V::splat(b'.'))
        .and(next.at_least(V::splat(MIN_LABEL_START)));
    let colon = bytes.equal(V::splat(b':')).and(next.equal(V::splat(b'/')));
    dot.or(colon).or(bytes.equal(V::splat(b'@')))
}

/// Finds the ideographic dots among the [`LANES`] bytes at an offset of a window.
#[inline]
fn ideographic_dots<V: Vector16>(window: &[u8; WINDOW_LEN], offset: usize) -> V {
    let bytes: [V; 3] = [0, 1, 2].map(|distance| load_at(window, offset + distance));
    let next: V = load_at(window, offset + 3);
    let are = |dot: [u8; 3]| {
        let [first, second, third] = dot.map(V::splat);
        let [a, b, c] = bytes;
        a.equal(first).and(b.equal(second)).and(c.equal(third))
    };
    // Nearly all ideographic dots are full stops. Others exist only where their first and third byte do.
    let [full_stop, fullwidth, halfwidth] = IDEOGRAPHIC_DOTS;
    let [first, _, third] = bytes;
    let is_third = |[_, _, byte]: [u8; 3]| third.equal(V::splat(byte));
    let may_be_others = first
        .equal(V::splat(fullwidth[0]))
        .and(is_third(fullwidth).or(is_third(halfwidth)));
    let mut dots = are(full_stop);
    if may_be_others.any() {
        dots = dots.or(are(fullwidth)).or(are(halfwidth));
    }
    dots.and(next.at_least(V::splat(MIN_LABEL_START)))
}
