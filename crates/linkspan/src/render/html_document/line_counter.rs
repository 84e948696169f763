//! Line numbers in a document that arrives in chunks.

use alloc::collections::VecDeque;

/// Converts byte offsets of a document to line numbers.
///
/// Offsets are asked for in ascending order, so line breaks before the last offset are only counted. The
/// offsets of later ones are stored, which bounds the memory by the text that is not searched yet.
#[derive(Debug, Default)]
pub(super) struct LineCounter {
    /// The length of the document so far, in bytes.
    length: u64,
    /// The number of line breaks before the last offset asked for.
    passed_newlines: u64,
    /// The offsets of the line breaks after it.
    newlines: VecDeque<u64>,
    /// The offset of the text that is not searched yet, if there is any.
    unsearched_start: Option<u64>,
}

impl LineCounter {
    /// Adds the next chunk of the document.
    pub(super) fn add(&mut self, chunk: &str) {
        let newlines = memchr::memchr_iter(b'\n', chunk.as_bytes());
        let length = self.length;
        self.newlines.extend(newlines.map(|at| length + at as u64));
        self.length += chunk.len() as u64;
    }

    /// Returns the line number of an offset. Offsets must not decrease from call to call.
    pub(super) fn advance_to(&mut self, offset: u64) -> u64 {
        while self
            .newlines
            .front()
            .is_some_and(|&newline| newline < offset)
        {
            self.newlines.pop_front();
            self.passed_newlines += 1;
        }
        self.passed_newlines + 1
    }

    /// Sets the offset of the text that is not searched yet. `None` if all text was searched.
    pub(super) fn set_unsearched_start(&mut self, offset: Option<u64>) {
        self.unsearched_start = offset;
    }

    /// Forgets the line breaks in text that was searched. No later link starts there.
    pub(super) fn forget_searched(&mut self) {
        self.advance_to(self.unsearched_start.unwrap_or(u64::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_across_chunks() {
        let mut lines = LineCounter::default();
        lines.add("a\nb");
        assert_eq!(lines.advance_to(0), 1);
        assert_eq!(lines.advance_to(1), 1);
        lines.add("\n\nc");
        assert_eq!(lines.advance_to(2), 2);
        assert_eq!(lines.advance_to(5), 4);
        lines.add("\n");
        lines.set_unsearched_start(Some(5));
        lines.forget_searched();
        assert_eq!(lines.newlines, [6]);
        lines.set_unsearched_start(None);
        lines.forget_searched();
        assert!(lines.newlines.is_empty());
        assert_eq!(lines.advance_to(7), 5);
    }
}
