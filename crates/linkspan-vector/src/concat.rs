//! Several short texts, one after the other.

use alloc::string::String;

#[cfg(target_arch = "x86_64")]
use crate::x86;

/// Appends texts to `out`, one after the other.
///
/// This takes less time than a call of `String::push_str` for each if the texts are short, such as those of which markup
/// consists. Returns `false` and appends nothing if the processor has no instructions that make this fast, which are those
/// of AVX-512.
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
/// if push_texts(&mut out, ["<b>", "this", "</b>"]) {
///     assert_eq!(out, "see <b>this</b>");
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
pub fn push_texts<const COUNT: usize>(out: &mut String, texts: [&str; COUNT]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if let Some(x86::Vectors::Avx512(avx512)) = x86::Vectors::detect() {
        avx512.push_texts(out, &texts);
        return true;
    }
    false
}
