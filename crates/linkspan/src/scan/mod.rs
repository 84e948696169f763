//! The search for links: text in, links out.
//!
//! [`trigger`] finds the characters at which a link can be recognised. `links` iterates over them, and
//! `urls`, `emails` and `domains` decide whether each of them is part of a link. A [`Filter`], a function in
//! the options, may refuse a link afterwards.

mod authority;
mod candidates;
mod domains;
mod emails;
mod ending;
#[cfg(test)]
mod growth;
mod links;
mod names;
mod never;
mod opaque;
mod options;
mod port;
mod position;
mod rejection;
mod schemes;
mod segments;
mod trigger;
mod urls;

#[cfg(feature = "assess")]
pub(crate) use authority::authority_end;
pub use candidates::{Candidate, Candidates};
pub use ending::{EarlyEnd, EndReason};
pub use links::Links;
#[cfg(feature = "assess")]
pub(crate) use links::Outcome;
pub use never::{NeverList, NeverListError};
pub(crate) use options::{CONTEXT, DEFAULT_LENGTH_LIMIT, Options};
#[cfg(feature = "assess")]
pub(crate) use options::{Filter, OrdinaryLinks, Refused};
pub(crate) use position::{Checkpoint, Position};
pub use rejection::Rejection;
pub(crate) use schemes::Schemes;
pub use segments::{Segment, Segments};
