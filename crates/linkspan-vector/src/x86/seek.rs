//! The search for triggers.

use core::arch::x86_64::{
    __m256i, _mm256_adds_epu8, _mm256_alignr_epi8, _mm256_and_si256, _mm256_cmpeq_epi8,
    _mm256_max_epu8, _mm256_min_epu8, _mm256_or_si256, _mm256_permute2x128_si256,
    _mm256_shuffle_epi8, _mm256_sub_epi8, _mm256_testz_si256,
};

use super::{LANES, bits, load, load_at, load_few, splat, table};
use crate::stretch::{BEYOND, BLOCK, BLOCKS, STRETCH, WINDOW};
use crate::{IDEOGRAPHIC_DOTS, LOWEST_LEAD, LOWEST_START, Stretch};

/// Moves on to the first stretch with a trigger, from where the given one starts.
#[target_feature(enable = "avx2")]
pub(super) fn seek(stretch: &mut Stretch, bytes: &[u8]) {
    while let Some(window) = bytes.get(stretch.start..).and_then(<[u8]>::first_chunk) {
        stretch.filled = look(&mut stretch.triggers, window);
        if stretch.filled != 0 {
            return;
        }
        stretch.start += STRETCH;
    }
    seek_last(stretch, bytes);
}

/// The same where less than a window remains, though it may be more than a stretch.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn seek_last(stretch: &mut Stretch, bytes: &[u8]) {
    let mut rest = bytes.get(stretch.start..).unwrap_or_default();
    loop {
        stretch.filled = 0;
        for (number, triggers) in stretch.triggers.iter_mut().enumerate() {
            *triggers = match rest.first_chunk() {
                Some(window) => block(window),
                None if rest.is_empty() => break,
                None => last_block(rest),
            };
            stretch.filled |= u32::from(*triggers != 0) << number;
            rest = rest.get(BLOCK..).unwrap_or_default();
        }
        if stretch.filled != 0 || rest.is_empty() {
            return;
        }
        stretch.start += STRETCH;
    }
}

/// The triggers in the stretch that a window starts with, and which blocks have some.
#[inline]
#[target_feature(enable = "avx2")]
fn look(triggers: &mut [u64; BLOCKS], window: &[u8; STRETCH + BEYOND]) -> u32 {
    let mut filled = 0;
    let mut highest = splat(0);
    for (number, triggers) in triggers.iter_mut().enumerate() {
        let [low, high] = Pair::both(window, number * BLOCK);
        *triggers = both_bits(low.ascii_marks(), high.ascii_marks());
        filled |= u32::from(*triggers != 0) << number;
        highest = _mm256_max_epu8(highest, _mm256_max_epu8(low.here, high.here));
    }
    if may_lead(highest) {
        for (number, triggers) in triggers.iter_mut().enumerate() {
            *triggers |= ideographic(window, number * BLOCK);
            filled |= u32::from(*triggers != 0) << number;
        }
    }
    filled
}

/// The triggers in the block that a window starts with.
#[inline]
#[target_feature(enable = "avx2")]
fn block(window: &[u8; WINDOW]) -> u64 {
    let [low, high] = Pair::both(window, 0);
    let mut triggers = both_bits(low.ascii_marks(), high.ascii_marks());
    if may_lead(_mm256_max_epu8(low.here, high.here)) {
        triggers |= ideographic(window, 0);
    }
    triggers
}

/// The ideographic dots in the block that starts at `at`.
#[inline]
#[target_feature(enable = "avx2")]
fn ideographic(window: &[u8], at: usize) -> u64 {
    let [low, high] = Pair::both(window, at);
    let low = low.ideographic_marks(load_at(window, at + 2), load_at(window, at + 3));
    let at = at + LANES;
    let high = high.ideographic_marks(load_at(window, at + 2), load_at(window, at + 3));
    both_bits(low, high)
}

/// The triggers in the first block of what remains of a text, which is less than a window.
#[inline]
#[target_feature(enable = "avx2")]
fn last_block(rest: &[u8]) -> u64 {
    /// Where the second of three parts starts.
    const SECOND: usize = LANES - BEYOND;

    let (Some(first), Some(last)) = (rest.first_chunk(), rest.last_chunk()) else {
        return part(load_few(rest)).into();
    };
    // Parts are looked at as if each were the last one. So triggers may be missed at their ends, but the
    // next part starts before that.
    let first = u64::from(part(load(first)));
    let last = u64::from(part(load(last))) << (rest.len() - LANES);
    let second = match rest.get(SECOND..).and_then(<[u8]>::first_chunk) {
        Some(second) if rest.len() > SECOND + LANES => u64::from(part(load(second))) << SECOND,
        _ => 0,
    };
    first | second | last
}

