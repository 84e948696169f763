//! UTS #58, *Unicode Link Detection and Formatting*, to the letter.

#![no_std]
#![forbid(unsafe_code)]
#![warn(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice
)]

extern crate alloc;

mod bracket;
mod email;
mod escape;
mod host;
mod mismatch;
pub mod property;
mod terminate;

pub use email::{
    LocalPart, NoLocalPart, UnquoteError, local_part, quote_local_part, unquote_local_part,
};
pub use property::{LinkTerm, UNICODE_VERSION, is_link_email, link_bracket, link_term};
pub use terminate::{correct_span, terminate};
