//! Links as Python objects.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;

use linkspan::Finder;
use linkspan::find::{BytesLink, OwnedLink};
use linkspan::suffix::SuffixList;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::Deserialize as _;
use serde::de::value::{Error as FieldError, MapDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};

use crate::options::unexpected_value;
use crate::text::Offsets;

/// The unit of `start` and `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Unit {
    CodePoints,
    Bytes,
}

/// The registrable domain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Domain {
    /// By the embedded list, computed when it is asked for.
    Embedded,
    /// By another list, which the link does not keep: its byte range in the link.
    Known(Option<Range<usize>>),
}

/// A link in a text, with its parts.
///
/// ``start`` and ``end`` are indices into the ``str`` that was searched, so ``text[link.start:link.end]`` is
/// ``link.text``. For ``bytes``, they are byte offsets. Links are immutable, comparable, hashable, and can be pickled.
///
/// >>> import linkspan
/// >>> link, = linkspan.find("siehe bücher.example.com:8080/größe?seite=2!")
/// >>> link.start, link.end, link.text
/// (6, 43, 'bücher.example.com:8080/größe?seite=2')
/// >>> link.href
/// 'https://xn--bcher-kva.example.com:8080/gr%C3%B6%C3%9Fe?seite=2'
/// >>> link.host, link.domain, link.port, link.path, link.query
/// ('bücher.example.com', 'example.com', '8080', '/größe', 'seite=2')
#[pyclass(frozen, module = "linkspan")]
#[derive(Debug)]
pub(crate) struct Link {
    owned: OwnedLink,
    start: usize,
    end: usize,
    byte_start: usize,
    unit: Unit,
    domain: Domain,
}

impl Link {
    /// The link of a `str`.
    pub(crate) fn new(
        link: &linkspan::Link<'_>,
        offsets: &mut Offsets<'_>,
        own_suffixes: Option<&SuffixList>,
    ) -> Self {
        let start = offsets.convert(link.start());
        let end = offsets.convert(link.end());
        Self {
            start: start.index,
            end: end.index,
            byte_start: start.byte,
            unit: Unit::CodePoints,
            domain: domain(link, own_suffixes),
            owned: link.into_owned(),
        }
    }

    /// The link of bytes.
    pub(crate) fn of_bytes(found: &BytesLink<'_>, own_suffixes: Option<&SuffixList>) -> Self {
        let range = found.range();
        Self {
            start: range.start,
            end: range.end,
            byte_start: range.start,
            unit: Unit::Bytes,
            domain: domain(found.as_link(), own_suffixes),
            owned: found.as_link().into_owned(),
        }
    }

    /// A link whose source is at a range of a document, in which it may be written differently.
    pub(crate) fn at(
        link: &linkspan::Link<'_>,
        range: Range<usize>,
        byte_start: usize,
        own_suffixes: Option<&SuffixList>,
    ) -> Self {
        Self {
            start: range.start,
            end: range.end,
            byte_start,
            unit: Unit::CodePoints,
            domain: domain(link, own_suffixes),
            owned: link.into_owned(),
        }
    }

    /// The link as the library sees it, in a text that consists of it.
    pub(crate) fn as_link(&self) -> linkspan::Link<'_> {
        self.owned.as_link()
    }

    /// The byte range of a part in the text of the link. `None` if it is absent.
    fn part(&self, name: &str) -> PyResult<Option<Range<usize>>> {
        const NAMES: &[&str] = &[
            "scheme",
            "userinfo",
            "local_part",
            "host",
            "domain",
            "port",
            "path",
            "query",
            "fragment",
            "directive",
        ];
        let link = self.as_link();
        Ok(match name {
            "scheme" => link.scheme_range(),
            "userinfo" => link.userinfo_range(),
            "local_part" => link.local_part_range(),
            "host" => Some(link.host_range()),
            "domain" => self.domain_range(),
            "port" => link.port_range(),
            "path" => Some(link.path_range()),
            "query" => link.query_range(),
            "fragment" => link.fragment_range(),
            "directive" => link.directive_range(),
            _ => return Err(unexpected_value("part", NAMES, name)),
        })
    }

    fn domain_range(&self) -> Option<Range<usize>> {
        match &self.domain {
            Domain::Known(range) => range.clone(),
            Domain::Embedded => domain_range(&self.as_link(), SuffixList::embedded()),
        }
    }

    /// Whether both have the same kind and parts. The scheme that a link would have without a written one does not
    /// matter, so links of the library are not compared themselves.
    fn has_parts_of(&self, other: &Self) -> bool {
        let (one, two) = (self.as_link(), other.as_link());
        self.owned.kind() == other.owned.kind()
            && self.domain == other.domain
            && one.scheme_range() == two.scheme_range()
            && one.userinfo_range() == two.userinfo_range()
            && one.local_part_range() == two.local_part_range()
            && one.host_range() == two.host_range()
            && one.path_range() == two.path_range()
            && one.query_range() == two.query_range()
            && one.fragment_range() == two.fragment_range()
            && one.directive_range() == two.directive_range()
    }

    fn characters(&self, byte: usize) -> usize {
        let before = self.owned.as_str().get(..byte).unwrap_or_default();
        before.chars().count()
    }
}

