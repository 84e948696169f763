//! Text with backslashes before some of its characters.

use alloc::string::String;

#[cfg(target_arch = "x86_64")]
use crate::x86;
use crate::{AsciiSet, members};

/// Which characters [`push_escaped`] escapes, and where it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escapes {
    /// The characters that are escaped, those before which it stops, and the first and second characters of pairs.
    pub(crate) sets: [AsciiSet; 4],
    /// The members of all of these but the last one.
    without_second: AsciiSet,
}

impl Escapes {
    /// Escapes the characters `escaped`. Stops before the characters `stops`, and between two characters of which the
    /// first is in the first set of `pair_stop` and the second in the second one.
    ///
    /// ```
    /// use linkspan_vector::{AsciiSet, Escapes};
    ///
    /// const NONE: AsciiSet = AsciiSet::new(b"");
    /// const ASTERISKS: Escapes = Escapes::new(AsciiSet::new(b"*"), NONE, [NONE, NONE]);
    /// ```
    #[must_use]
    pub const fn new(escaped: AsciiSet, stops: AsciiSet, pair_stop: [AsciiSet; 2]) -> Self {
        let [first, second] = pair_stop;
        Self {
            sets: [escaped, stops, first, second],
            without_second: escaped.union(stops).union(first),
        }
    }
}

/// Appends the start of `text` to `out`, with a backslash before each character that `escapes` escapes. Returns the
/// length of the start: the offset of the first place where `escapes` stops, or the length of the text.
///
/// # Complexity
///
/// Linear in the number of bytes that are appended. On processors with AVX-512, the time does not depend on how many
/// characters are escaped, and where.
///
/// # Examples
///
/// ```
/// use linkspan_vector::{AsciiSet, Escapes, push_escaped};
///
/// const MARKUP: AsciiSet = AsciiSet::new(b"*_");
/// const LINE_START: [AsciiSet; 2] = [AsciiSet::new(b"\n"), AsciiSet::new(b"#")];
/// const ESCAPES: Escapes = Escapes::new(MARKUP, AsciiSet::new(b"\0"), LINE_START);
///
/// let mut out = String::new();
/// assert_eq!(push_escaped(&mut out, "*a* # b\n# c", &ESCAPES), 8);
/// assert_eq!(out, "\\*a\\* # b\n");
/// ```
#[inline]
pub fn push_escaped(out: &mut String, text: &str, escapes: &Escapes) -> usize {
    #[cfg(target_arch = "x86_64")]
    if let Some(vectors) = x86::Vectors::detect() {
        return vectors.push_escaped(out, text, escapes);
    }
    push_by_slice(out, text, escapes)
}

/// The implementation for all processors. What is between two backslashes is appended as a slice.
///
/// `inline`, so that it is compiled with the options of the library: for WebAssembly, for size.
#[inline]
pub(crate) fn push_by_slice(out: &mut String, text: &str, escapes: &Escapes) -> usize {
    let [marked, stops, first, second] = &escapes.sets;
    let bytes = text.as_bytes();
    let mut appended = 0;
    let mut end = text.len();
    // The second characters of pairs are frequent, so they are looked at only after first ones.
    for at in members(bytes, &escapes.without_second) {
        let byte = bytes.get(at).copied().unwrap_or_default();
        if stops.contains(byte) {
            end = at;
            break;
        }
        if marked.contains(byte) {
            out.push_str(text.get(appended..at).unwrap_or_default());
            out.push('\\');
            appended = at;
        }
        if first.contains(byte) && bytes.get(at + 1).is_some_and(|&byte| second.contains(byte)) {
            end = at + 1;
            break;
        }
    }
    out.push_str(text.get(appended..end).unwrap_or_default());
    end
}
