//! Errors as Python exceptions.

use arrow_schema::ArrowError;
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use pyo3_arrow::error::PyArrowError;

/// The exception for an error of Arrow, with its message only.
pub(crate) fn value_error(error: ArrowError) -> PyErr {
    match error {
        ArrowError::InvalidArgumentError(message) => PyValueError::new_err(message),
        error => PyValueError::new_err(error.to_string()),
    }
}

/// The exception for an error of the PyCapsule interface.
pub(crate) fn capsule_error(error: PyArrowError) -> PyErr {
    match error {
        PyArrowError::ArrowError(error) => value_error(error),
        error => error.into(),
    }
}
