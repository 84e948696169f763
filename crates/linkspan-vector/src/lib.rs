//! Vectorised byte searches for the [`linkspan`] crate.
//!
//! `linkspan` skips nearly all bytes of a text, and most of the remaining bytes are runs of letters.
//! Vector instructions make both steps fast. Some of these instructions exist only on some processors,
//! and calling them takes `unsafe` code, which `linkspan` forbids. This crate contains that code behind a
//! safe interface:
//!
//! - [`TriggerBlock`] finds the bytes that can belong to a link, 512 bytes at a time.
//! - [`run()`] and [`run_backward()`] measure runs of bytes that are members of an [`AsciiSet`].
//! - [`masks()`] examines the next bytes for several sets at once.
//! - [`members()`] finds all members of a set.
//! - [`count()`] counts a byte.
//! - [`push_escaped()`] copies a text with backslashes before some characters, and [`push_replaced()`] with other texts
//!   instead of them.
//! - [`push_texts()`] appends several short texts.
//!
//! x86-64 processors with AVX2 or AVX-512, ARM64 processors (NEON) and WebAssembly with `simd128` use vector
//! instructions directly. Other x86 processors do so for [`TriggerBlock`] (SSE2). All others search for triggers in 64
//! bytes at once, as eight numbers, and have the same results. Only the functions that append to a string allocate memory.
//!
//! ```
//! use linkspan_vector::{AsciiSet, TriggerBlock, run};
//!
//! let text = b"Read docs.example today.";
//! let dot = TriggerBlock::new().seek(text, 0).unwrap();
//! assert_eq!(dot, 9); // The dot at the end of the sentence is not a trigger.
//!
//! const LETTERS: AsciiSet = AsciiSet::new(b"abcdefghijklmnopqrstuvwxyz");
//! assert_eq!(run(&text[dot + 1..], &LETTERS, []).len, "example".len());
//! ```
//!
//! # Crate features
//!
//! - `std` (default): detects AVX2 and AVX-512 at run time. Without it, they are used only if they are enabled at
//!   compile time (`-C target-feature=+avx2`). SSE2, NEON and `simd128` are always chosen at compile time.
//!
//! [`linkspan`]: https://docs.rs/linkspan

#![cfg_attr(not(any(test, feature = "std")), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

mod ascii_set;
mod block;
mod concat;
mod count;
mod escape;
mod members;
// Tests compile all implementations that the processor can run.
#[cfg(any(
    test,
    not(any(
        all(
            target_arch = "aarch64",
            target_feature = "neon",
            target_endian = "little"
        ),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
mod portable;
#[cfg(test)]
mod reference;
mod replace;
mod run;
#[cfg(test)]
mod tests;
#[cfg(any(
    test,
    all(
        target_arch = "aarch64",
        target_feature = "neon",
        target_endian = "little"
    ),
    all(target_arch = "wasm32", target_feature = "simd128"),
    all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2"
    )
))]
mod vector16;
#[cfg(target_arch = "x86_64")]
mod x86;

// What every processor of the target can run.
#[cfg(not(any(
    all(
        target_arch = "aarch64",
        target_feature = "neon",
        target_endian = "little"
    ),
    all(target_arch = "wasm32", target_feature = "simd128"),
    all(
        any(target_arch = "x86", target_arch = "x86_64"),
        target_feature = "sse2"
    )
)))]
use portable as baseline;
#[cfg(any(
    all(
        target_arch = "aarch64",
        target_feature = "neon",
        target_endian = "little"
    ),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use vector16::native as baseline;
#[cfg(all(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature = "sse2"
))]
use vector16::sse2 as baseline;

pub use ascii_set::AsciiSet;
pub use block::TriggerBlock;
pub use concat::push_texts;
pub use count::count;
pub use escape::{Escapes, push_escaped};
pub use members::{Members, members};
pub use replace::{Replacements, push_replaced};
pub use run::{MAX_RUN_LEN, Run, masks, run, run_backward};
