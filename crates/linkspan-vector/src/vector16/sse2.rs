//! Vectors of x86 processors with SSE2, which every x86-64 processor has.
//!
//! The compiler treats each instruction as `unsafe`, because some processors do not have it. This module is
//! compiled only for targets that have SSE2, so every call is sound. Loading also reads through a pointer.

#![expect(unsafe_code, reason = "the target has SSE2")]

#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

use arch::{
    __m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_max_epu8, _mm_movemask_epi8,
    _mm_or_si128, _mm_set1_epi8,
};

use super::{LANES, Vector16};
use crate::TriggerBlock;
pub(crate) use crate::portable::{members, run, run_backward};

pub(crate) fn seek(block: &mut TriggerBlock, bytes: &[u8], from: usize) {
    super::seek::<Sse2>(block, bytes, from);
}

/// Sixteen bytes in a register.
#[derive(Clone, Copy)]
pub(crate) struct Sse2(__m128i);

impl Vector16 for Sse2 {
    #[inline]
    fn load(bytes: &[u8; LANES]) -> Self {
        // SAFETY: The target has SSE2. The array has as many bytes as the instruction reads, and they need
        // not be aligned.
        Self(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    #[inline]
    fn splat(byte: u8) -> Self {
        // SAFETY: The target has SSE2.
        Self(unsafe { _mm_set1_epi8(i8::from_ne_bytes([byte])) })
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        // SAFETY: The target has SSE2.
        Self(unsafe { _mm_and_si128(self.0, other.0) })
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        // SAFETY: The target has SSE2.
        Self(unsafe { _mm_or_si128(self.0, other.0) })
    }

    #[inline]
    fn max(self, other: Self) -> Self {
        // SAFETY: The target has SSE2.
        Self(unsafe { _mm_max_epu8(self.0, other.0) })
    }

    #[inline]
    fn equal(self, other: Self) -> Self {
        // SAFETY: The target has SSE2.
        Self(unsafe { _mm_cmpeq_epi8(self.0, other.0) })
    }

    #[inline]
    fn at_least(self, other: Self) -> Self {
        // There is no comparison of unsigned bytes.
        self.max(other).equal(self)
    }

    #[inline]
    fn any(self) -> bool {
        self.mask() != 0
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the other bits are zero"
    )]
    fn mask(self) -> u16 {
        // SAFETY: The target has SSE2.
        let mask = unsafe { _mm_movemask_epi8(self.0) };
        mask as u16
    }
}
