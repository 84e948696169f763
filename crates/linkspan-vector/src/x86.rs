//! The same for processors with AVX2, which test 32 bytes with one instruction.
//!
//! All of this crate's `unsafe` is here. It is needed for two things: to call functions that only some
//! processors can run, of which [`Avx2`] is the proof that this one can, and to load vectors, for
//! which the type of the array is the proof that the bytes are there.

#![expect(unsafe_code, reason = "what this file is for")]
#![expect(
    unsafe_op_in_unsafe_fn,
    reason = "functions for AVX2 are unsafe only in that they ask for it, and call each other throughout"
)]

use core::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8,
    _mm256_loadu_si256, _mm256_max_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8,
    _mm256_setr_epi8, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_testz_si256,
};

use crate::{
    AsciiSet, BLOCK, Block, IDEOGRAPHIC_DOTS, LONGEST_RUN, LOWEST_LEAD, LOWEST_START, Run, WINDOW,
    is_trigger, may_be_trigger,
};

/// How many bytes a vector holds.
const LANES: usize = size_of::<__m256i>();

/// The proof that the processor has AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

#[expect(clippy::unused_self, reason = "to have one is what counts")]
impl Avx2 {
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let detected = std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(feature = "std"))]
        let detected = cfg!(target_feature = "avx2");
        detected.then_some(Self(()))
    }

    #[inline]
    pub(crate) fn next_block(self, bytes: &[u8], from: usize) -> Block {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { next_block(bytes, from) }
    }

    #[inline]
    pub(crate) fn run<const SETS: usize>(
        self,
        bytes: &[u8],
        of: &AsciiSet,
        marked: [&AsciiSet; SETS],
    ) -> Run<SETS> {
        // SAFETY: as above.
        unsafe { run(bytes, of, marked) }
    }
}

#[target_feature(enable = "avx2")]
unsafe fn next_block(bytes: &[u8], from: usize) -> Block {
    let mut start = from;
    while let Some(window) = bytes.get(start..).and_then(<[u8]>::first_chunk) {
        let triggers = triggers(window);
        if triggers != 0 {
            return Block { start, triggers };
        }
        start += BLOCK;
    }
    // What remains is less than a window, though it may be more than a block.
    while start < bytes.len() {
        let triggers = last_triggers(bytes, start);
        if triggers != 0 {
            return Block { start, triggers };
        }
        start += BLOCK;
    }
    Block { start, triggers: 0 }
}

/// The triggers in a block that starts less than a window before the end of the text.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn last_triggers(bytes: &[u8], start: usize) -> u64 {
    let length = bytes.len() - start;
    let mut triggers = 0;
    let seen;
    // To copy the block, so that it can be loaded with something after it, would take longer than to
    // look at it: processors wait for what was just stored in other pieces. So it is looked at in two
    // halves that may overlap, the second one up to the end of the text.
    if let Some(last) = bytes.last_chunk() {
        if let Some(first) = bytes.get(start..).and_then(<[u8]>::first_chunk) {
            triggers |= u64::from(half_triggers(first));
        }
        let half = u64::from(half_triggers(last));
        triggers |= match length.checked_sub(HALF_WINDOW) {
            Some(after) => half << after,
            None => half >> (HALF_WINDOW - length),
        };
        seen = length.saturating_sub(HALF_WINDOW - LANES);
    } else {
        // There is not even one half.
        let mut padded = [0; HALF_WINDOW];
        if let Some(front) = padded.get_mut(..length) {
            front.copy_from_slice(bytes.get(start..).unwrap_or_default());
        }
        triggers |= u64::from(half_triggers(&padded));
        seen = LANES.min(length);
    }
    let rest = bytes.get(start + seen..bytes.len().min(start + BLOCK));
    for (place, &byte) in (seen..).zip(rest.unwrap_or_default()) {
        if may_be_trigger(byte) {
            triggers |= u64::from(is_trigger(bytes, start + place)) << place;
        }
    }
    triggers
}

/// Half a block, and what must be known of the bytes after it.
const HALF_WINDOW: usize = LANES + WINDOW - BLOCK;

/// The triggers in the half of a block that some bytes start with.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn half_triggers(bytes: &[u8; HALF_WINDOW]) -> u32 {
    let neighbours = Neighbours::load(bytes, 0);
    let mut marks = neighbours.ascii_marks();
    let leads = neighbours.leads();
    if _mm256_testz_si256(leads, leads) == 0 {
        marks = _mm256_or_si256(marks, ideographic_marks(bytes, 0));
    }
    half_bits(marks)
}

/// The triggers in the block that a window starts with.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn triggers(window: &[u8; WINDOW]) -> u64 {
    let [low, high] = [Neighbours::load(window, 0), Neighbours::load(window, LANES)];
    let [low_marks, high_marks] = [low.ascii_marks(), high.ascii_marks()];
    let marks = _mm256_or_si256(low_marks, high_marks);
    let leads = _mm256_or_si256(low.leads(), high.leads());
    let seen = _mm256_or_si256(marks, leads);
    if _mm256_testz_si256(seen, seen) != 0 {
        return 0;
    }
    if _mm256_testz_si256(leads, leads) != 0 {
        return bits(low_marks, high_marks);
    }
    let low_marks = _mm256_or_si256(low_marks, ideographic_marks(window, 0));
    let high_marks = _mm256_or_si256(high_marks, ideographic_marks(window, LANES));
    bits(low_marks, high_marks)
}

