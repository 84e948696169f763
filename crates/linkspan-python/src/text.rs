//! A Python text as the library searches it, and offsets in the unit of Python.
//!
//! A `str` is a sequence of code points, and some of them may be lone surrogates, which UTF-8 cannot express. Each of
//! these is replaced by a control character, which has two properties: no link contains it, and it is one code point.
//! So links are those of the texts between surrogates, and offsets in code points are unchanged.

use std::borrow::Cow;
use std::ops::Range;

use pyo3::exceptions::{PyTypeError, PyUnicodeEncodeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyString};

/// The character that stands for a lone surrogate. Hardly any text contains it for another reason.
const STAND_IN: char = '\u{80}';

/// Texts with fewer bytes are searched in less time than it takes to release the interpreter lock and get it back.
pub(crate) const DETACH_LEN: usize = 4096;

/// A `str`.
pub(crate) struct Text<'a> {
    utf8: Cow<'a, str>,
    /// The byte offsets in `utf8` of the stand-ins, and the surrogates, in order.
    surrogates: Vec<(usize, u16)>,
    is_ascii: bool,
}

impl<'a> Text<'a> {
    /// The text of a `str`. UTF-8 that the object has already is borrowed.
    pub(crate) fn new(text: &'a Bound<'_, PyString>) -> PyResult<Self> {
        match text.to_str() {
            Ok(utf8) => Ok(Self {
                is_ascii: utf8.len() == text.code_point_len()?,
                utf8: Cow::Borrowed(utf8),
                surrogates: Vec::new(),
            }),
            Err(error) if error.is_instance_of::<PyUnicodeEncodeError>(text.py()) => {
                Self::with_surrogates(text)
            }
            Err(error) => Err(error),
        }
    }

    fn with_surrogates(text: &Bound<'_, PyString>) -> PyResult<Self> {
        let arguments = ("utf-8", "surrogatepass");
        let encoded = text.call_method1(intern!(text.py(), "encode"), arguments)?;
        let encoded = encoded.cast::<PyBytes>()?.as_bytes();
        let mut replaced = String::with_capacity(encoded.len());
        let mut surrogates = Vec::new();
        let mut rest = encoded;
        while !rest.is_empty() {
            let valid = match std::str::from_utf8(rest) {
                Ok(valid) => valid,
                Err(error) => {
                    let valid = rest.get(..error.valid_up_to()).unwrap_or_default();
                    std::str::from_utf8(valid).unwrap_or_default()
                }
            };
            replaced.push_str(valid);
            rest = rest.get(valid.len()..).unwrap_or_default();
            // What is left starts with the three bytes of a surrogate: 1110_1101, 101x_xxxx, 10xx_xxxx.
            if let [_, second, third, after @ ..] = rest {
                let bits = u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F);
                surrogates.push((replaced.len(), 0xD000 | bits));
                replaced.push(STAND_IN);
                rest = after;
            }
        }
        Ok(Self {
            utf8: Cow::Owned(replaced),
            surrogates,
            is_ascii: false,
        })
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.utf8
    }

    /// The lone surrogates, each with the number of characters before it.
    pub(crate) fn surrogates(&self) -> Vec<(usize, u16)> {
        let mut offsets = self.offsets();
        let surrogates = self.surrogates.iter();
        surrogates
            .map(|&(at, surrogate)| (offsets.convert(at).index, surrogate))
            .collect()
    }

    /// The same text, independent of this borrow. `backed` is the text of the object itself.
    pub(crate) fn into_owned(
        self,
        backed: impl FnOnce() -> PyResult<PyBackedStr>,
    ) -> PyResult<OwnedText> {
        Ok(OwnedText {
            utf8: match self.utf8 {
                Cow::Owned(text) => Backing::Replaced(text),
                Cow::Borrowed(_) => Backing::Object(backed()?),
            },
            surrogates: self.surrogates,
            is_ascii: self.is_ascii,
        })
    }

    pub(crate) fn offsets(&self) -> Offsets<'_> {
        Offsets::new(&self.utf8, &self.surrogates, self.is_ascii)
    }

    /// The `str` of a text that was made of this one by inserting and escaping, with its lone surrogates.
    pub(crate) fn restore<'py>(
        &self,
        py: Python<'py>,
        made: &str,
    ) -> PyResult<Bound<'py, PyString>> {
        if self.surrogates.is_empty() {
            return Ok(PyString::new(py, made));
        }
        // Stand-ins keep their order, also those that are characters of the text itself.
        let mut surrogates = self.surrogates.iter().peekable();
        let mut originals = self.utf8.match_indices(STAND_IN).map(|(at, _)| {
            surrogates
                .next_if(|(surrogate_at, _)| *surrogate_at == at)
                .map(|&(_, surrogate)| surrogate)
        });
        let mut pieces = made.split(STAND_IN);
        let mut encoded = Vec::with_capacity(made.len());
        encoded.extend_from_slice(pieces.next().unwrap_or_default().as_bytes());
        for piece in pieces {
            match originals.next().flatten() {
                Some(surrogate) => encoded.extend_from_slice(&surrogate_bytes(surrogate)),
                None => encoded.extend_from_slice(STAND_IN.encode_utf8(&mut [0; 2]).as_bytes()),
            }
            encoded.extend_from_slice(piece.as_bytes());
        }
        decode(py, &encoded)
    }
}

