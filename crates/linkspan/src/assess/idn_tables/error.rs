//! Why a table cannot be loaded.

use alloc::string::String;
use core::fmt;

use super::{MAX_ENTRIES, MAX_FILE_LEN};
use crate::error::Unexpected;

/// The error of loading a table into [`IdnTables`](super::IdnTables).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IdnTableError {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// The line with this number is invalid.
    Line(usize, Unexpected),
    /// At this line, the text is not XML.
    #[cfg_attr(
        not(feature = "idn-tables"),
        expect(dead_code, reason = "XML is not read")
    )]
    NotWellFormed(usize, String),
    /// At this line, there are more entries than [`MAX_ENTRIES`].
    TooManyEntries(usize),
    /// The number of bytes of a text that is longer than [`MAX_FILE_LEN`].
    TooLong(usize),
    NoEntries,
    NoDomain,
    /// The argument of the caller.
    InvalidDomain(String),
    #[cfg_attr(feature = "idn-tables", expect(dead_code, reason = "XML is read"))]
    XmlFeature,
}

impl IdnTableError {
    fn new(kind: Kind) -> Self {
        Self { kind }
    }

    /// What was found at a byte of the line with this number is not what was expected.
    pub(super) fn at(line: usize, offset: usize, found: &str, expected: &'static str) -> Self {
        let unexpected = Unexpected::text_at(found, offset, expected);
        Self::new(Kind::Line(line, unexpected))
    }

    #[cfg(feature = "idn-tables")]
    pub(super) fn not_well_formed(line: usize, reason: String) -> Self {
        Self::new(Kind::NotWellFormed(line, reason))
    }

    pub(super) fn too_many_entries(line: usize) -> Self {
        Self::new(Kind::TooManyEntries(line))
    }

    pub(super) fn too_long(bytes: usize) -> Self {
        Self::new(Kind::TooLong(bytes))
    }

    pub(super) fn no_entries() -> Self {
        Self::new(Kind::NoEntries)
    }

    pub(super) fn no_domain() -> Self {
        Self::new(Kind::NoDomain)
    }

    pub(super) fn invalid_domain(domain: &str) -> Self {
        Self::new(Kind::InvalidDomain(domain.into()))
    }

    #[cfg(not(feature = "idn-tables"))]
    pub(super) fn xml_feature() -> Self {
        Self::new(Kind::XmlFeature)
    }

    /// The number of the line that the error is about, if it is about one line.
    ///
    /// ```
    /// use linkspan::assess::IdnTables;
    ///
    /// let error = IdnTables::new().add_text("U+0061\nU+D800\n", Some("example")).unwrap_err();
    /// assert_eq!(error.line(), Some(2));
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self.kind {
            Kind::Line(line, _) | Kind::NotWellFormed(line, _) | Kind::TooManyEntries(line) => {
                Some(line)
            }
            Kind::TooLong(_)
            | Kind::NoEntries
            | Kind::NoDomain
            | Kind::InvalidDomain(_)
            | Kind::XmlFeature => None,
        }
    }
}

impl fmt::Display for IdnTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Line(line, unexpected) => write!(f, "line {line}: {unexpected}"),
            Kind::NotWellFormed(line, reason) => {
                write!(f, "line {line}: expected well-formed XML, found an error: {reason}")
            }
            Kind::TooManyEntries(line) => {
                write!(f, "line {line}: expected at most {MAX_ENTRIES} entries, found more")
            }
            Kind::TooLong(bytes) => {
                write!(f, "expected a table of at most {MAX_FILE_LEN} bytes, found {bytes}")
            }
            Kind::NoEntries => f.write_str("expected a table with code points, found none"),
            Kind::NoDomain => f.write_str(
                "expected the domain that the table is for, in the table or from the caller, found none",
            ),
            Kind::InvalidDomain(domain) => write!(f, "expected a domain, found {domain:?}"),
            Kind::XmlFeature => f.write_str(
                "expected a table in text form, found XML, which needs the crate feature `idn-tables`",
            ),
        }
    }
}

impl core::error::Error for IdnTableError {}
