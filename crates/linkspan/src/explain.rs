//! Explanations: the candidates for links in a text, and why each of them is a link or not.
//!
//! [`Finder::explain`](crate::Finder::explain) iterates over [candidates](Candidate), and
//! [`Finder::explain_end`](crate::Finder::explain_end) says why a link ends before the standard says so.

pub use crate::host::DomainError;
pub use crate::scan::{Candidate, Candidates, EarlyEnd, EndReason, Rejection};