fn domain(link: &linkspan::Link<'_>, own_suffixes: Option<&SuffixList>) -> Domain {
    match own_suffixes {
        None => Domain::Embedded,
        Some(suffixes) => Domain::Known(domain_range(&link.into_owned().as_link(), suffixes)),
    }
}

/// The range of the registrable domain, which is at the end of the host, except for a root dot.
fn domain_range(link: &linkspan::Link<'_>, suffixes: &SuffixList) -> Option<Range<usize>> {
    let domain = link.registrable_domain(suffixes)?;
    let host = link.host_range();
    let at = link.host().rfind(domain)?;
    Some(host.start + at..host.start + at + domain.len())
}

#[pymethods]
impl Link {
    /// The index of the first character, for ``bytes`` of the first byte.
    #[getter]
    fn start(&self) -> usize {
        self.start
    }

    /// The index after the last character, for ``bytes`` after the last byte.
    #[getter]
    fn end(&self) -> usize {
        self.end
    }

    /// The offset of the first byte in the UTF-8 of the text. A lone surrogate counts as three bytes, as in the error
    /// handler ``surrogatepass``.
    #[getter]
    fn byte_start(&self) -> usize {
        self.byte_start
    }

    /// The offset after the last byte in the UTF-8 of the text.
    #[getter]
    fn byte_end(&self) -> usize {
        self.byte_start + self.owned.as_str().len()
    }

    /// The link as written.
    #[getter]
    fn text(&self) -> &str {
        self.owned.as_str()
    }

