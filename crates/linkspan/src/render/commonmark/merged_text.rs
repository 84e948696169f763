//! Adjacent text events, joined to one text with a map to the source.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The joined text of adjacent text events. It knows the source range of each event.
#[derive(Clone, Debug, Default)]
pub(super) struct MergedText<'d> {
    /// The source, or nothing if it is not known.
    document: &'d str,
    /// The source of the text if that is all of it, as it is in most documents. Then it is not copied.
    slice: Range<usize>,
    /// Any other text.
    text: String,
    /// Ranges in ascending order that cover `text`.
    fragments: Vec<Fragment>,
}

/// The text of one event.
#[derive(Clone, Debug)]
struct Fragment {
    text: Range<usize>,
    source: Range<usize>,
}

impl Fragment {
    /// Returns whether the text equals its source. Otherwise it is the expansion of a reference.
    fn is_literal(&self) -> bool {
        self.text.len() == self.source.len()
    }
}

impl<'d> MergedText<'d> {
    /// No text, of a document whose source is known.
    pub(super) fn new(document: &'d str) -> Self {
        Self {
            document,
            ..Self::default()
        }
    }

    /// Adds the text of the next event.
    pub(super) fn push(&mut self, text: &str, source: Range<usize>) {
        if self.fragments.is_empty() {
            let follows = self.slice.is_empty() || self.slice.end == source.start;
            let of_document = self.document.get(source.clone());
            if follows && of_document.is_some_and(|slice| core::ptr::eq(slice, text)) {
                if self.slice.is_empty() {
                    self.slice.start = source.start;
                }
                self.slice.end = source.end;
                return;
            }
            let slice = core::mem::take(&mut self.slice);
            if !slice.is_empty() {
                let text = self.document.get(slice.clone()).unwrap_or_default();
                self.push_fragment(text, slice);
            }
        }
        self.push_fragment(text, source);
    }

    fn push_fragment(&mut self, text: &str, source: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.fragments.push(Fragment {
            text: start..self.text.len(),
            source,
        });
    }

    pub(super) fn clear(&mut self) {
        self.slice = 0..0;
        self.text.clear();
        self.fragments.clear();
    }

    pub(super) fn text(&self) -> &str {
        if self.slice.is_empty() {
            &self.text
        } else {
            self.document.get(self.slice.clone()).unwrap_or_default()
        }
    }

    /// Returns the offset in the text for an offset in the source.
    pub(super) fn text_offset(&self, source: usize) -> usize {
        if !self.slice.is_empty() {
            return source.min(self.slice.end).saturating_sub(self.slice.start);
        }
        let index = self.fragments.partition_point(|f| f.source.end <= source);
        self.fragments.get(index).map_or(self.text.len(), |f| {
            f.text.start + source.saturating_sub(f.source.start).min(f.text.len())
        })
    }

    /// Returns the source range of a non-empty range of the text, and whether it is exact.
    ///
    /// If the range starts or ends inside the expansion of a reference, the source range includes the
    /// whole reference and is not exact.
    pub(super) fn source_range(&self, range: &Range<usize>) -> (Range<usize>, bool) {
        if !self.slice.is_empty() {
            let start = self.slice.start;
            return (start + range.start..start + range.end, true);
        }
        let first = self
            .fragments
            .partition_point(|f| f.text.end <= range.start);
        let last = self.fragments.partition_point(|f| f.text.end < range.end);
        let (start, start_is_exact) = match self.fragments.get(first) {
            Some(f) if f.is_literal() => (f.source.start + range.start - f.text.start, true),
            Some(f) => (f.source.start, f.text.start == range.start),
            None => (0, false),
        };
        let (end, end_is_exact) = match self.fragments.get(last) {
            Some(f) if f.is_literal() => (f.source.start + range.end - f.text.start, true),
            Some(f) => (f.source.end, f.text.end == range.end),
            None => (start, false),
        };
        (start..end, start_is_exact && end_is_exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts the same of a text that is copied and of one of which a part is a slice.
    #[test]
    fn ranges_map_to_the_source() {
        let source = "ab&fjlig;c";
        for document in ["", source] {
            let mut merged = MergedText::new(document);
            merged.push(source.get(..1).unwrap(), 0..1);
            merged.push(source.get(1..2).unwrap(), 1..2);
            assert_eq!(merged.text(), "ab");
            assert_eq!(merged.source_range(&(0..1)), (0..1, true));
            assert_eq!(merged.source_range(&(1..2)), (1..2, true));
            assert_eq!(merged.text_offset(1), 1);
            assert_eq!(merged.text_offset(3), 2);
            merged.push("fj", 2..9);
            merged.push(source.get(9..).unwrap(), 9..10);
            assert_eq!(merged.text(), "abfjc");
            assert_eq!(merged.source_range(&(1..4)), (1..9, true));
            assert_eq!(merged.source_range(&(1..3)), (1..9, false));
            assert_eq!(merged.source_range(&(3..5)), (2..10, false));
            assert_eq!(merged.text_offset(1), 1);
            assert_eq!(merged.text_offset(9), 4);
            assert_eq!(merged.text_offset(10), 5);
            merged.clear();
            assert_eq!(merged.text(), "");
            merged.push(source.get(9..).unwrap(), 9..10);
            assert_eq!(merged.text(), "c");
            assert_eq!(merged.source_range(&(0..1)), (9..10, true));
        }
    }

    #[test]
    fn slices_that_are_not_adjacent_are_joined() {
        let document = "a\\b";
        let mut merged = MergedText::new(document);
        merged.push(document.get(..1).unwrap(), 0..1);
        merged.push(document.get(2..).unwrap(), 2..3);
        assert_eq!(merged.text(), "ab");
        assert_eq!(merged.source_range(&(0..2)), (0..3, true));
    }
}
