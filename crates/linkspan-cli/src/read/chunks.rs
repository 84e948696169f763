//! Splits input into chunks that can be searched independently, in bounded memory.
//!
//! A chunk is the text up to the last line end that has been read, or for lines longer than a window up
//! to the last boundary; the rest is kept for the next chunk. Splitting there does not change which links
//! are found, and a comment on a line, which is about all of it, is in the same chunk.
//!
//! The library keeps the text and splits it ([`TextBuffer`]), also text without a boundary that is longer
//! than a window (1 MiB): the search is resumed in the next window in the same state, and the text of a
//! chunk starts with the end of the chunk before it, at which the search may still look. The links
//! are those of a search in the whole text. Of what is rejected because of a finding, only what is
//! across the end of such a chunk is missing.
//!
//! The text of a chunk is what the finder searches, not always what the input contains: control
//! sequences are removed, and the strings of JSON are decoded. [`Stage`] does that before text is
//! split, and the offset map leads back to the input. Line feeds are those of the input, so that
//! lines can be counted.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;

use encoding_rs::UTF_8;
use linkspan::stream::{Piece, TextBuffer, Windows};
use linkspan::{Finder, Link};

use super::finders::Finders;
use super::stage::{Sink, Stage};
use super::target;
use crate::find::{FoundLink, FoundLinks};
use crate::text::{
    Decoder, Edge, Mapping, NeedsMoreInput, OffsetMap, ReadOptions, Units, detect_bom,
};

/// Buffers for reading, reused from one input to the next.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    block: Vec<u8>,
    text: TextBuffer,
    /// Decoded text that the stage has not processed.
    unstaged: String,
}

/// The chunks of an input.
pub(crate) struct Chunks<R> {
    input: R,
    options: ReadOptions,
    buffers: Buffers,
    /// `None` until enough bytes have been read to detect a byte order mark.
    decoder: Option<Decoder>,
    offsets: OffsetMap,
    /// How many bytes in the block buffer have not been decoded, since the encoding is not known.
    undecoded: usize,
    at_end: bool,
    /// The error that ended reading. It is returned after all chunks of what was read before.
    read_error: Option<io::Error>,
    stage: Stage,
    /// The offsets of text before the stage. `None` while the stage changes nothing, so that text
    /// is decoded directly into the text buffer.
    unstaged_offsets: Option<OffsetMap>,
    /// Where the last character that the stage kept ends in the input.
    staged_end: u64,
    /// The parts of the text that are whole targets, in the whole text.
    targets: VecDeque<Range<u64>>,
}

/// A part of the text that can be searched independently.
pub(crate) struct Chunk<'c> {
    pub(super) piece: Piece<'c>,
    /// The parts of the text that are whole targets.
    pub(super) targets: Vec<Range<usize>>,
    pub(super) offsets: &'c mut OffsetMap,
}

