//! The error of HTML rewriting.

use alloc::string::{String, ToString as _};
use core::error::Error;
use core::fmt;

use lol_html::errors::RewritingError;

/// The error of [`HtmlRewriter`](super::HtmlRewriter) and [`HtmlSettings`](super::HtmlSettings).
///
/// ```
/// use linkspan::render::HtmlSettings;
///
/// let error = HtmlSettings::new().skip("p:hover").unwrap_err();
/// assert!(error.to_string().starts_with("expected a list of CSS selectors: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HtmlError {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// The selectors cannot be parsed. Contains the parser's reason.
    Selector(String),
    /// The parser needs more memory than the limit.
    MemoryLimit,
    /// A call after an earlier error.
    AfterError,
    /// Any other error of the parser, with its message.
    Parser(String),
}

impl HtmlError {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind }
    }

    /// The error of the parser, which is not part of the public API.
    pub(super) fn from_parser(error: RewritingError) -> Self {
        Self::new(match error {
            RewritingError::MemoryLimitExceeded(_) => Kind::MemoryLimit,
            error => Kind::Parser(error.to_string()),
        })
    }
}

impl fmt::Display for HtmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Selector(reason) => write!(f, "expected a list of CSS selectors: {reason}"),
            Kind::MemoryLimit => f.write_str(
                "expected tags that fit into the memory limit, found a longer one (or elements \
                 nested too deep)",
            ),
            Kind::AfterError => f.write_str("the document was given up after an earlier error"),
            Kind::Parser(message) => f.write_str(message),
        }
    }
}

impl Error for HtmlError {}
