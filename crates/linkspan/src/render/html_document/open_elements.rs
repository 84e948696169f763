//! The open elements of a document, from the markup between its texts.
//!
//! The parser says what is text. Whether a text is in an element that is skipped follows from the tags before it, and
//! the parser's selectors answer that, too. But they take as much time per element as the parser itself, since they
//! compare each element with each selector. The elements that are skipped by default are known by their names, so a stack
//! of names is enough.
//!
//! The rules are those of the parser's stack: an element ends at its end tag, or at the end tag of an element that
//! contains it, and other end tags are ignored. SVG and `MathML` have further rules, so documents that contain them are left
//! to selectors ([`has_foreign_content`]). Property tests compare the results with those of selectors.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::collections::HashMap;

use crate::render::skipped_elements::SKIPPED_ELEMENTS;

/// The elements that have no content and no end tag.
const VOID_ELEMENTS: &str =
    "area base basefont bgsound br col embed hr img input keygen link meta param source track wbr";

/// How many open elements are compared with an end tag before their names are looked up in a table.
const MAX_COMPARED: usize = 32;

/// The open elements at a place of the document.
#[derive(Debug)]
pub(super) struct OpenElements {
    names: Vec<Name>,
    /// The outermost open element that is skipped.
    first_skipped: Option<usize>,
    kinds: Kinds,
    /// How often each name is open. It is only needed, and counted from then on, when an end tag has no counterpart
    /// among the innermost elements.
    counts: Option<HashMap<Name, usize>>,
    /// The names that are too long for a number, in lower case.
    long_names: HashMap<String, u64>,
}

/// The name of an element, in lower case: its bytes, if it has at most eight and none of them is zero, otherwise a number
/// whose highest byte occurs in no text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Name(u64);

impl Name {
    /// Names that are not their bytes are numbered from here.
    const FIRST_NUMBER: u64 = 0xFF << 56;

    /// Reads the name at the start of a tag without its `<` or `</`, and returns its length. `None` if the name needs a
    /// number.
    #[inline]
    fn read(tag: &[u8]) -> (Option<Self>, usize) {
        let mut name = 0;
        for (at, &byte) in tag.iter().enumerate() {
            if ends_name(byte) {
                return (Some(Self(name)), at);
            }
            if at == 8 || byte == 0 {
                break;
            }
            name |= u64::from(byte.to_ascii_lowercase()) << (8 * at);
        }
        let end = tag.iter().position(|&byte| ends_name(byte));
        (None, end.unwrap_or(tag.len()))
    }
}

/// The kind of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Ordinary,
    Void,
    Skipped,
}

/// The kinds of elements, by their names. All names have at most eight bytes.
///
/// This is a hash table: most names are ordinary, and most of them are found to be so at once.
#[derive(Debug)]
struct Kinds {
    slots: [(Name, Kind); Self::LEN],
}

impl Kinds {
    const LEN: usize = 128;

    fn new() -> Self {
        let mut slots = [(Name::default(), Kind::Ordinary); Self::LEN];
        let skipped = SKIPPED_ELEMENTS
            .split(", ")
            .map(|name| (name, Kind::Skipped));
        let void = VOID_ELEMENTS.split(' ').map(|name| (name, Kind::Void));
        for (name, kind) in skipped.chain(void) {
            // The end of the name is that of a tag.
            let (name, _) = Name::read(format!("{name}>").as_bytes());
            let name = name.unwrap_or_default();
            let free = Self::probes(name).find(|&slot| slots.get(slot).is_some_and(Self::is_free));
            if let Some(slot) = free.and_then(|slot| slots.get_mut(slot)) {
                *slot = (name, kind);
            }
        }
        Self { slots }
    }

    #[inline]
    fn kind(&self, name: Name) -> Kind {
        for slot in Self::probes(name) {
            match self.slots.get(slot) {
                Some(&(other, kind)) if other == name => return kind,
                Some(slot) if !Self::is_free(slot) => {}
                _ => break,
            }
        }
        Kind::Ordinary
    }

    fn is_free(slot: &(Name, Kind)) -> bool {
        slot.0 == Name::default()
    }

