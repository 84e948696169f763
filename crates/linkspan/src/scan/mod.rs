//! The search for links: text in, links out.
//!
//! [`trigger`] finds the characters at which a link can be recognised. `urls`, `emails` and `domains`
//! decide what each of them is part of; `links` iterates. Whether a found link is refused afterwards is
//! decided by a [`Filter`], a function in the options.

mod authority;
mod candidates;
mod domains;
mod emails;
#[cfg(test)]
mod growth;
mod links;
mod options;
mod port;
mod prose;
mod rejection;
mod segments;
mod trigger;
mod urls;

#[cfg(feature = "assess")]
pub(crate) use authority::authority_end;
pub use candidates::{Candidate, Candidates};
pub use links::Links;
#[cfg(feature = "assess")]
pub(crate) use links::Outcome;
pub(crate) use options::{DEFAULT_LENGTH_LIMIT, Options};
#[cfg(feature = "assess")]
pub(crate) use options::{Filter, Refused};
pub use rejection::Rejection;
pub use segments::{Segment, Segments};
