//! Sets of ASCII characters, and runs of their members.

/// The most bytes that a run has: one for each bit of its marks.
pub const LONGEST_RUN: usize = u64::BITS as usize;

/// A set of ASCII characters.
///
/// ```
/// use linkspan_vector::AsciiSet;
///
/// const VOWELS: AsciiSet = AsciiSet::new(b"aeiou");
/// assert!(VOWELS.holds(b'e') && !VOWELS.holds(b'x') && !VOWELS.holds(0xE5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsciiSet {
    /// For each low half of a byte, a bit for each high half with which it is a member.
    pub(crate) rows: [u8; 16],
}

impl AsciiSet {
    /// The set of some characters.
    ///
    /// # Panics
    ///
    /// If one of them is not ASCII; for a constant, when compiling.
    #[must_use]
    pub const fn new(members: &[u8]) -> Self {
        let mut rows = [0; 16];
        let mut rest = members;
        while let [member, after @ ..] = rest {
            assert!(member.is_ascii());
            rows[(*member & 0xF) as usize] |= 1 << (*member >> 4);
            rest = after;
        }
        Self { rows }
    }

    /// The members of both sets.
    #[must_use]
    pub const fn and(mut self, other: Self) -> Self {
        let mut low = 0;
        while low < self.rows.len() {
            self.rows[low] |= other.rows[low];
            low += 1;
        }
        self
    }

    /// Whether a byte is a member.
    #[inline]
    #[must_use]
    pub const fn holds(&self, byte: u8) -> bool {
        byte < 0x80 && self.rows[(byte & 0xF) as usize] >> (byte >> 4) & 1 != 0
    }
}

/// A run of members of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<const SETS: usize> {
    /// How many bytes it has, [`LONGEST_RUN`] at most.
    pub length: usize,
    /// For each of some more sets, a bit for each byte of the run that is a member of it: the first
    /// byte lowest, or the last byte highest if it was measured from its end.
    pub marks: [u64; SETS],
}
