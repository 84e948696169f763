//! A large file that is read in ranges of whole lines.
//!
//! A range is read and searched without knowing the others. Only its line number and the like depend on the ranges
//! before it: what each range passes on to the next is [`RangeState`], in the order of the ranges.

use std::fs::File;

use anyhow::Result;
use linkspan::Finder;
use memchr::{memchr_iter, memrchr};

use super::batch::Batch;
use super::location::{LineCounter, LocationNeeds};
use super::search::{Flow, Search, malformed_note};
use crate::read::{Buffers, Choice, Chunk, Chunks, LineRange, LineRanges, Opened, ReadAt};
use crate::text::{Mapping, OffsetMap, ReadOptions, Source};

/// A large file that is read in ranges of whole lines, and how it is read.
pub(super) struct RangedFile<F = File> {
    ranges: LineRanges<F>,
    options: ReadOptions,
    choice: Choice,
}

/// What is known where a range starts.
#[derive(Clone)]
pub(super) struct RangeState {
    lines: LineCounter,
    /// Whether the user was told that the file has malformed bytes.
    warned: bool,
    /// Whether the file has ended, so that later ranges do not count.
    is_at_end: bool,
}

/// Gives a range its turn in the order of the ranges.
pub(super) trait Turn {
    /// Whether other ranges are searched at the same time, so that the next one should not wait for the search of this
    /// one.
    const IS_SHARED: bool;

    /// The state at the start of the range. `None` if an earlier range could not be read.
    fn start(&mut self) -> Option<RangeState>;

    /// Passes on the state at the end of the range.
    fn end(&mut self, state: RangeState);
}

/// Buffers for reading, reused from one range to the next.
#[derive(Debug, Default)]
pub(super) struct RangeBuffers {
    bytes: Vec<u8>,
    chunks: Buffers,
}

impl From<Buffers> for RangeBuffers {
    fn from(chunks: Buffers) -> Self {
        let bytes = Vec::new();
        Self { bytes, chunks }
    }
}

impl RangeBuffers {
    /// The buffers for inputs that are not read in ranges.
    pub(super) fn into_chunks(self) -> Buffers {
        self.chunks
    }
}

impl RangedFile {
    /// The file of an input, if it can be read in ranges.
    pub(super) fn new(opened: &mut Opened) -> Option<Self> {
        let ranges = opened.take_line_ranges()?;
        Some(Self {
            ranges,
            options: opened.options,
            choice: opened.choice,
        })
    }
}

impl<F: ReadAt> RangedFile<F> {
    /// How many ranges the file has.
    pub(super) fn count(&self) -> u64 {
        self.ranges.count()
    }

    pub(super) fn choice(&self) -> Choice {
        self.choice
    }
}

impl RangeState {
    /// The state at the start of a file.
    pub(super) fn new(needs: LocationNeeds) -> Self {
        Self {
            lines: LineCounter::new(needs),
            warned: false,
            is_at_end: false,
        }
    }

    /// The state after a range with these lines.
    fn after(&self, lines: &LineCounter, has_malformed: bool, is_cut: bool) -> Self {
        Self {
            lines: self.lines.followed_by(lines),
            warned: self.warned || has_malformed,
            is_at_end: self.is_at_end || is_cut,
        }
    }
}

/// How a range is searched.
pub(super) struct RangeSearch<'s, F = File> {
    pub(super) search: &'s Search,
    pub(super) source: &'s Source,
    pub(super) file: &'s RangedFile<F>,
    /// How many links are needed.
    pub(super) limit: Option<u64>,
}

