//! The native module of the Python package `linkspan_arrow`.
//!
//! It converts types and nothing else: [`linkspan_arrow`] searches, and `pyo3-arrow` implements the Arrow PyCapsule
//! interface.

#![expect(
    clippy::doc_link_with_quotes,
    clippy::doc_markdown,
    rustdoc::bare_urls,
    reason = "the comments of public items are docstrings of Python"
)]

mod error;
mod finder;
mod links;
mod options;
mod reader;
mod texts;

/// Finds links in columns of text, through the Arrow PyCapsule interface.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::finder::{ColumnFinder, find_links};
    #[pymodule_export]
    use super::links::LinkArray;
    #[pymodule_export]
    use super::reader::LinkReader;

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name of a version in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
