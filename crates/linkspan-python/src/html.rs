//! Text, HTML and Markdown with their links.

use std::fmt::Write as _;
use std::sync::LazyLock;

use linkspan::find::OwnedLink;
use linkspan::render::{
    AttributeName, Html, HtmlError, HtmlRewriter, HtmlSettings, MarkdownLinkStyle, Rel,
    Render as _, Title, markdown_options, render, rewrite_markdown,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::appearance::{Appearance, Input};
use crate::finder::Finder;
use crate::link::{Link, own_suffixes};
use crate::options::{Configured, unexpected_value, value_error};
use crate::text::{DETACH_LEN, Text, type_error};

/// The key under which a callback finds the text of a link, as in `bleach`.
const TEXT_KEY: &str = "_text";

/// The attributes of the library's own, next to those of [`AttributeName`].
const ANCHOR_ATTRIBUTES: &[&str] = &["href", "rel", "target", "class", "title"];

/// A text as HTML.
pub(crate) fn linkified<'py>(
    configured: &Configured,
    text: &Bound<'py, PyString>,
    arguments: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyString>> {
    let appearance = Appearance::of_method(arguments, Input::Text)?;
    render_text(configured, text, &appearance)
}

fn render_text<'py>(
    configured: &Configured,
    text: &Bound<'py, PyString>,
    appearance: &Appearance<'py>,
) -> PyResult<Bound<'py, PyString>> {
    let py = text.py();
    let text = Text::new(text)?;
    let html = Html::new()
        .anchor(appearance.anchor())
        .newlines(appearance.newlines)
        .isolation(appearance.isolation);
    let finder = &configured.finder;
    let rendered = if text.as_str().len() < DETACH_LEN {
        render(finder, text.as_str(), html)
    } else {
        py.detach(|| render(finder, text.as_str(), html))
    };
    text.restore(py, &rendered)
}

/// An HTML document with links.
pub(crate) fn linkified_html<'py>(
    configured: &Configured,
    html: &Bound<'py, PyString>,
    arguments: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyString>> {
    let appearance = Appearance::of_method(arguments, Input::Html)?;
    rewrite(configured, html, &appearance)
}

fn rewrite<'py>(
    configured: &Configured,
    document: &Bound<'py, PyString>,
    appearance: &Appearance<'py>,
) -> PyResult<Bound<'py, PyString>> {
    let py = document.py();
    let document = Text::new(document)?;
    let skip = appearance.skip.as_deref();
    check_selectors(skip)?;
    let rewritten = if appearance.callbacks.is_empty() {
        let html = || {
            Html::new()
                .anchor(appearance.anchor())
                .isolation(appearance.isolation)
        };
        let finder = &configured.finder;
        if let Some(rewritten) = rewrite_plain(finder, document.as_str(), html()) {
            return document.restore(py, &rewritten);
        }
        let (html, settings) = (html(), settings(skip)?);
        py.detach(|| {
            let mut out = Vec::with_capacity(document.as_str().len());
            let sink = |bytes: &[u8]| out.extend_from_slice(bytes);
            let mut rewriter = HtmlRewriter::with_settings(finder, html, settings, sink);
            rewriter.write(document.as_str())?;
            rewriter.end()?;
            Ok::<_, HtmlError>(String::from_utf8_lossy(&out).into_owned())
        })
        .map_err(value_error)?
    } else {
        let found = document_links(py, configured, &document, skip)?;
        rewrite_each(py, configured, &document, found, appearance)?
    };
    document.restore(py, &rewritten)
}

/// Fails if selectors are given that cannot be used, whether or not the document needs them.
fn check_selectors(skip: Option<&str>) -> PyResult<()> {
    match skip {
        None | Some("") => Ok(()),
        given => settings(given).map(drop),
    }
}

fn settings(skip: Option<&str>) -> PyResult<HtmlSettings> {
    /// Reading its selectors takes longer than searching a line.
    static DEFAULT: LazyLock<HtmlSettings> = LazyLock::new(HtmlSettings::new);
    let settings = DEFAULT.clone();
    match skip {
        None => Ok(settings),
        Some(selectors) => settings.skip(selectors).map_err(value_error),
    }
}

