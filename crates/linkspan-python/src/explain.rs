//! Why something is a link or not.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::link::{Link, own_suffixes};
use crate::options::Configured;
use crate::text::Text;
use crate::types::Record;

/// The candidates of a text.
pub(crate) fn candidates<'py>(
    configured: &Configured,
    text: &Bound<'py, PyString>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = text.py();
    let text = Text::new(text)?;
    let suffixes = own_suffixes(&configured.finder, configured.has_own_suffixes);
    let mut offsets = text.offsets();
    let candidates = configured.finder.explain(text.as_str());
    candidates
        .map(|candidate| {
            let index = offsets.convert(candidate.offset).index;
            match candidate.outcome {
                Ok(link) => {
                    // The start of the link is before the offset, and the next candidate is after its end.
                    let link = Link::new(&link, &mut offsets.clone(), suffixes);
                    let nothing = py.None();
                    Record::Candidate.create(py, (index, link, &nothing, &nothing))
                }
                Err(rejection) => {
                    let (reason, rule) = (rejection.to_string(), rejection.rule());
                    Record::Candidate.create(py, (index, py.None(), reason, rule))
                }
            }
        })
        .collect()
}

/// Everything in a text that could have been a link, with the reason if it is not one. Options are those of
/// :class:`Finder`.
///
/// >>> import linkspan
/// >>> rejected, = linkspan.explain("http://ann@example.com")
/// >>> rejected.reason, rejected.rule
/// ('it has a user name', 'user names serve to deceive (option `userinfo`)')
#[pyfunction]
#[pyo3(signature = (text, /, **options))]
pub(crate) fn explain<'py>(
    text: &Bound<'py, PyString>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    candidates(&Configured::of(options)?, text)
}
