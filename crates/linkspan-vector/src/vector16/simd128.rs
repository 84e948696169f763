//! Vectors of WebAssembly. A module that contains them runs only where they exist, so calling them is safe.

#![expect(unsafe_code, reason = "a vector is loaded through a pointer")]

use core::arch::wasm32::{
    i8x16_bitmask, u8x16_eq, u8x16_ge, u8x16_max, u8x16_shr, u8x16_splat, u8x16_swizzle, v128,
    v128_and, v128_any_true, v128_load, v128_or,
};

use super::{LANES, Table16, Vector16};

/// Sixteen bytes in a register.
#[derive(Clone, Copy)]
pub(crate) struct Simd128(v128);

impl Vector16 for Simd128 {
    #[inline]
    fn load(bytes: &[u8; LANES]) -> Self {
        // SAFETY: The array has as many bytes as the instruction reads, and they need not be aligned.
        Self(unsafe { v128_load(bytes.as_ptr().cast()) })
    }

    #[inline]
    fn splat(byte: u8) -> Self {
        Self(u8x16_splat(byte))
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }

    #[inline]
    fn max(self, other: Self) -> Self {
        Self(u8x16_max(self.0, other.0))
    }

    #[inline]
    fn equal(self, other: Self) -> Self {
        Self(u8x16_eq(self.0, other.0))
    }

    #[inline]
    fn at_least(self, other: Self) -> Self {
        Self(u8x16_ge(self.0, other.0))
    }

    #[inline]
    fn any(self) -> bool {
        v128_any_true(self.0)
    }

    #[inline]
    fn mask(self) -> u16 {
        i8x16_bitmask(self.0)
    }
}

impl Table16 for Simd128 {
    #[inline]
    fn high_nibble(self) -> Self {
        Self(u8x16_shr(self.0, 4))
    }

    #[inline]
    fn lookup(self, indices: Self) -> Self {
        Self(u8x16_swizzle(self.0, indices.0))
    }
}
