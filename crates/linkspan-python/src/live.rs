//! Links in a text that changes. The text is a rope, so indices and edits take logarithmic time.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use linkspan::live::{self, Edit, LiveLinks, TextSource};
use linkspan::options::Linking;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use ropey::Rope;

use crate::finder::Finder;
use crate::link::{Link, own_suffixes};
use crate::options::Configured;
use crate::text::{Text, decode, surrogate_bytes};
use crate::types::Record;

/// Identifies a link of a :class:`LiveText` as long as its text is unchanged, wherever it moves.
#[pyclass(frozen, eq, ord, hash, module = "linkspan")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LinkId(live::LinkId);

/// A link of a :class:`LiveText`: its id, and where it is.
#[pyclass(frozen, eq, hash, module = "linkspan")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct LiveLink {
    link: live::LiveLink,
    start: usize,
    end: usize,
}

#[pymethods]
impl LiveLink {
    /// The id, which stays the same while the link moves.
    #[getter]
    fn id(&self) -> LinkId {
        LinkId(self.link.id())
    }

    /// The index of the first character.
    #[getter]
    fn start(&self) -> usize {
        self.start
    }

    /// The index after the last character.
    #[getter]
    fn end(&self) -> usize {
        self.end
    }

    /// ``"url"`` or ``"email"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.link.kind().as_str()
    }

    fn __repr__(&self) -> String {
        format!("<LiveLink {} {}:{}>", self.kind(), self.start, self.end)
    }
}

/// A decision that a string is not a link, independent of where it is. It is stored with the text.
///
/// >>> from linkspan import LiveText, Unlinked
/// >>> live = LiveText("see example.com")
/// >>> changes = live.unlink(4, 15)
/// >>> stored, = live.unlinked()
/// >>> stored.as_dict()
/// {'text': 'example.com', 'before': 'see ', 'after': '', 'occurrence': 0}
/// >>> Unlinked(**stored.as_dict()) == stored
/// True
#[pyclass(frozen, eq, hash, module = "linkspan")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Unlinked(live::Unlinked);

#[pymethods]
impl Unlinked {
    #[new]
    #[pyo3(signature = (*, text, before = "", after = "", occurrence = 0))]
    fn new(text: String, before: &str, after: &str, occurrence: usize) -> PyResult<Self> {
        use serde::de::IntoDeserializer as _;
        // The library's type has no other constructor.
        let fields = [
            ("text", text.as_str()),
            ("before", before),
            ("after", after),
        ];
        let fields = fields.map(|(name, value)| (name, crate::link::Field::Text(value.into())));
        let number = crate::link::Field::Number(occurrence as u64);
        let fields = fields.into_iter().chain([("occurrence", number)]);
        let fields = serde::de::value::MapDeserializer::new(fields);
        let unlinked = serde::Deserialize::deserialize(fields.into_deserializer());
        unlinked
            .map(Self)
            .map_err(|error: serde::de::value::Error| PyValueError::new_err(error.to_string()))
    }

    /// The string.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    /// The fields, which can be written as JSON.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        fields.set_item("text", &self.0.text)?;
        fields.set_item("before", &self.0.before)?;
        fields.set_item("after", &self.0.after)?;
        fields.set_item("occurrence", self.0.occurrence)?;
        Ok(fields)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "<Unlinked {}>",
            PyString::new(py, &self.0.text).repr()?
        ))
    }
}

/// The text, and its links.
struct State {
    text: Rope,
    /// The lone surrogates of the text by their indices, in order. The rope has a control character for each.
    surrogates: Vec<(usize, u16)>,
    links: LiveLinks,
    has_own_suffixes: bool,
}

/// A rope as the library reads it.
struct Source<'t>(&'t Rope);

impl TextSource for Source<'_> {
    fn len(&self) -> usize {
        self.0.len_bytes()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        match self.0.get_byte_slice(range) {
            Some(slice) => slice.into(),
            None => Cow::Borrowed(""),
        }
    }

    fn floor_char_boundary(&self, offset: usize) -> usize {
        let offset = offset.min(self.0.len_bytes());
        let character = self.0.try_byte_to_char(offset);
        let start = character.and_then(|character| self.0.try_char_to_byte(character));
        start.unwrap_or_default()
    }
}

impl State {
    fn byte(&self, index: usize) -> usize {
        let end = self.text.len_bytes();
        self.text.try_char_to_byte(index).unwrap_or(end)
    }

    fn index(&self, byte: usize) -> usize {
        let end = self.text.len_chars();
        self.text.try_byte_to_char(byte).unwrap_or(end)
    }

    fn live_link(&self, link: live::LiveLink) -> LiveLink {
        let range = link.range();
        LiveLink {
            start: self.index(range.start),
            end: self.index(range.end),
            link,
        }
    }

    /// The changes, with the number of characters after which links move.
    fn changes(&self, changes: &live::Changes, shift: (usize, isize)) -> ChangeLists {
        let added = changes.added().iter().cloned();
        ChangeLists {
            removed: changes.removed().iter().copied().map(LinkId).collect(),
            added: added.map(|link| self.live_link(link)).collect(),
            shift,
        }
    }

