//! HTML and XML: text, the values of attributes, comments, scripts and styles.
//!
//! The parser is that of `linkify --in html`, so both agree on what is text. It gives the place of
//! everything in the source, and leaves character references as they are. A text ends at every tag.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use linkspan::render::DecodedText;
use lol_html::html_content::{Comment, Element, TextChunk, TextType};
use lol_html::send::{DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, Settings};
use lol_html::{HandlerTypes, MemorySettings, OutputSink, Selector};

use super::anchor::AnchorReader;
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

/// Elements that start and end on a line of their own.
const BLOCK_ELEMENTS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "br",
    "dd",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Discards the output of the parser.
struct Discard;

impl OutputSink for Discard {
    fn handle_chunk(&mut self, _: &[u8]) {}
}

/// A part of the source.
enum Part {
    Segment(Role, Encoded, Range<usize>),
    /// The start tag of a link, and the value of its `href`.
    Anchor(Range<usize>, Option<Range<usize>>),
    /// The start tag of an element that sets the base, and the value of its `href`.
    Base(Range<usize>, Range<usize>),
    /// The start tag of a block.
    Block(Range<usize>),
}

impl Part {
    fn range(&self) -> &Range<usize> {
        match self {
            Self::Segment(.., range)
            | Self::Anchor(range, _)
            | Self::Base(range, _)
            | Self::Block(range) => range,
        }
    }
}

/// Collects the parts of the source in order while the document is parsed. Attributes follow the tag that they are
/// in.
#[derive(Default)]
struct Collector {
    parts: Vec<Part>,
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

/// The segments of a part of a document. Its links are added to `anchors`.
pub(super) fn segments(
    document: &str,
    range: Range<usize>,
    anchors: &mut AnchorReader,
) -> Vec<Segment> {
    let source = document.get(range.clone()).unwrap_or_default();
    let collector = Mutex::new(Collector::default());
    let parsed = parse(source, &collector);
    let collector = collector
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let mut parts = collector.parts;
    parts.extend(collector.open.map(Part::from));
    // What the parser did not reach is searched as it is written: the rest after an error, or a tag
    // that is not closed.
    let done = parts.iter().map(|part| part.range().end).max().unwrap_or(0);
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
        let unread = unread.max(done)..source.len();
        parts.push(Part::Segment(Role::Code, Encoded::Raw, unread));
    }
    let mut reader = PartReader {
        document,
        start: range.start,
        anchors,
        done: range.start,
        segments: Vec::new(),
    };
    for part in parts {
        reader.part(&part);
    }
    reader.tags(range.end);
    reader.segments
}

/// Turns the parts of the source into segments and links.
struct PartReader<'d, 'a> {
    document: &'d str,
    /// Where the source starts in the document.
    start: usize,
    anchors: &'a mut AnchorReader,
    /// The end of what was read.
    done: usize,
    segments: Vec<Segment>,
}

impl PartReader<'_, '_> {
    fn part(&mut self, part: &Part) {
        let in_document = |range: &Range<usize>| self.start + range.start..self.start + range.end;
        let range = in_document(part.range());
        let attribute =
            |value: &Range<usize>| decoded(self.document, in_document(value), Encoded::Attribute);
        match part {
            Part::Segment(role, encoded, _) => {
                let text = decoded(self.document, range.clone(), *encoded);
                let segment = Segment::new(*role, text);
                self.tags(range.start);
                if matches!(segment.role(), Role::Text | Role::Label) {
                    self.anchors.text(segment.mapped());
                }
                if !segment.text().is_empty() {
                    self.segments.push(segment);
                }
            }
            Part::Anchor(_, href) => {
                let href = href.as_ref().map(attribute);
                self.tags(range.start);
                match href {
                    Some(href) => self.anchors.start(href.text()),
                    None => self.anchors.end(),
                }
            }
            Part::Base(_, href) => self.anchors.base(attribute(href).text()),
            Part::Block(_) => {
                self.tags(range.start);
                self.anchors.separate(range.start);
            }
        }
        self.done = self.done.max(range.end);
    }

    /// Reads the tags between the last part and an offset. These are end tags, and start tags outside of the values
    /// of their attributes.
    fn tags(&mut self, end: usize) {
        let tags = self.document.get(self.done..end).unwrap_or_default();
        for (at, _) in tags.match_indices("</") {
            let name = tags.get(at + 2..).unwrap_or_default();
            let len = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
            let name = name.get(..len).unwrap_or_default().to_ascii_lowercase();
            if name == "a" {
                self.anchors.end();
            } else if BLOCK_ELEMENTS.contains(&name.as_str()) {
                self.anchors.separate(self.done + at);
            }
        }
        self.done = self.done.max(end);
    }
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
        collector.element(element);
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

impl From<(Role, Encoded, Range<usize>)> for Part {
    fn from((role, encoded, range): (Role, Encoded, Range<usize>)) -> Self {
        Self::Segment(role, encoded, range)
    }
}

impl Collector {
    /// Adds a chunk of a text node.
    fn text(&mut self, role: Role, encoded: Encoded, range: Range<usize>, is_last: bool) {
        match &mut self.open {
            Some((.., open)) if open.end == range.start => open.end = range.end,
            _ => {
                self.end_text();
                let is_label = role == Role::Text && range.start == self.anchor_end;
                let role = if is_label { Role::Label } else { role };
                self.open = Some((role, encoded, range));
            }
        }
        if is_last {
            self.end_text();
        }
    }

    fn end_text(&mut self) {
        self.parts.extend(self.open.take().map(Part::from));
    }

    /// Adds the start tag of an element, if links depend on it.
    fn element<H: HandlerTypes>(&mut self, element: &Element<'_, '_, H>) {
        let tag = element.source_location().bytes();
        let href = || {
            let mut attributes = element.attributes().iter();
            let href = attributes
                .find(|attribute| matches!(attribute.name().as_str(), "href" | "xlink:href"))?;
            Some(href.value_source_location()?.bytes())
        };
        let name = element.tag_name();
        let part = match name.as_str() {
            "a" => {
                self.anchor_end = tag.end;
                Part::Anchor(tag, href())
            }
            "base" => match href() {
                Some(href) => Part::Base(tag, href),
                None => return,
            },
            name if BLOCK_ELEMENTS.contains(&name) => Part::Block(tag),
            _ => return,
        };
        self.end_text();
        self.parts.push(part);
    }

    fn push(&mut self, role: Role, encoded: Encoded, range: Range<usize>) {
        self.end_text();
        self.parts.push(Part::Segment(role, encoded, range));
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
