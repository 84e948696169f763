//! Splits input into chunks that can be searched independently, in bounded memory.
//!
//! Invariant: no link contains a Hard character (white space, a control character, an unassigned
//! code point). Splitting text after a Hard character therefore never changes which links are
//! found, except that some profiles look at the line before a link. A chunk is therefore the text up
//! to the last line end that has been read, or for lines longer than a window up to the last
//! boundary; the rest is kept for the next chunk.
//!
//! Text without a boundary that is longer than a window (1 MiB) is searched window by window, as the
//! library splits it ([`Windows`]): the search is resumed in the next window in the same state, and a
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
use linkspan::stream::window::{MIN_WINDOW, Resume, Searchable, Windows};
use linkspan::{Finder, Link};
use memchr::memrchr;

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
    text: String,
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
    /// How much of the text buffer is not needed any more. The next call removes it.
    consumed: usize,
    /// The end of the last chunk.
    chunk_end: usize,
    /// Where the search is resumed after removing what is not needed.
    resume: Resume,
    /// Invariant: `text[..scanned]` contains no boundary, so it is never scanned again.
    scanned: usize,
    /// The offset after the last end of a line or text in the text buffer.
    line_end: Option<usize>,
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
    /// The text of the chunk, and the text after it that decides where a link ends.
    pub(super) text_with_lookahead: &'c str,
    /// Where the chunk starts. The text before it was part of the chunk before.
    pub(super) start: usize,
    /// The end of the chunk, before the lookahead.
    pub(super) len: usize,
    /// Where the search is resumed.
    pub(super) resume: Resume,
    /// The parts of the text that are whole targets.
    pub(super) targets: Vec<Range<usize>>,
    pub(super) offsets: &'c mut OffsetMap,
}

impl<'c> Chunk<'c> {
    /// The text up to the end of the chunk, without lookahead. It includes the text before the start.
    pub(crate) fn text(&self) -> &'c str {
        self.text_with_lookahead.get(..self.len).unwrap_or_default()
    }

    /// The text of the chunk, and the text after it as far as it is known.
    pub(crate) fn text_with_lookahead(&self) -> &'c str {
        self.text_with_lookahead
    }

    /// Where the chunk starts in the text.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// The text that is searched, if it is searched as a whole.
    pub(crate) fn searched_text(&self) -> Option<&'c str> {
        self.targets.is_empty().then_some(self.text_with_lookahead)
    }

    /// The chunk of a whole document, for counting its lines.
    pub(crate) fn of_document(document: &'c str, offsets: &'c mut OffsetMap) -> Self {
        Self {
            text_with_lookahead: document,
            start: 0,
            len: document.len(),
            resume: Resume::START,
            targets: Vec::new(),
            offsets,
        }
    }

    /// The links of the chunk. If `assess` is set, they come with their reports, and links that were
    /// rejected because of a finding are included.
    pub(crate) fn found_links<'f>(&self, finders: Finders<'f>, assess: bool) -> FoundLinks<'f, 'c> {
        let len = self.len;
        let text = self.text_with_lookahead;
        if self.targets.is_empty() {
            return FoundLink::resume(finders.text, text, self.resume, assess).up_to(len);
        }
        let mut found = Vec::new();
        let mut done = 0;
        for range in &self.targets {
            let before = text.get(done..range.start).unwrap_or_default();
            if done == 0 {
                let resumed = FoundLink::resume(finders.text, before, self.resume, assess);
                found.extend(resumed);
            } else {
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

    /// The links of the chunk, without reports.
    pub(crate) fn links<'f>(
        &self,
        finder: &'f Finder,
    ) -> impl Iterator<Item = Link<'c>> + use<'f, 'c> {
        self.resume.links(finder, self.text_with_lookahead)
    }

    /// The input offset of the character at `offset` in the text. Call it with ascending offsets.
    pub(crate) fn input_offset(&mut self, offset: usize, edge: Edge) -> u64 {
        self.offsets
            .input_offset_of(self.text_with_lookahead, offset, edge)
    }

    /// How many characters of the input are missing in the text, between the last call and
    /// `offset`.
    pub(crate) fn missing_characters(&mut self, offset: usize) -> Units {
        self.offsets.missing_before(offset)
    }

    /// The length in the input of a part of the text that starts where the last call of
    /// [`missing_characters`](Self::missing_characters) ended.
    pub(crate) fn input_units(&self, range: &Range<usize>) -> Units {
        let text = self.text_with_lookahead.get(range.clone());
        Units::of(text.unwrap_or_default()) + self.offsets.missing_inside(range.end)
    }
}

