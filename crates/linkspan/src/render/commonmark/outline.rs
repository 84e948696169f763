//! What a document says, apart from how its links are written.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::edit::Edit;
use super::outside::Outside;
use super::run::Run;

/// A top-level block: its events with all text put together and links taken out of them, and where
/// the links lead.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Block {
    events: Vec<Event<'static>>,
    text: String,
    destinations: Vec<String>,
}

impl Block {
    fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                self.destinations.push(dest_url.to_string());
            }
            Event::End(TagEnd::Link) => {}
            Event::Text(text) => self.text(&text),
            event => {
                self.end_text();
                self.events.push(event.into_static());
            }
        }
    }

    fn end_text(&mut self) {
        if !self.text.is_empty() {
            let text = core::mem::take(&mut self.text);
            self.events.push(Event::Text(text.into()));
        }
    }
}

/// The blocks of a document with the edits that are made in its text, and the edits. They are asked
/// for with the text that they may be in, and the number of its block.
pub(super) fn outline(
    document: &str,
    options: Options,
    mut edits_in: impl FnMut(&Run, usize) -> Vec<Edit>,
) -> (Vec<Block>, Vec<Edit>) {
    let mut all = Vec::new();
    let mut blocks: Vec<Block> = Vec::new();
    let mut depth = 0_usize;
    let mut outside = Outside::default();
    let mut run = Run::default();
    for (event, source) in Parser::new_ext(document, options).into_offset_iter() {
        if depth == 0 {
            blocks.push(Block::default());
        }
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        match event {
            Event::Text(text) if outside.is_linked() => run.push(&text, source),
            event => {
                let number = blocks.len().saturating_sub(1);
                if let Some(block) = blocks.last_mut() {
                    let edits = edits_in(&run, number);
                    edit(block, &run, &edits);
                    all.extend(edits);
                    run.clear();
                    outside.pass(&event);
                    block.event(event);
                }
            }
        }
    }
    blocks.iter_mut().for_each(Block::end_text);
    (blocks, all)
}

/// Adds text with its edits to a block.
fn edit(block: &mut Block, run: &Run, edits: &[Edit]) {
    let mut done = 0;
    for edit in edits {
        let (start, end) = (run.offset(edit.place.start), run.offset(edit.place.end));
        block.text(run.text().get(done..start).unwrap_or_default());
        block.text(&edit.shown);
        block.destinations.push(edit.destination.clone());
        done = end;
    }
    block.text(run.text().get(done..).unwrap_or_default());
}
