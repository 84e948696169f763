//! The finder, and the functions that search with one.

use std::sync::{Arc, LazyLock};

use linkspan::Profile;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::iter::LinkIterator;
use crate::link::{Link, own_suffixes};
use crate::options::{Configured, stored};
use crate::text::{DETACH_LEN, Text, byte_offset, expected_text};
use crate::{assess, explain, html};

/// The finder of functions that are called without options.
static DEFAULT: LazyLock<Arc<linkspan::Finder>> = LazyLock::new(|| {
    let finder = linkspan::Finder::builder().profile(Profile::Prose).build();
    Arc::new(finder.unwrap_or_else(|_| linkspan::Finder::new()))
});

impl Configured {
    /// The finder of a function with these options.
    pub(crate) fn of(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        match options {
            None => Ok(Self {
                finder: Arc::clone(&DEFAULT),
                has_own_suffixes: false,
            }),
            Some(_) => Self::new(options),
        }
    }

    /// The same finder for another object.
    pub(crate) fn share(&self) -> Self {
        Self {
            finder: Arc::clone(&self.finder),
            has_own_suffixes: self.has_own_suffixes,
        }
    }

    /// All links of a `str` or of `bytes`.
    fn find<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = text.py();
        let links = if let Ok(text) = text.cast::<PyString>() {
            let text = Text::new(text)?;
            if text.as_str().len() < DETACH_LEN {
                self.links(&text)
            } else {
                py.detach(|| self.links(&text))
            }
        } else if let Ok(bytes) = text.cast::<PyBytes>() {
            let bytes = bytes.as_bytes();
            if bytes.len() < DETACH_LEN {
                self.bytes_links(bytes)
            } else {
                py.detach(|| self.bytes_links(bytes))
            }
        } else {
            return Err(expected_text(text));
        };
        PyList::new(py, links)
    }

    fn links(&self, text: &Text<'_>) -> Vec<Link> {
        let suffixes = own_suffixes(&self.finder, self.has_own_suffixes);
        let mut offsets = text.offsets();
        let links = self.finder.find_iter(text.as_str());
        links
            .map(|link| Link::new(&link, &mut offsets, suffixes))
            .collect()
    }

    fn bytes_links(&self, bytes: &[u8]) -> Vec<Link> {
        let suffixes = own_suffixes(&self.finder, self.has_own_suffixes);
        let links = self.finder.find_bytes_iter(bytes);
        links.map(|link| Link::of_bytes(&link, suffixes)).collect()
    }
}

/// Finds the links in texts. A finder is configured once and used for any number of texts, by any number of threads.
///
/// The options have the names and values of the program ``linkspan``. The default profile is ``"prose"``.
///
/// >>> from linkspan import Finder
/// >>> finder = Finder(profile="terminal", bare_domains="skip")
/// >>> [link.text for link in finder.find("README.md: listening on http://localhost:3000/")]
/// ['http://localhost:3000/']
/// >>> Finder(bare_domains="no")
/// Traceback (most recent call last):
/// ...
/// ValueError: expected one of link, skip for 'bare_domains', found 'no'
#[pyclass(frozen, module = "linkspan")]
pub(crate) struct Finder {
    pub(crate) configured: Configured,
    options: Py<PyDict>,
}