impl<R: Read> Chunks<R> {
    pub(crate) fn new(input: R, options: ReadOptions, stage: Stage, mut buffers: Buffers) -> Self {
        let block_size = options.block_size.clamp(1, MIN_WINDOW);
        buffers.block.resize(block_size, 0);
        buffers.text.clear();
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
            consumed: 0,
            chunk_end: 0,
            resume: Resume::START,
            scanned: 0,
            line_end: None,
            stage,
            unstaged_offsets: None,
            staged_end: 0,
            targets: VecDeque::new(),
        }
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
        self.remove_consumed();
        let windows = Windows::new(finder);
        loop {
            let searchable = windows.searchable(&self.buffers.text, &mut self.scanned, self.at_end);
            let resume = self.resume;
            let (len_with_lookahead, len, resume) = match searchable {
                Searchable::Window => {
                    let window = windows.first(&self.buffers.text);
                    let split = windows.split(window, resume);
                    self.consumed = split.keep_from;
                    self.resume = split.next(split.keep_from);
                    (window.len(), split.end, split.resume)
                }
                Searchable::Block(len) => match self.block_end(windows, len) {
                    Some(len) => {
                        self.consumed = len;
                        self.resume = Resume::START;
                        (len, len, resume)
                    }
                    None => {
                        self.read_block();
                        continue;
                    }
                },
                Searchable::Nothing => {
                    self.read_block();
                    continue;
                }
            };
            let start = self.chunk_end;
            if len <= start {
                return self.read_error.take().map_or(Ok(None), Err);
            }
            self.chunk_end = len;
            let targets = self.take_targets(start, len);
            return Ok(Some(Chunk {
                text_with_lookahead: self
                    .buffers
                    .text
                    .get(..len_with_lookahead)
                    .unwrap_or_default(),
                start,
                len,
                resume,
                targets,
                offsets: &mut self.offsets,
            }));
        }
    }

    /// Where to split text whose last boundary ends at `len`. `None` if more text must be read first.
    fn block_end(&self, windows: Windows<'_>, len: usize) -> Option<usize> {
        if self.at_end {
            return Some(len);
        }
        if self.line_end.is_some() {
            return self.line_end;
        }
        // The line is long. The place depends on the text only, not on how much has been read.
        let text = &self.buffers.text;
        let window = windows.first(text);
        let boundary = window
            .char_indices()
            .rev()
            .find(|&(_, c)| windows.is_boundary(c));
        let (at, c) = boundary.filter(|_| window.len() < text.len())?;
        Some(at + c.len_utf8())
    }

    /// The targets that end before `len` in the text, without what precedes the chunk. A target ends
    /// before a boundary, so none continues after `len`.
    fn take_targets(&mut self, chunk_start: usize, len: usize) -> Vec<Range<usize>> {
        let [start, end] = [0, len].map(|offset| self.offsets.text_offset_of(offset));
        let mut targets = Vec::new();
        while let Some(target) = self.targets.front().filter(|target| target.end <= end) {
            let [from, to] = [target.start, target.end]
                .map(|at| usize::try_from(at.saturating_sub(start)).unwrap_or(len));
            targets.push(from.max(chunk_start)..to);
            self.targets.pop_front();
        }
        targets
    }

    fn remove_consumed(&mut self) {
        let consumed = std::mem::take(&mut self.consumed);
        self.offsets.remove_before(&self.buffers.text, consumed);
        self.buffers.text.drain(..consumed);
        self.chunk_end -= consumed;
        self.scanned = self.scanned.saturating_sub(consumed);
        self.line_end = self.line_end.filter(|&end| end > consumed);
        self.line_end = self.line_end.map(|end| end - consumed);
    }

    /// Reads a block and appends its text to the text buffer.
    fn read_block(&mut self) {
        let start = self.buffers.text.len();
        self.append_block();
        let added = self
            .buffers
            .text
            .as_bytes()
            .get(start..)
            .unwrap_or_default();
        // A NUL ends a text like a line end: stages write it between texts. But a comment on a line is about all of
        // it, so lines are split only where they are long.
        if let Some(end) = memrchr(b'\n', added) {
            self.line_end = Some(start + end + 1);
        } else if self.line_end.is_none()
            && let Some(end) = memrchr(b'\0', added)
        {
            self.line_end = Some(start + end + 1);
        }
    }

    fn append_block(&mut self) {
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
        let text = &mut self.buffers.text;
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
