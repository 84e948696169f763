//! Several short texts, one after the other.

use alloc::string::String;

use super::{LANES, load_partial, store};

/// Each text is stored as whole vectors, of which the next text overwrites the end. So no branch depends on the length of a
/// text that is not longer than a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt")]
pub(super) fn push_texts<const COUNT: usize>(out: &mut String, texts: &[&str; COUNT]) {
    // SAFETY: Only whole texts are appended.
    let out = unsafe { out.as_mut_vec() };
    let len: usize = texts.iter().map(|text| text.len()).sum();
    let max_stored = len + LANES;
    if out.capacity() - out.len() < max_stored {
        out.reserve(max_stored);
    }
    let mut spare = out.spare_capacity_mut();
    for text in texts {
        let mut rest = text.as_bytes();
        // The address of an empty text may not exist. A load of no bytes from such an address succeeds, but takes hundreds
        // of cycles.
        while !rest.is_empty()
            && let Some(window) = spare.first_chunk_mut()
        {
            store(window, load_partial(rest));
            spare = spare.get_mut(rest.len().min(LANES)..).unwrap_or_default();
            rest = rest.get(LANES..).unwrap_or_default();
        }
    }
    // SAFETY: There was room for all texts and for a vector after them, so all bytes of the texts were stored.
    unsafe { out.set_len(out.len() + len) };
}