/// Whether a document has neither tags nor character references. It is then one text, which needs no parser; setting
/// one up takes longer than searching a line.
fn is_plain(document: &str) -> bool {
    !document.contains(['<', '&'])
}

/// The document with links, if it is plain, and if all its links are written as they are.
fn rewrite_plain(finder: &linkspan::Finder, document: &str, mut html: Html<'_>) -> Option<String> {
    if document.len() >= DETACH_LEN || !is_plain(document) {
        return None;
    }
    let mut out = String::with_capacity(document.len() + document.len() / 2);
    let mut copied = 0;
    for link in finder.find_iter(document) {
        // The renderer would escape these, but they stay as they are in documents.
        if link.as_str().contains(['>', '"', '\'']) {
            return None;
        }
        out.push_str(document.get(copied..link.start())?);
        html.link(&link, &mut out).ok()?;
        copied = link.end();
    }
    out.push_str(document.get(copied..)?);
    Some(out)
}

/// A link in a document, and the range of its source in bytes.
type DocumentLink = (OwnedLink, std::ops::Range<usize>);

fn document_links(
    py: Python<'_>,
    configured: &Configured,
    document: &Text<'_>,
    skip: Option<&str>,
) -> PyResult<Vec<DocumentLink>> {
    let finder = &configured.finder;
    if document.as_str().len() < DETACH_LEN && is_plain(document.as_str()) {
        let links = finder.find_iter(document.as_str());
        return Ok(links
            .map(|link| (link.into_owned(), link.range()))
            .collect());
    }
    let settings = settings(skip)?;
    let found = py.detach(|| {
        let mut found: Vec<DocumentLink> = Vec::new();
        let on_link = |link: &linkspan::Link<'_>, span: linkspan::render::SourceSpan| {
            let offset = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX);
            let range = offset(span.bytes.start)..offset(span.bytes.end);
            found.push((link.into_owned(), range));
        };
        let mut lister = HtmlRewriter::list_links(finder, settings, on_link);
        lister.write(document.as_str())?;
        lister.end()?;
        Ok::<_, HtmlError>(found)
    });
    found.map_err(value_error)
}

/// The document with the links that callbacks choose.
fn rewrite_each(
    py: Python<'_>,
    configured: &Configured,
    document: &Text<'_>,
    found: Vec<DocumentLink>,
    appearance: &Appearance<'_>,
) -> PyResult<String> {
    let suffixes = own_suffixes(&configured.finder, configured.has_own_suffixes);
    let mut offsets = document.offsets();
    let mut out = String::with_capacity(document.as_str().len());
    let mut copied = 0;
    let slice = |range: std::ops::Range<usize>| document.as_str().get(range).unwrap_or_default();
    for (owned, source) in found {
        let link = owned.as_link();
        let href = link.href();
        if is_script(&href) {
            continue;
        }
        let start = offsets.convert(source.start);
        let place = start.index..offsets.convert(source.end).index;
        let object = Bound::new(py, Link::at(&link, place, start.byte, suffixes))?;
        let shown = appearance.show.link_text(&link);
        let attributes = initial_attributes(py, &link, &href, &shown, appearance)?;
        let Some(attributes) = call(&appearance.callbacks, attributes, &object)? else {
            continue;
        };
        out.push_str(slice(copied..source.start));
        let written = (shown == link.as_str()).then(|| slice(source.clone()));
        if write_anchor(&attributes, &shown, written, appearance, &mut out)? {
            copied = source.end;
        } else {
            copied = source.start;
        }
    }
    out.push_str(slice(copied..document.as_str().len()));
    Ok(out)
}

