//! A text node, searched block by block as its chunks arrive.
//!
//! Invariant: no link crosses a character with the `Link_Term` value Hard, so a block that ends with one
//! can be searched on its own, with the same result as the whole node. Only literal Hard characters count,
//! not those written as a character reference, so that no reference is split either.
//!
//! If a whole window contains no such boundary, [`Windows`] splits it: the search is resumed in the next window in the
//! same state. The text before the split that it may still look at is kept.

use alloc::string::String;
use core::ops::Range;

use super::character_reference::DecodedText;
use crate::finder::Finder;
use crate::link::Link;
use crate::stream::window::{Resume, Searchable, Windows};

/// Handles a link that was found. The arguments are the link, its source, the byte range of the source in
/// the document, and the output, to which the handler writes the replacement of the source.
pub(super) type LinkHandler<'a> = dyn FnMut(&Link<'_>, &str, Range<u64>, &mut String) + Send + 'a;

/// The text of the current node that is not searched yet.
#[derive(Debug)]
pub(super) struct TextNode<'f> {
    finder: &'f Finder,
    windows: Windows<'f>,
    /// The whole document, if it is known.
    document: Option<&'f str>,
    /// The source of the text.
    source: String,
    /// The length of the start of `source` that was written already.
    written: usize,
    /// Where the search is resumed in the text of `source`.
    resume: Resume,
    /// The offset in the document at which `source` starts.
    start: u64,
    /// The length of the prefix of `source` that is known to contain no boundary.
    scanned: usize,
}

impl<'f> TextNode<'f> {
    pub(super) fn new(finder: &'f Finder) -> Self {
        Self {
            finder,
            windows: Windows::new(finder),
            document: None,
            source: String::new(),
            written: 0,
            resume: Resume::START,
            start: 0,
            scanned: 0,
        }
    }

    /// The text nodes of a document of which all is known.
    pub(super) fn of_document(finder: &'f Finder, document: &'f str) -> Self {
        Self {
            document: Some(document),
            ..Self::new(finder)
        }
    }

    /// Returns the offset in the document at which the text that is not searched yet starts.
    pub(super) fn unsearched_start(&self) -> Option<u64> {
        (!self.source.is_empty()).then_some(self.start + self.written as u64)
    }

    /// Adds the next chunk of the node, and writes the text that can be searched. `range` is the range of
    /// the chunk in the document.
    ///
    /// Returns `false` if the chunk can be kept as it is, in which case `out` is to be ignored.
    pub(super) fn add(
        &mut self,
        chunk: &str,
        range: &Range<usize>,
        is_last: bool,
        link_handler: &mut LinkHandler<'_>,
        out: &mut String,
    ) -> bool {
        let was_empty = self.source.is_empty();
        if was_empty {
            if chunk.is_empty() {
                return false;
            }
            self.start = range.start as u64;
            if self.resume == Resume::START
                && (is_last || self.ends_text(range.end))
                && chunk.len() < self.windows.size()
            {
                return self.search_whole(chunk, link_handler, out);
            }
        }
        let mut found = false;
        let mut rest = chunk;
        // Adding at most a window at a time bounds the length of the buffer.
        while !rest.is_empty() {
            let part = self.windows.first(rest);
            rest = rest.get(part.len()..).unwrap_or_default();
            self.source.push_str(part);
            found |= self.search_blocks(is_last && rest.is_empty(), link_handler, out);
        }
        if chunk.is_empty() && is_last {
            found |= self.search_blocks(true, link_handler, out);
        }
        found || !was_empty || !self.source.is_empty()
    }

    /// Returns whether a chunk that ends at `end` is known to be the end of a text: a `<` follows, which ends every link,
    /// whether it starts a tag or not.
    fn ends_text(&self, end: usize) -> bool {
        let next = self
            .document
            .and_then(|document| document.as_bytes().get(end));
        next == Some(&b'<')
    }

    /// Searches a chunk that is a whole text, without copying it. Returns `false` if no link was found, in which case
    /// nothing is written.
    fn search_whole(
        &self,
        source: &str,
        link_handler: &mut LinkHandler<'_>,
        out: &mut String,
    ) -> bool {
        let decoded = DecodedText::new(source);
        let links = self.finder.find_iter(decoded.text());
        let written = self.write_links(links, source, &decoded, 0..source.len(), link_handler, out);
        if written > 0 {
            out.push_str(source.get(written..).unwrap_or_default());
        }
        written > 0
    }

