//! Stretches of text, and the few places in them that a link can be noticed by.

use crate::portable;
#[cfg(target_arch = "x86_64")]
use crate::x86;

/// How many bytes a block has: one for each bit of its triggers.
pub(crate) const BLOCK: usize = u64::BITS as usize;

/// How many blocks a stretch has. With less, it would be asked more often whether there is a trigger,
/// which no processor can foresee; with more, texts of a line would take longer to start with.
pub(crate) const BLOCKS: usize = 8;

/// How many bytes a stretch has.
pub(crate) const STRETCH: usize = BLOCKS * BLOCK;

/// How many bytes must be known after the last one to understand it.
pub(crate) const BEYOND: usize = 3;

/// A block, and what must be known of the bytes after it.
pub(crate) const WINDOW: usize = BLOCK + BEYOND;

/// A stretch of a text, and where in it triggers are.
///
/// A trigger is one of
///
/// - a full stop, `.` or one of the ideographic ones (`。` U+3002, `．` U+FF0E, `｡` U+FF61, of which the
///   first byte counts), before a byte that is `0` or higher: a digit, letter, one of
///   ``:;<=>?@[\]^_`{|}~``, or part of a character above ASCII,
/// - a `:` before a `/`,
/// - an `@`.
///
/// So the dots at the ends of most sentences and the colons of prose are none.
///
/// ```
/// use linkspan_vector::Stretch;
///
/// let text = "No links here. ".repeat(99) + "But here: example.com.";
/// let mut stretch = Stretch::new();
/// stretch.seek(text.as_bytes(), 0);
/// let first = stretch.first_from(0).unwrap();
/// assert_eq!(&text[first..], ".com.");
/// assert_eq!(stretch.first_from(first + 1), None);
/// stretch.seek(text.as_bytes(), stretch.end());
/// assert_eq!(stretch.first_from(first + 1), None);
/// ```
#[derive(Clone, Debug)]
pub struct Stretch {
    pub(crate) start: usize,
    /// For each block a bit for each of its bytes that is a trigger, the first byte lowest. Of blocks
    /// that are not filled, this says nothing.
    pub(crate) triggers: [u64; BLOCKS],
    /// A bit for each block that has triggers.
    pub(crate) filled: u32,
}

impl Stretch {
    /// A stretch without triggers.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self {
            start: 0,
            triggers: [0; BLOCKS],
            filled: 0,
        }
    }

    /// Moves to the first stretch with a trigger, of those that lie side by side from `from` on, and
    /// says where its first trigger is. If there is none, it moves to the last one.
    #[inline]
    pub fn seek(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = x86::Avx2::detect() {
            avx2.seek(self, bytes, from);
            return self.first();
        }
        portable::seek(self, bytes, from);
        self.first()
    }

    /// Where the next stretch starts. The text may end before.
    #[inline]
    #[must_use]
    pub const fn end(&self) -> usize {
        self.start.saturating_add(STRETCH)
    }

    /// Where its first trigger is, from a place on. Those before are forgotten.
    #[inline]
    pub fn first_from(&mut self, place: usize) -> Option<usize> {
        let seen = place.saturating_sub(self.start);
        let block = seen / BLOCK;
        let triggers = self.triggers.get_mut(block)?;
        *triggers &= u64::MAX << (seen % BLOCK);
        let is_empty = u32::from(*triggers == 0);
        self.filled &= u32::MAX << block & !(is_empty << block);
        self.first()
    }

    #[inline]
    fn first(&self) -> Option<usize> {
        // If no block is filled, this is after the last one.
        let block = self.filled.trailing_zeros() as usize;
        let triggers = self.triggers.get(block)?;
        Some(self.start + block * BLOCK + triggers.trailing_zeros() as usize)
    }
}

impl Default for Stretch {
    fn default() -> Self {
        Self::new()
    }
}
