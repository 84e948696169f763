//! What the [`linkspan`] crate asks of many bytes at once.
//!
//! Nearly all of a text is passed over by `linkspan` without a second look, and most of the rest is
//! letters in a row. Both take vector instructions that only some processors have, and to use these
//! takes `unsafe`, which `linkspan` forbids. So they are in a crate of their own, with safe functions:
//!
//! - a [`Stretch`] of text knows the few bytes in it that a link can be noticed by,
//! - [`run()`] and [`run_before()`] measure runs of bytes that are members of a set.
//!
//! On other processors, the same is done by plain loops. Nothing is allocated.
//!
//! [`linkspan`]: https://docs.rs/linkspan

#![cfg_attr(not(any(test, feature = "std")), no_std)]
#![deny(unsafe_code)]

#[cfg(test)]
mod plain;
mod portable;
mod run;
mod stretch;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use run::{AsciiSet, LONGEST_RUN, Run};
pub use stretch::Stretch;

/// The run of members of a set that some bytes start with, up to [`LONGEST_RUN`] of them, and which of
/// them are members of some more sets.
///
/// ```
/// use linkspan_vector::{AsciiSet, run};
///
/// const LETTERS: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz");
/// const DOTS: AsciiSet = AsciiSet::new(b".");
///
/// let found = run(b"example.com. And more", &LETTERS.and(DOTS), [&DOTS]);
/// assert_eq!(found.length, 12);
/// assert_eq!(found.marks, [0b1000_1000_0000]);
/// ```
#[inline]
#[must_use]
pub fn run<const SETS: usize>(bytes: &[u8], of: &AsciiSet, marked: [&AsciiSet; SETS]) -> Run<SETS> {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = x86::Avx2::detect() {
        return avx2.run(bytes, of, marked);
    }
    portable::run(bytes, of, marked)
}

/// The run of members of a set that some bytes end with, up to [`LONGEST_RUN`] of them, and which of
/// them are members of some more sets. Here, the last byte is the highest bit.
///
/// ```
/// use linkspan_vector::{AsciiSet, run_before};
///
/// const LETTERS: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz");
/// const DOTS: AsciiSet = AsciiSet::new(b".");
///
/// let found = run_before(b"to anna.lee", &LETTERS.and(DOTS), [&DOTS]);
/// assert_eq!(found.length, 8);
/// assert_eq!(found.marks, [0b0001 << 60]);
/// ```
#[inline]
#[must_use]
pub fn run_before<const SETS: usize>(
    bytes: &[u8],
    of: &AsciiSet,
    marked: [&AsciiSet; SETS],
) -> Run<SETS> {
    #[cfg(target_arch = "x86_64")]
    if let Some(run) = x86::Avx2::detect().and_then(|avx2| avx2.run_before(bytes, of, marked)) {
        return run;
    }
    portable::run_before(bytes, of, marked)
}

/// The lowest byte that a label after a dot may start with, but for the hyphen, with which none does.
const LOWEST_START: u8 = b'0';

/// The ideographic full stops in UTF-8.
const IDEOGRAPHIC_DOTS: [[u8; 3]; 3] = [
    [0xE3, 0x80, 0x82], // 。
    [0xEF, 0xBC, 0x8E], // ．
    [0xEF, 0xBD, 0xA1], // ｡
];

/// The lowest byte that one of them starts with.
const LOWEST_LEAD: u8 = 0xE3;
