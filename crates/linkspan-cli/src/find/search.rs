//! Searching one input.

use std::sync::Arc;

use anyhow::Result;
use linkspan::{Finder, Link, LinkKind};
use memchr::{memchr_iter, memrchr};

use super::row::{Batch, Rows};
use crate::args::Only;
use crate::progress::Counters;
use crate::text::{Buffers, Piece, Pieces, Reading, Source};

/// What to look for and how to write it: the same for all inputs.
pub(crate) struct Search {
    pub(crate) finder: Finder,
    pub(crate) reading: Reading,
    pub(crate) only: Option<Only>,
    pub(crate) rows: Rows,
    pub(crate) progress: Arc<Counters>,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    /// Nobody wants to know more.
    Stop,
}

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

impl Search {
    /// Searches an input and adds what it finds to `batch`, which `sink` may empty whenever it is
    /// called: if the batch is full, and before anything that may take long, such as waiting for a
    /// pipe.
    pub(crate) fn run(
        &self,
        source: &Source,
        buffers: &mut Buffers,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Result<Flow> {
        let Some(input) = source.open(self.reading)? else {
            return Ok(Flow::Continue);
        };
        let mut pieces = Pieces::new(input, self.reading, buffers);
        let mut lines = Lines::new();
        let mut counted = 0;
        while let Some(mut piece) = pieces
            .next(&self.finder)
            .map_err(|error| source.failed(error))?
        {
            lines.enter(&mut piece);
            let text = piece.text();
            let mut found = 0;
            for link in piece.links(&self.finder).filter(|link| self.wants(link)) {
                let place = lines.place(&mut piece, &link);
                self.rows.add(batch, source, &link, &place);
                found += 1;
                if batch.is_full() && sink(batch) == Flow::Stop {
                    return Ok(Flow::Stop);
                }
            }
            lines.leave(&mut piece, text);
            let read = pieces.bytes_read();
            self.progress.add(read - counted, found);
            counted = read;
            if sink(batch) == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        self.progress.add_file();
        Ok(Flow::Continue)
    }

    fn wants(&self, link: &Link<'_>) -> bool {
        match self.only {
            None => true,
            Some(Only::Urls) => link.kind() == LinkKind::Url,
            Some(Only::Emails) => link.kind() == LinkKind::Email,
        }
    }
}

/// Counts lines from link to link.
struct Lines {
    /// Where the text starts: after a byte order mark. Unknown before the first piece.
    text_start: Option<u64>,
    line: u64,
    line_start: u64,
    /// How much of the piece was counted.
    counted: usize,
}

impl Lines {
    fn new() -> Self {
        Self {
            text_start: None,
            line: 1,
            line_start: 0,
            counted: 0,
        }
    }

    fn enter(&mut self, piece: &mut Piece<'_>) {
        if self.text_start.is_none() {
            self.text_start = Some(piece.offset(0));
        }
    }

    fn place(&mut self, piece: &mut Piece<'_>, link: &Link<'_>) -> Place {
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

    fn leave(&mut self, piece: &mut Piece<'_>, text: &str) {
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
