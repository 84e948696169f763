//! The result of a search.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::{Field, FieldRef};
use arrow_select::concat::concat;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::ffi::{
    ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule,
};

use crate::error::{capsule_error, value_error};

/// Lists of links, one for each text. Any library with the Arrow PyCapsule interface can read it without copying.
///
/// >>> import pyarrow as pa
/// >>> from linkspan_arrow import find_links
/// >>> links = find_links(pa.array(["see example.com", None]), fields=["start", "text"])
/// >>> links
/// LinkArray(2 rows, 1 link, 1 chunk)
/// >>> pa.array(links).to_pylist()
/// [[{'start': 4, 'text': 'example.com'}], None]
#[pyclass(module = "linkspan_arrow", frozen)]
pub(crate) struct LinkArray {
    field: FieldRef,
    chunks: Vec<ArrayRef>,
    /// The number of links.
    links: usize,
}

impl LinkArray {
    /// Invariant: the chunks have the type of the field.
    pub(crate) fn new(field: FieldRef, chunks: Vec<ArrayRef>, links: usize) -> Self {
        Self {
            field,
            chunks,
            links,
        }
    }

    fn rows(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }
}

/// The field of a column of links.
pub(crate) fn links_field(name: &str, finder: &linkspan_arrow::ColumnFinder) -> FieldRef {
    Arc::new(Field::new(name, finder.data_type(), true))
}

#[pymethods]
impl LinkArray {
    /// The number of lists, which is the number of texts.
    fn __len__(&self) -> usize {
        self.rows()
    }

    fn __repr__(&self) -> String {
        let counted =
            |count: usize, noun| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        format!(
            "LinkArray({}, {}, {})",
            counted(self.rows(), "row"),
            counted(self.links, "link"),
            counted(self.chunks.len(), "chunk")
        )
    }

    /// The number of chunks: as many as the texts had.
    #[getter]
    fn num_chunks(&self) -> usize {
        self.chunks.len()
    }

    /// The number of links.
    #[getter]
    fn num_links(&self) -> usize {
        self.links
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.field.as_ref()).map_err(capsule_error)
    }

    /// Exports all lists as one array. Several chunks are concatenated.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let array = match self.chunks.as_slice() {
            [chunk] => chunk.clone(),
            [] => arrow_array::new_empty_array(self.field.data_type()),
            chunks => {
                let chunks: Vec<_> = chunks.iter().map(AsRef::as_ref).collect();
                py.detach(|| concat(&chunks)).map_err(value_error)?
            }
        };
        to_array_pycapsules(py, self.field.clone(), &array, requested_schema).map_err(capsule_error)
    }

    /// Exports the lists as a stream of arrays, chunk by chunk.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let chunks: Vec<_> = self.chunks.iter().cloned().map(Ok).collect();
        let stream = ArrayIterator::new(chunks, self.field.clone());
        to_stream_pycapsule(py, Box::new(stream), requested_schema).map_err(capsule_error)
    }
}
