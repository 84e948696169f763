//! Named tuples, which are written in Python: `linkspan._types`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// The classes of `linkspan._types`, once they are imported.
static CLASSES: PyOnceLock<[Py<PyAny>; 5]> = PyOnceLock::new();

/// A class of `linkspan._types`.
#[derive(Clone, Copy)]
pub(crate) enum Record {
    Candidate,
    Finding,
    AssessedLink,
    Changes,
    LocalPart,
}

impl Record {
    /// Creates an object of this class.
    pub(crate) fn create<'py>(
        self,
        py: Python<'py>,
        fields: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [candidate, finding, assessed, changes, local_part] =
            CLASSES.get_or_try_init(py, || {
                let module = PyModule::import(py, "linkspan._types")?;
                let class = |name| module.getattr(name).map(Bound::unbind);
                PyResult::Ok([
                    class("Candidate")?,
                    class("Finding")?,
                    class("AssessedLink")?,
                    class("Changes")?,
                    class("LocalPart")?,
                ])
            })?;
        let class = match self {
            Self::Candidate => candidate,
            Self::Finding => finding,
            Self::AssessedLink => assessed,
            Self::Changes => changes,
            Self::LocalPart => local_part,
        };
        class.bind(py).call1(fields.into_pyobject(py)?)
    }
}