#[pymethods]
impl Finder {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let options = stored(py, options)?;
        Ok(Self {
            configured: Configured::new(Some(&options))?,
            options: options.unbind(),
        })
    }

    /// The options that differ from the defaults, as they were given. Changing the dictionary has no effect.
    ///
    /// >>> from linkspan import Finder
    /// >>> Finder(schemes=("https", "gemini")).options
    /// {'schemes': ['https', 'gemini']}
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.options.bind(py).copy()
    }

    /// All links of a text, in order. They do not overlap. For ``bytes``, which need not be UTF-8, offsets are bytes.
    ///
    /// The interpreter lock is released while a long text is searched.
    ///
    /// >>> from linkspan import Finder
    /// >>> Finder().find("請看 example.com/α。")
    /// [<Link url 3:16 'example.com/α'>]
    /// >>> Finder().find("請看 example.com/α。".encode())
    /// [<Link url 7:21 'example.com/α'>]
    #[pyo3(signature = (text, /))]
    fn find<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        self.configured.find(text)
    }

    /// An iterator over the links of a text. It searches the text step by step, so a program that needs only the first
    /// links does not wait for the others.
    ///
    /// >>> from linkspan import Finder
    /// >>> next(Finder().find_iter("a.com b.com"))
    /// <Link url 0:5 'a.com'>
    #[pyo3(signature = (text, /))]
    fn find_iter(&self, text: &Bound<'_, PyAny>) -> PyResult<LinkIterator> {
        LinkIterator::start(&self.configured, text)
    }

    /// Whether a text contains a link.
    ///
    /// >>> from linkspan import Finder
    /// >>> Finder().is_match("see пример.рф"), Finder().is_match("no link, e.g. here")
    /// (True, False)
    #[pyo3(signature = (text, /))]
    fn is_match(&self, text: &Bound<'_, PyAny>) -> PyResult<bool> {
        let finder = &self.configured.finder;
        if let Ok(text) = text.cast::<PyString>() {
            return Ok(finder.is_match(Text::new(text)?.as_str()));
        }
        match text.cast::<PyBytes>() {
            Ok(bytes) => Ok(finder.find_bytes_iter(bytes.as_bytes()).next().is_some()),
            Err(_) => Err(expected_text(text)),
        }
    }

    /// The link that contains the character at an index: the link under a cursor. ``None`` if there is none.
    ///
    /// >>> from linkspan import Finder
    /// >>> Finder().link_at("see example.com and example.org", 20)
    /// <Link url 20:31 'example.org'>
    #[pyo3(signature = (text, index, /))]
    fn link_at(&self, text: &Bound<'_, PyString>, index: usize) -> PyResult<Option<Link>> {
        let text = Text::new(text)?;
        let configured = &self.configured;
        let at = byte_offset(text.as_str(), index);
        let found = configured.finder.link_at(text.as_str(), at);
        let suffixes = own_suffixes(&configured.finder, configured.has_own_suffixes);
        Ok(found.map(|link| Link::new(&link, &mut text.offsets(), suffixes)))
    }

    /// Everything in a text that could have been a link, with the reason if it is not one.
    ///
    /// >>> from linkspan import Finder
    /// >>> for found in Finder().explain("src/main.rs or example.com"):
    /// ...     print(found.offset, found.link or found.reason)
    /// 8 it is part of a file path
    /// 22 example.com
    #[pyo3(signature = (text, /))]
    fn explain<'py>(&self, text: &Bound<'py, PyString>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        explain::candidates(&self.configured, text)
    }

    /// All links of a text with what may deceive their reader, and URLs that were rejected for such a reason.
    ///
    /// >>> from linkspan import Finder
    /// >>> found, = Finder().assess("https://pаypal.com/")
    /// >>> [(finding.code, finding.level) for finding in found.findings]
    /// [('host-mixed-scripts', 'danger')]
    #[pyo3(signature = (text, /))]
    fn assess<'py>(&self, text: &Bound<'py, PyString>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        assess::assessed(&self.configured, text)
    }

    /// Findings about an existing link: the text that it shows, and the address that it leads to.
    ///
    /// >>> from linkspan import Finder
    /// >>> finding, = Finder().assess_anchor("bank.example.com", "https://evil.example.org/")
    /// >>> finding.code
    /// 'other-host'
    #[pyo3(signature = (text, href, *, base = None))]
    fn assess_anchor<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyString>,
        href: &str,
        base: Option<&str>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        assess::anchor_findings(py, &self.configured, text, href, base)
    }

    /// The form of a link that does not deceive: hosts that may deceive are in Punycode, and the registrable domain is
    /// never left out. ``limit`` is the greatest number of user-perceived characters.
    ///
    /// >>> from linkspan import Finder
    /// >>> Finder().safe_display("https://www.аррӏе.com/")
    /// 'https://www.xn--80ak6aa92e.com/'
    #[pyo3(signature = (link, /, *, limit = None, isolation = "right-to-left"))]
    fn safe_display(
        &self,
        link: &Bound<'_, PyAny>,
        limit: Option<usize>,
        isolation: &str,
    ) -> PyResult<String> {
        assess::safe_form(&self.configured, link, limit, isolation)
    }

    /// A text as HTML with its links. The text is escaped, so none of it is read as markup.
    ///
    /// ``rel``, ``target``, ``class_``, ``title``, ``attributes``, ``show``, ``newlines`` and ``isolation`` say what
    /// links look like.
    ///
    /// >>> from linkspan import Finder
    /// >>> Finder().linkify("<3 example.com/?a&b", rel="nofollow")
    /// '&lt;3 <a href="https://example.com/?a&amp;b" rel="nofollow">example.com/?a&amp;b</a>'
    #[pyo3(signature = (text, /, **appearance))]
    fn linkify<'py>(
        &self,
        text: &Bound<'py, PyString>,
        appearance: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyString>> {
        html::linkified(&self.configured, text, appearance)
    }

    /// An HTML document or fragment with links in its text. Everything else stays as it is, byte for byte.
    ///
    /// >>> from linkspan import Finder
    /// >>> Finder().linkify_html('<P>a.com <a href="/">b.com</a>', rel=None)
    /// '<P><a href="https://a.com">a.com</a> <a href="/">b.com</a>'
    #[pyo3(signature = (html, /, **appearance))]
    fn linkify_html<'py>(
        &self,
        html: &Bound<'py, PyString>,
        appearance: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyString>> {
        html::linkified_html(&self.configured, html, appearance)
    }

    /// A Markdown document with its bare links written as links. Everything else stays as it is, byte for byte.
    ///
    /// >>> from linkspan import Finder
    /// >>> Finder().linkify_markdown("*a.com* `b.com`")
    /// '*[a.com](<https://a.com>)* `b.com`'
    #[pyo3(signature = (markdown, /, *, style = "angle"))]
    fn linkify_markdown<'py>(
        &self,
        markdown: &Bound<'py, PyString>,
        style: &str,
    ) -> PyResult<Bound<'py, PyString>> {
        html::linkified_markdown(&self.configured, markdown, style)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut arguments = Vec::new();
        for (name, value) in self.options.bind(py) {
            arguments.push(format!("{}={}", name.str()?, value.repr()?));
        }
        Ok(format!("Finder({})", arguments.join(", ")))
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.options(py)?))
    }
}

/// All links of a text, in order. Options are those of :class:`Finder`; many texts are searched faster with one finder.
///
/// >>> import linkspan
/// >>> linkspan.find("Siehe (https://example.com/α), oder ann@example.org!")
/// [<Link url 7:28 'https://example.com/α'>, <Link email 36:51 'ann@example.org'>]
#[pyfunction]
#[pyo3(signature = (text, /, **options))]
pub(crate) fn find<'py>(
    text: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    Configured::of(options)?.find(text)
}

/// An iterator over the links of a text, which is searched step by step.
///
/// >>> import linkspan
/// >>> for link in linkspan.find_iter("a.com b.com"):
/// ...     print(link)
/// a.com
/// b.com
#[pyfunction]
#[pyo3(signature = (text, /, **options))]
pub(crate) fn find_iter(
    text: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<LinkIterator> {
    LinkIterator::start(&Configured::of(options)?, text)
}
