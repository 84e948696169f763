//! Texts of a document that are searched together.
//!
//! Most texts between two tags are so short that starting a search takes a considerable part of its time. The parser and
//! the search also take less time if they do not alternate with each text.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The source of several texts, each with a line feed after it, which no link and no character reference crosses.
#[derive(Debug, Default)]
pub(super) struct JoinedTexts {
    source: String,
    starts: Vec<TextStart>,
}

/// Where a text starts.
#[derive(Clone, Copy, Debug, Default)]
struct TextStart {
    joined: usize,
    document: usize,
}

impl JoinedTexts {
    /// Adds a text, which starts at this offset in the document.
    pub(super) fn push(&mut self, text: &str, document: usize) {
        let joined = self.source.len();
        self.starts.push(TextStart { joined, document });
        self.source.push_str(text);
        self.source.push('\n');
    }

    /// Removes all texts, for new ones.
    pub(super) fn clear(&mut self) {
        self.source.clear();
        self.starts.clear();
    }

    pub(super) fn source(&self) -> &str {
        &self.source
    }

    pub(super) fn document_ranges(&self) -> DocumentRanges<'_> {
        DocumentRanges {
            next: &self.starts,
            text: TextStart::default(),
        }
    }
}

/// Maps ranges in joined texts to the document, in ascending order.
pub(super) struct DocumentRanges<'t> {
    /// The texts that start after the last range.
    next: &'t [TextStart],
    /// The text that the last range is in.
    text: TextStart,
}

impl DocumentRanges<'_> {
    /// The ranges in a single text that is not joined, which starts at this offset in the document.
    pub(super) fn of_text(document: usize) -> Self {
        let text = TextStart {
            joined: 0,
            document,
        };
        Self { next: &[], text }
    }

    /// The range in the document. It must be in one text.
    pub(super) fn map(&mut self, range: Range<usize>) -> Range<usize> {
        while let [next, rest @ ..] = self.next
            && next.joined <= range.start
        {
            (self.text, self.next) = (*next, rest);
        }
        let TextStart { joined, document } = self.text;
        document + (range.start - joined)..document + (range.end - joined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_mapped_to_the_document() {
        let mut texts = JoinedTexts::default();
        for (text, document) in [("ab", 10), ("", 20), ("c", 30)] {
            texts.push(text, document);
        }
        assert_eq!(texts.source(), "ab\n\nc\n");
        let mut ranges = texts.document_ranges();
        assert_eq!(ranges.map(0..1), 10..11);
        assert_eq!(ranges.map(1..2), 11..12);
        assert_eq!(ranges.map(4..5), 30..31);
        assert_eq!(DocumentRanges::of_text(7).map(1..2), 8..9);
        texts.clear();
        texts.push("d", 40);
        assert_eq!(texts.document_ranges().map(0..1), 40..41);
    }
}
