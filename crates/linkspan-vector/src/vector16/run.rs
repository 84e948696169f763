//! Runs of members of a set.

use super::{LANES, Table16};
use crate::{AsciiSet, MAX_RUN_LEN, Run};

#[inline]
pub(crate) fn run<V: Table16, const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    let bytes = bytes.get(..MAX_RUN_LEN).unwrap_or(bytes);
    let mut run = Run {
        len: 0,
        masks: [0; SETS],
    };
    // Most runs are shorter than the maximum, so they are measured vector by vector.
    for chunk in bytes.chunks(LANES) {
        let vector = NibbleVector::<V>::new(chunk);
        // A partial vector is padded with zeros, and NUL may be a member of the set.
        let len = (vector.members(set).trailing_ones() as usize).min(chunk.len());
        let run_mask = low_bits(len);
        for (mask, set) in run.masks.iter_mut().zip(mask_sets) {
            *mask |= u64::from(vector.members(set) & run_mask) << run.len;
        }
        run.len += len;
        if len < LANES {
            break;
        }
    }
    run
}

#[inline]
pub(crate) fn run_backward<V: Table16, const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    let start = bytes.len().saturating_sub(MAX_RUN_LEN);
    let bytes = bytes.get(start..).unwrap_or_default();
    let mut run = Run {
        len: 0,
        masks: [0; SETS],
    };
    for chunk in bytes.rchunks(LANES) {
        let vector = NibbleVector::<V>::new(chunk);
        // The last byte of the chunk becomes the highest bit. What was padded is shifted out.
        let padding = LANES - chunk.len();
        let members = vector.members(set) << padding;
        let len = (members.leading_ones() as usize).min(chunk.len());
        let run_mask = !low_bits(LANES - len);
        for (mask, set) in run.masks.iter_mut().zip(mask_sets) {
            let members = vector.members(set) << padding & run_mask;
            *mask |= u64::from(members) << (MAX_RUN_LEN - LANES) >> run.len;
        }
        run.len += len;
        if len < LANES {
            break;
        }
    }
    run
}

/// Finds the next word of [`MAX_RUN_LEN`] bytes that has members of `set`, and returns its offset and a mask of the
/// members. The search starts at `from` and goes word by word.
#[inline]
pub(crate) fn members<V: Table16>(
    bytes: &[u8],
    from: usize,
    set: &AsciiSet,
) -> Option<(usize, u64)> {
    let mut start = from;
    for word in bytes.get(from..)?.chunks(MAX_RUN_LEN) {
        let mut mask = 0;
        for (index, chunk) in word.chunks(LANES).enumerate() {
            let members = NibbleVector::<V>::new(chunk).members(set) & low_bits(chunk.len());
            mask |= u64::from(members) << (index * LANES);
        }
        if mask != 0 {
            return Some((start, mask));
        }
        start += MAX_RUN_LEN;
    }
    None
}

/// Returns a mask of the lowest `len` of 16 bits.
#[inline]
fn low_bits(len: usize) -> u16 {
    u16::try_from((1_u32 << len) - 1).unwrap_or(u16::MAX)
}

/// A vector of bytes, split into nibbles as [`AsciiSet::rows`] needs them.
struct NibbleVector<V> {
    /// The low nibble of each byte, or an index out of bounds for a byte above ASCII.
    row_index: V,
    /// The bit of the row that corresponds to the high nibble, or zero if the byte is not ASCII.
    row_bit: V,
}

impl<V: Table16> NibbleVector<V> {
    /// Loads up to [`LANES`] bytes, followed by zeros.
    #[inline]
    fn new(bytes: &[u8]) -> Self {
        const BIT_TABLE: [u8; LANES] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
        let bytes = match bytes.first_chunk() {
            Some(bytes) => V::load(bytes),
            None => V::load(&partial(bytes)),
        };
        Self {
            row_index: bytes.and(V::splat(0x8F)),
            row_bit: V::load(&BIT_TABLE).lookup(bytes.high_nibble()),
        }
    }

    /// Returns a bit for each byte, set if the byte is a member of `set`.
    #[inline]
    fn members(&self, set: &AsciiSet) -> u16 {
        let row = V::load(&set.rows).lookup(self.row_index);
        let common = row.and(self.row_bit);
        // At most one bit of a lane is set. It may be any bit, so the lane is compared and not tested.
        common.at_least(V::splat(1)).mask()
    }
}

/// Returns fewer bytes than a vector has, followed by zeros, without a copy of variable length.
#[inline]
fn partial(bytes: &[u8]) -> [u8; LANES] {
    let number = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // The first and the last eight bytes may overlap. The overlap is shifted out of the second number.
        let overlap = 2 * size_of::<u64>() - bytes.len();
        let last = u128::from(u64::from_le_bytes(*last)) >> (8 * overlap);
        u128::from(u64::from_le_bytes(*first)) | last << u64::BITS
    } else {
        let reversed = bytes.iter().rev();
        reversed.fold(0, |number, &byte| number << 8 | u128::from(byte))
    };
    number.to_le_bytes()
}
