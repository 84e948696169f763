//! Tests of the public API, in one binary.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod data;
mod kernel;
mod properties;
mod reference;