fn initial_attributes<'py>(
    py: Python<'py>,
    link: &linkspan::Link<'_>,
    href: &str,
    shown: &str,
    appearance: &Appearance<'_>,
) -> PyResult<Bound<'py, PyDict>> {
    let attributes = PyDict::new(py);
    attributes.set_item("href", href)?;
    if appearance.rel != Rel::NONE {
        attributes.set_item("rel", appearance.rel.to_string())?;
    }
    if let Some(target) = &appearance.target {
        attributes.set_item("target", target)?;
    }
    if !appearance.class.is_empty() {
        attributes.set_item("class", &appearance.class)?;
    }
    match &appearance.title {
        Title::Readable => attributes.set_item("title", link.display())?,
        Title::Text(title) => attributes.set_item("title", title)?,
        _ => {}
    }
    for (name, value) in &appearance.attributes {
        attributes.set_item(name.as_str(), value)?;
    }
    attributes.set_item(TEXT_KEY, shown)?;
    Ok(attributes)
}

/// Calls the callbacks one after the other. `None` if one of them wants no link.
fn call<'py>(
    callbacks: &[Bound<'py, PyAny>],
    mut attributes: Bound<'py, PyDict>,
    link: &Bound<'py, Link>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    for callback in callbacks {
        let chosen = callback.call1((attributes, link))?;
        if chosen.is_none() {
            return Ok(None);
        }
        attributes = chosen
            .cast_into::<PyDict>()
            .map_err(|error| type_error("a dict or None from a callback", &error.into_inner()))?;
    }
    Ok(Some(attributes))
}

/// Writes a link with the attributes that callbacks chose. Returns `false` if its target runs a script.
fn write_anchor(
    attributes: &Bound<'_, PyDict>,
    shown: &str,
    written: Option<&str>,
    appearance: &Appearance<'_>,
    out: &mut String,
) -> PyResult<bool> {
    let mut tag = String::from("<a");
    let mut text = String::from(shown);
    for (name, value) in attributes {
        let name = name.extract::<String>()?;
        let value = value.extract::<String>();
        let value = value.map_err(|_| {
            PyValueError::new_err(format!("expected a str for the attribute '{name}'"))
        })?;
        if name == TEXT_KEY {
            text = value;
            continue;
        }
        if name == "href" && is_script(&value) {
            return Ok(false);
        }
        if !ANCHOR_ATTRIBUTES.contains(&name.as_str()) {
            AttributeName::new(name.clone()).map_err(value_error)?;
        }
        let _ = write!(tag, " {name}=\"{}\"", escape(&value));
    }
    let is_isolated = appearance.isolation.applies_to(&text);
    if is_isolated {
        out.push_str("<bdi>");
    }
    out.push_str(&tag);
    out.push('>');
    match written {
        // Character references stay as they are.
        Some(written) if text == shown => out.push_str(written),
        _ => out.push_str(&escape(&text)),
    }
    out.push_str("</a>");
    if is_isolated {
        out.push_str("</bdi>");
    }
    Ok(true)
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Whether a browser runs a script when it follows an address. Browsers ignore tabs, line ends, and leading spaces and
/// control characters.
fn is_script(href: &str) -> bool {
    let is_kept = |c: &char| !matches!(c, '\t' | '\n' | '\r');
    let read: String = href.chars().filter(is_kept).collect();
    linkspan::render::runs_script(read.trim_start_matches(|c| c <= ' '))
}

/// Whether a browser runs a script when it follows an address.
#[pyfunction]
#[pyo3(name = "_runs_script")]
pub(crate) fn runs_script(href: &str) -> bool {
    is_script(href)
}

/// A Markdown document with links.
pub(crate) fn linkified_markdown<'py>(
    configured: &Configured,
    markdown: &Bound<'py, PyString>,
    style: &str,
) -> PyResult<Bound<'py, PyString>> {
    let py = markdown.py();
    let style = match style {
        "angle" => MarkdownLinkStyle::Angle,
        "readable" => MarkdownLinkStyle::Readable,
        _ => return Err(unexpected_value("style", &["angle", "readable"], style)),
    };
    let document = Text::new(markdown)?;
    let finder = &configured.finder;
    let written =
        py.detach(|| rewrite_markdown(finder, document.as_str(), style, markdown_options()));
    document.restore(py, &written)
}

