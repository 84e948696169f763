//! All integration tests, in one binary.
#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod alphabet;
mod email;
mod published;
mod terminate;