    /// The slots that a name may have, in order. A quarter of all slots are used, so few are looked at.
    #[inline]
    fn probes(name: Name) -> impl Iterator<Item = usize> {
        let hash = name.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 57;
        (0..Self::LEN).map(move |step| (hash as usize + step) % Self::LEN)
    }
}

impl OpenElements {
    /// The start of a document.
    pub(super) fn new() -> Self {
        Self {
            names: Vec::new(),
            first_skipped: None,
            kinds: Kinds::new(),
            counts: None,
            long_names: HashMap::new(),
        }
    }

    /// Whether a text at this place is in an element that is skipped.
    pub(super) fn is_skipped(&self) -> bool {
        self.first_skipped.is_some()
    }

    /// Moves past the markup between two texts.
    pub(super) fn pass(&mut self, markup: &str) {
        let mut rest = markup.as_bytes();
        while let Some(start) = rest.iter().position(|&byte| byte == b'<') {
            rest = rest.get(start..).unwrap_or_default();
            let len = match rest {
                [_, b'/', tag @ ..] if tag.first().is_some_and(u8::is_ascii_alphabetic) => {
                    let (name, len) = self.name(tag);
                    self.end(name);
                    tag_len(rest, 2 + len)
                }
                [_, tag @ ..] if tag.first().is_some_and(u8::is_ascii_alphabetic) => {
                    let (name, len) = self.name(tag);
                    self.start(name);
                    tag_len(rest, 1 + len)
                }
                [_, b'!', b'-', b'-', comment @ ..] => 4 + comment_len(comment),
                // A declaration, or what is parsed as a comment.
                _ => after_first(rest, b'>'),
            };
            rest = rest.get(len..).unwrap_or_default();
        }
    }

    fn start(&mut self, name: Name) {
        match self.kinds.kind(name) {
            Kind::Ordinary => {}
            Kind::Void => return,
            Kind::Skipped => {
                self.first_skipped.get_or_insert(self.names.len());
            }
        }
        self.names.push(name);
        if let Some(counts) = &mut self.counts {
            *counts.entry(name).or_default() += 1;
        }
    }

    fn end(&mut self, name: Name) {
        let mut innermost = self.names.iter().rev().take(MAX_COMPARED);
        let number = match innermost.position(|open| *open == name) {
            Some(number) => number,
            None if self.names.len() <= MAX_COMPARED || !self.is_counted(name) => return,
            None => match self.names.iter().rev().position(|open| *open == name) {
                Some(number) => number,
                None => return,
            },
        };
        let len = self.names.len() - 1 - number;
        if let Some(counts) = &mut self.counts {
            for closed in self.names.iter().skip(len) {
                if let Some(count) = counts.get_mut(closed) {
                    *count -= 1;
                }
            }
        }
        self.names.truncate(len);
        self.first_skipped = self.first_skipped.filter(|&first| first < len);
    }

    /// Whether a name is open. A search in all open elements would take time for each end tag without a counterpart.
    fn is_counted(&mut self, name: Name) -> bool {
        let counts = self.counts.get_or_insert_with(|| {
            let mut counts = HashMap::new();
            for &name in &self.names {
                *counts.entry(name).or_default() += 1;
            }
            counts
        });
        counts.get(&name).is_some_and(|&count| count > 0)
    }

    /// The name at the start of a tag without its `<` or `</`, and its length.
    #[inline]
    fn name(&mut self, tag: &[u8]) -> (Name, usize) {
        let (name, len) = Name::read(tag);
        let name = name.unwrap_or_else(|| self.long_name(tag.get(..len).unwrap_or_default()));
        (name, len)
    }

    #[cold]
    fn long_name(&mut self, name: &[u8]) -> Name {
        let name = String::from_utf8_lossy(name).to_ascii_lowercase();
        let next = Name::FIRST_NUMBER + self.long_names.len() as u64;
        Name(*self.long_names.entry(name).or_insert(next))
    }
}

