//! The vectors of this target, chosen when the crate is compiled.

#[cfg(target_arch = "aarch64")]
use super::neon::Neon as Native;
#[cfg(target_arch = "wasm32")]
use super::simd128::Simd128 as Native;
use crate::{AsciiSet, Run, TriggerBlock};

pub(crate) fn seek(block: &mut TriggerBlock, bytes: &[u8], from: usize) {
    super::seek::<Native>(block, bytes, from);
}

#[inline]
pub(crate) fn run<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    super::run::<Native, SETS>(bytes, set, mask_sets)
}

#[inline]
pub(crate) fn run_backward<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    super::run_backward::<Native, SETS>(bytes, set, mask_sets)
}

pub(crate) fn members(bytes: &[u8], from: usize, set: &AsciiSet) -> Option<(usize, u64)> {
    super::members::<Native>(bytes, from, set)
}
