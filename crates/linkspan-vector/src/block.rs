//! Blocks of 512 bytes and the triggers in them.

use core::hint::select_unpredictable;

use crate::baseline;
#[cfg(target_arch = "x86_64")]
use crate::x86;

/// The number of bytes that one 64-bit mask word describes, one per bit.
pub(crate) const WORD_LEN: usize = u64::BITS as usize;

/// The number of mask words in a block.
///
/// The search branches once per block on whether the block has a trigger, and this branch is hard to
/// predict. Smaller blocks would branch more often. Larger blocks would cost more for short texts.
pub(crate) const WORDS_PER_BLOCK: usize = 8;

/// The number of bytes in a block.
pub(crate) const BLOCK_LEN: usize = WORDS_PER_BLOCK * WORD_LEN;

/// The number of bytes after a byte that decide whether it is a trigger: the other two bytes of an
/// ideographic dot, and the byte that follows the dot.
pub(crate) const LOOKAHEAD: usize = 3;

/// The bytes of a mask word with their lookahead.
pub(crate) const WINDOW_LEN: usize = WORD_LEN + LOOKAHEAD;

/// A dot is a trigger only if the byte after it is at least this.
///
/// Labels start with a digit, a letter, an underscore or a character above ASCII, and all of these are at
/// least `0`. A single comparison also accepts some punctuation. Such false positives are rare and are
/// rejected by the caller.
pub(crate) const MIN_LABEL_START: u8 = b'0';

/// The ideographic dots in UTF-8.
pub(crate) const IDEOGRAPHIC_DOTS: [[u8; 3]; 3] = [
    [0xE3, 0x80, 0x82], // 。
    [0xEF, 0xBC, 0x8E], // ．
    [0xEF, 0xBD, 0xA1], // ｡
];

/// The smallest first byte of an ideographic dot. The search for these dots is skipped where all bytes are
/// below this value, as in ASCII and in many other alphabets.
pub(crate) const MIN_IDEOGRAPHIC_LEAD: u8 = 0xE3;

/// A block of 512 bytes of a text, with the offsets of its triggers.
///
/// A trigger is a byte by which a link can be detected:
///
/// - a dot before a byte that is at least `0` (a digit, a letter, one of ``:;<=>?@[\]^_`{|}~``, or part
///   of a character above ASCII),
/// - the first byte of an ideographic dot (`。` U+3002, `．` U+FF0E, `｡` U+FF61) before such a byte,
/// - a `:` before a `/`,
/// - an `@`.
///
/// Most dots at the end of a sentence and most colons in prose are not triggers.
///
/// A block is used as a cursor. [`seek`](Self::seek) moves it to the next block with a trigger, and
/// [`next_trigger`](Self::next_trigger) returns the triggers of that block.
///
/// ```
/// use linkspan_vector::TriggerBlock;
///
/// let text = "No links here. ".repeat(99) + "Mail to a@b.example now.";
/// let mut block = TriggerBlock::new();
/// let mut triggers = Vec::new();
/// let mut next = block.seek(text.as_bytes(), 0);
/// while let Some(trigger) = next {
///     triggers.push(&text[trigger..]);
///     let end = block.end();
///     next = block.next_trigger(trigger + 1).or_else(|| block.seek(text.as_bytes(), end));
/// }
/// assert_eq!(triggers, ["@b.example now.", ".example now."]);
/// ```
#[derive(Clone, Debug)]
pub struct TriggerBlock {
    /// The offset of the first byte of the block.
    pub(crate) start: usize,
    /// One mask word for each 64 bytes. A bit is set if its byte is a trigger; bit 0 is the first byte. Words after the end
    /// of the text are zero.
    pub(crate) words: [u64; WORDS_PER_BLOCK],
    /// Bit `n` is set if `words[n]` has a trigger.
    pub(crate) nonempty: u32,
}