    /// ``"url"`` or ``"email"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.owned.kind().as_str()
    }

    /// The target in ASCII, with the written or implied scheme.
    #[getter]
    fn href(&self) -> std::borrow::Cow<'_, str> {
        self.owned.href()
    }

    /// The form for people: the host in Unicode, and as few escapes as possible.
    #[getter]
    fn display(&self) -> std::borrow::Cow<'_, str> {
        self.owned.display()
    }

    /// The scheme as written, without the ``:`` after it. ``None`` if absent.
    #[getter]
    fn scheme(&self) -> Option<&str> {
        slice(&self.owned, self.as_link().scheme_range())
    }

    /// The user name and password of a URL. ``None`` if absent.
    #[getter]
    fn userinfo(&self) -> Option<&str> {
        slice(&self.owned, self.as_link().userinfo_range())
    }

    /// What precedes the ``@`` of an email address. ``None`` for a URL.
    #[getter]
    fn local_part(&self) -> Option<&str> {
        slice(&self.owned, self.as_link().local_part_range())
    }

    /// The host as written. Empty if absent, as in ``file:///path``.
    #[getter]
    fn host(&self) -> &str {
        slice(&self.owned, Some(self.as_link().host_range())).unwrap_or_default()
    }

    /// The registrable domain of the host as written: its public suffix and one more label. ``None`` if the host is an
    /// address or a public suffix.
    #[getter]
    fn domain(&self) -> Option<&str> {
        slice(&self.owned, self.domain_range())
    }

    /// The port as written. ``None`` if absent.
    #[getter]
    fn port(&self) -> Option<&str> {
        slice(&self.owned, self.as_link().port_range())
    }

    /// The path with its leading ``/``. Empty if absent.
    #[getter]
    fn path(&self) -> &str {
        slice(&self.owned, Some(self.as_link().path_range())).unwrap_or_default()
    }

    /// The query without the ``?``. ``None`` if absent.
    #[getter]
    fn query(&self) -> Option<&str> {
        slice(&self.owned, self.as_link().query_range())
    }

    /// The fragment without the ``#`` and without directives. ``None`` if absent.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        slice(&self.owned, self.as_link().fragment_range())
    }

    /// What follows the first ``:~:`` of the fragment. ``None`` if absent.
    #[getter]
    fn directive(&self) -> Option<&str> {
        slice(&self.owned, self.as_link().directive_range())
    }

    /// Where the link or one of its parts is, in the unit of ``start`` and ``end``. ``None`` if the part is absent.
    ///
    /// >>> import linkspan
    /// >>> link, = linkspan.find("→ https://example.com/a")
    /// >>> link.span(), link.span("host"), link.span("port")
    /// ((2, 23), (10, 21), None)
    #[pyo3(signature = (part = None, /))]
    fn span(&self, part: Option<&str>) -> PyResult<Option<(usize, usize)>> {
        let Some(part) = part else {
            return Ok(Some((self.start, self.end)));
        };
        let range = self.part(part)?;
        Ok(range.map(|range| match self.unit {
            Unit::Bytes => (self.start + range.start, self.start + range.end),
            Unit::CodePoints => {
                let convert = |byte| self.start + self.characters(byte);
                (convert(range.start), convert(range.end))
            }
        }))
    }

    /// Where the link or one of its parts is in the UTF-8 of the text. ``None`` if the part is absent.
    ///
    /// >>> import linkspan
    /// >>> link, = linkspan.find("→ https://example.com/a")
    /// >>> link.byte_span(), link.byte_span("host")
    /// ((4, 25), (12, 23))
    #[pyo3(signature = (part = None, /))]
    fn byte_span(&self, part: Option<&str>) -> PyResult<Option<(usize, usize)>> {
        let Some(part) = part else {
            return Ok(Some((self.byte_start, self.byte_end())));
        };
        let range = self.part(part)?;
        Ok(range.map(|range| (self.byte_start + range.start, self.byte_start + range.end)))
    }

    fn __str__(&self) -> &str {
        self.owned.as_str()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = pyo3::types::PyString::new(py, self.owned.as_str()).repr()?;
        let (start, end, kind) = (self.start, self.end, self.kind());
        Ok(format!("<Link {kind} {start}:{end} {text}>"))
    }

    fn __eq__(&self, other: &Self) -> bool {
        (self.start, self.end, self.byte_start, self.unit)
            == (other.start, other.end, other.byte_start, other.unit)
            && self.text() == other.text()
            && self.has_parts_of(other)
            && self.href() == other.href()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.start, self.end, self.owned.as_str()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let module = PyModule::import(py, "linkspan._linkspan")?;
        let domain = match &self.domain {
            Domain::Embedded => None,
            Domain::Known(range) => Some(range.as_ref().map(|range| (range.start, range.end))),
        };
        let state = (
            (
                self.start,
                self.end,
                self.byte_start,
                self.unit == Unit::Bytes,
            ),
            (self.owned.start(), self.kind(), self.text(), self.href()),
            domain.map(|range| (range,)),
        );
        Ok((module.getattr("_restore_link")?, state.into_pyobject(py)?))
    }
}

fn slice(link: &OwnedLink, range: Option<Range<usize>>) -> Option<&str> {
    link.as_str().get(range?)
}

/// Restores a link that was pickled.
#[pyfunction]
#[pyo3(name = "_restore_link")]
pub(crate) fn restore_link(
    place: (usize, usize, usize, bool),
    fields: (u64, String, String, String),
    domain: Option<(Option<(usize, usize)>,)>,
) -> PyResult<Link> {
    let (start, end, byte_start, is_bytes) = place;
    let (link_start, kind, text, href) = fields;
    let fields = [
        ("start", Field::Number(link_start)),
        (
            "end",
            Field::Number(link_start.saturating_add(text.len() as u64)),
        ),
        ("kind", Field::Text(kind)),
        ("text", Field::Text(text)),
        ("href", Field::Text(href)),
    ];
    let fields = MapDeserializer::new(fields.into_iter());
    let owned = OwnedLink::deserialize(fields)
        .map_err(|error: FieldError| PyValueError::new_err(error.to_string()))?;
    Ok(Link {
        owned,
        start,
        end,
        byte_start,
        unit: if is_bytes {
            Unit::Bytes
        } else {
            Unit::CodePoints
        },
        domain: match domain {
            None => Domain::Embedded,
            Some((range,)) => Domain::Known(range.map(|(start, end)| start..end)),
        },
    })
}

/// The value of a field of a pickled link.
pub(crate) enum Field {
    Number(u64),
    Text(String),
}

impl IntoDeserializer<'_, FieldError> for Field {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Field {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self {
            Self::Number(number) => visitor.visit_u64(number),
            Self::Text(text) => visitor.visit_string(text),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The suffix list of a finder, if it is not the embedded one.
pub(crate) fn own_suffixes(finder: &Finder, has_own: bool) -> Option<&SuffixList> {
    has_own.then(|| finder.suffixes())
}
