//! Documents that are read as a whole: HTML, Markdown and mail.

use std::io::{self, Read as _};
use std::ops::Range;
use std::rc::Rc;

use encoding_rs::UTF_8;
use linkspan::Finder;

use super::anchor::{Anchor, AnchorReader};
use super::finders::Finders;
use super::kind::Format;
use super::mapped::MappedText;
use super::{html, mail, markdown, target};
use crate::find::FoundLink;
use crate::text::{Decoder, Input, Malformed, OffsetMap, ReadOptions, detect_bom};

/// The size in bytes above which a document is read as text.
pub(crate) const MAX_DOCUMENT_SIZE: u64 = 64 * 1024 * 1024;

/// What a part of a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Ordinary text.
    Text,
    /// The text of a link. If all of it is a link by the standard, no other rule shortens it.
    Label,
    /// Code or data.
    Code,
    /// The target of a link. It is one link, or none if it is relative.
    Target,
    /// A value that may be a URL as a whole. Otherwise it is code.
    Value,
}

/// A part of a document that is searched on its own.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    role: Role,
    mapped: MappedText,
    /// The text that contains the source of this one, if that is not the document itself.
    outer: Option<Rc<MappedText>>,
}

impl Segment {
    pub(super) fn new(role: Role, mapped: MappedText) -> Self {
        let mapped = match role {
            Role::Target => without_white_space(mapped),
            _ => mapped,
        };
        Self {
            role,
            mapped,
            outer: None,
        }
    }

    /// The same segment in a document of which `outer` is a part.
    pub(super) fn inside(self, outer: &Rc<MappedText>) -> Self {
        Self {
            outer: Some(Rc::clone(outer)),
            ..self
        }
    }

    pub(crate) fn text(&self) -> &str {
        self.mapped.text()
    }

    pub(super) fn mapped(&self) -> &MappedText {
        &self.mapped
    }

    pub(super) fn role(&self) -> Role {
        self.role
    }

    /// The finder that decides where its links end, if the segment is running text or code.
    pub(crate) fn finder<'f>(&self, finders: Finders<'f>) -> Option<&'f Finder> {
        match self.role {
            Role::Text => Some(finders.text),
            Role::Code => Some(finders.code),
            Role::Label | Role::Target | Role::Value => None,
        }
    }

    /// The links of the segment.
    pub(crate) fn links(&self, finders: Finders<'_>, assess: bool) -> Vec<FoundLink<'_>> {
        let text = self.text();
        let find = |finder| FoundLink::find_iter(finder, text, 0, assess).collect();
        let is_target = match self.role {
            Role::Text => return find(finders.text),
            Role::Label => {
                return match target::find_label(finders, text, assess) {
                    Some(found) => vec![found],
                    None => find(finders.text),
                };
            }
            Role::Code => return find(finders.code),
            Role::Target => true,
            Role::Value => target::is_absolute(text.trim()),
        };
        if is_target {
            Vec::from_iter(target::find(finders, text, 0, assess))
        } else {
            find(finders.code)
        }
    }

    /// The range in the document that a range of the text comes from.
    pub(crate) fn source_range(&self, range: &Range<usize>) -> Range<usize> {
        let source = self.mapped.source_range(range);
        match &self.outer {
            Some(outer) => outer.source_range(&source),
            None => source,
        }
    }
}

/// A target as a URL parser reads it: without white space around it and without line ends, and with
/// other spaces escaped.
fn without_white_space(mapped: MappedText) -> MappedText {
    let is_white_space = |c: char| c.is_ascii_whitespace();
    let text = mapped.text();
    if !text.contains(is_white_space) {
        return mapped;
    }
    let start = text.len() - text.trim_start_matches(is_white_space).len();
    let end = text.trim_end_matches(is_white_space).len();
    let mut url = MappedText::default();
    for (at, c) in text.char_indices() {
        if at < start || at >= end || matches!(c, '\t' | '\n' | '\r') {
            continue;
        }
        let source = mapped.source_range(&(at..at + c.len_utf8()));
        if c == ' ' {
            url.push("%20", source);
        } else {
            url.push(c.encode_utf8(&mut [0; 4]), source);
        }
    }
    url
}

/// A document, decoded.
pub(crate) struct Document {
    pub(crate) text: String,
    pub(crate) offsets: OffsetMap,
    pub(crate) segments: Vec<Segment>,
    /// The links, with their text as a whole.
    pub(crate) anchors: Vec<Anchor>,
    /// The input offset of the first malformed byte.
    pub(crate) first_malformed: Option<u64>,
    /// The error that ended reading. The document is what was read before.
    pub(crate) read_error: Option<io::Error>,
}

/// The result of reading a document.
pub(crate) enum ReadDocument {
    Whole(Document),
    /// The input is too large. All of it is still to be read.
    TooLarge(Input),
}

impl Document {
    /// Reads a document in one of the formats that are read as a whole.
    pub(crate) fn read(format: Format, mut input: Input, options: ReadOptions) -> ReadDocument {
        let mut bytes = Vec::new();
        let limit = MAX_DOCUMENT_SIZE + 1;
        let read_error = input.as_mut().take(limit).read_to_end(&mut bytes).err();
        if bytes.len() as u64 == limit {
            let input = io::Cursor::new(bytes).chain(input);
            return ReadDocument::TooLarge(Box::new(input));
        }
        let (encoding, mark_len) = match detect_bom(&bytes, true) {
            Ok(Some(detected)) => detected,
            // The parts of a message declare their own encodings.
            _ if format == Format::Mail => (UTF_8, 0),
            _ => (options.encoding.unwrap_or(UTF_8), 0),
        };
        let (mut decoder, mut offsets) = Decoder::new(encoding, mark_len as u64, Malformed::Nul);
        let mut text = String::new();
        let content = bytes.get(mark_len..).unwrap_or_default();
        decoder.decode(content, true, &mut text, &mut offsets);
        let (segments, anchors) = match format {
            Format::Html => {
                let mut anchors = AnchorReader::default();
                let segments = html::segments(&text, 0..text.len(), &mut anchors);
                (segments, anchors.finish())
            }
            Format::Markdown => markdown::read(&text),
            Format::Mail => mail::read(content, &text, options),
            Format::Text | Format::Json | Format::Csv => Default::default(),
        };
        let first_malformed = match format {
            Format::Mail => None,
            // An error may cut off a character. It is reported itself.
            _ if read_error.is_some() => None,
            _ => decoder.first_malformed(),
        };
        ReadDocument::Whole(Self {
            text,
            offsets,
            segments,
            anchors,
            first_malformed,
            read_error,
        })
    }
}
