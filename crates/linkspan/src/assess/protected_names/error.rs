//! Why a list of names cannot be used.

use core::fmt;

use super::table::MAX_NAMES;
use crate::error::Unexpected;

/// The error of reading a list of names into [`ProtectedNames`](super::ProtectedNames).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProtectedNamesError {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// The line with this number is invalid.
    Line(usize, Unexpected),
    TooMany,
}

impl ProtectedNamesError {
    pub(super) fn not_a_domain(line: usize, offset: usize, found: &str) -> Self {
        let expected = "a domain such as example.com";
        let unexpected = Unexpected::text_at(found, offset, expected);
        Self {
            kind: Kind::Line(line, unexpected),
        }
    }

    pub(super) const fn too_many() -> Self {
        Self {
            kind: Kind::TooMany,
        }
    }

    /// The number of the line, or of the name in the iterator, that is invalid. Both count from 1.
    ///
    /// ```
    /// use linkspan::assess::ProtectedNames;
    /// use linkspan::suffix::SuffixList;
    ///
    /// let error = ProtectedNames::from_text("example.com\nexample\n", SuffixList::embedded()).unwrap_err();
    /// assert_eq!(error.line(), Some(2));
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self.kind {
            Kind::Line(line, _) => Some(line),
            Kind::TooMany => None,
        }
    }
}

impl fmt::Display for ProtectedNamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Line(line, unexpected) => write!(f, "line {line}: {unexpected}"),
            Kind::TooMany => write!(f, "expected at most {MAX_NAMES} names, found more"),
        }
    }
}

impl core::error::Error for ProtectedNamesError {}
