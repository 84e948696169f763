//! Finds links in columns of text: a kernel for Apache Arrow.
//!
//! A [`ColumnFinder`] takes an array of texts and returns a list array with one list of links per text. A link is a
//! struct with the selected [`Field`]s.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::types::Int64Type;
//! use arrow_array::{Array, StringArray};
//! use linkspan::Finder;
//! use linkspan_arrow::{ColumnFinder, Field};
//!
//! let texts = StringArray::from(vec![
//!     Some("See https://example.com/α, or mail ann@example.org."),
//!     None,
//!     Some("nothing here"),
//! ]);
//! let links = ColumnFinder::new(Finder::new())
//!     .fields([Field::Start, Field::Text, Field::Host])?
//!     .find(&texts)?;
//! assert_eq!((links.len(), links.value_length(0), links.is_null(1), links.value_length(2)), (3, 2, true, 0));
//!
//! let links = links.values().as_struct();
//! let starts = links.column_by_name("start").unwrap().as_primitive::<Int64Type>();
//! assert_eq!(starts.values(), &[4, 36]);
//! let hosts = links.column_by_name("host").unwrap().as_string::<i32>();
//! assert_eq!((hosts.value(0), hosts.value(1)), ("example.com", "example.org"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Input
//!
//! `Utf8`, `LargeUtf8`, `Utf8View`, `Binary`, `LargeBinary`, `BinaryView`, dictionaries of them, and `Null`. Binary
//! columns are for text that may not be UTF-8: each maximal run of valid UTF-8 is searched as a text of its own, so
//! invalid bytes hide no link.
//!
//! # Output
//!
//! [`ColumnFinder::data_type`] is the type of the result. It does not depend on the type of the input. Nulls stay
//! nulls, and a text without links gets an empty list. The result does not depend on the number of threads.
//!
//! # Crate features
//!
//! - `datafusion` adds the module `datafusion`, with a function for `DataFusion`.

#![forbid(unsafe_code)]

mod block;
mod column_finder;
#[cfg(feature = "datafusion")]
pub mod datafusion;
mod error;
mod field;
mod name;
mod offset;
mod split;
mod texts;

pub use column_finder::ColumnFinder;
pub use error::FieldsError;
pub use field::Field;
pub use offset::Offsets;