    fn checked(&self, start: usize, end: usize) -> PyResult<Range<usize>> {
        let len = self.text.len_chars();
        if start <= end && end <= len {
            return Ok(start..end);
        }
        let message = format!(
            "expected a range inside of the {len} characters of the text, found {start}:{end}"
        );
        Err(PyIndexError::new_err(message))
    }

    fn edit(
        &mut self,
        range: &Range<usize>,
        replacement: &str,
        surrogates: Vec<(usize, u16)>,
    ) -> ChangeLists {
        let bytes = self.byte(range.start)..self.byte(range.end);
        let inserted = replacement.chars().count();
        // Indices are inside the text, which `checked` ensured.
        let _ = self.text.try_remove(range.clone());
        let _ = self.text.try_insert(range.start, replacement);
        let by = inserted.wrapping_sub(range.len()).cast_signed();
        self.surrogates.retain(|(at, _)| !range.contains(at));
        for (at, _) in &mut self.surrogates {
            if *at >= range.end {
                *at = at.saturating_add_signed(by);
            }
        }
        let moved = surrogates
            .into_iter()
            .map(|(at, surrogate)| (at + range.start, surrogate));
        self.surrogates.extend(moved);
        self.surrogates.sort_unstable();
        let edit = Edit {
            range: bytes,
            new_len: replacement.len(),
        };
        let changes = self.links.edit(&Source(&self.text), &edit);
        self.changes(&changes, (range.end, by))
    }
}

/// What changed, without Python objects, since the lock must not be held while these are created.
struct ChangeLists {
    removed: Vec<LinkId>,
    added: Vec<LiveLink>,
    shift: (usize, isize),
}

impl ChangeLists {
    fn into_object(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let (shift_from, shift_by) = self.shift;
        Record::Changes.create(py, (self.removed, self.added, shift_from, shift_by))
    }
}

/// A text that changes, and its links: while people type, paste, delete and undo.
///
/// It always has exactly the links that a search of the whole text would find, but an edit examines only the text around
/// it. Indices are characters. The options are those of :class:`Finder`; a finder can also be given itself.
///
/// >>> from linkspan import LiveText
/// >>> live = LiveText("see example.co")
/// >>> changes = live.insert(14, "m")
/// >>> changes.added, len(changes.removed)
/// ([<LiveLink url 4:15>], 1)
/// >>> live.growing(15)
/// <LiveLink url 4:15>
/// >>> changes = live.insert(15, " ")
/// >>> live.growing(16) is None
/// True
/// >>> changes = live.unlink(4, 15)
/// >>> live.links()
/// []
#[pyclass(frozen, module = "linkspan")]
pub(crate) struct LiveText(Mutex<State>);

impl LiveText {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl LiveText {
    #[new]
    #[pyo3(signature = (text = None, /, finder = None, **options))]
    fn new(
        text: Option<&Bound<'_, PyString>>,
        finder: Option<&Bound<'_, Finder>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let configured = match (finder, options) {
            (Some(finder), None) => finder.get().configured.share(),
            (Some(_), Some(_)) => {
                let message = "expected either a finder or options, found both";
                return Err(PyValueError::new_err(message));
            }
            (None, options) => Configured::of(options)?,
        };
        let (text, surrogates) = match text {
            None => (Rope::new(), Vec::new()),
            Some(text) => {
                let text = Text::new(text)?;
                (Rope::from_str(text.as_str()), text.surrogates())
            }
        };
        let links = LiveLinks::new((*configured.finder).clone(), &Source(&text));
        Ok(Self(Mutex::new(State {
            text,
            surrogates,
            links,
            has_own_suffixes: configured.has_own_suffixes,
        })))
    }

