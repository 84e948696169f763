//! The fields of a link, and their types.

use std::fmt;
use std::str::FromStr;

use arrow_schema::{DataType, Field as ArrowField, Fields};

use crate::error::FieldsError;

/// A field of a link.
///
/// ```
/// use linkspan_arrow::Field;
///
/// assert_eq!("href".parse(), Ok(Field::Href));
/// assert_eq!(Field::Href.to_string(), "href");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Field {
    /// The start of the link in its text, as `Int64`. [`Offsets`](crate::Offsets) says what is counted.
    Start,
    /// The end of the link: the offset after its last byte or character, as `Int64`.
    End,
    /// `url` or `email`, as `Utf8`.
    Kind,
    /// The link as written, as `Utf8`.
    Text,
    /// The target in ASCII, as `Utf8`. See [`linkspan::Link::href`].
    Href,
    /// The host in readable form, so that all ways to write a domain are equal, as `Utf8`. A label that could deceive is
    /// in ASCII, and an IP address is as written. Null if the link has no host.
    Host,
    /// The registrable domain of the host, in the same form, as `Utf8`. Null if the link has none.
    Domain,
    /// What may deceive about the link, as `List<Struct<code, level, start, end, message>>`. See
    /// [`linkspan::assess::Finding`].
    Findings,
}

impl Field {
    /// All fields.
    ///
    /// ```
    /// use linkspan_arrow::Field;
    ///
    /// assert_eq!(Field::ALL.len(), 8);
    /// ```
    pub const ALL: [Self; 8] = [
        Self::Start,
        Self::End,
        Self::Kind,
        Self::Text,
        Self::Href,
        Self::Host,
        Self::Domain,
        Self::Findings,
    ];

    /// The name of the field.
    ///
    /// ```
    /// use linkspan_arrow::Field;
    ///
    /// let names = Field::ALL.map(Field::as_str);
    /// assert_eq!(names, ["start", "end", "kind", "text", "href", "host", "domain", "findings"]);
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::End => "end",
            Self::Kind => "kind",
            Self::Text => "text",
            Self::Href => "href",
            Self::Host => "host",
            Self::Domain => "domain",
            Self::Findings => "findings",
        }
    }

    fn data_type(self) -> DataType {
        match self {
            Self::Start | Self::End => DataType::Int64,
            Self::Kind | Self::Text | Self::Href | Self::Host | Self::Domain => DataType::Utf8,
            Self::Findings => DataType::new_list(DataType::Struct(finding_fields()), true),
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Field {
    type Err = FieldsError;

    fn from_str(name: &str) -> Result<Self, FieldsError> {
        let found = Self::ALL.into_iter().find(|field| field.as_str() == name);
        found.ok_or_else(|| FieldsError::unknown(name))
    }
}

/// The fields of the struct that represents a link.
///
/// All fields are nullable, although most of them are never null: engines compare types strictly, and many of them know
/// only nullable fields.
pub(crate) fn link_fields(fields: &[Field]) -> Fields {
    let fields = fields
        .iter()
        .map(|field| ArrowField::new(field.as_str(), field.data_type(), true));
    fields.collect()
}

/// The fields of the struct that represents a finding.
pub(crate) fn finding_fields() -> Fields {
    let fields = [
        ("code", DataType::Utf8),
        ("level", DataType::Utf8),
        ("start", DataType::Int64),
        ("end", DataType::Int64),
        ("message", DataType::Utf8),
    ];
    let fields = fields.map(|(name, data_type)| ArrowField::new(name, data_type, true));
    fields.into_iter().collect()
}
