//! Searching one input.

use std::sync::Arc;

use anyhow::Result;
use linkspan::{Finder, Link, LinkKind, NoLink, Report};

use super::lines::Lines;
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

/// A link that was found, and what was found about it if that was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Found<'t> {
    pub(crate) link: Link<'t>,
    pub(crate) report: Report,
    /// Why it is no link, if it is none.
    pub(crate) refused: Option<NoLink>,
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
        let mut lines = Lines::new(self.rows.are_judged());
        let mut counted = 0;
        while let Some(mut piece) = pieces
            .next(&self.finder)
            .map_err(|error| source.failed(error))?
        {
            lines.enter(&mut piece);
            if self.search_piece(source, piece, &mut lines, batch, sink) == Flow::Stop {
                return Ok(Flow::Stop);
            }
            let read = pieces.bytes_read();
            self.progress.add_bytes(read - counted);
            counted = read;
        }
        self.progress.add_file();
        Ok(Flow::Continue)
    }

    /// Searches a piece of an input, which `lines` has entered.
    pub(crate) fn search_piece(
        &self,
        source: &Source,
        mut piece: Piece<'_>,
        lines: &mut Lines,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Flow {
        let text = piece.text();
        let mut found = 0;
        let all = piece.found(&self.finder, self.rows.are_judged());
        for link in all.filter(|found| self.wants(&found.link)) {
            let place = lines.place(&mut piece, &link);
            self.rows.add(batch, source, &link, &place);
            found += 1;
            if batch.is_full() && sink(batch) == Flow::Stop {
                return Flow::Stop;
            }
        }
        lines.leave(&mut piece, text);
        self.progress.add_links(found);
        sink(batch)
    }

    fn wants(&self, link: &Link<'_>) -> bool {
        match self.only {
            None => true,
            Some(Only::Urls) => link.kind() == LinkKind::Url,
            Some(Only::Emails) => link.kind() == LinkKind::Email,
        }
    }
}
