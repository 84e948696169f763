//! Replacements of some characters of a text.

use alloc::string::String;
use core::arch::x86_64::{__m512i, _mm512_storeu_si512};
use core::mem::MaybeUninit;

use super::run::NibbleVector;
use super::{LANES, load_partial, low_bits};
use crate::Replacements;
use crate::replace::{MAX_LEN, SLOT_LEN};

/// The maximum number of bytes that are stored for a word: a replacement for each byte, and the vector after the last one.
const MAX_WORD_LEN: usize = LANES * MAX_LEN + LANES;

#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
pub(super) fn push_replaced(out: &mut String, text: &str, replacements: &Replacements) {
    // SAFETY: What is appended consists of the characters of the text that are not replaced, of which those that are
    // replaced are ASCII, and of replacements, which are whole texts.
    let out = unsafe { out.as_mut_vec() };
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        if out.capacity() - out.len() < MAX_WORD_LEN {
            out.reserve(MAX_WORD_LEN + rest.len());
        }
        let spare = out.spare_capacity_mut();
        let capacity = spare.len();
        let mut spare = spare;
        // As many words as fit, whatever they contain.
        while !rest.is_empty() && spare.len() >= MAX_WORD_LEN {
            spare = push_word(spare, rest, replacements);
            rest = rest.get(LANES..).unwrap_or_default();
        }
        let pushed = capacity - spare.len();
        // SAFETY: The bytes before the rest of the spare capacity were stored.
        unsafe { out.set_len(out.len() + pushed) };
    }
}

/// Stores the first [`LANES`] bytes of `rest`, or all if there are fewer, and returns what is left of the spare capacity,
/// which must be at least [`MAX_WORD_LEN`].
///
/// The bytes from a replacement on are stored as one vector, of which the bytes from the next replacement on are
/// overwritten. This takes less time than to copy exactly the bytes between them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn push_word<'s>(
    spare: &'s mut [MaybeUninit<u8>],
    rest: &[u8],
    replacements: &Replacements,
) -> &'s mut [MaybeUninit<u8>] {
    let len = rest.len().min(LANES);
    let word = load_partial(rest);
    // A partial vector is padded with zeros, and NUL may be a member of the set.
    let mut replaced = NibbleVector::new(word).members(&replacements.set) & low_bits(len);
    let mut spare = store(spare, word);
    let mut done = 0;
    while replaced != 0 {
        let at = replaced.trailing_zeros() as usize;
        replaced &= replaced - 1;
        let character = rest.get(at).copied().unwrap_or_default();
        spare = spare.get_mut(at - done..).unwrap_or_default();
        if let (Some(slot), Some(to)) = (
            replacements.bytes.get(usize::from(character)),
            spare.first_chunk_mut::<SLOT_LEN>(),
        ) {
            *to = slot.map(MaybeUninit::new);
            let [.., replacement_len] = *slot;
            spare = spare.get_mut(replacement_len.into()..).unwrap_or_default();
        }
        done = at + 1;
        spare = store(spare, load_partial(rest.get(done..).unwrap_or_default()));
    }
    spare.get_mut(len - done..).unwrap_or_default()
}

/// Stores a vector at the start of the spare capacity, if there is room for it.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
fn store(spare: &mut [MaybeUninit<u8>], vector: __m512i) -> &mut [MaybeUninit<u8>] {
    if let Some(first) = spare.first_chunk_mut::<LANES>() {
        // SAFETY: The array has as many bytes as the instruction stores, and they need not be aligned.
        unsafe { _mm512_storeu_si512(first.as_mut_ptr().cast(), vector) };
    }
    spare
}
