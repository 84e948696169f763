//! The WebAssembly module of the npm package `linkspan`, whose loader is in `js/src/core/`.
//!
//! The interface is a C ABI of numbers: the loader writes text into a buffer of the module, calls a function, and reads
//! numbers and text from buffers of the module. `abi` contains these functions. With `allocator` it contains all `unsafe`
//! code. The other modules are safe: they take texts and write `output::Output`, so tests on the host can call them.
//!
//! Offsets are UTF-16 code units on the outside and bytes inside. `units` converts them.

#![cfg_attr(target_arch = "wasm32", no_std)]
#![deny(unsafe_code)]

extern crate alloc;

#[expect(unsafe_code, reason = "the border to JavaScript")]
mod abi;
#[cfg(any(test, target_arch = "wasm32"))]
#[expect(unsafe_code, reason = "memory of the module")]
mod allocator;
#[cfg(feature = "assess")]
mod assess;
#[cfg(feature = "live")]
mod explain;
mod fields;
#[cfg(feature = "live")]
mod json;
#[cfg(feature = "live")]
mod live;
mod options;
mod output;
mod record;
mod render;
#[cfg(target_arch = "wasm32")]
mod runtime;
mod search;
mod slots;
mod state;
mod units;
