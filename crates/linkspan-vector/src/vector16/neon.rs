//! Vectors of ARM64 processors.
//!
//! The compiler treats each instruction as `unsafe`, because some processors do not have it. This module is
//! compiled only for targets that have NEON, so every call is sound. Loading also reads through a pointer.

#![expect(unsafe_code, reason = "the target has NEON")]

use core::arch::aarch64::{
    uint8x16_t, vaddv_u8, vandq_u8, vceqq_u8, vcgeq_u8, vdupq_n_u8, vget_high_u8, vget_low_u8,
    vgetq_lane_u64, vld1q_u8, vmaxq_u8, vmaxvq_u8, vorrq_u8, vpaddq_u8, vqtbl1q_u8,
    vreinterpretq_u64_u8, vshrq_n_u8,
};

use super::{LANES, Table16, Vector16};

/// Sixteen bytes in a register.
#[derive(Clone, Copy)]
pub(crate) struct Neon(uint8x16_t);

impl Neon {
    /// Keeps one bit of each set lane, that of its position among eight lanes. The sum of eight lanes is then
    /// their mask.
    #[inline]
    fn position_bits(self) -> uint8x16_t {
        const BITS: [u8; LANES] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        self.and(Self::load(&BITS)).0
    }
}

impl Vector16 for Neon {
    #[inline]
    fn load(bytes: &[u8; LANES]) -> Self {
        // SAFETY: The target has NEON. The array has as many bytes as the instruction reads, and they need
        // not be aligned.
        Self(unsafe { vld1q_u8(bytes.as_ptr()) })
    }

    #[inline]
    fn splat(byte: u8) -> Self {
        // SAFETY: The target has NEON.
        Self(unsafe { vdupq_n_u8(byte) })
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        // SAFETY: The target has NEON.
        Self(unsafe { vandq_u8(self.0, other.0) })
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        // SAFETY: The target has NEON.
        Self(unsafe { vorrq_u8(self.0, other.0) })
    }

    #[inline]
    fn max(self, other: Self) -> Self {
        // SAFETY: The target has NEON.
        Self(unsafe { vmaxq_u8(self.0, other.0) })
    }

    #[inline]
    fn equal(self, other: Self) -> Self {
        // SAFETY: The target has NEON.
        Self(unsafe { vceqq_u8(self.0, other.0) })
    }

    #[inline]
    fn at_least(self, other: Self) -> Self {
        // SAFETY: The target has NEON.
        Self(unsafe { vcgeq_u8(self.0, other.0) })
    }

    #[inline]
    fn any(self) -> bool {
        // SAFETY: The target has NEON.
        unsafe { vmaxvq_u8(self.0) != 0 }
    }

    #[inline]
    fn mask(self) -> u16 {
        let bits = self.position_bits();
        // SAFETY: The target has NEON.
        let (low, high) = unsafe { (vaddv_u8(vget_low_u8(bits)), vaddv_u8(vget_high_u8(bits))) };
        u16::from_le_bytes([low, high])
    }

    #[inline]
    fn mask_word(vectors: [Self; 4]) -> u64 {
        let [a, b, c, d] = vectors.map(Self::position_bits);
        // Each step adds neighbouring lanes. After three steps a lane is the sum of eight.
        // SAFETY: The target has NEON.
        unsafe {
            let sums = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)))
        }
    }
}

impl Table16 for Neon {
    #[inline]
    fn high_nibble(self) -> Self {
        // SAFETY: The target has NEON.
        Self(unsafe { vshrq_n_u8::<4>(self.0) })
    }

    #[inline]
    fn lookup(self, indices: Self) -> Self {
        // SAFETY: The target has NEON.
        Self(unsafe { vqtbl1q_u8(self.0, indices.0) })
    }
}
