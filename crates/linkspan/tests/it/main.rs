//! All integration tests, in one binary.
//!
//! The expected results come from six sources: data cases in `testdata/`, the published test files of UTS #58,
//! reference implementations and properties that are checked on random texts (`tests/properties`), other crates that
//! implement the same standards (`differential`), and labelled lines of real text (`wild`).
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod architecture;
#[cfg(feature = "assess")]
mod assess;
mod control;
mod data;
mod differential;
mod email;
mod find;
mod format;
mod host_offsets;
mod live;
#[path = "../properties/mod.rs"]
mod properties;
mod published;
mod render;
#[cfg(feature = "serde")]
mod serde;
mod strategies;
mod stream;
mod terminate;
mod traits;
mod wild;
