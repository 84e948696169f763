//! Tracks which text of a Markdown document is not searched for links.

use alloc::vec::Vec;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::render::skipped_elements::skipped_element;

/// The open constructs whose text is not searched: links, images, code, and the corresponding HTML elements.
#[derive(Clone, Debug, Default)]
pub(super) struct SkippedText {
    /// The number of open Markdown constructs.
    depth: usize,
    /// The open HTML elements of the current block.
    elements: Vec<&'static str>,
}

impl SkippedText {
    /// Returns whether text at the current position is searched for links.
    pub(super) fn allows_links(&self) -> bool {
        self.depth == 0 && self.elements.is_empty()
    }

    /// Updates the state with the next event.
    pub(super) fn update(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) if starts_skipped(tag) => self.depth += 1,
            Event::End(tag) if ends_skipped(*tag) => self.depth = self.depth.saturating_sub(1),
            // An HTML element that is not closed ends with its block.
            Event::Start(tag) if !is_inline(tag.to_end()) => self.elements.clear(),
            Event::End(tag) if !is_inline(*tag) => self.elements.clear(),
            Event::InlineHtml(html) => self.update_elements(html),
            _ => {}
        }
    }

    /// Updates the open elements with an HTML tag.
    fn update_elements(&mut self, html: &str) {
        let Some(tag) = html.strip_prefix('<') else {
            return;
        };
        let (is_end_tag, tag) = match tag.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, tag),
        };
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next();
        let Some(name) = skipped_element(name.unwrap_or_default()) else {
            return;
        };
        if !is_end_tag {
            self.elements.push(name);
        } else if let Some(at) = self.elements.iter().rposition(|&open| open == name) {
            self.elements.truncate(at);
        }
    }
}

fn starts_skipped(tag: &Tag<'_>) -> bool {
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
