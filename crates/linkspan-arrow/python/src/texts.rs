//! Arrays of texts from other libraries.

use arrow_array::{Array, ArrayRef, make_array};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3_arrow::input::AnyArray;

/// An object with the Arrow PyCapsule interface, as an array or a stream of arrays.
pub(crate) fn extract(object: &Bound<'_, PyAny>) -> PyResult<AnyArray> {
    if !object.hasattr("__arrow_c_array__")? && !object.hasattr("__arrow_c_stream__")? {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected an object with __arrow_c_array__ or __arrow_c_stream__, such as an array of pyarrow or a Series \
             of Polars; found {found}"
        )));
    }
    object.extract()
}

/// The array with strings as bytes, without copying them.
///
/// Other libraries do not always check that their strings are UTF-8 (Spark does not), and Rust relies on it. As bytes,
/// they are checked before they are searched. Changing the type also checks the offsets.
pub(crate) fn unchecked(array: &dyn Array) -> Result<ArrayRef, ArrowError> {
    Ok(make_array(strings_as_bytes(array.to_data())?))
}

fn strings_as_bytes(data: ArrayData) -> Result<ArrayData, ArrowError> {
    let as_bytes = match data.data_type() {
        DataType::Utf8 => DataType::Binary,
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        DataType::Dictionary(key, _) => {
            let key = key.clone();
            let values = { data.child_data().iter().cloned() }
                .map(strings_as_bytes)
                .collect::<Result<Vec<_>, _>>()?;
            let value = values.first().map(|values| values.data_type().clone());
            let value = value.unwrap_or(DataType::Null);
            let dictionary = DataType::Dictionary(key, Box::new(value));
            return data
                .into_builder()
                .data_type(dictionary)
                .child_data(values)
                .build();
        }
        _ => return Ok(data),
    };
    data.into_builder().data_type(as_bytes).build()
}
