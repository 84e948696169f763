//! The algorithms of UTS #58 to the letter: the Python module `linkspan.uts58`.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::options::value_error;
use crate::text::{Text, byte_offset};
use crate::types::Record;

/// Where a link ends whose host ends at an index (C1, §3.5.1).
///
/// >>> from linkspan import uts58
/// >>> uts58.terminate("(see example.com/a_(b)).", 16)
/// 22
#[pyfunction]
#[pyo3(signature = (text, host_end, /))]
pub(crate) fn terminate(text: &Bound<'_, PyString>, host_end: usize) -> PyResult<usize> {
    let text = Text::new(text)?;
    let end = linkspan::uts58::terminate(text.as_str(), byte_offset(text.as_str(), host_end));
    Ok(text.offsets().convert(end).index)
}

/// Path, query and fragment with as few escapes as possible (C2, §4.1).
///
/// >>> from linkspan import uts58
/// >>> uts58.minimal_escape("/%C3%A4.")
/// '/ä%2E'
#[pyfunction]
#[pyo3(signature = (tail, /))]
pub(crate) fn minimal_escape(tail: &str) -> Cow<'_, str> {
    linkspan::uts58::minimal_escape(tail)
}

/// The local part of the email address whose ``@`` is at an index, and where the link starts (C3, §5).
///
/// >>> from linkspan import uts58
/// >>> uts58.local_part("to mailto:ann@example.com", 13)
/// LocalPart(link_start=3, start=10)
#[pyfunction]
#[pyo3(signature = (text, at, /))]
pub(crate) fn local_part<'py>(
    text: &Bound<'py, PyString>,
    at: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let text = Text::new(text)?;
    let found = linkspan::uts58::local_part(text.as_str(), byte_offset(text.as_str(), at));
    let found = found.map_err(value_error)?;
    let mut offsets = text.offsets();
    let link_start = offsets.convert(found.link_start).index;
    let start = offsets.convert(found.start).index;
    Record::LocalPart.create(py, (link_start, start))
}
