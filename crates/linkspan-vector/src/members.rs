//! The members of a set in a text.

use core::iter::FusedIterator;

#[cfg(target_arch = "x86_64")]
use crate::x86;
use crate::{AsciiSet, MAX_RUN_LEN, baseline};

/// The offsets of the bytes that are members of a set, as returned by [`members`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Members<'b> {
    bytes: &'b [u8],
    set: &'b AsciiSet,
    /// The offset of the current word.
    start: usize,
    /// The members in the current word that were not returned yet. The first byte is bit 0.
    mask: u64,
}

/// Returns the offsets of all bytes that are members of `set`, in order.
///
/// ```
/// use linkspan_vector::{AsciiSet, members};
///
/// const MARKUP: AsciiSet = AsciiSet::new(b"<>&");
/// assert!(members(b"1 < 2 & 3 > 2", &MARKUP).eq([2, 6, 10]));
/// ```
#[inline]
pub fn members<'b>(bytes: &'b [u8], set: &'b AsciiSet) -> Members<'b> {
    let (start, mask) = next_word(bytes, 0, set).unwrap_or((bytes.len(), 0));
    Members {
        bytes,
        set,
        start,
        mask,
    }
}

impl Iterator for Members<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.mask == 0 {
            (self.start, self.mask) = next_word(self.bytes, self.start + MAX_RUN_LEN, self.set)?;
        }
        let offset = self.start + self.mask.trailing_zeros() as usize;
        self.mask &= self.mask - 1;
        Some(offset)
    }
}

impl FusedIterator for Members<'_> {}

/// The next word from an offset on that has members: its offset, and a mask of the members.
#[inline]
fn next_word(bytes: &[u8], from: usize, set: &AsciiSet) -> Option<(usize, u64)> {
    #[cfg(target_arch = "x86_64")]
    if let Some(vectors) = x86::Vectors::detect() {
        return vectors.members(bytes, from, set);
    }
    baseline::members(bytes, from, set)
}
