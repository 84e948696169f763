//! Runs of members of a set.

#[cfg(target_arch = "x86_64")]
use crate::x86;
use crate::{AsciiSet, baseline};

/// The maximum length of a [`Run`] in bytes. A mask has one bit per byte, so this is the width of a mask.
///
/// A run of this length may continue after its last byte.
///
/// ```
/// use linkspan_vector::{AsciiSet, MAX_RUN_LEN, run};
///
/// const LETTERS: AsciiSet = AsciiSet::new(b"abc");
/// assert_eq!(MAX_RUN_LEN, 64);
/// assert_eq!(run(&[b'a'; 100], &LETTERS, []).len, MAX_RUN_LEN);
/// ```
pub const MAX_RUN_LEN: usize = u64::BITS as usize;

/// A run of members of a set, as returned by [`run()`] and [`run_backward()`].
///
/// ```
/// use linkspan_vector::{AsciiSet, Run, run};
///
/// const DIGITS: AsciiSet = AsciiSet::new(b"0123456789");
/// const ZERO: AsciiSet = AsciiSet::new(b"0");
/// assert_eq!(run(b"1001 nights", &DIGITS, [&ZERO]), Run { len: 4, masks: [0b0110] });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<const SETS: usize> {
    /// The length of the run in bytes, at most [`MAX_RUN_LEN`].
    pub len: usize,
    /// One mask for each requested set. A bit is set if the corresponding byte of the run is a member of
    /// that set. Bits that correspond to no byte of the run are zero.
    ///
    /// For [`run()`], bit 0 corresponds to the first byte of the run. For [`run_backward()`], bit 63
    /// corresponds to the last byte of the run.
    pub masks: [u64; SETS],
}

/// Measures the run of members of `set` at the start of `bytes`.
///
/// At most [`MAX_RUN_LEN`] bytes are examined. For each set in `mask_sets`, the result has a mask of the
/// bytes of the run that are members of it. The first byte of the run is bit 0.
///
/// # Examples
///
/// ```
/// use linkspan_vector::{AsciiSet, run};
///
/// const LETTERS: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz");
/// const DOT: AsciiSet = AsciiSet::new(b".");
///
/// let host = run(b"example.com. And more", &LETTERS.union(DOT), [&DOT]);
/// assert_eq!(host.len, "example.com.".len());
/// assert_eq!(host.masks, [1 << 7 | 1 << 11]);
/// ```
#[inline]
#[must_use]
pub fn run<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    #[cfg(target_arch = "x86_64")]
    if let Some(vectors) = x86::Vectors::detect() {
        return vectors.run(bytes, set, mask_sets);
    }
    baseline::run(bytes, set, mask_sets)
}

/// Measures the run of members of `set` at the end of `bytes`.
///
/// At most [`MAX_RUN_LEN`] bytes are examined. For each set in `mask_sets`, the result has a mask of the
/// bytes of the run that are members of it. The last byte of the run is bit 63, and the byte before it is
/// bit 62.
///
/// # Examples
///
/// ```
/// use linkspan_vector::{AsciiSet, run_backward};
///
/// const LETTERS: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz");
/// const DOT: AsciiSet = AsciiSet::new(b".");
///
/// let local_part = run_backward(b"to anna.lee", &LETTERS.union(DOT), [&DOT]);
/// assert_eq!(local_part.len, "anna.lee".len());
/// assert_eq!(local_part.masks, [1 << 60]);
/// ```
#[inline]
#[must_use]
pub fn run_backward<const SETS: usize>(
    bytes: &[u8],
    set: &AsciiSet,
    mask_sets: [&AsciiSet; SETS],
) -> Run<SETS> {
    #[cfg(target_arch = "x86_64")]
    if let Some(vectors) = x86::Vectors::detect() {
        return vectors.run_backward(bytes, set, mask_sets);
    }
    baseline::run_backward(bytes, set, mask_sets)
}

/// Finds the members of several sets among the first [`MAX_RUN_LEN`] bytes.
///
/// The result has a mask for each set. A bit is set if the corresponding byte is a member of that set. The first byte is
/// bit 0, and bits that correspond to no byte are zero. All bytes are examined at once, which takes less time than
/// several calls of [`run()`] if the start of a run depends on the length of another one.
///
/// Returns `None` if the processor has no instructions that make this fast.
///
/// # Examples
///
/// ```
/// use linkspan_vector::{AsciiSet, masks};
///
/// const LETTERS: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz");
/// const DOT: AsciiSet = AsciiSet::new(b".");
///
/// if let Some([letters, dots]) = masks(b"a.b/c", &[LETTERS, DOT]) {
///     assert_eq!((letters, dots), (0b10101, 0b00010));
/// }
/// ```
#[inline]
#[must_use]
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(unused_variables, reason = "only processors with AVX2 make this fast")
)]
pub fn masks<const SETS: usize>(bytes: &[u8], sets: &[AsciiSet; SETS]) -> Option<[u64; SETS]> {
    #[cfg(target_arch = "x86_64")]
    if let Some(vectors) = x86::Vectors::detect() {
        return Some(vectors.masks(bytes, sets));
    }
    None
}
