//! Lines and columns of links.

use linkspan::Link;
use memchr::{memchr_iter, memrchr};

use crate::text::Piece;

/// Where a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The bytes of the link in the input.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// The number of the line, from 1.
    pub(crate) line: u64,
    /// The first byte of the line in the input.
    pub(crate) line_start: u64,
    /// The number of the link's first byte in the line, from 1. A byte order mark does not count.
    pub(crate) column: u64,
}

/// Counts lines from link to link.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// Where the text starts: after a byte order mark. Unknown before the first piece.
    text_start: Option<u64>,
    line: u64,
    line_start: u64,
    /// How much of the piece was counted.
    counted: usize,
}

impl Lines {
    pub(crate) fn new() -> Self {
        Self {
            text_start: None,
            line: 1,
            line_start: 0,
            counted: 0,
        }
    }

    /// Starts with a piece, before it is asked for any offset.
    pub(crate) fn enter(&mut self, piece: &mut Piece<'_>) {
        if self.text_start.is_none() {
            self.text_start = Some(piece.offset(0));
        }
    }

    /// Where a link of the piece is. Ask in ascending order.
    pub(crate) fn place(&mut self, piece: &mut Piece<'_>, link: &Link<'_>) -> Place {
        let text = piece.text();
        self.count_to(piece, text, link.start());
        let start = piece.offset(link.start());
        let text_start = self.text_start.unwrap_or_default();
        Place {
            start,
            end: piece.offset(link.end()),
            line: self.line,
            line_start: self.line_start,
            column: start - self.line_start.max(text_start) + 1,
        }
    }

    /// Counts the rest of the piece.
    pub(crate) fn leave(&mut self, piece: &mut Piece<'_>, text: &str) {
        self.count_to(piece, text, text.len());
        self.counted = 0;
    }

    fn count_to(&mut self, piece: &mut Piece<'_>, text: &str, to: usize) {
        let passed = text.as_bytes().get(self.counted..to).unwrap_or_default();
        let newlines = memchr_iter(b'\n', passed).count();
        if newlines > 0 {
            self.line += newlines as u64;
            let last = memrchr(b'\n', passed).unwrap_or_default();
            self.line_start = piece.offset(self.counted + last + 1);
        }
        self.counted = to;
    }
}