    /// The whole text.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let mut encoded = Vec::new();
        {
            let state = self.state();
            let mut copied = 0;
            for &(at, surrogate) in &state.surrogates {
                let between = state.byte(copied)..state.byte(at);
                encoded.extend_from_slice(Source(&state.text).slice(between).as_bytes());
                encoded.extend_from_slice(&surrogate_bytes(surrogate));
                copied = at + 1;
            }
            let rest = state.byte(copied)..state.text.len_bytes();
            encoded.extend_from_slice(Source(&state.text).slice(rest).as_bytes());
        }
        decode(py, &encoded)
    }

    fn __len__(&self) -> usize {
        self.state().text.len_chars()
    }

    /// Replaces the characters from ``start`` to ``end``, and returns what changes.
    #[pyo3(signature = (start, end, replacement, /))]
    fn edit<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        end: usize,
        replacement: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let replacement = Text::new(replacement)?;
        let surrogates = replacement.surrogates();
        let changes = {
            let mut state = self.state();
            let range = state.checked(start, end)?;
            state.edit(&range, replacement.as_str(), surrogates)
        };
        changes.into_object(py)
    }

    /// Inserts a text before the character at ``index``.
    #[pyo3(signature = (index, text, /))]
    fn insert<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        text: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.edit(py, index, index, text)
    }

    /// Deletes the characters from ``start`` to ``end``.
    #[pyo3(signature = (start, end, /))]
    fn delete<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        end: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.edit(py, start, end, &PyString::new(py, ""))
    }

    /// All links, or those that overlap a range, in order.
    #[pyo3(signature = (start = None, end = None, /))]
    fn links(&self, start: Option<usize>, end: Option<usize>) -> Vec<LiveLink> {
        let state = self.state();
        let start = start.map_or(0, |start| state.byte(start));
        let end = end.map_or(usize::MAX, |end| state.byte(end));
        let links = state.links.links_in(start..end);
        links.map(|link| state.live_link(link)).collect()
    }

    /// The link that contains the character at ``index``. ``None`` if there is none.
    #[pyo3(signature = (index, /))]
    fn link_at(&self, index: usize) -> Option<LiveLink> {
        let state = self.state();
        if index >= state.text.len_chars() {
            return None;
        }
        let link = state.links.link_at(state.byte(index))?;
        Some(state.live_link(link))
    }

    /// The link at the caret that may change with the next characters that are typed there. ``None`` if all links are
    /// settled.
    #[pyo3(signature = (caret, /))]
    fn growing(&self, caret: usize) -> Option<LiveLink> {
        let state = self.state();
        let caret = state.byte(caret);
        let link = state.links.growing(&Source(&state.text), caret)?;
        Some(state.live_link(link))
    }

    /// A link with its target and its parts. ``None`` if it was removed.
    #[pyo3(signature = (link, /))]
    fn get(&self, link: &LiveLink) -> Option<Link> {
        let state = self.state();
        let owned = state.links.owned(&Source(&state.text), &link.link)?;
        let suffixes = own_suffixes(state.links.finder(), state.has_own_suffixes);
        let range = owned.range();
        let place = state.index(range.start)..state.index(range.end);
        let before = state
            .surrogates
            .partition_point(|&(at, _)| at < place.start);
        let byte_start = range.start + before;
        Some(Link::at(&owned.as_link(), place, byte_start, suffixes))
    }

    /// Makes the links that overlap a range text. Each of these strings stays text while it is unchanged.
    #[pyo3(signature = (start, end, /))]
    fn unlink<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        end: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let changes = {
            let mut guard = self.state();
            let state = &mut *guard;
            let bytes = state.byte(start)..state.byte(end);
            let changes = state.links.unlink(&Source(&state.text), bytes);
            state.changes(&changes, (0, 0))
        };
        changes.into_object(py)
    }

    /// Makes links again of the unlinked strings that overlap a range.
    #[pyo3(signature = (start, end, /))]
    fn relink<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        end: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let changes = {
            let mut state = self.state();
            let bytes = state.byte(start)..state.byte(end);
            let changes = state.links.relink(bytes);
            state.changes(&changes, (0, 0))
        };
        changes.into_object(py)
    }

    /// The decisions that strings are not links, to be stored with the text.
    fn unlinked(&self) -> Vec<Unlinked> {
        let state = self.state();
        let unlinked = state.links.unlinked(&Source(&state.text));
        unlinked.into_iter().map(Unlinked).collect()
    }

    /// Applies stored decisions to this text, which may have been edited since.
    #[pyo3(signature = (stored, /))]
    fn restore<'py>(
        &self,
        py: Python<'py>,
        stored: Vec<Bound<'py, Unlinked>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stored: Vec<_> = { stored.iter() }
            .map(|unlinked| unlinked.get().0.clone())
            .collect();
        let changes = {
            let mut guard = self.state();
            let state = &mut *guard;
            let changes = state.links.restore(&Source(&state.text), &stored);
            state.changes(&changes, (0, 0))
        };
        changes.into_object(py)
    }

    /// Disables or enables links entirely.
    #[pyo3(signature = (linking, /))]
    fn set_linking<'py>(&self, py: Python<'py>, linking: bool) -> PyResult<Bound<'py, PyAny>> {
        let linking = if linking { Linking::On } else { Linking::Off };
        let changes = {
            let mut state = self.state();
            let changes = state.links.set_linking(linking);
            state.changes(&changes, (0, 0))
        };
        changes.into_object(py)
    }

    /// Uses another finder from now on. The whole text is searched.
    #[pyo3(signature = (finder, /))]
    fn set_finder<'py>(
        &self,
        py: Python<'py>,
        finder: &Bound<'py, Finder>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let configured = &finder.get().configured;
        let changes = {
            let mut guard = self.state();
            let state = &mut *guard;
            state.has_own_suffixes = configured.has_own_suffixes;
            let finder = (*configured.finder).clone();
            let changes = state.links.set_finder(finder, &Source(&state.text));
            state.changes(&changes, (0, 0))
        };
        changes.into_object(py)
    }
}
