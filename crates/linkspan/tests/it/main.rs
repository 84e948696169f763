//! All integration tests, in one binary.
#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod alphabet;
#[cfg(feature = "assess")]
mod assess;
mod data;
mod differential;
mod email;
mod find;
mod format;
#[path = "../laws/mod.rs"]
mod laws;
mod published;
mod render;
mod terminate;
mod traits;
