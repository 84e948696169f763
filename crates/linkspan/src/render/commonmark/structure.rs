//! The structure of a Markdown document, independent of how its links are written.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::edit::Edit;
use super::merged_text::MergedText;
use super::skipped::SkippedText;

/// The structure of a top-level block: its events without links and with adjacent text joined, and the
/// destinations of its links.
#[derive(Debug, Default, PartialEq)]
pub(super) struct BlockStructure {
    events: Vec<Event<'static>>,
    /// The text since the last event.
    text: String,
    destinations: Vec<String>,
}

impl BlockStructure {
    fn push_text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push_event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                self.destinations.push(dest_url.to_string());
            }
            Event::End(TagEnd::Link) => {}
            Event::Text(text) => self.push_text(&text),
            event => {
                self.end_text();
                self.events.push(event.into_static());
            }
        }
    }

    /// Adds text with its edits applied.
    fn push_edited(&mut self, merged: &MergedText, edits: &[Edit]) {
        let mut done = 0;
        for edit in edits {
            let start = merged.text_offset(edit.source.start);
            let end = merged.text_offset(edit.source.end);
            self.push_text(merged.text().get(done..start).unwrap_or_default());
            self.push_text(&edit.link_text);
            self.destinations.push(edit.destination.clone());
            done = end;
        }
        self.push_text(merged.text().get(done..).unwrap_or_default());
    }

    fn end_text(&mut self) {
        if !self.text.is_empty() {
            let text = core::mem::take(&mut self.text);
            self.events.push(Event::Text(text.into()));
        }
    }
}

/// Parses a document and returns the structure that it has after its edits, and the edits.
///
/// `edits_in` returns the edits for a text, given the text and the number of its block.
pub(super) fn parse_structure(
    document: &str,
    options: Options,
    mut edits_in: impl FnMut(&MergedText, usize) -> Vec<Edit>,
) -> (Vec<BlockStructure>, Vec<Edit>) {
    let mut all_edits = Vec::new();
    let mut blocks: Vec<BlockStructure> = Vec::new();
    let mut depth = 0_usize;
    let mut skipped = SkippedText::default();
    let mut merged = MergedText::default();
    for (event, source) in Parser::new_ext(document, options).into_offset_iter() {
        if depth == 0 {
            blocks.push(BlockStructure::default());
        }
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        match event {
            Event::Text(text) if skipped.allows_links() => merged.push(&text, source),
            event => {
                let number = blocks.len().saturating_sub(1);
                if let Some(block) = blocks.last_mut() {
                    let edits = edits_in(&merged, number);
                    block.push_edited(&merged, &edits);
                    all_edits.extend(edits);
                    merged.clear();
                    skipped.update(&event);
                    block.push_event(event);
                }
            }
        }
    }
    blocks.iter_mut().for_each(BlockStructure::end_text);
    (blocks, all_edits)
}