impl<'c> Chunk<'c> {
    /// The text up to the end of the chunk, without lookahead. It includes the text before the start.
    pub(crate) fn text(&self) -> &'c str {
        let text = self.piece.text();
        text.get(..self.piece.range().end).unwrap_or_default()
    }

    /// The text of the chunk, and the text after it as far as it is known.
    pub(crate) fn text_with_lookahead(&self) -> &'c str {
        self.piece.text()
    }

    /// Where the chunk starts in the text. The text before it was part of the chunk before.
    pub(crate) fn start(&self) -> usize {
        self.piece.range().start
    }

    /// The text that is searched, if it is searched as a whole.
    pub(crate) fn searched_text(&self) -> Option<&'c str> {
        self.targets.is_empty().then_some(self.piece.text())
    }

    /// A whole text, or whole lines of one.
    pub(crate) fn whole(text: &'c str, offsets: &'c mut OffsetMap) -> Self {
        Self {
            piece: Piece::whole(text),
            targets: Vec::new(),
            offsets,
        }
    }

    /// The links of the chunk. If `assess` is set, they come with their reports, and links that were
    /// rejected because of a finding are included.
    pub(crate) fn found_links<'f>(&self, finders: Finders<'f>, assess: bool) -> FoundLinks<'f, 'c> {
        let len = self.piece.range().end;
        let text = self.piece.text();
        if self.targets.is_empty() {
            return FoundLink::in_piece(finders.text, self.piece, assess).up_to(len);
        }
        let mut found = Vec::new();
        let mut done = 0;
        for range in &self.targets {
            if done == 0 {
                let before = self.piece.up_to(range.start);
                found.extend(FoundLink::in_piece(finders.text, before, assess));
            } else {
                let before = text.get(done..range.start).unwrap_or_default();
                found.extend(FoundLink::find_iter(finders.text, before, done, assess));
            }
            let written = text.get(range.clone()).unwrap_or_default();
            found.extend(target::find(finders, written, range.start, assess));
            done = range.end;
        }
        let rest = text.get(done..).unwrap_or_default();
        let rest = FoundLink::find_iter(finders.text, rest, done, assess);
        found.extend(rest.take_while(|found| found.range().end <= len));
        FoundLinks::collected(found)
    }

    /// The links of the chunk, if their text is all that has to be known of them. `None` if some are targets, which may
    /// have another text.
    pub(crate) fn plain_links<'f>(
        &self,
        finders: Finders<'f>,
    ) -> Option<impl Iterator<Item = Link<'c>> + use<'f, 'c>> {
        let len = self.piece.range().end;
        let links = self.piece.links(finders.text);
        let inside = links.filter(move |link| link.end() <= len);
        self.targets.is_empty().then_some(inside)
    }

    /// The links of the chunk, without reports.
    pub(crate) fn links<'f>(
        &self,
        finder: &'f Finder,
    ) -> impl Iterator<Item = Link<'c>> + use<'f, 'c> {
        self.piece.links(finder)
    }

    /// The input offset of the character at `offset` in the text. Call it with ascending offsets.
    pub(crate) fn input_offset(&mut self, offset: usize, edge: Edge) -> u64 {
        self.offsets
            .input_offset_of(self.piece.text(), offset, edge)
    }

    /// How many characters of the input are missing in the text, between the last call and
    /// `offset`.
    pub(crate) fn missing_characters(&mut self, offset: usize) -> Units {
        self.offsets.missing_before(offset)
    }

    /// The length in the input of a part of the text that starts where the last call of
    /// [`missing_characters`](Self::missing_characters) ended.
    pub(crate) fn input_units(&self, range: &Range<usize>) -> Units {
        let text = self.piece.text().get(range.clone());
        Units::of(text.unwrap_or_default()) + self.offsets.missing_inside(range.end)
    }
}

impl<R: Read> Chunks<R> {
    pub(crate) fn new(input: R, options: ReadOptions, stage: Stage, mut buffers: Buffers) -> Self {
        let block_size = options.block_size.clamp(1, Windows::MIN_LARGE);
        buffers.block.resize(block_size, 0);
        buffers.text.restart(0);
        buffers.unstaged.clear();
        Self {
            input,
            options,
            buffers,
            decoder: None,
            offsets: OffsetMap::new(Mapping::Identity, 0),
            undecoded: 0,
            at_end: false,
            read_error: None,
            stage,
            unstaged_offsets: None,
            staged_end: 0,
            targets: VecDeque::new(),
        }
    }

    /// The chunks of a part of an input in UTF-8 that starts after a line feed, or after a byte order mark, at `offset`.
    pub(crate) fn of_part(
        input: R,
        offset: u64,
        options: ReadOptions,
        stage: Stage,
        buffers: Buffers,
    ) -> Self {
        let (decoder, offsets) = Decoder::new(UTF_8, offset, options.malformed);
        Self {
            decoder: Some(decoder),
            offsets,
            ..Self::new(input, options, stage, buffers)
        }
    }

    /// The input.
    pub(crate) fn input(&self) -> &R {
        &self.input
    }

    /// Returns the buffers, for the next input.
    pub(crate) fn into_buffers(self) -> Buffers {
        self.buffers
    }

