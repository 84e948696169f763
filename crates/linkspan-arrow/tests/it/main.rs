//! Tests of the public API, in one binary.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod data;
mod kernel;
#[path = "../properties/mod.rs"]
mod properties;
mod random;
