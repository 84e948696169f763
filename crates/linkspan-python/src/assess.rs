//! What may deceive about links.

use linkspan::assess::{ExistingLink, Finding, Level, Report};
use linkspan::render::Isolation;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::link::{Link, own_suffixes};
use crate::options::{Configured, unexpected_value, value_error};
use crate::text::{Offsets, Text, type_error};
use crate::types::Record;

/// All links of a text with their findings.
pub(crate) fn assessed<'py>(
    configured: &Configured,
    text: &Bound<'py, PyString>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = text.py();
    let text = Text::new(text)?;
    let suffixes = own_suffixes(&configured.finder, configured.has_own_suffixes);
    let mut offsets = text.offsets();
    let assessed = configured.finder.assess_iter(text.as_str());
    assessed
        .map(|found| {
            let link = Link::new(&found.link, &mut offsets, suffixes);
            // Findings may be about a character before the link.
            let findings = findings(py, &found.report, &mut offsets.clone())?;
            let findings = PyTuple::new(py, findings)?;
            let level = found.report.level().map(Level::as_str);
            let rejection = found.rejection.map(|rejection| rejection.to_string());
            Record::AssessedLink.create(py, (link, findings, level, rejection))
        })
        .collect()
}

fn findings<'py>(
    py: Python<'py>,
    report: &Report,
    offsets: &mut Offsets<'_>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let findings = report.findings().iter();
    findings
        .map(|finding: &Finding| {
            let (start, end) = offsets.indices(finding.range());
            let (code, level) = (finding.code().as_str(), finding.level().as_str());
            let fields = (code, level, start, end, finding.message());
            Record::Finding.create(py, fields)
        })
        .collect()
}

/// The findings about an existing link, in its text.
pub(crate) fn anchor_findings<'py>(
    py: Python<'py>,
    configured: &Configured,
    text: &Bound<'py, PyString>,
    href: &str,
    base: Option<&str>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let text = Text::new(text)?;
    let mut anchor = ExistingLink::new(text.as_str(), href);
    if let Some(base) = base {
        anchor = anchor.base(base);
    }
    let mut all = Vec::new();
    for found in configured.finder.assess_anchor_links(&anchor) {
        all.extend(findings(py, &found.report, &mut text.offsets())?);
    }
    Ok(all)
}

/// The safe form of a link, or of a URL.
pub(crate) fn safe_form(
    configured: &Configured,
    link: &Bound<'_, PyAny>,
    limit: Option<usize>,
    isolation: &str,
) -> PyResult<String> {
    let isolation = isolation_named(isolation)?;
    let finder = &configured.finder;
    let mut display = finder.safe_display().isolation(isolation);
    if let Some(limit) = limit {
        display = display.limit(limit);
    }
    if let Ok(link) = link.cast::<Link>() {
        let link = link.get().as_link();
        return Ok(display.format(&link, &finder.assess(&link)));
    }
    let url = link
        .cast::<PyString>()
        .map_err(|_| type_error("a Link or a str", link))?;
    // An email address is no URL, but is found as a whole.
    let url = url.to_str()?;
    let whole = finder.find(url).filter(|link| link.as_str() == url);
    let link = match whole {
        Some(link) => link,
        None => linkspan::Link::parse(url).map_err(value_error)?,
    };
    Ok(display.format(&link, &finder.assess(&link)))
}

/// When links are isolated from the direction of the text around them.
pub(crate) fn isolation_named(name: &str) -> PyResult<Isolation> {
    match name {
        "right-to-left" => Ok(Isolation::RightToLeft),
        "always" => Ok(Isolation::Always),
        "never" => Ok(Isolation::Never),
        _ => {
            let expected = ["right-to-left", "always", "never"];
            Err(unexpected_value("isolation", &expected, name))
        }
    }
}

/// All links of a text with what may deceive their reader, and URLs that were rejected for such a reason. Options are
/// those of :class:`Finder`.
///
/// >>> import linkspan
/// >>> found, = linkspan.assess("see http://bank.com@evil.example.org/")
/// >>> found.rejection, found.level, found.findings[0].message
/// ('it has a user name', 'danger', "'bank.com' before the '@' is a user name, not the host")
#[pyfunction]
#[pyo3(signature = (text, /, **options))]
pub(crate) fn assess<'py>(
    text: &Bound<'py, PyString>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    assessed(&Configured::of(options)?, text)
}

/// Findings about an existing link: the text that it shows, and the address that it leads to. ``base`` is the URL that a
/// relative address is relative to.
///
/// >>> import linkspan
/// >>> linkspan.assess_anchor("example.com", "https://www.example.com/")
/// []
#[pyfunction]
#[pyo3(signature = (text, href, *, base = None))]
pub(crate) fn assess_anchor<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    href: &str,
    base: Option<&str>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    anchor_findings(py, &Configured::of(None)?, text, href, base)
}

/// The form of a link or URL that does not deceive. See :meth:`Finder.safe_display`.
///
/// >>> import linkspan
/// >>> linkspan.safe_display("https://example.com/one/two/three", limit=29)
/// 'https://example.com/…/three'
#[pyfunction]
#[pyo3(signature = (link, /, *, limit = None, isolation = "right-to-left"))]
pub(crate) fn safe_display(
    link: &Bound<'_, PyAny>,
    limit: Option<usize>,
    isolation: &str,
) -> PyResult<String> {
    safe_form(&Configured::of(None)?, link, limit, isolation)
}

/// A link in a form that no program follows, for reports about malicious sites.
///
/// >>> import linkspan
/// >>> linkspan.defang("https://evil.example.com/a")
/// 'hxxps[:]//evil[.]example[.]com/a'
#[pyfunction]
#[pyo3(signature = (link, /))]
pub(crate) fn defang(link: &str) -> String {
    linkspan::assess::defang(link)
}

/// A text in which defanged links are links again.
///
/// >>> import linkspan
/// >>> linkspan.refang("see hxxps[:]//evil[.]example[.]com/a")
/// 'see https://evil.example.com/a'
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn refang(text: &str) -> std::borrow::Cow<'_, str> {
    linkspan::assess::refang(text)
}
