//! The lines of a document that comes in chunks.

use alloc::collections::VecDeque;

/// Counts the lines of a document, of which only those are kept in mind that a link may still be
/// in.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// How many bytes came in.
    length: u64,
    /// How many lines ended before the last place that was asked for.
    ended: u64,
    /// Where later ones end.
    newlines: VecDeque<u64>,
}

impl Lines {
    pub(super) fn add(&mut self, chunk: &str) {
        let newlines = memchr::memchr_iter(b'\n', chunk.as_bytes());
        let length = self.length;
        self.newlines.extend(newlines.map(|at| length + at as u64));
        self.length += chunk.len() as u64;
    }

    /// The line of a place. All later places come after it.
    pub(super) fn pass(&mut self, place: u64) -> u64 {
        while self
            .newlines
            .front()
            .is_some_and(|&newline| newline < place)
        {
            self.newlines.pop_front();
            self.ended += 1;
        }
        self.ended + 1
    }
}
