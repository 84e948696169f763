//! Explanations: the candidates for links in a text, and why each of them is a link or not.
//!
//! [`Finder::explain`](crate::Finder::explain) iterates over [candidates](Candidate).

pub use crate::host::DomainError;
pub use crate::scan::{Candidate, Candidates, Rejection};
