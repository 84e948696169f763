//! Splits input into chunks that can be searched independently, in bounded memory.
//!
//! Invariant: no link contains a Hard character (white space, a control character, an unassigned
//! code point). Splitting text after a Hard character therefore never changes which links are
//! found. A chunk is the text up to the last such boundary that has been read; the rest is kept for
//! the next chunk.
//!
//! Text without a boundary that is longer than a window (1 MiB) is searched window by window. Each
//! window is searched to its end, but only links well before the end are final. The next window
//! starts after the final part, or at the start of a link that crosses its end. Links are bounded in
//! length, so links where windows meet are found whole. Results can differ from those of a search in
//! the whole text in two cases only:
//!
//! - A URL is not linked because it is longer than a window, or for another reason. Its rest, beyond
//!   the window, is then searched as a separate text.
//! - A run of punctuation is longer than twice the maximum link length. A link before it may be
//!   taken to end there.
//!
//! Where windows meet depends on the text only, not on the block size.

use std::io::{self, ErrorKind, Read};

use encoding_rs::{Encoding, UTF_8};
use linkspan::assess::Report;
use linkspan::window::{MIN_WINDOW, Searchable, Windows};
use linkspan::{Finder, Link};

use crate::find::FoundLink;

use super::decode::{Decoder, NeedsMoreInput, detect_bom};
use super::offset_map::{Mapping, OffsetMap};

/// How input is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadOptions {
    /// The encoding of input without a byte order mark.
    pub(crate) encoding: Option<&'static Encoding>,
    /// How many bytes are read at a time.
    pub(crate) block_size: usize,
}

/// Buffers for reading, reused from one input to the next.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    block: Vec<u8>,
    text: String,
}

/// The chunks of an input.
pub(crate) struct Chunks<'b, R> {
    input: R,
    options: ReadOptions,
    buffers: &'b mut Buffers,
    /// `None` until enough bytes have been read to detect a byte order mark.
    decoder: Option<Decoder>,
    offsets: OffsetMap,
    /// How many bytes in the block buffer have not been decoded, since the encoding is not known.
    undecoded: usize,
    at_end: bool,
    /// How much of the text buffer the last chunk covered. The next call removes it.
    consumed: usize,
    /// Invariant: `text[..scanned]` contains no boundary, so it is never scanned again.
    scanned: usize,
    bytes_read: u64,
}

/// A part of the text that can be searched independently.
pub(crate) struct Chunk<'c> {
    /// The text of the chunk, and the text after it that decides where a link ends.
    pub(super) text_with_lookahead: &'c str,
    /// The length of the chunk without the lookahead.
    pub(super) len: usize,
    pub(super) offsets: &'c mut OffsetMap,
}

impl<'c> Chunk<'c> {
    /// The text of the chunk, without lookahead.
    pub(crate) fn text(&self) -> &'c str {
        self.text_with_lookahead.get(..self.len).unwrap_or_default()
    }

    /// The links of the chunk. If `assess` is set, they come with their reports, and links that were
    /// rejected because of a finding are included.
    pub(crate) fn found_links<'f>(
        &self,
        finder: &'f Finder,
        assess: bool,
    ) -> impl Iterator<Item = FoundLink<'c>> + use<'f, 'c> {
        let len = self.len;
        let unassessed = (!assess).then(|| self.links(finder));
        let assessed = assess.then(|| finder.assess_iter(self.text_with_lookahead));
        let assessed = assessed
            .into_iter()
            .flatten()
            .map(|found| FoundLink {
                link: found.link,
                report: found.report,
                rejection: found.rejection,
            })
            .take_while(move |found| found.link.end() <= len);
        let unassessed = unassessed.into_iter().flatten().map(|link| FoundLink {
            link,
            report: Report::default(),
            rejection: None,
        });
        unassessed.chain(assessed)
    }

    /// The links of the chunk, without reports.
    pub(crate) fn links<'f>(
        &self,
        finder: &'f Finder,
    ) -> impl Iterator<Item = Link<'c>> + use<'f, 'c> {
        let len = self.len;
        finder
            .find_iter(self.text_with_lookahead)
            .take_while(move |link| link.end() <= len)
    }

    /// The input offset of the character at `offset` in the text. Call it with ascending offsets.
    pub(crate) fn input_offset(&mut self, offset: usize) -> u64 {
        self.offsets
            .input_offset_of(self.text_with_lookahead, offset)
    }
}

impl<'b, R: Read> Chunks<'b, R> {
    pub(crate) fn new(input: R, options: ReadOptions, buffers: &'b mut Buffers) -> Self {
        let block_size = options.block_size.clamp(1, MIN_WINDOW);
        buffers.block.resize(block_size, 0);
        buffers.text.clear();
        Self {
            input,
            options,
            buffers,
            decoder: None,
            offsets: OffsetMap::new(Mapping::Identity, 0),
            undecoded: 0,
            at_end: false,
            consumed: 0,
            scanned: 0,
            bytes_read: 0,
        }
    }

    /// How many bytes of the input have been read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// The next chunk. `finder` must be the finder that searches the chunks: its links decide where
    /// a window may end.
    pub(crate) fn next(&mut self, finder: &Finder) -> io::Result<Option<Chunk<'_>>> {
        self.remove_consumed();
        let windows = Windows::new(finder);
        loop {
            let searchable = windows.searchable(&self.buffers.text, &mut self.scanned, self.at_end);
            let (len_with_lookahead, len) = match searchable {
                Searchable::Window => {
                    let window = windows.first(&self.buffers.text);
                    (window.len(), windows.final_len(window))
                }
                Searchable::Block(len) => (len, len),
                Searchable::Nothing => {
                    self.read_block()?;
                    continue;
                }
            };
            if len == 0 {
                return Ok(None);
            }
            self.consumed = len;
            return Ok(Some(Chunk {
                text_with_lookahead: self
                    .buffers
                    .text
                    .get(..len_with_lookahead)
                    .unwrap_or_default(),
                len,
                offsets: &mut self.offsets,
            }));
        }
    }

    fn remove_consumed(&mut self) {
        let consumed = std::mem::take(&mut self.consumed);
        self.offsets.remove_before(&self.buffers.text, consumed);
        self.buffers.text.drain(..consumed);
        self.scanned = self.scanned.saturating_sub(consumed);
    }

    fn read_block(&mut self) -> io::Result<()> {
        let free = self
            .buffers
            .block
            .get_mut(self.undecoded..)
            .unwrap_or_default();
        let count = match self.input.read(free) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(()),
            Err(error) => return Err(error),
        };
        self.bytes_read += count as u64;
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
                    return Ok(());
                }
            };
            let (decoder, offsets) = Decoder::new(encoding, mark_len as u64);
            self.offsets = offsets;
            self.decoder = Some(decoder);
            self.undecoded = 0;
            block = block.get(mark_len..).unwrap_or_default();
        }
        if let Some(decoder) = &mut self.decoder {
            decoder.decode(
                block,
                self.at_end,
                &mut self.buffers.text,
                &mut self.offsets,
            );
        }
        Ok(())
    }
}
