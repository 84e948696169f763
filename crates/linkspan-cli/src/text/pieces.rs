//! Input in pieces that can be searched one by one, in bounded memory.
//!
//! No link crosses a Hard character (white space, a control, an unassigned code point), so that
//! text may be cut at any of them without changing what is found: that is exact. A piece is what
//! was read up to the last of them, and the rest waits for the next block.
//!
//! A stretch without any that is longer than a window (1 MiB) is searched window by window. Each
//! window is searched to its end, but only what lies well before the end is settled; the next one
//! starts there, or at the start of the link that lies across. Since links are bounded in length,
//! they are found whole, wherever the windows meet. Two things can differ from reading all at once:
//! of a URL that is no link, since it is longer than the window or refused for another reason, what
//! lies beyond the window is read as a text of its own; and punctuation of more than twice the
//! longest link's length may be taken for the end of one. Where windows meet depends on the text only, not on the size of the blocks.

use std::io::{self, ErrorKind, Read};

use encoding_rs::{Encoding, UTF_8};
use linkspan::{Finder, Link, LinkTerm, Report, is_link_email, link_term};

use crate::find::Found;

use super::decode::{Decoder, NeedsMore, byte_order_mark};
use super::offsets::{Measure, Offsets};

/// The smallest window, and the largest block.
const WINDOW: usize = 1024 * 1024;

/// How input is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// The encoding of input without a byte order mark.
    pub(crate) encoding: Option<&'static Encoding>,
    /// How many bytes are read at a time.
    pub(crate) block: usize,
    /// The longest link that the finder finds, in bytes.
    pub(crate) longest_link: usize,
    /// Where text may be cut.
    pub(crate) cut: Cut,
}

/// Where text may be cut without cutting a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// After any Hard character.
    Hard,
    /// Only after a control character, such as a line's end: quoted local parts may hold spaces.
    Control,
}

impl Cut {
    fn after(self, c: char) -> bool {
        match self {
            Self::Hard => link_term(c) == LinkTerm::Hard,
            Self::Control => c.is_control(),
        }
    }
}

/// Memory for reading, which serves one input after the other.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    block: Vec<u8>,
    text: String,
}

/// An input as a row of pieces.
pub(crate) struct Pieces<'b, R> {
    input: R,
    reading: Reading,
    buffers: &'b mut Buffers,
    /// Unknown until enough was read to tell the encoding.
    decoder: Option<Decoder>,
    offsets: Offsets,
    /// How much of the block waits for the encoding to be told.
    waiting: usize,
    ended: bool,
    /// How much of the text was handed out and goes with the next call.
    done: usize,
    /// How much of the text, from its start, is known to hold no place to cut.
    solid: usize,
    /// How many bytes were read.
    read: u64,
}

/// A stretch of text that can be searched by itself.
pub(crate) struct Piece<'p> {
    /// The text, with what follows it as far as it matters.
    pub(super) context: &'p str,
    /// How much of that is the piece.
    pub(super) end: usize,
    pub(super) offsets: &'p mut Offsets,
}

impl<'p> Piece<'p> {
    /// The text of the piece.
    pub(crate) fn text(&self) -> &'p str {
        self.context.get(..self.end).unwrap_or_default()
    }

    /// The links of the piece, with their reports if they are to be judged. What is refused for one is
    /// among them then.
    pub(crate) fn found<'f>(
        &self,
        finder: &'f Finder,
        judged: bool,
    ) -> impl Iterator<Item = Found<'p>> + use<'f, 'p> {
        let end = self.end;
        let links = (!judged).then(|| self.links(finder));
        let checks = judged.then(|| finder.check(self.context));
        let checks = checks.into_iter().flatten().map(|checked| Found {
            link: checked.link,
            report: checked.report,
            refused: checked.refused,
        });
        let links = links.into_iter().flatten().map(|link| Found {
            link,
            report: Report::default(),
            refused: None,
        });
        let checks = checks.take_while(move |found| found.link.end() <= end);
        links.chain(checks)
    }

    /// The links of the piece.
    pub(crate) fn links<'f>(
        &self,
        finder: &'f Finder,
    ) -> impl Iterator<Item = Link<'p>> + use<'f, 'p> {
        let end = self.end;
        finder
            .find_iter(self.context)
            .take_while(move |link| link.end() <= end)
    }

    /// The byte of the input that an offset in the text comes from. Ask in ascending order.
    pub(crate) fn offset(&mut self, offset: usize) -> u64 {
        self.offsets.find(self.context, offset)
    }
}

impl<'b, R: Read> Pieces<'b, R> {
    /// Starts to read an input.
    pub(crate) fn new(input: R, reading: Reading, buffers: &'b mut Buffers) -> Self {
        buffers.block.resize(reading.block.clamp(1, WINDOW), 0);
        buffers.text.clear();
        Self {
            input,
            reading,
            buffers,
            decoder: None,
            offsets: Offsets::new(Measure::Same, 0),
            waiting: 0,
            ended: false,
            done: 0,
            solid: 0,
            read: 0,
        }
    }

