//! Which text of a document is left alone.

use alloc::vec::Vec;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::render::skipped_elements::skipped_element;

/// Keeps track of what text is in: links, images, code, and elements of HTML that are like them.
#[derive(Debug, Default)]
pub(super) struct Outside {
    depth: usize,
    /// Elements that were opened by HTML in the current paragraph.
    elements: Vec<&'static str>,
}

impl Outside {
    /// Whether links are made in text that comes now.
    pub(super) fn is_linked(&self) -> bool {
        self.depth == 0 && self.elements.is_empty()
    }

    /// Takes note of an event.
    pub(super) fn pass(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) if is_skipped(tag) => self.depth += 1,
            Event::End(tag) if ends_skipped(*tag) => self.depth = self.depth.saturating_sub(1),
            // An element that was not closed ends with its block.
            Event::Start(tag) if !is_inline(tag.to_end()) => self.elements.clear(),
            Event::End(tag) if !is_inline(*tag) => self.elements.clear(),
            Event::InlineHtml(html) => self.pass_html(html),
            _ => {}
        }
    }

    fn pass_html(&mut self, html: &str) {
        let Some(tag) = html.strip_prefix('<') else {
            return;
        };
        let (closes, tag) = match tag.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, tag),
        };
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next();
        let Some(known) = skipped_element(name.unwrap_or_default()) else {
            return;
        };
        if !closes {
            self.elements.push(known);
        } else if let Some(at) = self.elements.iter().rposition(|&open| open == known) {
            self.elements.truncate(at);
        }
    }
}

fn is_skipped(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Link { .. }
            | Tag::Image { .. }
            | Tag::CodeBlock(_)
            | Tag::HtmlBlock
            | Tag::MetadataBlock(_)
    )
}

fn ends_skipped(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Link
            | TagEnd::Image
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::MetadataBlock(_)
    )
}

fn is_inline(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
    )
}