    /// The input offset of the first malformed byte so far.
    pub(crate) fn first_malformed(&self) -> Option<u64> {
        // An error may cut off a character. It is reported itself.
        let decoder = self.decoder.as_ref().filter(|_| self.read_error.is_none());
        decoder.and_then(Decoder::first_malformed)
    }

    /// The next chunk. `finder` must be the finder that searches the chunks: its links decide where
    /// a window may end.
    pub(crate) fn next(&mut self, finder: &Finder) -> io::Result<Option<Chunk<'_>>> {
        let text = &self.buffers.text;
        self.offsets.remove_before(text.text(), text.removable());
        let windows = Windows::new(finder).at_line_ends();
        while !self.buffers.text.advance(windows, self.at_end) {
            if self.at_end {
                return self.read_error.take().map_or(Ok(None), Err);
            }
            self.read_block();
        }
        let range = self.buffers.text.piece().range();
        Ok(Some(Chunk {
            targets: self.take_targets(range),
            piece: self.buffers.text.piece(),
            offsets: &mut self.offsets,
        }))
    }

    /// The targets that end before the end of a chunk, without what precedes it. A target ends before a boundary, so
    /// none continues after the chunk.
    fn take_targets(&mut self, chunk: Range<usize>) -> Vec<Range<usize>> {
        let [start, end] = [0, chunk.end].map(|offset| self.offsets.text_offset_of(offset));
        let mut targets = Vec::new();
        while let Some(target) = self.targets.front().filter(|target| target.end <= end) {
            let [from, to] = [target.start, target.end]
                .map(|at| usize::try_from(at.saturating_sub(start)).unwrap_or(chunk.end));
            targets.push(from.max(chunk.start)..to);
            self.targets.pop_front();
        }
        targets
    }

    /// Reads a block and appends its text to the text buffer.
    fn read_block(&mut self) {
        let free = self
            .buffers
            .block
            .get_mut(self.undecoded..)
            .unwrap_or_default();
        let count = match self.input.read(free) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => return,
            Err(error) => {
                self.read_error = Some(error);
                0
            }
        };
        self.at_end = count == 0;
        let mut block = self
            .buffers
            .block
            .get(..self.undecoded + count)
            .unwrap_or_default();
        if self.decoder.is_none() {
            let (encoding, mark_len) = match detect_bom(block, self.at_end) {
                Ok(Some(detected)) => detected,
                Ok(None) => (self.options.encoding.unwrap_or(UTF_8), 0),
                Err(NeedsMoreInput) => {
                    self.undecoded += count;
                    if self.undecoded == self.buffers.block.len() {
                        self.buffers.block.push(0);
                    }
                    return;
                }
            };
            let malformed = self.options.malformed;
            let (decoder, offsets) = Decoder::new(encoding, mark_len as u64, malformed);
            self.offsets = offsets;
            self.decoder = Some(decoder);
            self.undecoded = 0;
            block = block.get(mark_len..).unwrap_or_default();
        }
        let text = self.buffers.text.unsearched_mut();
        let unstaged = &mut self.buffers.unstaged;
        if self.unstaged_offsets.is_none() && self.stage.changes(block) {
            let following = self.offsets.following(text);
            self.staged_end = following.clone().input_offset_of("", 0, Edge::Start);
            self.unstaged_offsets = Some(following);
        }
        let Some(decoder) = &mut self.decoder else {
            return;
        };
        let Some(unstaged_offsets) = &mut self.unstaged_offsets else {
            decoder.decode(block, self.at_end, text, &mut self.offsets);
            return;
        };
        decoder.decode(block, self.at_end, unstaged, unstaged_offsets);
        let mut sink = Sink {
            source: unstaged,
            source_offsets: unstaged_offsets,
            text,
            offsets: &mut self.offsets,
            targets: &mut self.targets,
            end: &mut self.staged_end,
            kept: 0,
            is_copy: false,
        };
        let done = self.stage.process(self.at_end, &mut sink);
        unstaged_offsets.remove_before(unstaged, done);
        unstaged.drain(..done);
    }
}
