//! `ColumnFinder` and `find_links`.

use std::num::NonZero;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::ArrowError;
use linkspan_arrow::{ColumnFinder as Kernel, Field};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use pyo3_arrow::ffi::to_schema_pycapsule;

use crate::error::{capsule_error, value_error};
use crate::links::{LinkArray, links_field};
use crate::options;
use crate::reader::LinkReader;
use crate::texts;

/// Finds links in columns of text.
///
/// `fields` are the fields of a link, by default all: start, end, kind, text, href, host, domain, findings. `offsets`
/// says what start and end count: "bytes" of UTF-8, "code-points" or "utf16". `threads` is by default the number of
/// cores. The other options are those of the library and of the command line, with the same values.
///
/// >>> import pyarrow as pa
/// >>> from linkspan_arrow import ColumnFinder
/// >>> finder = ColumnFinder(fields=["href"], emails="skip")
/// >>> pa.array(finder.find(pa.array(["ann@example.com, bücher.example.com"]))).to_pylist()
/// [[{'href': 'https://xn--bcher-kva.example.com'}]]
#[pyclass(module = "linkspan_arrow", frozen)]
pub(crate) struct ColumnFinder {
    kernel: Kernel,
    /// The arguments, for pickling.
    arguments: Py<PyDict>,
}

#[pymethods]
impl ColumnFinder {
    #[new]
    #[pyo3(signature = (*, profile="prose", fields=None, offsets="bytes", threads=None, **options))]
    fn new(
        py: Python<'_>,
        profile: &str,
        fields: Option<Vec<String>>,
        offsets: &str,
        threads: Option<usize>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let kernel = kernel(profile, fields.as_deref(), offsets, threads, options)?;
        let arguments = options.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        arguments.set_item("profile", profile)?;
        arguments.set_item("fields", fields)?;
        arguments.set_item("offsets", offsets)?;
        arguments.set_item("threads", threads)?;
        Ok(Self {
            kernel,
            arguments: arguments.unbind(),
        })
    }

    /// Finds the links of each text of a column: of an object with `__arrow_c_array__` or `__arrow_c_stream__`.
    ///
    /// The result has as many chunks as the texts. Nulls stay nulls.
    fn find(&self, py: Python<'_>, texts: &Bound<'_, PyAny>) -> PyResult<LinkArray> {
        find(py, &self.kernel, texts)
    }

    /// Adds a column with the links of another column to a table or a stream of record batches. A batch is searched
    /// when it is read.
    ///
    /// >>> import pyarrow as pa
    /// >>> from linkspan_arrow import ColumnFinder
    /// >>> table = pa.table({"id": [1, 2], "text": ["see example.com", ""]})
    /// >>> reader = ColumnFinder(fields=["host"]).stream(table, "text")
    /// >>> pa.RecordBatchReader.from_stream(reader).read_all().to_pylist()[0]
    /// {'id': 1, 'text': 'see example.com', 'links': [{'host': 'example.com'}]}
    #[pyo3(signature = (batches, column, *, name="links"))]
    fn stream(&self, batches: &Bound<'_, PyAny>, column: &str, name: &str) -> PyResult<LinkReader> {
        LinkReader::new(self.kernel.clone(), batches, column, name)
    }

    /// The type of the result, for `pyarrow.field` and others.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, links_field("links", &self.kernel).as_ref()).map_err(capsule_error)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyTuple>, Bound<'py, PyDict>) {
        (PyTuple::empty(py), self.arguments.bind(py).clone())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut arguments = Vec::new();
        for (name, value) in self.arguments.bind(py) {
            if !value.is_none() {
                arguments.push(format!("{name}={}", value.repr()?));
            }
        }
        arguments.sort_unstable();
        Ok(format!("ColumnFinder({})", arguments.join(", ")))
    }
}

/// Finds the links of each text of a column: of an object with `__arrow_c_array__` or `__arrow_c_stream__`.
///
/// The arguments are those of `ColumnFinder`, which is the better choice for many small columns.
///
/// >>> import pyarrow as pa
/// >>> from linkspan_arrow import find_links
/// >>> texts = pa.array(["See (例え.jp/と)!", None])
/// >>> pa.array(find_links(texts, fields=["text", "href"])).to_pylist()
/// [[{'text': '例え.jp/と', 'href': 'https://xn--r8jz45g.jp/%E3%81%A8'}], None]
#[pyfunction]
#[pyo3(signature = (texts, *, profile="prose", fields=None, offsets="bytes", threads=None, **options))]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the type of the argument says what Python may pass"
)]
pub(crate) fn find_links(
    py: Python<'_>,
    texts: &Bound<'_, PyAny>,
    profile: &str,
    fields: Option<Vec<String>>,
    offsets: &str,
    threads: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<LinkArray> {
    let kernel = kernel(profile, fields.as_deref(), offsets, threads, options)?;
    find(py, &kernel, texts)
}

fn kernel(
    profile: &str,
    fields: Option<&[String]>,
    offsets: &str,
    threads: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Kernel> {
    let finder = options::finder(profile, options)?;
    let mut kernel = Kernel::new(finder).offsets(offsets.parse().map_err(value_error)?);
    if let Some(fields) = fields {
        let fields = fields.iter().map(|name| name.parse::<Field>());
        let fields = fields.collect::<Result<Vec<_>, _>>();
        let fields = fields.map_err(|error| value_error(error.into()))?;
        kernel = { kernel.fields(fields) }.map_err(|error| value_error(error.into()))?;
    }
    if let Some(threads) = threads {
        let threads = NonZero::new(threads);
        kernel = kernel.threads(
            threads
                .ok_or_else(|| PyValueError::new_err("expected at least one thread, found 0"))?,
        );
    }
    Ok(kernel)
}

fn find(py: Python<'_>, kernel: &Kernel, object: &Bound<'_, PyAny>) -> PyResult<LinkArray> {
    let reader = texts::extract(object)?.into_reader()?;
    // A stream that calls Python takes the lock itself.
    let (chunks, links) = py
        .detach(|| find_all(kernel, reader))
        .map_err(value_error)?;
    Ok(LinkArray::new(links_field("", kernel), chunks, links))
}

fn find_all(
    kernel: &Kernel,
    reader: impl Iterator<Item = Result<ArrayRef, ArrowError>>,
) -> Result<(Vec<ArrayRef>, usize), ArrowError> {
    let mut chunks: Vec<ArrayRef> = Vec::new();
    let mut count = 0;
    for chunk in reader {
        let links = kernel.find(&texts::unchecked(&chunk?)?)?;
        count += links.values().len();
        chunks.push(Arc::new(links));
    }
    Ok((chunks, count))
}
