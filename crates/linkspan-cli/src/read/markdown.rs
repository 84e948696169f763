//! Markdown: text, link targets, code and HTML.

use std::ops::Range;

use linkspan::render::markdown_options;
use pulldown_cmark::{CowStr, Event, LinkType, Parser, Tag, TagEnd};

use super::anchor::{Anchor, AnchorReader};
use super::document::{Role, Segment};
use super::html;
use super::mapped::MappedText;

/// The segments of a document, and its links.
pub(super) fn read(document: &str) -> (Vec<Segment>, Vec<Anchor>) {
    let mut reader = Reader {
        document,
        segments: Vec::new(),
        text: MappedText::default(),
        role: Role::Text,
        in_autolink: false,
        html: None,
        last_end: 0,
        destinations: Vec::new(),
        anchors: AnchorReader::default(),
        open_images: 0,
    };
    let parser = Parser::new_ext(document, markdown_options());
    let definitions: Vec<_> = parser
        .reference_definitions()
        .iter()
        .map(|(_, definition)| (definition.dest.to_string(), definition.span.clone()))
        .collect();
    for (event, range) in parser.into_offset_iter() {
        reader.event(event, range);
    }
    reader.end_text();
    reader.end_html();
    for (destination, span) in definitions {
        reader.target(&destination, span);
    }
    (reader.segments, reader.anchors.finish())
}

struct Reader<'d> {
    document: &'d str,
    segments: Vec<Segment>,
    /// The text of the current block, up to the next markup.
    text: MappedText,
    role: Role,
    in_autolink: bool,
    /// The range of the HTML that is being read.
    html: Option<Range<usize>>,
    /// The end of the last event.
    last_end: usize,
    /// The open links: their targets, if they are written inside of the link, and its end.
    destinations: Vec<(Option<CowStr<'d>>, usize)>,
    anchors: AnchorReader,
    /// How many images are open. Their text is shown only where the image is not.
    open_images: usize,
}

impl<'d> Reader<'d> {
    fn event(&mut self, event: Event<'d>, range: Range<usize>) {
        let is_html = matches!(event, Event::Html(_) | Event::InlineHtml(_));
        if !is_html {
            self.end_html();
        }
        match event {
            Event::Text(text) => {
                if !self.in_autolink {
                    self.text.push(&text, range.clone());
                    let mut label = MappedText::default();
                    label.push(&text, range.clone());
                    self.label(&label);
                }
            }
            Event::Html(_) | Event::InlineHtml(_) => {
                self.end_text();
                match &mut self.html {
                    Some(html) if html.end == range.start => html.end = range.end,
                    _ => {
                        self.end_html();
                        self.html = Some(range.clone());
                    }
                }
            }
            Event::Code(text) => {
                self.end_text();
                self.code(&text, range.clone());
            }
            Event::Start(tag) => {
                self.end_text();
                self.start(tag, &range);
                return;
            }
            Event::End(tag) => {
                self.end_text();
                self.end(tag);
                self.last_end = self.last_end.max(range.end);
                return;
            }
            Event::SoftBreak | Event::HardBreak => {
                self.end_text();
                self.anchors.separate(range.start);
            }
            _ => self.end_text(),
        }
        self.last_end = range.end;
    }

    fn start(&mut self, tag: Tag<'d>, range: &Range<usize>) {
        self.open_images += usize::from(matches!(tag, Tag::Image { .. }));
        match &tag {
            Tag::Link {
                link_type,
                dest_url,
                ..
            } if !matches!(link_type, LinkType::Autolink | LinkType::Email) => {
                self.anchors.start(dest_url);
            }
            _ => {}
        }
        match tag {
            Tag::CodeBlock(_) | Tag::MetadataBlock(_) => self.role = Role::Code,
            Tag::Link {
                link_type,
                dest_url,
                ..
            }
            | Tag::Image {
                link_type,
                dest_url,
                ..
            } => {
                self.last_end = range.start;
                match link_type {
                    LinkType::Autolink | LinkType::Email => {
                        self.in_autolink = true;
                        let inside = range.start + 1..range.end.saturating_sub(1);
                        let role = if link_type == LinkType::Email {
                            Role::Text
                        } else {
                            Role::Target
                        };
                        let text = MappedText::copy(self.document, inside);
                        self.segments.push(Segment::new(role, text));
                        self.destinations.push((None, range.end));
                    }
                    LinkType::Inline => self.destinations.push((Some(dest_url), range.end)),
                    // The target is in a definition, which is read once.
                    _ => self.destinations.push((None, range.end)),
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Image => self.open_images = self.open_images.saturating_sub(1),
            TagEnd::Link => self.anchors.end(),
            _ => {}
        }
        match tag {
            TagEnd::CodeBlock | TagEnd::MetadataBlock(_) => self.role = Role::Text,
            TagEnd::Link | TagEnd::Image => {
                self.in_autolink = false;
                if let Some((destination, end)) = self.destinations.pop() {
                    if let Some(destination) = destination {
                        self.target(&destination, self.last_end..end);
                    }
                    self.last_end = end;
                }
            }
            _ => {}
        }
    }

    /// Adds the text that was collected.
    fn end_text(&mut self) {
        if !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            let is_label = self.role == Role::Text && !self.destinations.is_empty();
            let role = if is_label { Role::Label } else { self.role };
            self.segments.push(Segment::new(role, text));
        }
    }

    /// Adds the HTML that was collected.
    fn end_html(&mut self) {
        if let Some(range) = self.html.take() {
            let segments = html::segments(self.document, range, &mut self.anchors);
            self.segments.extend(segments);
        }
    }

    fn code(&mut self, text: &str, range: Range<usize>) {
        let mut mapped = MappedText::default();
        // The text is a part of the source unless it has line ends.
        let range = self.find(text, range.clone()).unwrap_or(range);
        mapped.push(text, range);
        self.label(&mapped);
        self.segments.push(Segment::new(Role::Code, mapped));
    }

    /// Adds a text to the link that it belongs to.
    fn label(&mut self, text: &MappedText) {
        if self.open_images == 0 && self.role == Role::Text {
            self.anchors.text(text);
        }
    }

    /// Adds the target of a link, which is written somewhere in a range of the source.
    fn target(&mut self, destination: &str, range: Range<usize>) {
        let mut mapped = MappedText::default();
        let found = self.find(destination, range.clone());
        let range = found.or_else(|| self.find_escaped(destination, range.clone()));
        mapped.push(destination, range.unwrap_or(0..0));
        self.segments.push(Segment::new(Role::Target, mapped));
    }

    /// The place of a text in a range of the source.
    fn find(&self, text: &str, range: Range<usize>) -> Option<Range<usize>> {
        let source = self.document.get(range.clone())?;
        let start = range.start + source.find(text)?;
        Some(start..start + text.len())
    }

    /// The place of a target that is written with escapes or character references: between the
    /// syntax before it and its end.
    fn find_escaped(&self, destination: &str, range: Range<usize>) -> Option<Range<usize>> {
        let source = self.document.get(range.clone())?;
        // The target starts like its source, except for an escape of the first character.
        let first = destination.chars().next()?;
        let start = range.start + source.find(first)?;
        let rest = self.document.get(start..range.end)?;
        let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, ')' | '>');
        // The last character may be such a one, if it is escaped or inside of brackets.
        let mut end = rest.len();
        let mut escaped = false;
        let mut depth = 0_usize;
        for (at, c) in rest.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                c if is_end(c) => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        Some(start..start + end)
    }
}
