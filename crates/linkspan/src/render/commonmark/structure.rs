//! The structure of a Markdown document, independent of how its links are written.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, RefDefs, Tag, TagEnd};

use super::edit::Edit;
use super::merged_text::MergedText;
use super::skipped::SkippedText;

/// The structure of a document: the events of its top-level blocks without links and with adjacent text joined, and the
/// destinations of their links.
///
/// The blocks share their buffers, so that a document with many small blocks needs few allocations.
#[derive(Debug, Default)]
pub(super) struct Structure<'d> {
    items: Vec<Item<'d>>,
    /// The text of all items, one after another.
    text: String,
    /// The start in `text` of the text since the last item.
    text_start: usize,
    destinations: Vec<Destination<'d>>,
    /// The end of each block in `items` and in `destinations`.
    ends: Vec<(usize, usize)>,
    /// Whether the document contains link reference definitions.
    pub(super) has_definitions: bool,
}

/// Text between two events, or an event.
#[derive(Debug)]
enum Item<'d> {
    Text(Range<usize>),
    Event(Event<'d>),
}

/// The URL of a link: of one that the document contains, or of one that an edit writes.
#[derive(Debug)]
enum Destination<'d> {
    Parsed(CowStr<'d>),
    Written(Cow<'d, str>),
}

impl Destination<'_> {
    fn as_str(&self) -> &str {
        match self {
            Self::Parsed(url) => url,
            Self::Written(url) => url,
        }
    }
}

/// A top-level block of a [`Structure`].
struct Block<'s, 'd> {
    text: &'s str,
    items: &'s [Item<'d>],
    destinations: &'s [Destination<'d>],
}

impl PartialEq<Block<'_, '_>> for Block<'_, '_> {
    fn eq(&self, other: &Block<'_, '_>) -> bool {
        let is_same = |(item, other_item): (&Item<'_>, &Item<'_>)| match (item, other_item) {
            (Item::Text(range), Item::Text(other_range)) => {
                self.text.get(range.clone()) == other.text.get(other_range.clone())
            }
            (Item::Event(event), Item::Event(other_event)) => event == other_event,
            _ => false,
        };
        self.items.len() == other.items.len()
            && self.items.iter().zip(other.items).all(is_same)
            && { self.destinations.iter().map(Destination::as_str) }
                .eq(other.destinations.iter().map(Destination::as_str))
    }
}

impl<'d> Structure<'d> {
    /// The number of top-level blocks.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether both structures have the same number of blocks, and the blocks with this number are the same.
    pub(super) fn has_same_block(&self, other: &Structure<'_>, number: usize) -> bool {
        match (self.block(number), other.block(number)) {
            (Some(block), Some(other_block)) => self.len() == other.len() && block == other_block,
            _ => false,
        }
    }

    pub(super) fn is_same(&self, other: &Structure<'_>) -> bool {
        self.len() == other.len() && (0..self.len()).all(|block| self.has_same_block(other, block))
    }

    fn block(&self, number: usize) -> Option<Block<'_, 'd>> {
        let (items_start, destinations_start) = match number.checked_sub(1) {
            Some(before) => *self.ends.get(before)?,
            None => (0, 0),
        };
        let &(items_end, destinations_end) = self.ends.get(number)?;
        Some(Block {
            text: &self.text,
            items: self.items.get(items_start..items_end)?,
            destinations: self
                .destinations
                .get(destinations_start..destinations_end)?,
        })
    }

    fn push_event(&mut self, event: Event<'d>) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => {
                self.destinations.push(Destination::Parsed(dest_url));
            }
            Event::End(TagEnd::Link) => {}
            Event::Text(text) => self.text.push_str(&text),
            mut event => {
                if let Event::Start(Tag::Image { link_type, .. }) = &mut event {
                    // It depends on where the definition is.
                    *link_type = LinkType::Inline;
                }
                self.end_text();
                self.items.push(Item::Event(event));
            }
        }
    }

    /// Adds text with its edits applied.
    fn push_edited(&mut self, document: &'d str, merged: &MergedText<'_>, edits: &[Edit]) {
        let mut done = 0;
        for edit in edits {
            let start = merged.text_offset(edit.source.start);
            let end = merged.text_offset(edit.source.end);
            self.text
                .push_str(merged.text().get(done..start).unwrap_or_default());
            self.text.push_str(edit.text(document));
            let destination = Destination::Written(edit.destination(document));
            self.destinations.push(destination);
            done = end;
        }
        self.text
            .push_str(merged.text().get(done..).unwrap_or_default());
    }

    fn end_text(&mut self) {
        let range = self.text_start..self.text.len();
        if !range.is_empty() {
            self.text_start = range.end;
            self.items.push(Item::Text(range));
        }
    }

    fn end_block(&mut self) {
        self.end_text();
        self.ends.push((self.items.len(), self.destinations.len()));
    }
}

/// Parses a document and returns the structure that it has after its edits, and the edits.
///
/// `edits_in` returns the edits for a text, given the text and the number of its block. `definitions` are link reference
/// definitions in addition to those of the document.
pub(super) fn parse_structure<'d>(
    document: &'d str,
    options: Options,
    definitions: &RefDefs<'d>,
    mut edits_in: impl FnMut(&MergedText<'_>, usize) -> Vec<Edit>,
) -> (Structure<'d>, Vec<Edit>) {
    let mut all_edits = Vec::new();
    let mut structure = Structure::default();
    structure.text.reserve(document.len());
    let mut depth = 0_usize;
    let mut skipped = SkippedText::default();
    let mut merged = MergedText::new(document);
    let definition = |link: BrokenLink<'d>| {
        let definition = definitions.get(&link.reference)?;
        Some((
            definition.dest.clone(),
            definition.title.clone().unwrap_or(CowStr::Borrowed("")),
        ))
    };
    let parser = Parser::new_with_broken_link_callback(document, options, Some(definition));
    structure.has_definitions = parser.reference_definitions().iter().next().is_some();
    for (event, source) in parser.into_offset_iter() {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        match event {
            Event::Text(text) if skipped.allows_links() => merged.push(&text, source),
            event => {
                if !merged.text().is_empty() {
                    let edits = edits_in(&merged, structure.len());
                    structure.push_edited(document, &merged, &edits);
                    all_edits.extend(edits);
                    merged.clear();
                }
                skipped.update(&event);
                structure.push_event(event);
            }
        }
        if depth == 0 {
            structure.end_block();
        }
    }
    (structure, all_edits)
}

#[cfg(test)]
mod tests {
    use super::super::markdown_options;
    use super::*;

    #[test]
    fn structures_are_the_same_if_all_of_them_is() {
        let structure = |document: &'static str| {
            let no_definitions = RefDefs::default();
            parse_structure(document, markdown_options(), &no_definitions, |_, _| {
                Vec::new()
            })
            .0
        };
        let same = structure("*a* [b](c)\n\nd");
        assert!(same.is_same(&structure("*a* [b][x]\n\nd\n\n[x]: c")));
        for other in [
            "*a* [b](e)\n\nd",
            "*a* [b](cc)\n\nd",
            "*a* [bc](c)\n\nd",
            "*a* b\n\nd",
            "a [b](c)\n\nd",
            "**a** [b](c)\n\nd",
            "*a* [b](c)\n\ne",
            "*a* [b](c)",
            "*a* [b](c)\n\nd\n\nf",
        ] {
            assert!(!same.is_same(&structure(other)), "{other}");
        }
    }
}
