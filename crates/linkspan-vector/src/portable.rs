//! The search for any processor. Its loops have no branches, and compilers turn them into the vector
//! instructions that all processors of the target have.

use crate::stretch::{BLOCK, STRETCH, WINDOW};
use crate::{AsciiSet, IDEOGRAPHIC_DOTS, LONGEST_RUN, LOWEST_LEAD, LOWEST_START, Run, Stretch};

/// How many bytes are tested side by side; more than the vectors of most processors hold.
const LANES: usize = 32;

pub(crate) fn seek(stretch: &mut Stretch, bytes: &[u8], from: usize) {
    let mut rest = bytes.get(from..).unwrap_or_default();
    stretch.start = from;
    // Where something was, more is to be expected.
    let mut is_plain = false;
    loop {
        stretch.filled = 0;
        for (number, triggers) in stretch.triggers.iter_mut().enumerate() {
            let found = match rest.first_chunk() {
                Some(window) if is_plain && !may_have_triggers(window) => Found::NOTHING,
                Some(window) => Found::in_window(window),
                None if rest.is_empty() => break,
                None => Found::in_window(&padded(rest)),
            };
            is_plain = found.is_low && found.triggers == 0;
            *triggers = found.triggers;
            stretch.filled |= u32::from(found.triggers != 0) << number;
            rest = rest.get(BLOCK..).unwrap_or_default();
        }
        if stretch.filled != 0 || rest.is_empty() {
            return;
        }
        stretch.start += STRETCH;
    }
}

/// Less bytes than a window has, and zeros after them.
fn padded(bytes: &[u8]) -> [u8; WINDOW] {
    let mut window = [0; WINDOW];
    for (to, from) in window.iter_mut().zip(bytes) {
        *to = *from;
    }
    window
}

/// A lane of a vector in which a test holds or not. Compilers know how to make such of comparisons.
#[inline]
fn lane(holds: bool) -> u8 {
    if holds { u8::MAX } else { 0 }
}

/// Marks the triggers in ASCII.
#[inline]
fn ascii_mark(byte: u8, next: u8) -> u8 {
    lane(byte == b'.') & lane(next >= LOWEST_START)
        | lane(byte == b':') & lane(next == b'/')
        | lane(byte == b'@')
}

/// Whether the block that a window starts with may have triggers. If not, it has none.
#[inline]
fn may_have_triggers(window: &[u8; WINDOW]) -> bool {
    let [_, next @ ..] = window;
    let mut seen = [0; LANES];
    let parts = window.chunks_exact(LANES).zip(next.chunks_exact(LANES));
    for (bytes, next) in parts.take(BLOCK / LANES) {
        for ((seen, &byte), &next) in seen.iter_mut().zip(bytes).zip(next) {
            *seen |= ascii_mark(byte, next) | lane(byte >= LOWEST_LEAD);
        }
    }
    seen.iter().fold(0, |seen, lane| seen | lane) != 0
}

/// What is in a block.
struct Found {
    triggers: u64,
    /// Whether all of its bytes are too low for ideographic dots.
    is_low: bool,
}

impl Found {
    const NOTHING: Self = Self {
        triggers: 0,
        is_low: true,
    };

    /// What is in the block that a window starts with.
    #[inline]
    fn in_window(window: &[u8; WINDOW]) -> Self {
        let [_, next @ ..] = window;
        let mut marks = [0; BLOCK];
        let mut highest = 0;
        for ((mark, &byte), &next) in marks.iter_mut().zip(window).zip(next) {
            *mark = ascii_mark(byte, next);
            highest = byte.max(highest);
        }
        let is_low = highest < LOWEST_LEAD;
        if !is_low {
            mark_ideographic(window, &mut marks);
        }
        let triggers = bits(&marks);
        Self { triggers, is_low }
    }
}

/// Marks the ideographic dots of the block that a window starts with.
#[inline]
fn mark_ideographic(window: &[u8; WINDOW], marks: &mut [u8; BLOCK]) {
    let [_, second @ ..] = window;
    let [_, _, third @ ..] = window;
    let [_, _, _, next @ ..] = window;
    let bytes = window.iter().zip(second).zip(third).zip(next);
    for (mark, (((&first, &second), &third), &next)) in marks.iter_mut().zip(bytes) {
        let mut is_dot = 0;
        for [a, b, c] in IDEOGRAPHIC_DOTS {
            is_dot |= lane(first == a) & lane(second == b) & lane(third == c);
        }
        *mark |= is_dot & lane(next >= LOWEST_START);
    }
}

/// The marks as bits.
#[inline]
fn bits(marks: &[u8; BLOCK]) -> u64 {
    // Multiplied by this, the lowest bits of eight marks end up side by side in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    const LOWEST_BITS: u64 = 0x0101_0101_0101_0101;
    let mut bits = 0;
    for eight in marks.rchunks_exact(8) {
        let eight = eight
            .first_chunk()
            .map_or(0, |eight| u64::from_le_bytes(*eight));
        bits = bits << 8 | (eight & LOWEST_BITS).wrapping_mul(GATHER) >> 56;
    }
    bits
}

pub(crate) fn run<const SETS: usize>(
    bytes: &[u8],
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Run<SETS> {
    measured(bytes.iter(), 0..LONGEST_RUN, of, marked)
}

pub(crate) fn run_before<const SETS: usize>(
    bytes: &[u8],
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Run<SETS> {
    measured(bytes.iter().rev(), (0..LONGEST_RUN).rev(), of, marked)
}

/// The run that some bytes start with, and the bit that stands for each.
#[inline]
fn measured<'b, const SETS: usize>(
    bytes: impl Iterator<Item = &'b u8>,
    bits: impl Iterator<Item = usize>,
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Run<SETS> {
    let mut run = Run {
        length: 0,
        marks: [0; SETS],
    };
    for (&byte, bit) in bytes.take_while(|&&byte| of.holds(byte)).zip(bits) {
        run.length += 1;
        for (marks, set) in run.marks.iter_mut().zip(marked) {
            *marks |= u64::from(set.holds(byte)) << bit;
        }
    }
    run
}
