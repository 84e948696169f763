//! Replacements of some characters of a text.

use alloc::string::String;
use core::arch::x86_64::__m512i;
use core::mem::MaybeUninit;

use super::run::NibbleVector;
use super::{LANES, load_partial, low_bits, store};
use crate::Replacements;
use crate::replace::{MAX_LEN, SLOT_LEN};

#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn push_replaced(out: &mut String, text: &str, replacements: &Replacements) {
    // SAFETY: What is appended consists of the characters of the text that are not replaced, of which those that are
    // replaced are ASCII, and of replacements, which are whole texts.
    let out = unsafe { out.as_mut_vec() };
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let mut spare = out.spare_capacity_mut();
        let capacity = spare.len();
        // As many words as fit.
        let needed = loop {
            let word = load_partial(rest);
            // A partial vector is padded with zeros, and NUL may be a member of the set.
            let replaced =
                NibbleVector::new(word).members(&replacements.set) & low_bits(rest.len());
            let needed = max_stored(replaced);
            if spare.len() < needed {
                break needed;
            }
            spare = store_word(spare, rest, word, replaced, replacements);
            rest = rest.get(LANES..).unwrap_or_default();
            if rest.is_empty() {
                break 0;
            }
        };
        let pushed = capacity - spare.len();
        // SAFETY: The bytes before the rest of the spare capacity were stored.
        unsafe { out.set_len(out.len() + pushed) };
        if needed > 0 {
            out.reserve(needed + rest.len());
        }
    }
}

/// The maximum number of bytes that are stored for a word: the word, its replacements, and the vector after the last one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt,popcnt")]
fn max_stored(replaced: u64) -> usize {
    LANES + replaced.count_ones() as usize * MAX_LEN + LANES
}

/// Stores the first [`LANES`] bytes of `rest`, or all if there are fewer, and returns what is left of the spare capacity,
/// which must be at least [`max_stored`].
///
/// The bytes from a replacement on are stored as one vector, of which the bytes from the next replacement on are
/// overwritten. This takes less time than to copy exactly the bytes between them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt,popcnt")]
fn store_word<'s>(
    mut spare: &'s mut [MaybeUninit<u8>],
    rest: &[u8],
    word: __m512i,
    mut replaced: u64,
    replacements: &Replacements,
) -> &'s mut [MaybeUninit<u8>] {
    if let Some(window) = spare.first_chunk_mut() {
        store(window, word);
    }
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
        if let Some(window) = spare.first_chunk_mut() {
            store(window, load_partial(rest.get(done..).unwrap_or_default()));
        }
    }
    let len = rest.len().min(LANES);
    spare.get_mut(len - done..).unwrap_or_default()
}
