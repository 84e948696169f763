//! Errors.

use std::error::Error;
use std::fmt;

use arrow_schema::{ArrowError, DataType};

use crate::field::Field;

/// The error of selecting fields.
///
/// ```
/// use linkspan_arrow::Field;
///
/// let error = "url".parse::<Field>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected one of start, end, kind, text, href, host, domain, findings; found \"url\"",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldsError(Problem);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    Unknown(String),
    Duplicate(Field),
    None,
}

impl FieldsError {
    pub(crate) fn unknown(name: &str) -> Self {
        Self(Problem::Unknown(name.to_owned()))
    }

    pub(crate) fn duplicate(field: Field) -> Self {
        Self(Problem::Duplicate(field))
    }

    pub(crate) fn none() -> Self {
        Self(Problem::None)
    }
}

impl fmt::Display for FieldsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Problem::Unknown(name) => {
                let names = Field::ALL.map(Field::as_str).join(", ");
                write!(f, "expected one of {names}; found {name:?}")
            }
            Problem::Duplicate(field) => {
                write!(f, "expected each field once, found \"{field}\" twice")
            }
            Problem::None => f.write_str("expected at least one field, found none"),
        }
    }
}

impl Error for FieldsError {}

impl From<FieldsError> for ArrowError {
    fn from(error: FieldsError) -> Self {
        Self::InvalidArgumentError(error.to_string())
    }
}

/// The error of an array that does not contain texts.
pub(crate) fn not_text(found: &DataType) -> ArrowError {
    ArrowError::InvalidArgumentError(format!(
        "expected a column of text (Utf8, LargeUtf8, Utf8View, Binary, LargeBinary, BinaryView, or a dictionary of \
         them), found {found}"
    ))
}

/// The error of a result that needs larger offsets than those of `List` and `Utf8`.
pub(crate) fn too_large() -> ArrowError {
    ArrowError::InvalidArgumentError(
        "expected the links of one array to have less than 2 GiB of text, found more: split the array into chunks"
            .to_owned(),
    )
}
