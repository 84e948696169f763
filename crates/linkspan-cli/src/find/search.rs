//! Finds the links of one input.

use std::sync::Arc;

use anyhow::Result;
use linkspan::assess::Report;
use linkspan::explain::Rejection;
use linkspan::{Finder, Link, LinkKind};

use super::batch::Batch;
use super::formatter::LinkFormatter;
use super::location::LineCounter;
use crate::args::Only;
use crate::progress::Counters;
use crate::text::{Buffers, Chunk, Chunks, ReadOptions, Source};

/// What to find and how to format it. All inputs and threads share it.
pub(crate) struct Search {
    pub(crate) finder: Finder,
    pub(crate) read_options: ReadOptions,
    pub(crate) only: Option<Only>,
    pub(crate) formatter: LinkFormatter,
    pub(crate) counters: Arc<Counters>,
}

/// Whether the search continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    /// The output is complete or cannot be written, so further links are not needed.
    Stop,
}

/// A link, with its assessment if the search assesses links.
#[derive(Clone, Debug)]
pub(crate) struct FoundLink<'t> {
    pub(crate) link: Link<'t>,
    /// Empty if links are not assessed.
    pub(crate) report: Report,
    /// Why the finder does not link it, if it does not.
    pub(crate) rejection: Option<Rejection>,
}

impl Search {
    /// Searches an input and adds its links to `batch`.
    ///
    /// `sink` is called when the batch is full, and after each chunk, since reading the next one from
    /// a pipe may block. It may empty the batch.
    pub(crate) fn run(
        &self,
        source: &Source,
        buffers: &mut Buffers,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Result<Flow> {
        self.for_each_chunk(source, buffers, |chunk, lines| {
            self.search_chunk(source, chunk, lines, batch, sink)
        })
    }

    /// Reads an input and passes its chunks to `visit`, which must end each chunk in the line
    /// counter.
    pub(super) fn for_each_chunk(
        &self,
        source: &Source,
        buffers: &mut Buffers,
        mut visit: impl FnMut(Chunk<'_>, &mut LineCounter) -> Flow,
    ) -> Result<Flow> {
        let Some(input) = source.open(self.read_options)? else {
            return Ok(Flow::Continue);
        };
        let mut chunks = Chunks::new(input, self.read_options, buffers);
        let mut lines = LineCounter::new(self.formatter.needs_assessment());
        let mut counted = 0;
        while let Some(mut chunk) = chunks
            .next(&self.finder)
            .map_err(|error| source.read_error(error))?
        {
            lines.begin_chunk(&mut chunk);
            if visit(chunk, &mut lines) == Flow::Stop {
                return Ok(Flow::Stop);
            }
            let read = chunks.bytes_read();
            self.counters.add_bytes(read - counted);
            counted = read;
        }
        self.counters.add_file();
        Ok(Flow::Continue)
    }

    /// Searches a chunk that has begun in `lines`, and ends it there.
    pub(super) fn search_chunk(
        &self,
        source: &Source,
        mut chunk: Chunk<'_>,
        lines: &mut LineCounter,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Flow {
        let mut count = 0;
        let found = chunk.found_links(&self.finder, self.formatter.needs_assessment());
        for found in found.filter(|found| self.is_wanted(&found.link)) {
            let location = lines.locate(&mut chunk, &found);
            self.formatter.add(batch, source, &found, &location);
            count += 1;
            if batch.is_full() && sink(batch) == Flow::Stop {
                return Flow::Stop;
            }
        }
        lines.end_chunk(&mut chunk);
        self.counters.add_links(count);
        sink(batch)
    }

    fn is_wanted(&self, link: &Link<'_>) -> bool {
        match self.only {
            None => true,
            Some(Only::Urls) => link.kind() == LinkKind::Url,
            Some(Only::Emails) => link.kind() == LinkKind::Email,
        }
    }
}
