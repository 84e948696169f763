//! A text node, searched piece by piece as its chunks arrive.
//!
//! A [`TextBuffer`] keeps the source of the text until its links are final. The boundaries at which it splits are literal
//! characters of the source, not those written as a character reference, so no reference is split. The search sees the
//! text with its references decoded, so a window without a boundary is split there, and the offsets are mapped back.

use alloc::string::String;
use core::ops::Range;

use super::character_reference::DecodedText;
use crate::finder::Finder;
use crate::link::Link;
use crate::stream::{Part, Piece, Resume, TextBuffer, Window, Windows};

/// Handles a link that was found. The arguments are the link, its source, the byte range of the source in
/// the document, and the output, to which the handler writes the replacement of the source.
pub(super) type LinkHandler<'a> = dyn FnMut(&Link<'_>, &str, Range<u64>, &mut String) + Send + 'a;

/// The text of the current node that is not searched yet.
#[derive(Debug)]
pub(super) struct TextNode<'f> {
    finder: &'f Finder,
    windows: Windows<'f>,
    /// The source of the text. Its offsets are those of the document.
    source: TextBuffer,
}

impl<'f> TextNode<'f> {
    pub(super) fn new(finder: &'f Finder) -> Self {
        Self {
            finder,
            windows: Windows::new(finder),
            source: TextBuffer::new(),
        }
    }

    /// Returns the offset in the document at which the text that is not searched yet starts.
    pub(super) fn unsearched_start(&self) -> Option<u64> {
        (!self.source.is_empty()).then(|| self.source.unsearched_start())
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
            self.source.restart(range.start as u64);
        }
        let mut found = false;
        let split = |window: &Window<'_>| split(self.windows, window);
        let write = |piece: Piece<'_>| {
            let written = write_links(self.finder, &piece, link_handler, out);
            let Range { start, end } = piece.range();
            out.push_str(piece.text().get(written..end).unwrap_or_default());
            found |= written > start;
        };
        self.source
            .push_with(self.windows, chunk, is_last, split, write);
        found || !was_empty || !self.source.is_empty()
    }
}

/// Writes a piece of the source up to the end of its last link, and returns that end. If no link was found, nothing is
/// written, and the start of the piece is returned.
fn write_links(
    finder: &Finder,
    piece: &Piece<'_>,
    link_handler: &mut LinkHandler<'_>,
    out: &mut String,
) -> usize {
    let source = piece.text();
    let range = piece.range();
    let decoded = DecodedText::new(source);
    let mut written = range.start;
    for link in piece.links_in(finder, decoded.text()) {
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
        let in_document = piece.offset() + start as u64..piece.offset() + end as u64;
        link_handler(&link, link_source, in_document, out);
        written = end;
    }
    written
}

/// Splits a window of the source without a boundary.
fn split(windows: Windows<'_>, window: &Window<'_>) -> Part {
    let source = window.text;
    // An empty buffer would start anew, so one character is kept.
    let last = source.char_indices().next_back();
    let unsearched = Part::unsearched(last.map_or(0, |(at, _)| at));
    if window.resume == Resume::STOPPED {
        return unsearched;
    }
    let decoded = DecodedText::new(source);
    let split = windows.split(decoded.text(), window.resume);
    // No tag may split a reference.
    let source_offset = |offset: usize| {
        let mut offsets = (0..=offset).rev();
        offsets.find_map(|offset| Some((offset, decoded.source_offset(offset)?)))
    };
    let end = source_offset(split.end).filter(|&(_, end)| end > window.piece_start);
    if let Some(((_, end), (text_kept, keep_from))) = end.zip(source_offset(split.keep_from)) {
        return Part {
            end,
            searched_end: source.len(),
            keep_from,
            resume: split.resume,
            next: split.next(text_kept),
        };
    }
    // References are so long that they leave less text than the lookahead. What follows them may continue the host that
    // they are part of, so it is not searched either.
    unsearched
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsearched_text_starts_after_the_last_boundary() {
        let finder = Finder::new();
        let mut text_node = TextNode::new(&finder);
        let mut start = 100;
        let mut unsearched_after = |chunk: &str, is_last: bool| {
            let range = start..start + chunk.len();
            start = range.end;
            let mut ignore = |_: &Link<'_>, _: &str, _: Range<u64>, _: &mut String| {};
            text_node.add(chunk, &range, is_last, &mut ignore, &mut String::new());
            text_node.unsearched_start()
        };
        assert_eq!(unsearched_after("see exam", false), Some(104));
        assert_eq!(unsearched_after("ple", false), Some(104));
        assert_eq!(unsearched_after(".com ", false), None);
        assert_eq!(unsearched_after("a", false), Some(116));
        assert_eq!(unsearched_after("", true), None);
    }
}