/// A text as HTML with its links. The text is escaped, so none of it is read as markup.
///
/// ``rel``, ``target``, ``class_``, ``title``, ``attributes``, ``show``, ``newlines`` and ``isolation`` say what links look
/// like; other options are those of :class:`Finder`.
///
/// >>> import linkspan
/// >>> linkspan.linkify("<script>alert('a.com')</script>", rel=None)
/// '&lt;script&gt;alert(&#39;<a href="https://a.com">a.com</a>&#39;)&lt;/script&gt;'
/// >>> linkspan.linkify("example.com/a/long/path", rel="ugc", target="_blank", class_="auto", show=13)
/// '<a href="https://example.com/a/long/path" rel="ugc" target="_blank" class="auto">example.com/…</a>'
#[pyfunction]
#[pyo3(signature = (text, /, **options))]
pub(crate) fn linkify<'py>(
    text: &Bound<'py, PyString>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyString>> {
    let (appearance, options) = Appearance::of_function(options, Input::Text)?;
    render_text(&Configured::of(options.as_ref())?, text, &appearance)
}

/// An HTML document or fragment with links in its text. Everything else stays as it is, byte for byte. It is not
/// sanitized: run a sanitizer first if you do not trust its author.
///
/// Each of the ``callbacks`` is called with a dictionary of attributes, in which ``"_text"`` is the text, and the link.
/// It returns the dictionary, or ``None`` for no link. ``skip_tags`` are elements, or CSS selectors, whose text is not
/// searched; by default those with code, and those in which users do not expect links. Existing links are left alone.
///
/// >>> import linkspan
/// >>> def away(attributes, link):
/// ...     if link.domain == "example.com":
/// ...         return None
/// ...     return attributes | {"href": "/away?to=" + attributes["href"], "class": "away"}
/// >>> linkspan.linkify_html("<p>www.example.com, example.org</p>", callbacks=[away], rel=None)
/// '<p>www.example.com, <a href="/away?to=https://example.org" class="away">example.org</a></p>'
/// >>> linkspan.linkify_html("<i>a.com</i> <pre>b.com</pre>", skip_tags=["i"], rel=None)
/// '<i>a.com</i> <pre><a href="https://b.com">b.com</a></pre>'
#[pyfunction]
#[pyo3(signature = (html, /, **options))]
pub(crate) fn linkify_html<'py>(
    html: &Bound<'py, PyString>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyString>> {
    let (appearance, options) = Appearance::of_function(options, Input::Html)?;
    rewrite(&Configured::of(options.as_ref())?, html, &appearance)
}

/// A Markdown document with its bare links written as links. ``style`` is ``"angle"``, or ``"readable"`` for the readable
/// form as text. Other options are those of :class:`Finder`.
///
/// >>> import linkspan
/// >>> linkspan.linkify_markdown("See https://a.com/%C3%A4.", style="readable")
/// 'See [https://a.com/ä](<https://a.com/%C3%A4>).'
#[pyfunction]
#[pyo3(signature = (markdown, /, *, style = "angle", **options))]
pub(crate) fn linkify_markdown<'py>(
    markdown: &Bound<'py, PyString>,
    style: &str,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyString>> {
    linkified_markdown(&Configured::of(options)?, markdown, style)
}

/// The links of an HTML document. Their offsets are those of their source, in which characters may be escaped.
#[pyfunction]
#[pyo3(name = "_html_links", signature = (finder, html, skip_tags = None, /))]
pub(crate) fn html_links(
    py: Python<'_>,
    finder: &Bound<'_, Finder>,
    html: &Bound<'_, PyString>,
    skip_tags: Option<Vec<String>>,
) -> PyResult<Vec<Link>> {
    let configured = &finder.get().configured;
    let document = Text::new(html)?;
    let skip = skip_tags.map(|tags| tags.join(", "));
    check_selectors(skip.as_deref())?;
    let found = document_links(py, configured, &document, skip.as_deref())?;
    let suffixes = own_suffixes(&configured.finder, configured.has_own_suffixes);
    let mut offsets = document.offsets();
    let links = found.into_iter().map(|(owned, source)| {
        let start = offsets.convert(source.start);
        let place = start.index..offsets.convert(source.end).index;
        Link::at(&owned.as_link(), place, start.byte, suffixes)
    });
    Ok(links.collect())
}
