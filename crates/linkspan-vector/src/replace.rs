//! Text with some of its characters replaced.

use alloc::string::String;

use crate::AsciiSet;
#[cfg(target_arch = "x86_64")]
use crate::x86;

/// Which characters [`push_replaced`] replaces, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacements {
    pub(crate) set: AsciiSet,
    /// For each character of the set, the bytes of its replacement, and their number in the last byte.
    pub(crate) bytes: [[u8; SLOT_LEN]; 128],
}

/// The number of bytes for one replacement and its length.
pub(crate) const SLOT_LEN: usize = 8;

/// The maximum length of a replacement.
pub(crate) const MAX_LEN: usize = SLOT_LEN - 1;

impl Replacements {
    /// Replaces each of these ASCII characters by the text beside it.
    ///
    /// # Panics
    ///
    /// Panics if a character is not ASCII, or if a text is longer than seven bytes. In a constant, this is a compile-time
    /// error.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan_vector::Replacements;
    ///
    /// static HTML: Replacements = Replacements::new(&[(b'&', "&amp;"), (b'<', "&lt;")]);
    /// ```
    #[must_use]
    pub const fn new(list: &[(u8, &str)]) -> Self {
        let mut bytes = [[0; SLOT_LEN]; 128];
        let mut set = AsciiSet::new(b"");
        let mut rest = list;
        while let [(character, text), after @ ..] = rest {
            assert!(text.len() <= MAX_LEN, "a replacement is too long");
            set = set.union(AsciiSet::new(&[*character]));
            let slot = &mut bytes[*character as usize];
            let mut len: u8 = 0;
            while (len as usize) < text.len() {
                slot[len as usize] = text.as_bytes()[len as usize];
                len += 1;
            }
            slot[MAX_LEN] = len;
            rest = after;
        }
        Self { set, bytes }
    }
}

/// Appends `text` to `out`, with some characters replaced.
///
/// Returns `false` and appends nothing if the processor has no instructions that make this fast, which are those of
/// AVX-512.
///
/// # Complexity
///
/// Linear in the number of bytes that are appended.
///
/// # Examples
///
/// ```
/// use linkspan_vector::{Replacements, push_replaced};
///
/// static HTML: Replacements = Replacements::new(&[(b'&', "&amp;"), (b'<', "&lt;")]);
///
/// let mut out = String::new();
/// if push_replaced(&mut out, "1 < 2 & 2 < 3", &HTML) {
///     assert_eq!(out, "1 &lt; 2 &amp; 2 &lt; 3");
/// }
/// ```
#[inline]
#[must_use = "nothing is appended if this is not fast"]
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(
        unused_variables,
        reason = "only processors with AVX-512 make this fast"
    )
)]
pub fn push_replaced(out: &mut String, text: &str, replacements: &Replacements) -> bool {
    #[cfg(target_arch = "x86_64")]
    if let Some(x86::Vectors::Avx512(avx512)) = x86::Vectors::detect() {
        avx512.push_replaced(out, text, replacements);
        return true;
    }
    false
}