    /// How many bytes of the input were read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.read
    }

    /// The next piece. What the finder finds decides where a window may end.
    pub(crate) fn next(&mut self, finder: &Finder) -> io::Result<Option<Piece<'_>>> {
        self.remove_done();
        loop {
            let (context, end) = match self.first_cut() {
                first if first.unwrap_or(self.buffers.text.len()) >= self.window() => {
                    let context = floor_boundary(&self.buffers.text, self.window());
                    (context, self.settled(finder, context))
                }
                Some(_) => {
                    let end = self.last_cut();
                    (end, end)
                }
                None if self.ended => {
                    let end = self.buffers.text.len();
                    (end, end)
                }
                None => {
                    self.read_block()?;
                    continue;
                }
            };
            if end == 0 {
                return Ok(None);
            }
            self.done = end;
            return Ok(Some(Piece {
                context: self.buffers.text.get(..context).unwrap_or_default(),
                end,
                offsets: &mut self.offsets,
            }));
        }
    }

    /// The size of a window: many times what a link may reach.
    fn window(&self) -> usize {
        WINDOW.max(self.reach().saturating_mul(8))
    }

    /// How far before the end of a window text is settled.
    fn reach(&self) -> usize {
        // Hosts and local parts are bounded too, far below this.
        self.reading
            .longest_link
            .max(Finder::DEFAULT_LENGTH_LIMIT)
            .saturating_mul(2)
    }

    fn remove_done(&mut self) {
        let done = std::mem::take(&mut self.done);
        self.offsets.forget(&self.buffers.text, done);
        self.buffers.text.drain(..done);
        self.solid = self.solid.saturating_sub(done);
    }

    /// The first place where the text may be cut: the offset of a character to cut after.
    fn first_cut(&mut self) -> Option<usize> {
        let cut = self.reading.cut;
        let unknown = self.buffers.text.get(self.solid..)?;
        let found = unknown.find(|c| cut.after(c));
        self.solid += found.unwrap_or(unknown.len());
        found.map(|_| self.solid)
    }

    /// The last place where the text may be cut.
    fn last_cut(&self) -> usize {
        let cut = self.reading.cut;
        let text = &self.buffers.text;
        let last = text.char_indices().rev().find(|&(_, c)| cut.after(c));
        last.map_or(0, |(offset, c)| offset + c.len_utf8())
    }

    /// How much of the window that ends at `window` holds nothing but settled links and text.
    fn settled(&self, finder: &Finder, window: usize) -> usize {
        let text = self.buffers.text.get(..window).unwrap_or_default();
        let horizon = floor_boundary(text, window - self.reach().min(window));
        let mut last_end = 0;
        for link in finder.find_iter(text) {
            if link.end() <= horizon {
                last_end = link.end();
            } else if link.start() < horizon && link.start() > 0 {
                return link.start();
            } else {
                break;
            }
        }
        // Not in the middle of a word, which might be a host if its start were cut off.
        let nearby = floor_boundary(text, horizon.saturating_sub(1024)).max(last_end);
        let word = text.get(nearby..horizon).unwrap_or_default();
        let apart = |c| link_term(c) != LinkTerm::Include && !is_link_email(c) && !is_joint(c);
        let break_at = word.char_indices().rev().find(|&(_, c)| apart(c));
        break_at.map_or(horizon, |(offset, c)| nearby + offset + c.len_utf8())
    }

    fn read_block(&mut self) -> io::Result<()> {
        let room = self
            .buffers
            .block
            .get_mut(self.waiting..)
            .unwrap_or_default();
        let count = match self.input.read(room) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(()),
            Err(error) => return Err(error),
        };
        self.read += count as u64;
        self.ended = count == 0;
        let mut block = self
            .buffers
            .block
            .get(..self.waiting + count)
            .unwrap_or_default();
        if self.decoder.is_none() {
            let (encoding, mark) = match byte_order_mark(block, self.ended) {
                Ok(Some(told)) => told,
                Ok(None) => (self.reading.encoding.unwrap_or(UTF_8), 0),
                Err(NeedsMore) => {
                    self.waiting += count;
                    if self.waiting == self.buffers.block.len() {
                        self.buffers.block.push(0);
                    }
                    return Ok(());
                }
            };
            let (decoder, offsets) = Decoder::new(encoding, mark as u64);
            self.offsets = offsets;
            self.decoder = Some(decoder);
            self.waiting = 0;
            block = block.get(mark..).unwrap_or_default();
        }
        if let Some(decoder) = &mut self.decoder {
            decoder.decode(block, self.ended, &mut self.buffers.text, &mut self.offsets);
        }
        Ok(())
    }
}

/// Whether a character joins the parts of hosts, schemes and email addresses.
fn is_joint(c: char) -> bool {
    matches!(c, '.' | ':' | '@' | '。' | '．' | '｡')
}

/// The last character boundary up to `offset`.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
