//! A text node, searched block by block as its chunks arrive.
//!
//! Invariant: no link crosses a character with the `Link_Term` value Hard, so a block that ends with one
//! can be searched on its own, with the same result as the whole node. Only literal Hard characters count,
//! not those written as a character reference, so that no reference is split either.
//!
//! If a whole window contains no such boundary, the window is searched to its end. Only the links that end
//! well before the end of the window are accepted, because later text cannot change them; the rest is
//! searched again with the following text.

use alloc::string::String;
use core::ops::Range;

use super::character_reference::DecodedText;
use crate::finder::Finder;
use crate::link::Link;
use crate::window::{Searchable, Windows};

/// Handles a link that was found. The arguments are the link, its source, the byte range of the source in
/// the document, and the output, to which the handler writes the replacement of the source.
pub(super) type LinkHandler<'a> = dyn FnMut(&Link<'_>, &str, Range<u64>, &mut String) + Send + 'a;

/// The text of the current node that is not searched yet.
#[derive(Debug)]
pub(super) struct TextNode<'f> {
    finder: &'f Finder,
    windows: Windows<'f>,
    /// The source of the text.
    source: String,
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
            source: String::new(),
            start: 0,
            scanned: 0,
        }
    }

    /// Returns the offset in the document at which the text that is not searched yet starts.
    pub(super) fn unsearched_start(&self) -> Option<u64> {
        (!self.source.is_empty()).then_some(self.start)
    }

    /// Adds the next chunk of the node, and writes the text that can be searched. `start` is the offset of
    /// the chunk in the document.
    ///
    /// Returns `false` if the chunk can be kept as it is, in which case `out` is to be ignored.
    pub(super) fn add(
        &mut self,
        chunk: &str,
        start: u64,
        is_last: bool,
        link_handler: &mut LinkHandler<'_>,
        out: &mut String,
    ) -> bool {
        let was_empty = self.source.is_empty();
        if was_empty {
            self.start = start;
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
            if block.end == 0 {
                return found;
            }
            found |= self.search(&block, link_handler, out);
            self.source.drain(..block.end);
            self.start += block.end as u64;
            self.scanned = self.scanned.saturating_sub(block.end);
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
        Block {
            searched_end: end,
            end,
        }
    }

    /// Searches a block and writes it with its links. Returns whether a link was found.
    fn search(&self, block: &Block, link_handler: &mut LinkHandler<'_>, out: &mut String) -> bool {
        let source = self.source.get(..block.searched_end).unwrap_or_default();
        let decoded = DecodedText::new(source);
        let mut written = 0;
        let mut found = false;
        for link in self.finder.find_iter(decoded.text()) {
            // If the link starts or ends inside the expansion of a reference, no tag can be inserted
            // there. The link stays text.
            let (Some(start), Some(end)) = (
                decoded.source_offset(link.start()),
                decoded.source_offset(link.end()),
            ) else {
                continue;
            };
            if end > block.end {
                break;
            }
            out.push_str(source.get(written..start).unwrap_or_default());
            let link_source = source.get(start..end).unwrap_or_default();
            let range = self.start + start as u64..self.start + end as u64;
            link_handler(&link, link_source, range, out);
            written = end;
            found = true;
        }
        out.push_str(self.source.get(written..block.end).unwrap_or_default());
        found
    }

    /// Returns the block that can be written of a window without a boundary.
    fn window_block(&self) -> Block {
        let source = self.windows.first(&self.source);
        let decoded = DecodedText::new(source);
        let final_len = decoded.source_offset(self.windows.final_len(decoded.text()));
        // Long references can leave so little decoded text that nothing of it is settled. The block then
        // ends before the last reference, since no tag may split a reference.
        let last_reference = || source.rfind('&').filter(|&end| end > 0);
        match final_len.filter(|&end| end > 0) {
            Some(end) => Block {
                searched_end: source.len(),
                end,
            },
            None => last_reference().map_or(Block::unsearched(source.len()), |end| Block {
                searched_end: end,
                end,
            }),
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
}

impl Block {
    /// A block that is written without being searched.
    fn unsearched(end: usize) -> Self {
        Self {
            end,
            searched_end: 0,
        }
    }
}
