//! Sets of ASCII characters.

/// A set of ASCII characters.
///
/// All operations except [`contains`](Self::contains) are meant for constants.
///
/// ```
/// use linkspan_vector::AsciiSet;
///
/// const VOWELS: AsciiSet = AsciiSet::new(b"aeiou");
/// assert!(VOWELS.contains(b'e'));
/// assert!(!VOWELS.contains(b'x'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsciiSet {
    /// A bitmap, indexed by the low nibble of a byte. Bit `h` of `rows[l]` is set if the byte with the
    /// high nibble `h` and the low nibble `l` is a member.
    ///
    /// A 16-byte shuffle instruction looks up the row of each byte of a vector, so the low nibble is the
    /// index. The high nibble of an ASCII character is below 8, so a row fits into one byte.
    pub(crate) rows: [u8; 16],
}

impl AsciiSet {
    /// Creates a set from a list of its members.
    ///
    /// # Panics
    ///
    /// Panics if a member is not ASCII. In a constant, this is a compile-time error.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan_vector::AsciiSet;
    ///
    /// const SIGNS: AsciiSet = AsciiSet::new(b"+-");
    /// assert!(SIGNS.contains(b'-'));
    /// ```
    #[must_use]
    pub const fn new(members: &[u8]) -> Self {
        let mut rows = [0; 16];
        let mut rest = members;
        while let [member, after @ ..] = rest {
            assert!(member.is_ascii(), "members must be ASCII");
            rows[(*member & 0xF) as usize] |= 1 << (*member >> 4);
            rest = after;
        }
        Self { rows }
    }

    /// Creates a set from a table: the byte `b` is a member if `table[b]` is true.
    ///
    /// Use this to derive a set from another property in a constant.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan_vector::AsciiSet;
    ///
    /// const DIGITS: AsciiSet = {
    ///     let mut table = [false; 128];
    ///     let mut byte = 0;
    ///     while byte < 128 {
    ///         table[byte as usize] = (byte as u8).is_ascii_digit();
    ///         byte += 1;
    ///     }
    ///     AsciiSet::from_members(&table)
    /// };
    /// assert_eq!(DIGITS, AsciiSet::new(b"0123456789"));
    /// ```
    #[must_use]
    pub const fn from_members(table: &[bool; 128]) -> Self {
        let mut rows = [0; 16];
        let mut byte = 0;
        while byte < table.len() {
            rows[byte & 0xF] |= (table[byte] as u8) << (byte >> 4);
            byte += 1;
        }
        Self { rows }
    }

    /// Returns the set of all bytes that are members of `self` or `other`.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan_vector::AsciiSet;
    ///
    /// let set = AsciiSet::new(b"ab").union(AsciiSet::new(b"bc"));
    /// assert_eq!(set, AsciiSet::new(b"abc"));
    /// ```
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self::from_bits(self.bits() | other.bits())
    }

    /// Returns the set of all bytes that are members of both `self` and `other`.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan_vector::AsciiSet;
    ///
    /// let set = AsciiSet::new(b"ab").intersection(AsciiSet::new(b"bc"));
    /// assert_eq!(set, AsciiSet::new(b"b"));
    /// ```
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self::from_bits(self.bits() & other.bits())
    }

    /// Returns the set of all bytes that are members of `self` but not of `other`.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan_vector::AsciiSet;
    ///
    /// let set = AsciiSet::new(b"ab").difference(AsciiSet::new(b"bc"));
    /// assert_eq!(set, AsciiSet::new(b"a"));
    /// ```
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self::from_bits(self.bits() & !other.bits())
    }

    /// Returns whether a byte is a member. Bytes above ASCII never are.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan_vector::AsciiSet;
    ///
    /// const HEX_LETTERS: AsciiSet = AsciiSet::new(b"abcdef");
    /// assert!(HEX_LETTERS.contains(b'c'));
    /// assert!(!HEX_LETTERS.contains(b'g'));
    /// assert!(!HEX_LETTERS.contains(0xE3));
    /// ```
    #[inline]
    #[must_use]
    pub const fn contains(&self, byte: u8) -> bool {
        // A row has eight bits, so there are only zeros where the high nibble is above ASCII.
        self.rows[(byte & 0xF) as usize] as u32 >> (byte >> 4) & 1 != 0
    }

    /// Returns the bitmap as one number, on which set operations are bit operations.
    const fn bits(self) -> u128 {
        u128::from_le_bytes(self.rows)
    }

    const fn from_bits(bits: u128) -> Self {
        Self {
            rows: bits.to_le_bytes(),
        }
    }
}
