//! Explanations: what could have been a link in a text, and why it is one or not.
//!
//! [`Finder::explain`](crate::Finder::explain) iterates over [candidates](Candidate).

pub use crate::host::DomainError;
pub use crate::scan::{Candidate, Candidates, Rejection};
