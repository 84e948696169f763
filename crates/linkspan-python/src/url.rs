//! URLs: their forms, building them, and the spans of other detectors.

use std::borrow::Cow;

use linkspan::url::UrlParts;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::options::value_error;
use crate::text::{Text, byte_offset};

/// The form of a URL for people: the host in Unicode, and as few escapes as possible.
///
/// >>> import linkspan
/// >>> linkspan.to_readable("https://fa.wikipedia.org/wiki/%D8%AA%D9%87%D8%B1%D8%A7%D9%86")
/// 'https://fa.wikipedia.org/wiki/تهران'
/// >>> linkspan.to_readable("https://")
/// Traceback (most recent call last):
/// ...
/// ValueError: expected a host at byte 8, found the end of the text
#[pyfunction]
#[pyo3(signature = (url, /))]
pub(crate) fn to_readable(url: &str) -> PyResult<Cow<'_, str>> {
    linkspan::url::to_readable(url).map_err(value_error)
}

/// The form of a URL for the network: the host in A-labels, everything else in ASCII.
///
/// >>> import linkspan
/// >>> linkspan.to_ascii("https://例え.jp/と")
/// 'https://xn--r8jz45g.jp/%E3%81%A8'
#[pyfunction]
#[pyo3(signature = (url, /))]
pub(crate) fn to_ascii(url: &str) -> PyResult<Cow<'_, str>> {
    linkspan::url::to_ascii(url).map_err(value_error)
}

/// The readable form of what follows the host of a URL: path, query and fragment.
///
/// >>> import linkspan
/// >>> linkspan.path_to_readable("/%C3%A4?q=%20")
/// '/ä?q=%20'
#[pyfunction]
#[pyo3(signature = (path, /))]
pub(crate) fn path_to_readable(path: &str) -> PyResult<Cow<'_, str>> {
    linkspan::url::path_to_readable(path).map_err(value_error)
}

/// A URL from unescaped texts, in its readable form.
///
/// ``path`` is a list of segments, ``query`` a list of keys or of pairs of key and value.
///
/// >>> import linkspan
/// >>> linkspan.build_url("example.com", scheme="https", path=["AC/DC"], query=[("q", "a&b"), "raw"])
/// 'https://example.com/AC%2FDC?q=a%26b&raw'
#[pyfunction]
#[pyo3(signature = (host, *, scheme = None, port = None, path = None, query = None, fragment = None, directives = None))]
pub(crate) fn build_url(
    host: &str,
    scheme: Option<&str>,
    port: Option<u16>,
    path: Option<Vec<String>>,
    query: Option<Vec<Bound<'_, PyAny>>>,
    fragment: Option<&str>,
    directives: Option<Vec<String>>,
) -> PyResult<String> {
    let mut builder = UrlParts::builder(host);
    if let Some(scheme) = scheme {
        builder = builder.scheme(scheme);
    }
    if let Some(port) = port {
        builder = builder.port(port);
    }
    for segment in path.iter().flatten() {
        builder = builder.segment(segment);
    }
    if query.as_ref().is_some_and(Vec::is_empty) {
        builder = builder.empty_query();
    }
    for entry in query.iter().flatten() {
        builder = if let Ok(key) = entry.cast::<PyString>() {
            builder.key(key.to_str()?)
        } else if let Ok((key, value)) = entry.extract::<(String, String)>() {
            builder.pair(&key, &value)
        } else {
            let message = "expected keys (str) or pairs of key and value for 'query'";
            return Err(PyTypeError::new_err(message));
        };
    }
    if let Some(fragment) = fragment {
        builder = builder.fragment(fragment);
    }
    for directive in directives.iter().flatten() {
        builder = builder.directive(directive);
    }
    let parts = builder.build().map_err(value_error)?;
    Ok(parts.to_readable().into_owned())
}

/// The span of a URL that another detector found, corrected by UTS #58: its end may move in both directions.
///
/// >>> import linkspan
/// >>> text = "см. https://ru.wikipedia.org/wiki/Москва, это интересно."
/// >>> start, end = linkspan.correct_span(text, 4, 34)
/// >>> text[start:end]
/// 'https://ru.wikipedia.org/wiki/Москва'
#[pyfunction]
#[pyo3(signature = (text, start, end, /))]
pub(crate) fn correct_span(
    text: &Bound<'_, PyString>,
    start: usize,
    end: usize,
) -> PyResult<(usize, usize)> {
    let text = Text::new(text)?;
    let bytes = byte_offset(text.as_str(), start)..byte_offset(text.as_str(), end);
    let corrected = linkspan::url::correct_span(text.as_str(), bytes);
    Ok(text.offsets().indices(corrected))
}

/// The local part of an email address as it is written: with quotation marks if it needs them.
///
/// >>> import linkspan
/// >>> linkspan.quote_local_part("ann lee"), linkspan.quote_local_part("ann.lee")
/// ('"ann lee"', 'ann.lee')
#[pyfunction]
#[pyo3(signature = (local_part, /))]
pub(crate) fn quote_local_part(local_part: &str) -> Cow<'_, str> {
    linkspan::email::quote_local_part(local_part)
}

/// The local part that a written local part stands for.
///
/// >>> import linkspan
/// >>> linkspan.unquote_local_part('"ann lee"')
/// 'ann lee'
#[pyfunction]
#[pyo3(signature = (quoted, /))]
pub(crate) fn unquote_local_part(quoted: &str) -> PyResult<Cow<'_, str>> {
    linkspan::email::unquote_local_part(quoted).map_err(value_error)
}
