//! What can go wrong with a document.

use alloc::string::{String, ToString as _};
use core::error::Error;
use core::fmt;

use lol_html::errors::RewritingError;

/// Why a document could not be rewritten.
#[derive(Debug)]
pub struct HtmlError {
    kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Selector(String),
    Memory,
    Stopped,
    Other(String),
}

impl HtmlError {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind }
    }
}

impl From<RewritingError> for HtmlError {
    fn from(error: RewritingError) -> Self {
        Self::new(match error {
            RewritingError::MemoryLimitExceeded(_) => Kind::Memory,
            error => Kind::Other(error.to_string()),
        })
    }
}

impl fmt::Display for HtmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Selector(why) => write!(f, "expected a list of CSS selectors: {why}"),
            Kind::Memory => f.write_str(
                "expected tags that fit into the memory limit, found a longer one (or elements \
                 nested too deep)",
            ),
            Kind::Stopped => f.write_str("the document was given up after an earlier error"),
            Kind::Other(why) => f.write_str(why),
        }
    }
}

impl Error for HtmlError {}
