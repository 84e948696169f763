//! Texts that are parts of a document, with the way back to its source.

use std::ops::Range;

/// A text made from parts of a document.
#[derive(Clone, Debug, Default)]
pub(super) struct MappedText {
    text: String,
    /// Where the parts of the text come from, in order.
    pieces: Vec<Piece>,
}

/// A part of the text. If it has the length of its source, it is a copy of it.
#[derive(Clone, Debug)]
struct Piece {
    text: Range<usize>,
    source: Range<usize>,
}

impl Piece {
    fn is_copy(&self) -> bool {
        self.text.len() == self.source.len()
    }
}

impl MappedText {
    /// A part of a document, unchanged.
    pub(super) fn copy(document: &str, source: Range<usize>) -> Self {
        let mut mapped = Self::default();
        mapped.push(document.get(source.clone()).unwrap_or_default(), source);
        mapped
    }

    /// Appends a text that a part of the document stands for.
    pub(super) fn push(&mut self, text: &str, source: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        let piece = Piece {
            text: start..self.text.len(),
            source,
        };
        match self.pieces.last_mut() {
            Some(last)
                if last.is_copy() && piece.is_copy() && last.source.end == piece.source.start =>
            {
                last.text.end = piece.text.end;
                last.source.end = piece.source.end;
            }
            _ if text.is_empty() => {}
            _ => self.pieces.push(piece),
        }
    }

    /// Appends another text of the same document.
    pub(super) fn append(&mut self, other: &Self) {
        for piece in &other.pieces {
            let text = other.text.get(piece.text.clone()).unwrap_or_default();
            self.push(text, piece.source.clone());
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The source of a part of the text. If it starts or ends inside of a text that the source only
    /// stands for, such as a character reference, all of its source is included.
    pub(super) fn source_range(&self, range: &Range<usize>) -> Range<usize> {
        let start = self
            .pieces
            .partition_point(|piece| piece.text.end <= range.start);
        let end = self
            .pieces
            .partition_point(|piece| piece.text.start < range.end);
        let first = self.pieces.get(start).or(self.pieces.last());
        let last = self.pieces.get(end.saturating_sub(1));
        let (Some(first), Some(last)) = (first, last) else {
            return 0..0;
        };
        let start = if range.start >= first.text.end {
            first.source.end
        } else if first.is_copy() {
            first.source.start + range.start.saturating_sub(first.text.start)
        } else {
            first.source.start
        };
        let end = if last.is_copy() {
            last.source.start
                + range
                    .end
                    .saturating_sub(last.text.start)
                    .min(last.source.len())
        } else {
            last.source.end
        };
        start..end.max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_lead_back_to_the_source() {
        // The source is "a&amp;b" at offset 10, and "c" at offset 30.
        let mut mapped = MappedText::default();
        mapped.push("a", 10..11);
        mapped.push("&", 11..16);
        mapped.push("b", 16..17);
        mapped.push("c", 30..31);
        assert_eq!(mapped.text(), "a&bc");
        for (range, source) in [
            (0..1, 10..11),
            (0..2, 10..16),
            (1..2, 11..16),
            (0..3, 10..17),
            (2..4, 16..31),
            (3..4, 30..31),
            (4..4, 31..31),
        ] {
            assert_eq!(mapped.source_range(&range), source, "{range:?}");
        }
    }
}
