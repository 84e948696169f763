//! Candidates: every trigger in a text at which a link could be, with the outcome.

use super::links::{Links, Outcome};
use super::rejection::Rejection;
use crate::link::Link;

/// A candidate for a link in a text, and whether it is a link.
///
/// [`Finder::explain`](crate::Finder::explain) iterates over them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Candidate<'t> {
    /// The byte offset of the character that triggered it: a dot, the colon of `://`, an `@`.
    pub offset: usize,
    /// The link, or the reason for its rejection.
    pub outcome: Result<Link<'t>, Rejection>,
}

/// The candidates of a text; [`Finder::explain`](crate::Finder::explain) returns it.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Candidates<'f, 't> {
    links: Links<'f, 't>,
}

impl<'f, 't> Candidates<'f, 't> {
    pub(crate) fn new(links: Links<'f, 't>) -> Self {
        Self { links }
    }
}

impl<'t> Iterator for Candidates<'_, 't> {
    type Item = Candidate<'t>;

    fn next(&mut self) -> Option<Candidate<'t>> {
        loop {
            let (offset, outcome) = self.links.step()?;
            let outcome = match outcome {
                Outcome::Link(link) => Some(self.links.refusal(&link).map_or(Ok(link), Err)),
                Outcome::Continue(
                    _,
                    reason @ (Rejection::NoTopLevel
                    | Rejection::NotLastLabel
                    | Rejection::EmptyLabel),
                ) => self.links.explain_dot(offset, reason).map(Err),
                Outcome::Skip(_, reason)
                | Outcome::NoDomain(_, reason)
                | Outcome::Continue(_, reason) => Some(Err(reason)),
                Outcome::Nothing(_) => None,
            };
            if let Some(outcome) = outcome {
                return Some(Candidate { offset, outcome });
            }
        }
    }
}

impl core::iter::FusedIterator for Candidates<'_, '_> {}