impl TriggerBlock {
    /// Creates a block at offset 0 without triggers.
    ///
    /// ```
    /// use linkspan_vector::TriggerBlock;
    ///
    /// assert_eq!(TriggerBlock::new().next_trigger(0), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self {
            start: 0,
            words: [0; WORDS_PER_BLOCK],
            nonempty: 0,
        }
    }

    /// Moves to the first block with a trigger and returns the offset of its first trigger.
    ///
    /// The blocks are adjacent, and the first one starts at the offset `from`. If no block has a trigger,
    /// this moves to the last block of the text and returns `None`. An offset past the end of the text is
    /// allowed and has no triggers.
    ///
    /// # Complexity
    ///
    /// Linear in the distance from `from` to the end of the block that is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan_vector::TriggerBlock;
    ///
    /// let text = b"See docs.example.";
    /// let mut block = TriggerBlock::new();
    /// assert_eq!(block.seek(text, 0), Some(8));
    /// assert_eq!(block.seek(text, 9), None);
    /// ```
    #[inline]
    pub fn seek(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        #[cfg(target_arch = "x86_64")]
        if let Some(vectors) = x86::Vectors::detect() {
            vectors.seek(self, bytes, from);
            return self.first_trigger();
        }
        baseline::seek(self, bytes, from);
        self.first_trigger()
    }

    /// Returns the offset after the last byte of the block, where the next block starts. The text may end
    /// before it.
    ///
    /// ```
    /// use linkspan_vector::TriggerBlock;
    ///
    /// let mut block = TriggerBlock::new();
    /// block.seek(b"a.b", 1);
    /// assert_eq!(block.end(), 1 + 512);
    /// ```
    #[inline]
    #[must_use]
    pub const fn end(&self) -> usize {
        self.start.saturating_add(BLOCK_LEN)
    }

    /// Returns the offset of the first trigger of this block that is not before `offset`.
    ///
    /// ```
    /// use linkspan_vector::TriggerBlock;
    ///
    /// let mut block = TriggerBlock::new();
    /// block.seek(b"a.b.c", 0);
    /// assert_eq!(block.next_trigger(0), Some(1));
    /// assert_eq!(block.next_trigger(2), Some(3));
    /// assert_eq!(block.next_trigger(4), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn next_trigger(&self, offset: usize) -> Option<usize> {
        // A search asks for the next trigger when it knows where a link ends, and knows nothing about the next link
        // before it has the answer. So both the rest of the word at the offset and the next word with triggers are
        // looked at, without a branch between them that would be hard to predict. Whether the first one counts is decided
        // last, so that the offsets in both do not wait for it.
        let offset = offset.max(self.start);
        let in_block = offset - self.start;
        let index = in_block / WORD_LEN;
        let rest = self.words.get(index)? >> (in_block % WORD_LEN);
        let later_words = self.nonempty >> index >> 1;
        if rest | u64::from(later_words) == 0 {
            return None;
        }
        let later_index = index + 1 + later_words.trailing_zeros() as usize;
        let later = self.words.get(later_index % WORDS_PER_BLOCK)?;
        let in_rest = offset + rest.trailing_zeros() as usize;
        let in_later = self.start + later_index * WORD_LEN + later.trailing_zeros() as usize;
        Some(select_unpredictable(rest != 0, in_rest, in_later))
    }

    #[inline]
    fn first_trigger(&self) -> Option<usize> {
        // If no word has a trigger, the index is past the last word and `get` returns `None`.
        let index = self.nonempty.trailing_zeros() as usize;
        let word = self.words.get(index)?;
        Some(self.start + index * WORD_LEN + word.trailing_zeros() as usize)
    }
}

impl Default for TriggerBlock {
    fn default() -> Self {
        Self::new()
    }
}

/// Copies fewer bytes than a window has, and fills the rest with zeros.
#[inline]
pub(crate) fn zero_padded(bytes: &[u8]) -> [u8; WINDOW_LEN] {
    let mut window = [0; WINDOW_LEN];
    for (to, from) in window.iter_mut().zip(bytes) {
        *to = *from;
    }
    window
}
