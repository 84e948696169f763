//! The implementation for x86-64 processors with AVX2.
//!
//! This module contains all `unsafe` code for these processors. Functions with `#[target_feature]` call each other
//! safely, so two uses of `unsafe` remain:
//!
//! - [`Avx2`] calls functions with `#[target_feature]` from functions without it. A value of that type exists only if the
//!   processor has the instructions.
//! - Functions that load a vector read bytes through a pointer. The type of their argument guarantees that these exist.

#![expect(unsafe_code, reason = "the instructions are detected at run time")]

mod avx2;
mod triggers;

/// Proof that the processor has AVX2. [`Avx2::detect`] is the only way to create a value.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns a value if the processor has AVX2. The standard library caches the detection, so this costs one load and
    /// one branch.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let detected = std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(feature = "std"))]
        let detected = cfg!(target_feature = "avx2");
        detected.then_some(Self(()))
    }
}
