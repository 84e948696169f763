//! Several short texts, one after the other.

use alloc::string::String;

#[cfg(target_arch = "x86_64")]
use crate::x86;

/// Appends texts to `out`, one after the other.
///
/// This takes less time than a call of `String::push_str` for each if the texts are short, such as those of which markup
/// consists.
///
/// # Complexity
///
/// Linear in the number of bytes that are appended.
///
/// # Examples
///
/// ```
/// use linkspan_vector::push_texts;
///
/// let mut out = String::from("see ");
/// push_texts(&mut out, ["<b>", "this", "</b>"]);
/// assert_eq!(out, "see <b>this</b>");
/// ```
#[inline]
pub fn push_texts<const COUNT: usize>(out: &mut String, texts: [&str; COUNT]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(x86::Vectors::Avx512(avx512)) = x86::Vectors::detect() {
        avx512.push_texts(out, &texts);
        return;
    }
    for text in texts {
        out.push_str(text);
    }
}
