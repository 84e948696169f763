//! How often a byte occurs.

#[cfg(target_arch = "x86_64")]
use crate::x86;

/// Returns how many of `bytes` are `byte`.
///
/// It is fast for short texts too, such as those between links.
///
/// ```
/// use linkspan_vector::count;
///
/// assert_eq!(count(b"one\ntwo\n", b'\n'), 2);
/// ```
#[inline]
#[must_use]
pub fn count(bytes: &[u8], byte: u8) -> usize {
    #[cfg(target_arch = "x86_64")]
    if let Some(x86::Vectors::Avx512(avx512)) = x86::Vectors::detect() {
        return avx512.count(bytes, byte);
    }
    count_portable(bytes, byte)
}

/// Compilers make vector instructions of this, because the sums of short chunks are bytes.
pub(crate) fn count_portable(bytes: &[u8], byte: u8) -> usize {
    const CHUNK_LEN: usize = 128;
    let count_in = |chunk: &[u8]| -> u8 { chunk.iter().map(|&b| u8::from(b == byte)).sum() };
    let chunks = bytes.chunks(CHUNK_LEN);
    chunks.map(|chunk| usize::from(count_in(chunk))).sum()
}
