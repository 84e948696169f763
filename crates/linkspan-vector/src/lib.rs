//! What the [`linkspan`] crate asks of many bytes at once.
//!
//! Nearly all of a text is passed over by `linkspan` without a second look, and most of the rest is
//! letters in a row. Both take vector instructions that only some processors have, and to use these
//! takes `unsafe`, which `linkspan` forbids. So they are in a crate of their own, with safe functions:
//!
//! - [`next_block`] finds the few bytes that a link can be noticed by,
//! - [`run()`] measures a run of bytes that are members of a set.
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
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use run::{AsciiSet, LONGEST_RUN, Run};

/// How many bytes a block has: one for each bit of its triggers.
pub const BLOCK: usize = u64::BITS as usize;

/// A block and its triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where it starts.
    pub start: usize,
    /// A bit for each of its bytes that is a trigger, the first byte lowest.
    pub triggers: u64,
}

/// The first block with a trigger, of the blocks that start at `from` and every [`BLOCK`] bytes from
/// there on. The last one may be cut short by the end of the text. If there is none, the block that
/// would follow the last one, without triggers.
///
/// A trigger is one of
///
/// - a full stop, `.` or one of the ideographic ones (`。` U+3002, `．` U+FF0E, `｡` U+FF61, of which the
///   first byte counts), before a byte that is `0` or higher: a digit, letter, one of
///   ``:;<=>?@[\]^_`{|}~``, or part of a character above ASCII,
/// - a `:` before a `/`,
/// - an `@`.
///
/// So the dots at the ends of most sentences and the colons of prose are none.
///
/// ```
/// use linkspan_vector::{BLOCK, next_block};
///
/// let text = "No links here. ".repeat(9) + "But here: example.com.";
/// let found = next_block(text.as_bytes(), 0);
/// let first = found.start + found.triggers.trailing_zeros() as usize;
/// assert_eq!(&text[first..], ".com.");
/// assert_eq!(found.triggers.count_ones(), 1);
/// assert_eq!(next_block(text.as_bytes(), found.start + BLOCK).triggers, 0);
/// ```
#[inline]
#[must_use]
pub fn next_block(bytes: &[u8], from: usize) -> Block {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = x86::Avx2::detect() {
        return avx2.next_block(bytes, from);
    }
    portable::next_block(bytes, from)
}

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

/// A block, and what must be known of the bytes after it to understand its last one.
const WINDOW: usize = BLOCK + 3;

/// Whether there may be a trigger where this byte is.
#[inline]
fn may_be_trigger(byte: u8) -> bool {
    static MAY_BE: [bool; 256] = {
        let mut may_be = [false; 256];
        may_be[b'.' as usize] = true;
        may_be[b':' as usize] = true;
        may_be[b'@' as usize] = true;
        let [[one, ..], [two, ..], [three, ..]] = IDEOGRAPHIC_DOTS;
        may_be[one as usize] = true;
        may_be[two as usize] = true;
        may_be[three as usize] = true;
        may_be
    };
    MAY_BE[usize::from(byte)]
}

/// Whether there is a trigger at a place.
#[inline]
fn is_trigger(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    let after_dot = match rest {
        [b'@', ..] | [b':', b'/', ..] => return true,
        [b'.', after @ ..] => after,
        [a, b, c, after @ ..] if IDEOGRAPHIC_DOTS.contains(&[*a, *b, *c]) => after,
        _ => return false,
    };
    after_dot.first().is_some_and(|&byte| byte >= LOWEST_START)
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
