//! Record batches with a column of links, one after the other.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use linkspan_arrow::ColumnFinder;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayReader, to_schema_pycapsule, to_stream_pycapsule};

use crate::error::capsule_error;
use crate::links::links_field;
use crate::texts;

/// A stream of record batches with one more column, the links. A batch is searched when it is read, so that the input
/// can be larger than memory. It can be read once, as other streams.
#[pyclass(module = "linkspan_arrow", frozen)]
pub(crate) struct LinkReader {
    field: FieldRef,
    /// `None` after it was exported.
    batches: Mutex<Option<Batches>>,
}

impl LinkReader {
    /// Adds the links of a column to all batches of an object.
    pub(crate) fn new(
        finder: ColumnFinder,
        batches: &Bound<'_, PyAny>,
        column: &str,
        name: &str,
    ) -> PyResult<Self> {
        let input = texts::extract(batches)?.into_reader()?;
        let DataType::Struct(fields) = input.field().data_type().clone() else {
            return Err(PyTypeError::new_err(format!(
                "expected a table or a stream of record batches, found an array of {}",
                input.field().data_type()
            )));
        };
        let names = || fields.iter().map(|field| field.name().as_str());
        let Some(index) = names().position(|name| name == column) else {
            let names = names().collect::<Vec<_>>().join(", ");
            return Err(PyValueError::new_err(format!(
                "expected the name of a column ({names}), found {column:?}"
            )));
        };
        if names().any(|existing| existing == name) {
            return Err(PyValueError::new_err(format!(
                "expected a new name for the column of links, found {name:?}, which is a column already"
            )));
        }
        let links = links_field(name, &finder);
        let fields: Vec<_> = fields.iter().cloned().chain([links]).collect();
        let field = Arc::new(Field::new_struct("", fields, false));
        let batches = Batches {
            finder,
            field: field.clone(),
            column: index,
            input,
        };
        Ok(Self {
            field,
            batches: Mutex::new(Some(batches)),
        })
    }
}

#[pymethods]
impl LinkReader {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.field.as_ref()).map_err(capsule_error)
    }

    /// Exports the stream. A second call raises `ValueError`.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(batches) = batches.take() else {
            return Err(PyValueError::new_err(
                "expected a stream that was not read yet, found one that was: call `stream` again",
            ));
        };
        to_stream_pycapsule(py, Box::new(batches), requested_schema).map_err(capsule_error)
    }
}

/// The batches with links.
struct Batches {
    finder: ColumnFinder,
    /// The type of the batches with links, as a struct.
    field: FieldRef,
    /// The column with texts.
    column: usize,
    input: Box<dyn ArrayReader + Send>,
}

impl Batches {
    fn with_links(&self, batch: &dyn Array) -> Result<ArrayRef, ArrowError> {
        let batch = batch.as_struct();
        let texts = texts::unchecked(batch.column(self.column))?;
        let links: ArrayRef = Arc::new(self.finder.find(&texts)?);
        let columns: Vec<_> = batch.columns().iter().cloned().chain([links]).collect();
        let DataType::Struct(fields) = self.field.data_type() else {
            unreachable!("`LinkReader::new` makes a struct");
        };
        let nulls = batch.nulls().cloned();
        let batch = StructArray::try_new_with_length(fields.clone(), columns, nulls, batch.len())?;
        Ok(Arc::new(batch))
    }
}

impl Iterator for Batches {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.input.next()?;
        Some(batch.and_then(|batch| self.with_links(&batch)))
    }
}

impl ArrayReader for Batches {
    fn field(&self) -> FieldRef {
        self.field.clone()
    }
}
