//! Pieces of text that touch, as one text.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A row of text events, as one text that knows where each piece stands in the source.
#[derive(Debug, Default)]
pub(super) struct Run {
    text: String,
    pieces: Vec<Piece>,
}

#[derive(Debug)]
struct Piece {
    text: Range<usize>,
    source: Range<usize>,
}

impl Piece {
    /// Whether the text is the source, letter by letter; otherwise it is that of a reference.
    fn is_literal(&self) -> bool {
        self.text.len() == self.source.len()
    }
}

impl Run {
    pub(super) fn push(&mut self, text: &str, source: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.pieces.push(Piece {
            text: start..self.text.len(),
            source,
        });
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.pieces.clear();
    }

    /// Where a place in the source is in the text.
    pub(super) fn offset(&self, source: usize) -> usize {
        let at = self.pieces.partition_point(|p| p.source.end <= source);
        self.pieces.get(at).map_or(self.text.len(), |p| {
            p.text.start + source.saturating_sub(p.source.start).min(p.text.len())
        })
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where a part of the text, which is not empty, comes from in the source. If it starts or ends
    /// amid what a reference spells, the whole reference counts, and the second value is false.
    pub(super) fn source(&self, part: &Range<usize>) -> (Range<usize>, bool) {
        let first = self.pieces.partition_point(|p| p.text.end <= part.start);
        let last = self.pieces.partition_point(|p| p.text.end < part.end);
        let (start, starts_exactly) = match self.pieces.get(first) {
            Some(p) if p.is_literal() => (p.source.start + part.start - p.text.start, true),
            Some(p) => (p.source.start, p.text.start == part.start),
            None => (0, false),
        };
        let (end, ends_exactly) = match self.pieces.get(last) {
            Some(p) if p.is_literal() => (p.source.start + part.end - p.text.start, true),
            Some(p) => (p.source.end, p.text.end == part.end),
            None => (start, false),
        };
        (start..end, starts_exactly && ends_exactly)
    }
}