impl<F: ReadAt> RangeSearch<'_, F> {
    /// Reads a range and adds its links to `batch`. Returns how many.
    ///
    /// `sink` is called when the batch is full, and at the end of the range. It may empty the batch.
    pub(super) fn run<T: Turn>(
        &self,
        index: u64,
        turn: &mut T,
        buffers: &mut RangeBuffers,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Result<(Flow, u64)> {
        let range = self.file.ranges.read(index, &mut buffers.bytes);
        let (offset, bytes) = (range.offset(), range.bytes());
        self.search.counters.add_bytes(bytes.len() as u64);
        if range.is_in_memory() && bytes.is_empty() {
            let Some(mut state) = turn.start() else {
                return Ok((Flow::EndInput, 0));
            };
            state.is_at_end |= range.is_cut();
            turn.end(state);
            return Ok((Flow::Continue, 0));
        }
        let is_changed = self.file.choice.stage().changes(bytes);
        let text = (range.is_in_memory() && !is_changed)
            .then(|| simdutf8::basic::from_utf8(bytes).ok())
            .flatten();
        match text {
            Some(text) => {
                let is_cut = range.is_cut();
                Ok(self.search_text(text, offset, is_cut, turn, batch, sink))
            }
            None => self.search_in_chunks(range, turn, &mut buffers.chunks, batch, sink),
        }
    }

    /// Searches a range of UTF-8 that no stage changes, where it was read.
    fn search_text<T: Turn>(
        &self,
        text: &str,
        offset: u64,
        is_cut: bool,
        turn: &mut T,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> (Flow, u64) {
        let mut offsets = OffsetMap::new(Mapping::Identity, offset);
        let counted = T::IS_SHARED.then(|| {
            let mut lines = LineCounter::new(self.search.formatter.location_needs());
            let mut chunk = Chunk::whole(text, &mut offsets);
            lines.begin_chunk(&mut chunk);
            lines.end_chunk(&mut chunk);
            lines
        });
        let Some(mut state) = turn.start() else {
            return (Flow::EndInput, 0);
        };
        if state.is_at_end {
            turn.end(state);
            return (Flow::Continue, 0);
        }
        if let Some(counted) = &counted {
            turn.end(state.after(counted, false, is_cut));
            state.lines.expect_last_chunk();
        }
        let mut offsets = OffsetMap::new(Mapping::Identity, offset);
        let mut chunk = Chunk::whole(text, &mut offsets);
        state.lines.begin_chunk(&mut chunk);
        let found = self.search_chunk(chunk, &mut state, self.limit, batch, sink);
        if counted.is_none() {
            state.is_at_end = is_cut;
            turn.end(state);
        }
        found
    }

    /// Searches any other range: with malformed bytes, with control sequences, with a line that does not fit into
    /// memory, or with an error at its end.
    fn search_in_chunks<T: Turn>(
        &self,
        range: LineRange<'_, '_, F>,
        turn: &mut T,
        buffers: &mut Buffers,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> Result<(Flow, u64)> {
        let (search, source) = (self.search, self.source);
        let RangedFile {
            options, choice, ..
        } = *self.file;
        let offset = range.offset();
        let counted = (T::IS_SHARED && range.is_in_memory())
            .then(|| count_lines(range.bytes(), offset, search.formatter.location_needs()))
            .flatten();
        let has_malformed = || simdutf8::basic::from_utf8(range.bytes()).is_err();
        let counted = counted.map(|lines| (lines, has_malformed()));
        let Some(mut state) = turn.start() else {
            return Ok((Flow::EndInput, 0));
        };
        if state.is_at_end {
            turn.end(state);
            return Ok((Flow::Continue, 0));
        }
        if let Some((lines, has_malformed)) = &counted {
            turn.end(state.after(lines, *has_malformed, range.is_cut()));
        }

        let finder = self.finder();
        let buffered = std::mem::take(buffers);
        let mut chunks = Chunks::of_part(range, offset, options, choice.stage(), buffered);
        let mut found = 0;
        let flow = loop {
            let next = chunks.next(finder);
            let Some(mut chunk) = next.map_err(|error| source.read_error(error))? else {
                break Flow::Continue;
            };
            state.lines.begin_chunk(&mut chunk);
            let limit = self.limit.map(|limit| limit.saturating_sub(found));
            let (flow, count) = self.search_chunk(chunk, &mut state, limit, batch, sink);
            found += count;
            if flow != Flow::Continue {
                break flow;
            }
            if let Some(offset) = chunks.first_malformed().filter(|_| !state.warned) {
                state.warned = true;
                batch.add_note(malformed_note(source, options, offset));
                sink(batch);
            }
        };
        let is_cut = chunks.input().is_cut();
        *buffers = chunks.into_buffers();
        if counted.is_none() {
            state.is_at_end = is_cut;
            turn.end(state);
        }
        Ok((flow, found))
    }

    fn search_chunk(
        &self,
        chunk: Chunk<'_>,
        state: &mut RangeState,
        limit: Option<u64>,
        batch: &mut Batch,
        sink: &mut dyn FnMut(&mut Batch) -> Flow,
    ) -> (Flow, u64) {
        let (source, profile, lines) = (self.source, self.file.choice.profile, &mut state.lines);
        self.search
            .search_chunk(source, chunk, lines, profile, limit, batch, sink)
    }

    fn finder(&self) -> &Finder {
        let finders = &self.search.finders;
        finders.finders(self.file.choice.profile).text
    }
}

/// Counts the lines of a range, whatever else it contains. `None` if that is not enough to go on with the next range.
fn count_lines(bytes: &[u8], offset: u64, needs: LocationNeeds) -> Option<LineCounter> {
    if needs > LocationNeeds::Bytes {
        return None;
    }
    let line_feeds = memchr_iter(b'\n', bytes).count() as u64;
    let last = memrchr(b'\n', bytes).map(|at| offset + at as u64 + 1);
    Some(LineCounter::after_lines(needs, offset, line_feeds, last))
}

#[cfg(test)]
mod tests;
