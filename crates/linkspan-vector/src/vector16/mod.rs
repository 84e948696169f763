//! The implementation for processors whose vectors hold 16 bytes: NEON on ARM64, `simd128` in WebAssembly, and SSE2 on
//! x86. SSE2 has no table lookup, so only the search for triggers uses it.
//!
//! The algorithms are written once, for any type that implements [`Vector16`]. The compiler knows when it
//! builds the crate whether the target has these instructions, so nothing is detected at run time. Tests
//! run the algorithms on every processor, with a vector that is an array.

#[cfg(test)]
pub(crate) mod array;
#[cfg(any(
    all(
        target_arch = "aarch64",
        target_feature = "neon",
        target_endian = "little"
    ),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(crate) mod native;
#[cfg(all(
    target_arch = "aarch64",
    target_feature = "neon",
    target_endian = "little"
))]
mod neon;
#[cfg(any(
    test,
    not(all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2"
    ))
))]
mod run;
mod seek;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature = "sse2"
))]
pub(crate) mod sse2;

#[cfg(any(
    test,
    not(all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2"
    ))
))]
pub(crate) use run::{members, run, run_backward};
pub(crate) use seek::seek;

/// The number of bytes in a vector.
pub(crate) const LANES: usize = 16;

/// Sixteen bytes, and the instructions that work on all of them at a time.
///
/// A comparison sets all bits of a lane if it holds there, and clears them otherwise.
pub(crate) trait Vector16: Copy {
    fn load(bytes: &[u8; LANES]) -> Self;

    fn splat(byte: u8) -> Self;

    fn and(self, other: Self) -> Self;

    fn or(self, other: Self) -> Self;

    fn max(self, other: Self) -> Self;

    fn equal(self, other: Self) -> Self;

    fn at_least(self, other: Self) -> Self;

    /// Returns whether a lane of the result of a comparison is set.
    fn any(self) -> bool;

    /// Returns one bit for each lane of the result of a comparison. The first lane is bit 0.
    fn mask(self) -> u16;

    /// Returns one bit for each lane of four results. The first lane of the first result is bit 0.
    #[inline]
    fn mask_word(vectors: [Self; 4]) -> u64 {
        let [a, b, c, d] = vectors.map(|vector| u64::from(vector.mask()));
        a | b << LANES | c << (2 * LANES) | d << (3 * LANES)
    }
}

/// Vectors that are also tables.
#[cfg(any(
    test,
    not(all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2"
    ))
))]
pub(crate) trait Table16: Vector16 {
    /// Returns the high nibble of each lane.
    fn high_nibble(self) -> Self;

    /// Looks up each lane of `indices` in this table. The result is zero for indices from 16 on.
    fn lookup(self, indices: Self) -> Self;
}

/// Loads the vector at an offset of a window.
///
/// All callers pass an offset at which a whole vector is available. The compiler can see this after
/// inlining and removes the check.
#[inline]
fn load_at<V: Vector16>(window: &[u8], offset: usize) -> V {
    let bytes = window.get(offset..).and_then(<[u8]>::first_chunk);
    V::load(bytes.unwrap_or(&[0; LANES]))
}