/// Bytes, and those after them, a lane for each place.
struct Neighbours {
    here: __m256i,
    next: __m256i,
}

impl Neighbours {
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn load(window: &[u8], at: usize) -> Self {
        Self {
            here: load(window, at),
            next: load(window, at + 1),
        }
    }

    /// Marks the triggers in ASCII.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn ascii_marks(&self) -> __m256i {
        let dots = _mm256_and_si256(equal(self.here, b'.'), at_least(self.next, LOWEST_START));
        let colons = _mm256_and_si256(equal(self.here, b':'), equal(self.next, b'/'));
        let ats = equal(self.here, b'@');
        _mm256_or_si256(_mm256_or_si256(dots, colons), ats)
    }

    /// Marks the bytes from which on an ideographic dot may start.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn leads(&self) -> __m256i {
        at_least(self.here, LOWEST_LEAD)
    }
}

/// Marks the ideographic dots among the bytes from `at` on.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn ideographic_marks(window: &[u8], at: usize) -> __m256i {
    let third = load(window, at + 2);
    // The lower half of the third byte tells which dot it may be, and so all three bytes.
    let which = _mm256_and_si256(third, splat(0x0F));
    let mut marks = at_least(load(window, at + 3), LOWEST_START);
    for (place, byte) in DOTS_BY_THIRD.iter().enumerate() {
        let bytes = load(window, at + place);
        let expected = _mm256_shuffle_epi8(table(byte), which);
        marks = _mm256_and_si256(marks, _mm256_cmpeq_epi8(bytes, expected));
    }
    marks
}

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

#[target_feature(enable = "avx2")]
unsafe fn run<const SETS: usize>(
    bytes: &[u8],
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Run<SETS> {
    // Two vectors, the second one up to the end. If there is less than one, the rest of it is filled
    // with what is in no set.
    let mut padded = [u8::MAX; LANES];
    let bytes = match padded.get_mut(..bytes.len()) {
        Some(start) => {
            start.copy_from_slice(bytes);
            &padded
        }
        None => bytes,
    };
    let high_start = bytes.len().min(LONGEST_RUN) - LANES;
    let [low, high] = [Halves::load(bytes, 0), Halves::load(bytes, high_start)];
    let length = (low.bits(of, 0) | high.bits(of, high_start)).trailing_ones() as usize;
    let inside = match length {
        LONGEST_RUN.. => u64::MAX,
        _ => (1 << length) - 1,
    };
    let mut marks = [0; SETS];
    for (marks, set) in marks.iter_mut().zip(marked) {
        *marks = (low.bits(set, 0) | high.bits(set, high_start)) & inside;
    }
    Run { length, marks }
}

/// Bytes in two halves, a lane for each byte.
struct Halves {
    /// The lower half, and the highest bit, with which no row of a set is chosen.
    lower: __m256i,
    /// A bit for the value of the upper half: none if the highest bit is set.
    upper: __m256i,
}

impl Halves {
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn load(window: &[u8], at: usize) -> Self {
        let bytes = load(window, at);
        let upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), splat(0x0F));
        #[rustfmt::skip]
        let bits = _mm256_setr_epi8(
            1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
            1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
        );
        Self {
            lower: _mm256_and_si256(bytes, splat(0x8F)),
            upper: _mm256_shuffle_epi8(bits, upper),
        }
    }

    /// The members of a set as bits, from a certain bit on.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn bits(&self, set: &AsciiSet, from: usize) -> u64 {
        u64::from(half_bits(self.members(set))) << from
    }

    /// Marks the members of a set.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn members(&self, set: &AsciiSet) -> __m256i {
        let row = _mm256_shuffle_epi8(table(&set.rows), self.lower);
        let held = _mm256_and_si256(row, self.upper);
        // Above ASCII there is no bit to be held.
        _mm256_cmpeq_epi8(held, _mm256_max_epu8(self.upper, splat(1)))
    }
}

/// The bytes of a window from `at` on.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load(window: &[u8], at: usize) -> __m256i {
    let lanes: Option<&[u8; LANES]> = window.get(at..).and_then(<[u8]>::first_chunk);
    let lanes = lanes.unwrap_or(&[0; LANES]);
    // SAFETY: the array has as many bytes as are loaded, and they need not be aligned.
    unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
}

/// A table to choose from by the lower half of a byte.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn table(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the array has as many bytes as are loaded, and they need not be aligned.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn splat(byte: u8) -> __m256i {
    _mm256_set1_epi8(i8::from_ne_bytes([byte]))
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn equal(bytes: __m256i, byte: u8) -> __m256i {
    _mm256_cmpeq_epi8(bytes, splat(byte))
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn at_least(bytes: __m256i, byte: u8) -> __m256i {
    _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, splat(byte)), bytes)
}

/// The marks of two vectors as bits.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn bits(low: __m256i, high: __m256i) -> u64 {
    u64::from(half_bits(low)) | u64::from(half_bits(high)) << LANES
}

/// The marks of a vector as bits.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn half_bits(marks: __m256i) -> u32 {
    u32::from_ne_bytes(_mm256_movemask_epi8(marks).to_ne_bytes())
}
