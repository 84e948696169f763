//! The links of a text, one by one.

use std::sync::{Arc, Mutex, PoisonError};

use linkspan::Finder;
use linkspan::find::{BytesLinks, Links};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString};

use crate::link::{Link, own_suffixes};
use crate::options::Configured;
use crate::text::{Offsets, OwnedText, Text, expected_text};

/// What the search borrows.
struct Source {
    finder: Arc<Finder>,
    has_own_suffixes: bool,
    text: SourceText,
}

enum SourceText {
    Str(OwnedText),
    Bytes(PyBackedBytes),
}

/// Where the search is.
enum Search<'s> {
    Str(Links<'s, 's>, Offsets<'s>),
    Bytes(BytesLinks<'s, 's>),
}

self_cell::self_cell!(
    struct Running {
        owner: Source,
        #[not_covariant]
        dependent: Search,
    }
);

/// The iterator that ``find_iter`` returns.
#[pyclass(frozen, module = "linkspan")]
pub(crate) struct LinkIterator(Mutex<Running>);

impl LinkIterator {
    pub(crate) fn start(configured: &Configured, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let source_text = if let Ok(text) = text.cast::<PyString>() {
            let owned = Text::new(text)?.into_owned(|| PyBackedStr::try_from(text.clone()))?;
            SourceText::Str(owned)
        } else if let Ok(bytes) = text.cast::<PyBytes>() {
            SourceText::Bytes(PyBackedBytes::from(bytes.clone()))
        } else {
            return Err(expected_text(text));
        };
        let source = Source {
            finder: Arc::clone(&configured.finder),
            has_own_suffixes: configured.has_own_suffixes,
            text: source_text,
        };
        let running = Running::new(source, |source| match &source.text {
            SourceText::Str(text) => {
                Search::Str(source.finder.find_iter(text.as_str()), text.offsets())
            }
            SourceText::Bytes(bytes) => Search::Bytes(source.finder.find_bytes_iter(bytes)),
        });
        Ok(Self(Mutex::new(running)))
    }
}

#[pymethods]
impl LinkIterator {
    fn __iter__(iterator: PyRef<'_, Self>) -> PyRef<'_, Self> {
        iterator
    }

    fn __next__(&self) -> Option<Link> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        running.with_dependent_mut(|source, search| {
            let suffixes = own_suffixes(&source.finder, source.has_own_suffixes);
            match search {
                Search::Str(links, offsets) => {
                    let link = links.next()?;
                    Some(Link::new(&link, offsets, suffixes))
                }
                Search::Bytes(links) => {
                    let link = links.next()?;
                    Some(Link::of_bytes(&link, suffixes))
                }
            }
        })
    }
}
