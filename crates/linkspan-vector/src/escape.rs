//! Text with backslashes before some of its characters.

use alloc::string::String;

#[cfg(target_arch = "x86_64")]
use crate::x86;
use crate::{AsciiSet, members};

/// Which characters [`push_escaped`] escapes, and where it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escapes {
    /// The characters that are escaped, and those before which it stops. Then the characters after which further ones
    /// are escaped or end the search, and these two.
    pub(crate) sets: [AsciiSet; 5],
    /// The members of the first two sets, those of the third one, and those of the last two.
    pub(crate) unions: [AsciiSet; 3],
}

impl Escapes {
    /// Escapes the characters `escaped`, and stops before the characters `stops`.
    ///
    /// ```
    /// use linkspan_vector::{AsciiSet, Escapes};
    ///
    /// const ASTERISKS: Escapes = Escapes::new(AsciiSet::new(b"*"), AsciiSet::new(b"\0"));
    /// ```
    #[must_use]
    pub const fn new(escaped: AsciiSet, stops: AsciiSet) -> Self {
        const NONE: AsciiSet = AsciiSet::new(b"");
        Self::with_sets([escaped, stops, NONE, NONE, NONE])
    }

    /// Directly after one of the characters `first`, also escapes the characters `escaped`, and stops before the characters
    /// `stops`. On other processors than x86-64, it also stops before the characters `escaped`, which takes less code.
    ///
    /// ```
    /// use linkspan_vector::{AsciiSet, Escapes};
    ///
    /// const HEADINGS: Escapes = Escapes::new(AsciiSet::new(b"*"), AsciiSet::new(b"\0")).after(
    ///     AsciiSet::new(b"\n"),
    ///     AsciiSet::new(b"#"),
    ///     AsciiSet::new(b" "),
    /// );
    /// ```
    #[must_use]
    pub const fn after(self, first: AsciiSet, escaped: AsciiSet, stops: AsciiSet) -> Self {
        let [escaped_anywhere, stops_anywhere, ..] = self.sets;
        let escaped = escaped.difference(escaped_anywhere.union(stops_anywhere));
        let [escaped, stops] = if cfg!(target_arch = "x86_64") {
            [escaped, stops]
        } else {
            [AsciiSet::new(b""), stops.union(escaped)]
        };
        Self::with_sets([escaped_anywhere, stops_anywhere, first, escaped, stops])
    }

    const fn with_sets(sets: [AsciiSet; 5]) -> Self {
        let [escaped, stops, first, escaped_after, stops_after] = sets;
        Self {
            sets,
            unions: [
                escaped.union(stops),
                first,
                escaped_after.union(stops_after),
            ],
        }
    }
}

/// Appends the start of `text` to `out`, with a backslash before each character that `escapes` escapes. Returns the
/// length of the start: the offset of the first place where `escapes` stops, or the length of the text.
///
/// At a stop, `at_stop` is called with the rest of the text. It may return what to append instead of a number of bytes,
/// which is the length of one or more characters. The text after them is appended like a text of its own.
///
/// # Complexity
///
/// Linear in the number of bytes that are appended. On processors with AVX-512, the time depends little on how many
/// characters are escaped, and where.
///
/// # Examples
///
/// ```
/// use linkspan_vector::{AsciiSet, Escapes, push_escaped};
///
/// const MARKUP: AsciiSet = AsciiSet::new(b"*_");
/// const LINE_FEED: AsciiSet = AsciiSet::new(b"\n");
/// const ESCAPES: Escapes = Escapes::new(MARKUP, AsciiSet::new(b"\0"))
///     .after(LINE_FEED, AsciiSet::new(b"#"), AsciiSet::new(b" "));
///
/// let mut out = String::new();
/// let at_stop = |rest: &str| rest.starts_with('\0').then_some((1, "\u{FFFD}"));
/// assert_eq!(push_escaped(&mut out, "*a* # b\n\0\n d", &ESCAPES, at_stop), 10);
/// assert_eq!(out, "\\*a\\* # b\n\u{FFFD}\n");
/// ```
#[inline]
pub fn push_escaped(
    out: &mut String,
    text: &str,
    escapes: &Escapes,
    at_stop: impl Fn(&str) -> Option<(usize, &'static str)>,
) -> usize {
    #[cfg(target_arch = "x86_64")]
    match x86::Vectors::detect() {
        Some(x86::Vectors::Avx512(avx512)) => {
            return avx512.push_escaped(out, text, escapes, at_stop);
        }
        Some(x86::Vectors::Avx2(avx2)) => {
            let push_part = |out: &mut String, text: &str| avx2.push_escaped(out, text, escapes);
            return push_parts(out, text, push_part, at_stop);
        }
        None => {}
    }
    let push_part = |out: &mut String, text: &str| push_by_slice(out, text, escapes);
    push_parts(out, text, push_part, at_stop)
}

/// Appends the parts of a text between two stops with `push_part`, which returns the offset of the first stop.
#[inline]
pub(crate) fn push_parts(
    out: &mut String,
    text: &str,
    push_part: impl Fn(&mut String, &str) -> usize,
    at_stop: impl Fn(&str) -> Option<(usize, &'static str)>,
) -> usize {
    let mut rest = text;
    loop {
        let len = push_part(out, rest);
        rest = rest.get(len..).unwrap_or_default();
        let replaced = match rest {
            "" => None,
            rest => at_stop(rest),
        };
        let Some((len, replacement)) = replaced else {
            return text.len() - rest.len();
        };
        out.push_str(replacement);
        // At least the character at the stop is replaced.
        rest = rest.get(len.max(1)..).unwrap_or_default();
    }
}

/// The implementation for all processors. What is between two backslashes is appended as a slice.
///
/// `inline`, so that it is compiled with the options of the library: for WebAssembly, for size.
#[inline]
pub(crate) fn push_by_slice(out: &mut String, text: &str, escapes: &Escapes) -> usize {
    let [marked, stops, first, marked_after, stops_after] = &escapes.sets;
    let [anywhere, ..] = &escapes.unions;
    let bytes = text.as_bytes();
    let mut appended = 0;
    let mut end = text.len();
    let mut escape = |at: usize| {
        out.push_str(text.get(appended..at).unwrap_or_default());
        out.push('\\');
        appended = at;
    };
    // Characters that matter only after others are frequent, so they are looked at only there.
    for at in members(bytes, &anywhere.union(*first)) {
        let byte = bytes.get(at).copied().unwrap_or_default();
        if stops.contains(byte) {
            end = at;
            break;
        }
        if marked.contains(byte) {
            escape(at);
        }
        if first.contains(byte)
            && let Some(&next) = bytes.get(at + 1)
        {
            if stops_after.contains(next) {
                end = at + 1;
                break;
            }
            // No character of this set is escaped anywhere, so the loop does not come to it.
            if cfg!(target_arch = "x86_64") && marked_after.contains(next) {
                escape(at + 1);
            }
        }
    }
    out.push_str(text.get(appended..end).unwrap_or_default());
    end
}