    /// Searches and writes all blocks that are complete. Returns whether a link was found.
    fn search_blocks(
        &mut self,
        is_last: bool,
        link_handler: &mut LinkHandler<'_>,
        out: &mut String,
    ) -> bool {
        let mut found = false;
        loop {
            let block = self.next_block(is_last);
            if block.end <= self.written {
                return found;
            }
            found |= self.search(&block, link_handler, out);
            self.source.drain(..block.keep_from);
            self.start += block.keep_from as u64;
            self.scanned = self.scanned.saturating_sub(block.keep_from);
            self.written = block.end - block.keep_from;
            self.resume = block.next;
        }
    }

    /// Returns the block that can be searched now. It is empty if more text is needed.
    fn next_block(&mut self, is_last: bool) -> Block {
        let searchable = self
            .windows
            .searchable(&self.source, &mut self.scanned, is_last);
        let end = match searchable {
            Searchable::Window => return self.window_block(),
            Searchable::Block(end) => end,
            Searchable::Nothing => 0,
        };
        Block::whole(end, self.resume)
    }

    /// Searches a block and writes it with its links. Returns whether a link was found.
    fn search(&self, block: &Block, link_handler: &mut LinkHandler<'_>, out: &mut String) -> bool {
        let source = self.source.get(..block.searched_end).unwrap_or_default();
        let decoded = DecodedText::new(source);
        let links = block.resume.links(self.finder, decoded.text());
        let range = self.written..block.end;
        let written = self.write_links(links, source, &decoded, range, link_handler, out);
        out.push_str(self.source.get(written..block.end).unwrap_or_default());
        written > self.written
    }

    /// Writes a range of the source up to the end of its last link, and returns that end. If no link was found, nothing is
    /// written, and the start of the range is returned.
    fn write_links<'t>(
        &self,
        links: impl Iterator<Item = Link<'t>>,
        source: &str,
        decoded: &DecodedText<'_>,
        range: Range<usize>,
        link_handler: &mut LinkHandler<'_>,
        out: &mut String,
    ) -> usize {
        let mut written = range.start;
        for link in links {
            // If the link starts or ends inside the expansion of a reference, no tag can be inserted
            // there. The link stays text.
            let (Some(start), Some(end)) = (
                decoded.source_offset(link.start()),
                decoded.source_offset(link.end()),
            ) else {
                continue;
            };
            if end > range.end {
                break;
            }
            out.push_str(source.get(written..start).unwrap_or_default());
            let link_source = source.get(start..end).unwrap_or_default();
            let in_document = self.start + start as u64..self.start + end as u64;
            link_handler(&link, link_source, in_document, out);
            written = end;
        }
        written
    }

    /// Returns the block that can be written of a window without a boundary.
    fn window_block(&self) -> Block {
        let source = self.windows.first(&self.source);
        let decoded = DecodedText::new(source);
        let split = self.windows.split(decoded.text(), self.resume);
        // No tag may split a reference.
        let source_offset = |offset: usize| {
            let mut offsets = (0..=offset).rev();
            offsets.find_map(|offset| Some((offset, decoded.source_offset(offset)?)))
        };
        let end = source_offset(split.end).filter(|&(_, end)| end > self.written);
        if let Some(((_, end), (text_kept, kept))) = end.zip(source_offset(split.keep_from)) {
            return Block {
                searched_end: source.len(),
                end,
                keep_from: kept,
                resume: split.resume,
                next: split.next(text_kept),
            };
        }
        // References are so long that they leave less text than the lookahead. The block ends before the last one, or
        // is not searched at all, so that memory is bounded.
        let last_reference = source.rfind('&').filter(|&end| end > self.written);
        match last_reference {
            Some(end) => Block::whole(end, self.resume),
            None => Block {
                searched_end: 0,
                ..Block::whole(source.len(), Resume::START)
            },
        }
    }
}

/// A prefix of the source that can be written.
struct Block {
    /// The end of the block.
    end: usize,
    /// The end of the source that is searched for the links of the block. What follows the block up to this
    /// offset is lookahead.
    searched_end: usize,
    /// The start of the source that is kept.
    keep_from: usize,
    /// Where the search of the block is resumed.
    resume: Resume,
    /// Where the next search is resumed, in the source that is kept.
    next: Resume,
}

impl Block {
    /// A block after which a new text starts.
    fn whole(end: usize, resume: Resume) -> Self {
        Self {
            end,
            searched_end: end,
            keep_from: end,
            resume,
            next: Resume::START,
        }
    }
}
