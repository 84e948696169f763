//! Adjacent text events, joined to one text with a map to the source.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The joined text of adjacent text events. It knows the source range of each event.
#[derive(Clone, Debug, Default)]
pub(super) struct MergedText {
    text: String,
    /// Ranges in ascending order that cover the text.
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

impl MergedText {
    /// Adds the text of the next event.
    pub(super) fn push(&mut self, text: &str, source: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.fragments.push(Fragment {
            text: start..self.text.len(),
            source,
        });
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.fragments.clear();
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the offset in the text for an offset in the source.
    pub(super) fn text_offset(&self, source: usize) -> usize {
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

    #[test]
    fn ranges_map_to_the_source() {
        // The source is `ab&fjlig;c`.
        let mut merged = MergedText::default();
        merged.push("ab", 0..2);
        merged.push("fj", 2..9);
        merged.push("c", 9..10);
        assert_eq!(merged.text(), "abfjc");
        assert_eq!(merged.source_range(&(1..4)), (1..9, true));
        assert_eq!(merged.source_range(&(1..3)), (1..9, false));
        assert_eq!(merged.source_range(&(3..5)), (2..10, false));
        assert_eq!(merged.text_offset(1), 1);
        assert_eq!(merged.text_offset(9), 4);
        assert_eq!(merged.text_offset(10), 5);
    }
}
