//! The implementations for x86-64 processors with AVX2 or AVX-512, and the choice between them.
//!
//! This module contains all `unsafe` code for these processors. Functions with `#[target_feature]` call each other
//! safely, so three uses of `unsafe` remain:
//!
//! - [`Avx2`] and [`Avx512`] call functions with `#[target_feature]` from functions without it. A value of such a type
//!   exists only if the processor has the instructions.
//! - Functions that load a vector read bytes through a pointer. The type of their argument guarantees that these exist.
//! - A text with escapes is written to the spare capacity of a string, which is reserved before.

#![expect(unsafe_code, reason = "the instructions are detected at run time")]

mod avx2;
mod avx512;
mod escape;
mod triggers;

#[cfg(feature = "std")]
use core::sync::atomic::{AtomicU8, Ordering};

use crate::{AsciiSet, Run, TriggerBlock};

/// Proof that the processor has AVX2. [`Avx2::detect`] and [`Vectors::detect`] are the only ways to create a value.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns a value if the processor has AVX2.
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let detected = std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(feature = "std"))]
        let detected = cfg!(target_feature = "avx2");
        detected.then_some(Self(()))
    }
}

/// Proof that the processor has AVX-512 with instructions for bytes, BMI and POPCNT. [`Avx512::detect`] and
/// [`Vectors::detect`] are the only ways to create a value.
///
/// Processors without VBMI2 run slower for a while after an instruction for 512 bits.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns a value if the processor has the instructions.
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let detected = std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512vbmi2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        #[cfg(not(feature = "std"))]
        let detected = cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vbmi2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        ));
        detected.then_some(Self(()))
    }
}

/// The widest vectors that the processor has.
#[derive(Clone, Copy)]
pub(crate) enum Vectors {
    Avx2(Avx2),
    Avx512(Avx512),
}

/// What [`Vectors::detect`] found: nothing yet, or one of the constants below. Only `detect_widest` writes it.
#[cfg(feature = "std")]
static WIDEST: AtomicU8 = AtomicU8::new(0);

#[cfg(feature = "std")]
const OTHER: u8 = 1;
#[cfg(feature = "std")]
const AVX2: u8 = 2;
#[cfg(feature = "std")]
const AVX512: u8 = 3;

impl Vectors {
    /// Returns the widest vectors that the processor has. The detection is cached, so this costs one load and one or two
    /// branches that are always predicted.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        match WIDEST.load(Ordering::Relaxed) {
            AVX512 => Some(Self::Avx512(Avx512(()))),
            AVX2 => Some(Self::Avx2(Avx2(()))),
            OTHER => None,
            _ => Self::detect_widest(),
        }
    }

    #[cfg(feature = "std")]
    #[cold]
    fn detect_widest() -> Option<Self> {
        let widest = Self::detect_uncached();
        let number = match widest {
            Some(Self::Avx512(_)) => AVX512,
            Some(Self::Avx2(_)) => AVX2,
            None => OTHER,
        };
        WIDEST.store(number, Ordering::Relaxed);
        widest
    }

    /// Returns the widest vectors that were enabled at compile time.
    #[cfg(not(feature = "std"))]
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        Self::detect_uncached()
    }

    #[inline]
    fn detect_uncached() -> Option<Self> {
        let avx512 = Avx512::detect().map(Self::Avx512);
        avx512.or_else(|| Avx2::detect().map(Self::Avx2))
    }

    #[inline]
    pub(crate) fn seek(self, block: &mut TriggerBlock, bytes: &[u8], from: usize) {
        match self {
            Self::Avx512(avx512) => avx512.seek(block, bytes, from),
            Self::Avx2(avx2) => avx2.seek(block, bytes, from),
        }
    }

    #[inline]
    pub(crate) fn run<const SETS: usize>(
        self,
        bytes: &[u8],
        set: &AsciiSet,
        mask_sets: [&AsciiSet; SETS],
    ) -> Run<SETS> {
        match self {
            Self::Avx512(avx512) => avx512.run(bytes, set, mask_sets),
            Self::Avx2(avx2) => avx2.run(bytes, set, mask_sets),
        }
    }

    #[inline]
    pub(crate) fn run_backward<const SETS: usize>(
        self,
        bytes: &[u8],
        set: &AsciiSet,
        mask_sets: [&AsciiSet; SETS],
    ) -> Run<SETS> {
        match self {
            Self::Avx512(avx512) => avx512.run_backward(bytes, set, mask_sets),
            Self::Avx2(avx2) => avx2.run_backward(bytes, set, mask_sets),
        }
    }

    #[inline]
    pub(crate) fn masks<const SETS: usize>(
        self,
        bytes: &[u8],
        sets: &[AsciiSet; SETS],
    ) -> [u64; SETS] {
        match self {
            Self::Avx512(avx512) => avx512.masks(bytes, sets),
            Self::Avx2(avx2) => avx2.masks(bytes, sets),
        }
    }

    #[inline]
    pub(crate) fn members(self, bytes: &[u8], from: usize, set: &AsciiSet) -> Option<(usize, u64)> {
        match self {
            Self::Avx512(avx512) => avx512.members(bytes, from, set),
            Self::Avx2(avx2) => avx2.members(bytes, from, set),
        }
    }
}
