//! UTS #58 to the letter: the character properties, where a link ends (C1), and where the local part of
//! an email address starts (C3).
//!
//! This module is for programs with their own detector. Nothing in it depends on options, and the names are
//! those of the standard.
//!
//! ```
//! use linkspan::uts58::{local_part, terminate};
//!
//! let text = "Voir https://example.com/été, ou écrire à hélène@example.com.";
//! let host_end = text.find("/été").unwrap();
//! assert_eq!(&text[host_end..terminate(text, host_end)], "/été");
//! let at = text.find('@').unwrap();
//! assert_eq!(&text[local_part(text, at)?.start..at], "hélène");
//! # Ok::<(), linkspan::uts58::LocalPartError>(())
//! ```

mod escape;
mod local_part;
mod part;
mod quote;
mod steps;
mod terminate;

pub use crate::property::{LinkTerm, UNICODE_VERSION, is_link_email, link_bracket, link_term};
pub(crate) use escape::Letter;
pub use escape::minimal_escape;
pub use local_part::{LocalPart, LocalPartError, local_part};
pub(crate) use local_part::{
    MAX_LOCAL_PART_LEN, ascii_local_part, ascii_run_start, local_part_from, mailto_start,
};
pub(crate) use part::DIRECTIVE;
pub use part::Part;
pub use quote::{UnquoteError, quote_local_part, unquote_local_part};
pub use steps::{Effect, Step, Steps, StopReason};
#[cfg(feature = "assess")]
pub(crate) use terminate::part_ends;
pub use terminate::terminate;
pub(crate) use terminate::{
    NoStops, PartEnds, Stops, Window, opaque_part_ends, part_ends_before, plain_part_ends,
};
