//! Backslashes before some characters of a text, word by word.

use alloc::string::String;

use super::Avx2;
use crate::{Escapes, MAX_RUN_LEN};

impl Avx2 {
    /// Finds the characters by words, and appends what is between two backslashes as a slice.
    pub(crate) fn push_escaped(self, out: &mut String, text: &str, escapes: &Escapes) -> usize {
        let slice = |start: usize, end: usize| text.get(start..end).unwrap_or_default();
        let mut appended = 0;
        let mut after_first = 0;
        for (number, word) in text.as_bytes().chunks(MAX_RUN_LEN).enumerate() {
            let start = number * MAX_RUN_LEN;
            let masks = self.masks(word, &escapes.sets);
            let (mut marked, stop) = escaped_before_stop(masks, &mut after_first);
            while marked != 0 {
                let at = start + marked.trailing_zeros() as usize;
                out.push_str(slice(appended, at));
                out.push('\\');
                appended = at;
                marked &= marked - 1;
            }
            if let Some(stop) = stop {
                out.push_str(slice(appended, start + stop));
                return start + stop;
            }
        }
        out.push_str(slice(appended, text.len()));
        text.len()
    }
}

/// Of the members of [`Escapes::sets`] in a word: the characters to escape before the first stop, and the offset of the
/// stop. `after_first` is 1 if the character before the word is one after which further characters are escaped or end the
/// search, and is updated for the next word.
#[inline(always)]
pub(super) fn escaped_before_stop(masks: [u64; 5], after_first: &mut u64) -> (u64, Option<usize>) {
    let [marked, stops, first, marked_after, stops_after] = masks;
    let after = first << 1 | *after_first;
    *after_first = first >> (MAX_RUN_LEN - 1);
    let marked = marked | after & marked_after;
    let stops = stops | after & stops_after;
    // The bits below the lowest one.
    let before = !stops & stops.wrapping_sub(1);
    let stop = (stops != 0).then_some(stops.trailing_zeros() as usize);
    (marked & before, stop)
}
