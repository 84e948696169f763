//! HTML and XML: text, the values of attributes, comments, scripts and styles.
//!
//! The parser is that of `linkify --in html`, so both agree on what is text. It gives the place of
//! everything in the source, and leaves character references as they are. A text ends at every tag.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use linkspan::render::DecodedText;
use lol_html::html_content::{Comment, Element, TextChunk, TextType};
use lol_html::send::{DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, Settings};
use lol_html::{MemorySettings, OutputSink, Selector};

use super::document::{MAX_DOCUMENT_SIZE, Role, Segment};
use super::mapped::MappedText;

/// Attributes whose value is a URL.
const URL_ATTRIBUTES: &[&str] = &[
    "action",
    "background",
    "cite",
    "classid",
    "codebase",
    "data",
    "dynsrc",
    "formaction",
    "href",
    "icon",
    "longdesc",
    "lowsrc",
    "manifest",
    "poster",
    "profile",
    "src",
    "usemap",
    "xlink:href",
];

/// Attributes whose value is a list of URLs.
const URL_LIST_ATTRIBUTES: &[&str] = &["archive", "imagesrcset", "ping", "srcset"];

/// Discards the output of the parser.
struct Discard;

impl OutputSink for Discard {
    fn handle_chunk(&mut self, _: &[u8]) {}
}

/// Collects the ranges of segments while the document is parsed.
#[derive(Default)]
struct Collector {
    parts: Vec<(Role, Encoded, Range<usize>)>,
    /// The text node that is not complete.
    open: Option<(Role, Encoded, Range<usize>)>,
    /// The end of the last start tag of a link. The text that follows it is a label.
    anchor_end: usize,
}

/// How a part of the source is to be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoded {
    Raw,
    Text,
    Attribute,
}

/// The segments of a part of a document.
pub(super) fn segments(document: &str, range: Range<usize>) -> Vec<Segment> {
    let source = document.get(range.clone()).unwrap_or_default();
    let collector = Mutex::new(Collector::default());
    let parsed = parse(source, &collector);
    let collector = collector
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let mut parts = collector.parts;
    parts.extend(collector.open);
    // What the parser did not reach is searched as it is written: the rest after an error, or a tag
    // that is not closed.
    let done = parts.iter().map(|(.., range)| range.end).max().unwrap_or(0);
    let unread = if parsed {
        let closed = source.rfind('>').map_or(0, |at| at + 1);
        source
            .get(closed..)
            .and_then(|rest| rest.find('<'))
            .map(|at| closed + at)
    } else {
        Some(done)
    };
    if let Some(unread) = unread {
        parts.push((Role::Code, Encoded::Raw, unread.max(done)..source.len()));
    }
    let segments = parts.into_iter().map(|(role, encoded, part)| {
        let part = range.start + part.start..range.start + part.end;
        Segment::new(role, decoded(document, part, encoded))
    });
    segments
        .filter(|segment| !segment.text().is_empty())
        .collect()
}

/// Parses a source. Returns whether it was parsed to its end.
fn parse(source: &str, collector: &Mutex<Collector>) -> bool {
    let lock = || collector.lock().unwrap_or_else(PoisonError::into_inner);
    let on_text = |chunk: &mut TextChunk<'_>| {
        let (role, encoded) = match chunk.text_type() {
            TextType::Data | TextType::RCData => (Role::Text, Encoded::Text),
            TextType::CDataSection | TextType::PlainText => (Role::Text, Encoded::Raw),
            _ => (Role::Code, Encoded::Raw),
        };
        let is_last = chunk.last_in_text_node();
        lock().text(role, encoded, chunk.source_location().bytes(), is_last);
        Ok(())
    };
    let on_comment = |comment: &mut Comment<'_>| {
        lock().push(Role::Code, Encoded::Raw, comment.source_location().bytes());
        Ok(())
    };
    let on_element = |element: &mut Element<'_, '_, _>| {
        let mut collector = lock();
        if element.tag_name() == "a" {
            collector.anchor_end = element.source_location().bytes().end;
        }
        for attribute in element.attributes() {
            if let Some(location) = attribute.value_source_location() {
                collector.attribute(source, &attribute.name(), location.bytes());
            }
        }
        Ok(())
    };
    let Ok(every_element) = "*".parse::<Selector>() else {
        return false;
    };
    let memory_limit = usize::try_from(2 * MAX_DOCUMENT_SIZE).unwrap_or(usize::MAX);
    let settings = Settings::new_send()
        .with_strict(false)
        .with_memory_settings(MemorySettings::new().with_max_allowed_memory_usage(memory_limit))
        .append_element_content_handler((
            std::borrow::Cow::Owned(every_element),
            ElementContentHandlers::default().element(on_element),
        ))
        .append_document_content_handler(
            DocumentContentHandlers::default()
                .text(on_text)
                .comments(on_comment),
        );
    let mut parser = HtmlRewriter::new(settings, Discard);
    parser.write(source.as_bytes()).is_ok() && parser.end().is_ok()
}

impl Collector {
    /// Adds a chunk of a text node.
    fn text(&mut self, role: Role, encoded: Encoded, range: Range<usize>, is_last: bool) {
        match &mut self.open {
            Some((.., open)) if open.end == range.start => open.end = range.end,
            _ => {
                self.parts.extend(self.open.take());
                let is_label = role == Role::Text && range.start == self.anchor_end;
                let role = if is_label { Role::Label } else { role };
                self.open = Some((role, encoded, range));
            }
        }
        if is_last {
            self.parts.extend(self.open.take());
        }
    }

    fn push(&mut self, role: Role, encoded: Encoded, range: Range<usize>) {
        self.parts.extend(self.open.take());
        self.parts.push((role, encoded, range));
    }

    /// Adds the value of an attribute.
    fn attribute(&mut self, source: &str, name: &str, range: Range<usize>) {
        if URL_ATTRIBUTES.contains(&name) {
            return self.push(Role::Target, Encoded::Attribute, range);
        }
        if !URL_LIST_ATTRIBUTES.contains(&name) {
            return self.push(Role::Value, Encoded::Attribute, range);
        }
        // "a.png 1x, b.png 2x": URLs contain no white space, and do not end with a comma.
        let list = source.get(range.clone()).unwrap_or_default();
        let mut at = range.start;
        for word in list.split_inclusive(|c: char| c.is_ascii_whitespace()) {
            let url = word.trim_ascii_end().trim_end_matches(',');
            self.push(Role::Target, Encoded::Attribute, at..at + url.len());
            at += word.len();
        }
    }
}

/// The text of a part of the document.
fn decoded(document: &str, range: Range<usize>, encoded: Encoded) -> MappedText {
    let source = document.get(range.clone()).unwrap_or_default();
    let decoded = match encoded {
        Encoded::Raw => return MappedText::copy(document, range),
        Encoded::Text => DecodedText::new(source),
        Encoded::Attribute => DecodedText::attribute_value(source),
    };
    let mut mapped = MappedText::default();
    let (mut text_done, mut source_done) = (0, 0);
    let slice = |range: Range<usize>| decoded.text().get(range).unwrap_or_default();
    for (text, reference) in decoded.references() {
        let between = range.start + source_done..range.start + reference.start;
        mapped.push(slice(text_done..text.start), between);
        let reference_end = reference.end;
        mapped.push(
            slice(text.clone()),
            range.start + reference.start..range.start + reference_end,
        );
        (text_done, source_done) = (text.end, reference_end);
    }
    let rest = slice(text_done..decoded.text().len());
    mapped.push(rest, range.start + source_done..range.end);
    mapped
}