/// The triggers in some bytes that nothing comes after.
#[inline]
#[target_feature(enable = "avx2")]
fn part(here: __m256i) -> u32 {
    // The upper half, and zeros above it.
    let upper = _mm256_permute2x128_si256::<0x81>(here, here);
    let next = _mm256_alignr_epi8::<1>(upper, here);
    let pair = Pair { here, next };
    let mut marks = pair.ascii_marks();
    if may_lead(here) {
        let third = _mm256_alignr_epi8::<2>(upper, here);
        let fourth = _mm256_alignr_epi8::<3>(upper, here);
        marks = _mm256_or_si256(marks, pair.ideographic_marks(third, fourth));
    }
    bits(marks)
}

/// Bytes, and those after them, a lane for each place. What is marked there has the highest bit set.
struct Pair {
    here: __m256i,
    next: __m256i,
}

impl Pair {
    /// The two of the block that starts at `at`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn both(window: &[u8], at: usize) -> [Self; 2] {
        [Self::load(window, at), Self::load(window, at + LANES)]
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(window: &[u8], at: usize) -> Self {
        Self {
            here: load_at(window, at),
            next: load_at(window, at + 1),
        }
    }

    /// Marks the triggers in ASCII.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn ascii_marks(&self) -> __m256i {
        // The lower half of a byte tells which trigger it may be, and so what it takes to be one.
        let is_here = _mm256_cmpeq_epi8(self.here, choose(&ASCII.here, self.here));
        let above = _mm256_sub_epi8(self.next, choose(&ASCII.lowest_next, self.here));
        let at_most = _mm256_min_epu8(above, choose(&ASCII.next_range, self.here));
        _mm256_and_si256(is_here, _mm256_cmpeq_epi8(above, at_most))
    }

    /// Marks the ideographic dots, by two more bytes after them.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn ideographic_marks(&self, third: __m256i, fourth: __m256i) -> __m256i {
        // The lower half of the third byte tells which dot it may be, and so all three bytes.
        let which = _mm256_and_si256(third, splat(0x0F));
        let mut marks = starts_label(fourth);
        let bytes = [self.here, self.next, third].into_iter();
        for (bytes, expected) in bytes.zip(&DOTS_BY_THIRD) {
            let expected = _mm256_shuffle_epi8(table(expected), which);
            marks = _mm256_and_si256(marks, _mm256_cmpeq_epi8(bytes, expected));
        }
        marks
    }
}

/// The triggers in ASCII, by their lower halves.
struct Ascii {
    here: [u8; 16],
    /// The lowest byte that may come next, and how much higher it may be.
    lowest_next: [u8; 16],
    next_range: [u8; 16],
}

const ASCII: Ascii = {
    let triggers = [
        (b'.', LOWEST_START, u8::MAX),
        (b':', b'/', b'/'),
        (b'@', 0, u8::MAX),
    ];
    // Where there is none, the other half contradicts: only that of `@` is zero.
    let mut ascii = Ascii {
        here: [0; 16],
        lowest_next: [0; 16],
        next_range: [0; 16],
    };
    let mut number = 0;
    while number < triggers.len() {
        let (here, lowest, highest) = triggers[number];
        let half = (here & 0x0F) as usize;
        assert!(ascii.here[half] == 0, "no half of its own");
        ascii.here[half] = here;
        ascii.lowest_next[half] = lowest;
        ascii.next_range[half] = highest - lowest;
        number += 1;
    }
    assert!(ascii.here[0] != 0);
    ascii
};

/// For each place in an ideographic dot, its byte there by the lower half of its third byte. Where there
/// is no such dot, the third byte contradicts that half.
const DOTS_BY_THIRD: [[u8; 16]; 3] = {
    let mut bytes = [[0; 16]; 3];
    bytes[2][0] = 1; // No byte ends with both halves.
    let mut dot = 0;
    while dot < IDEOGRAPHIC_DOTS.len() {
        let [first, second, third] = IDEOGRAPHIC_DOTS[dot];
        let half = (third & 0x0F) as usize;
        assert!(half != 0 && bytes[0][half] == 0, "no half of its own");
        bytes[0][half] = first;
        bytes[1][half] = second;
        bytes[2][half] = third;
        dot += 1;
    }
    bytes
};

/// Whether an ideographic dot may start with one of some bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn may_lead(bytes: __m256i) -> bool {
    let leads = _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, splat(LOWEST_LEAD)), bytes);
    _mm256_testz_si256(leads, leads) == 0
}

/// Marks what a label after a dot may start with.
#[inline]
#[target_feature(enable = "avx2")]
fn starts_label(bytes: __m256i) -> __m256i {
    // With this added, the highest bit is set from the lowest such byte on.
    _mm256_adds_epu8(bytes, splat(0x80 - LOWEST_START))
}

/// From a table, by the lower halves of bytes; zero for bytes above ASCII.
#[inline]
#[target_feature(enable = "avx2")]
fn choose(from: &[u8; 16], by: __m256i) -> __m256i {
    _mm256_shuffle_epi8(table(from), by)
}

#[inline]
#[target_feature(enable = "avx2")]
fn both_bits(low: __m256i, high: __m256i) -> u64 {
    u64::from(bits(low)) | u64::from(bits(high)) << LANES
}