/// Decodes UTF-8 in which lone surrogates are encoded, too.
pub(crate) fn decode<'py>(py: Python<'py>, encoded: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let arguments = ("utf-8", "surrogatepass");
    let decoded = PyBytes::new(py, encoded).call_method1(intern!(py, "decode"), arguments)?;
    Ok(decoded.cast_into()?)
}

/// A surrogate in the form of UTF-8.
pub(crate) fn surrogate_bytes(surrogate: u16) -> [u8; 3] {
    let low = |bits: u16| 0x80 | (bits & 0x3F) as u8;
    [0xED, low(surrogate >> 6), low(surrogate)]
}

/// A `str`, kept alive.
pub(crate) struct OwnedText {
    utf8: Backing,
    surrogates: Vec<(usize, u16)>,
    is_ascii: bool,
}

enum Backing {
    Object(PyBackedStr),
    Replaced(String),
}

impl OwnedText {
    pub(crate) fn as_str(&self) -> &str {
        match &self.utf8 {
            Backing::Object(text) => text,
            Backing::Replaced(text) => text,
        }
    }

    pub(crate) fn offsets(&self) -> Offsets<'_> {
        Offsets::new(self.as_str(), &self.surrogates, self.is_ascii)
    }
}

/// An offset in both units.
#[derive(Clone, Copy, Default)]
pub(crate) struct Offset {
    /// In code points, as Python counts.
    pub(crate) index: usize,
    /// In bytes of UTF-8, with three bytes for each lone surrogate.
    pub(crate) byte: usize,
}

/// Converts byte offsets of a text. Ascending offsets are converted in one pass.
#[derive(Clone, Copy)]
pub(crate) struct Offsets<'t> {
    text: &'t str,
    surrogates: &'t [(usize, u16)],
    is_ascii: bool,
    last: Offset,
    last_byte: usize,
}

impl<'t> Offsets<'t> {
    fn new(text: &'t str, surrogates: &'t [(usize, u16)], is_ascii: bool) -> Self {
        Self {
            text,
            surrogates,
            is_ascii,
            last: Offset::default(),
            last_byte: 0,
        }
    }

    pub(crate) fn convert(&mut self, byte: usize) -> Offset {
        if self.is_ascii {
            return Offset { index: byte, byte };
        }
        if byte < self.last_byte {
            self.last = Offset::default();
            self.last_byte = 0;
        }
        let between = self.text.get(self.last_byte..byte).unwrap_or_default();
        let index = self.last.index + between.chars().count();
        let before = |limit| self.surrogates.partition_point(|&(at, _)| at < limit);
        // A stand-in has two bytes.
        let byte_offset = byte + before(byte);
        self.last_byte = byte;
        self.last = Offset {
            index,
            byte: byte_offset,
        };
        self.last
    }

    /// Converts a range to code points.
    pub(crate) fn indices(&mut self, range: Range<usize>) -> (usize, usize) {
        (
            self.convert(range.start).index,
            self.convert(range.end).index,
        )
    }
}

/// The byte offset of a code point, in a text. One past the end counts as the end.
pub(crate) fn byte_offset(text: &str, index: usize) -> usize {
    let mut offsets = text.char_indices().map(|(at, _)| at);
    offsets.nth(index).unwrap_or(text.len())
}

/// The error for an argument that is neither `str` nor `bytes`.
pub(crate) fn expected_text(found: &Bound<'_, PyAny>) -> PyErr {
    type_error("str or bytes", found)
}

/// The error for an argument of another type than expected.
pub(crate) fn type_error(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    match found.get_type().qualname() {
        Ok(name) => PyTypeError::new_err(format!("expected {expected}, found {name}")),
        Err(error) => error,
    }
}
