//! Text with backslashes before some of its characters.

use alloc::string::String;

#[cfg(target_arch = "x86_64")]
use crate::x86;
use crate::{AsciiSet, MAX_RUN_LEN, masks, members};

/// Which characters [`push_escaped`] escapes, and where it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escapes {
    /// The characters that are escaped, those before which it stops, and the first and second characters of pairs.
    pub(crate) sets: [AsciiSet; 4],
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
    if let Some(x86::Vectors::Avx512(avx512)) = x86::Vectors::detect() {
        return avx512.push_escaped(out, text, escapes);
    }
    push_by_slice(out, text, escapes)
}

/// The implementation for all processors: what is between two backslashes is appended as a slice.
pub(crate) fn push_by_slice(out: &mut String, text: &str, escapes: &Escapes) -> usize {
    let slice = |start: usize, end: usize| text.get(start..end).unwrap_or_default();
    let mut appended = 0;
    let mut after_first = 0;
    for (number, word) in text.as_bytes().chunks(MAX_RUN_LEN).enumerate() {
        let start = number * MAX_RUN_LEN;
        let masks = masks(word, &escapes.sets)
            .unwrap_or_else(|| masks_by_members(word, &escapes.sets, after_first));
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

/// Of the members of [`Escapes::sets`] in a word: the characters to escape before the first stop, and the offset of the
/// stop. `after_first` is 1 if the character before the word is the first one of a pair, and is updated for the next word.
#[inline(always)]
pub(crate) fn escaped_before_stop(masks: [u64; 4], after_first: &mut u64) -> (u64, Option<usize>) {
    let [marked, stops, first, second] = masks;
    let stops = stops | (first << 1 | *after_first) & second;
    *after_first = first >> (MAX_RUN_LEN - 1);
    // The bits below the lowest one.
    let before = !stops & stops.wrapping_sub(1);
    let stop = (stops != 0).then_some(stops.trailing_zeros() as usize);
    (marked & before, stop)
}

/// What [`masks`] returns, for processors on which that is slow. The last mask is zero if no pair can be complete.
pub(crate) fn masks_by_members(word: &[u8], sets: &[AsciiSet; 4], after_first: u64) -> [u64; 4] {
    let mask = |set| members(word, set).fold(0, |mask, at| mask | 1 << at);
    let [escaped, stops, first, second] = sets;
    let firsts: u64 = mask(first);
    let seconds = match firsts | after_first {
        0 => 0,
        _ => mask(second),
    };
    [mask(escaped), mask(stops), firsts, seconds]
}