/// Whether a document may contain SVG or `MathML`.
pub(super) fn has_foreign_content(document: &str) -> bool {
    // Searching for two bytes takes a fraction of the time of stopping at each tag.
    let names = [(b"<s", "vg"), (b"<S", "vg"), (b"<m", "ath"), (b"<M", "ath")];
    names.into_iter().any(|(start, rest)| {
        memchr::memmem::find_iter(document.as_bytes(), start).any(|at| {
            let name = document.as_bytes().get(at + 2..at + 2 + rest.len());
            name.is_some_and(|name| name.eq_ignore_ascii_case(rest.as_bytes()))
        })
    })
}

/// Whether a byte ends the name of an element.
#[inline]
fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

/// The length of the tag at the start of `bytes`, whose name ends at `name_end`.
#[inline]
fn tag_len(bytes: &[u8], name_end: usize) -> usize {
    match bytes.get(name_end) {
        Some(b'>') => name_end + 1,
        _ => name_end + attributes_len(bytes.get(name_end..).unwrap_or_default()),
    }
}

/// The length of a tag after its name, with the `>`.
fn attributes_len(bytes: &[u8]) -> usize {
    // The first byte from an offset on that meets the condition.
    let find = |from: usize, condition: fn(u8) -> bool| {
        let rest = bytes.get(from..).unwrap_or_default();
        let found = rest.iter().position(|&byte| condition(byte));
        found.map_or(bytes.len(), |at| from + at)
    };
    let mut at = 0;
    loop {
        at = find(at, |byte| !is_space(byte) && byte != b'/');
        match bytes.get(at) {
            None => return at,
            Some(b'>') => return at + 1,
            Some(_) => {}
        }
        // The first byte belongs to the name of an attribute, also if it is an equals sign.
        at = find(at + 1, |byte| {
            is_space(byte) || matches!(byte, b'=' | b'/' | b'>')
        });
        at = find(at, |byte| !is_space(byte));
        if bytes.get(at) != Some(&b'=') {
            continue;
        }
        at = find(at + 1, |byte| !is_space(byte));
        at = match bytes.get(at) {
            Some(&quote @ (b'"' | b'\'')) => {
                at + 1 + after_first(bytes.get(at + 1..).unwrap_or_default(), quote)
            }
            _ => find(at, |byte| is_space(byte) || byte == b'>'),
        };
    }
}

/// The length of a comment after its `<!--`.
fn comment_len(bytes: &[u8]) -> usize {
    if bytes.starts_with(b">") {
        return 1;
    }
    if bytes.starts_with(b"->") {
        return 2;
    }
    let ends_here = |dash: usize| {
        let end = bytes.get(dash..).unwrap_or_default();
        let ends = [&b"-->"[..], b"--!>"].into_iter();
        let len = ends.filter(|start| end.starts_with(start)).map(<[u8]>::len);
        len.map(|len| dash + len).next()
    };
    let end = memchr::memchr_iter(b'-', bytes).find_map(ends_here);
    end.unwrap_or(bytes.len())
}

/// The length of `bytes` up to the first `wanted`, with it.
fn after_first(bytes: &[u8], wanted: u8) -> usize {
    memchr::memchr(wanted, bytes).map_or(bytes.len(), |at| at + 1)
}

/// White space in tags.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'\x0C')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lists are the reference implementation. Names that are in neither are ordinary.
    #[test]
    fn kinds_are_those_of_the_lists() {
        let kinds = Kinds::new();
        let is_listed = |list: &str, name: &str| list.split([',', ' ']).any(|it| it == name);
        let expected = |name: &str| match name {
            _ if is_listed(SKIPPED_ELEMENTS, name) => Kind::Skipped,
            _ if is_listed(VOID_ELEMENTS, name) => Kind::Void,
            _ => Kind::Ordinary,
        };
        let letters = || ('a'..='z').map(String::from);
        let pairs = || letters().flat_map(|a| letters().map(move |b| format!("{a}{b}")));
        let triples = pairs().flat_map(|a| letters().map(move |b| format!("{a}{b}")));
        let listed = SKIPPED_ELEMENTS.split(", ").chain(VOID_ELEMENTS.split(' '));
        let names = letters().chain(pairs()).chain(triples);
        for name in names.chain(listed.map(String::from)) {
            let (number, len) = Name::read(format!("{name}>").as_bytes());
            assert_eq!(len, name.len());
            assert_eq!(kinds.kind(number.unwrap()), expected(&name), "{name}");
        }
    }
}
