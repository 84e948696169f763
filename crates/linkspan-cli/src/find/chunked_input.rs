//! An input that is read as a stream, chunk by chunk.

use anyhow::Result;
use linkspan::Profile;

use super::location::LineCounter;
use super::search::{Search, malformed_note};
use crate::read::{Buffers, Chunk, Chunks, Opened};
use crate::text::{Input, ReadOptions, Source};

/// An input that is read as a stream, with the lines that were counted.
pub(super) struct ChunkedInput {
    chunks: Chunks<Input>,
    lines: LineCounter,
    profile: Profile,
    options: ReadOptions,
    /// What the user is told next.
    note: Option<String>,
    warned: bool,
}

impl ChunkedInput {
    pub(super) fn new(search: &Search, source: &Source, opened: Opened, buffers: Buffers) -> Self {
        let Opened {
            input,
            options,
            choice,
            ..
        } = opened;
        Self {
            chunks: Chunks::new(input, options, choice.stage(), buffers),
            lines: LineCounter::new(search.formatter.location_needs()),
            profile: choice.profile,
            options,
            note: search.choice_note(source, choice),
            warned: false,
        }
    }

    /// The profile of the input.
    pub(super) fn profile(&self) -> Profile {
        self.profile
    }

    /// A message for the user about what has been read.
    pub(super) fn take_note(&mut self) -> Option<String> {
        self.note.take()
    }

    /// The next chunk, and the lines before it. It must be ended in the line counter, and then here.
    pub(super) fn next(
        &mut self,
        search: &Search,
        source: &Source,
    ) -> Result<Option<(Chunk<'_>, &mut LineCounter)>> {
        let finder = search.finders.finders(self.profile).text;
        let next = self.chunks.next(finder);
        let Some(mut chunk) = next.map_err(|error| source.read_error(error))? else {
            search.counters.add_file();
            return Ok(None);
        };
        self.lines.begin_chunk(&mut chunk);
        Ok(Some((chunk, &mut self.lines)))
    }

    /// Ends a chunk.
    pub(super) fn end_chunk(&mut self, source: &Source) {
        if let Some(offset) = self.chunks.first_malformed().filter(|_| !self.warned) {
            self.warned = true;
            self.note = Some(malformed_note(source, self.options, offset));
        }
    }

    /// Returns the buffers, for the next input.
    pub(super) fn into_buffers(self) -> Buffers {
        self.chunks.into_buffers()
    }
}
