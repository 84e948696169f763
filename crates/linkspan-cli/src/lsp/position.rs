//! Positions in a text: lines, and columns in the units that the client understands.

use std::ops::Range;

use memchr::memchr2_iter;
use serde::{Deserialize, Serialize};

/// The unit of columns, which client and server agree on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// Chooses an encoding from those that a client offers: UTF-8 if it can, since offsets in the text need no conversion.
    /// A client that offers nothing uses UTF-16.
    pub(super) fn negotiate(offered: &[String]) -> Self {
        let is_offered = |encoding: &Self| offered.iter().any(|name| name == encoding.as_str());
        let all = [Self::Utf8, Self::Utf16, Self::Utf32];
        all.into_iter().find(is_offered).unwrap_or_default()
    }

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf32 => "utf-32",
        }
    }

    /// The length in this unit of a part of a text. It must start and end on character boundaries.
    pub(super) fn len(self, text: &[u8]) -> u32 {
        let is_start = |byte: &&u8| !(0x80..0xC0).contains(*byte);
        let len = match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => {
                // Characters of four bytes are two units.
                text.iter().filter(is_start).count()
                    + text.iter().filter(|byte| **byte >= 0xF0).count()
            }
            Self::Utf32 => text.iter().filter(is_start).count(),
        };
        saturating(len)
    }
}

/// A number as the protocol represents it.
pub(super) fn saturating(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A position: a line, and a column in the unit of the encoding, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) character: u32,
}

/// A range of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct PositionRange {
    pub(super) start: Position,
    pub(super) end: Position,
}

/// Converts ascending offsets to positions, in one pass over the chunks of a text.
pub(super) struct Cursor<'t, I> {
    encoding: Encoding,
    chunks: I,
    chunk: &'t [u8],
    /// The offset of the chunk in the text.
    chunk_start: usize,
    /// How much of the chunk is before the position.
    done: usize,
    position: Position,
    /// Whether the text before the position ends with a carriage return.
    after_return: bool,
}

impl<'t, I: Iterator<Item = &'t str>> Cursor<'t, I> {
    pub(super) fn new(encoding: Encoding, chunks: I) -> Self {
        Self {
            encoding,
            chunks,
            chunk: &[],
            chunk_start: 0,
            done: 0,
            position: Position::default(),
            after_return: false,
        }
    }

    /// A cursor at an offset whose position is known. The chunks start at `chunk_start` and the first contains it.
    pub(super) fn starting_at(
        encoding: Encoding,
        mut chunks: I,
        chunk_start: usize,
        offset: usize,
        position: Position,
    ) -> Self {
        let chunk = chunks.next().unwrap_or_default().as_bytes();
        Self {
            chunk,
            chunk_start,
            done: offset.saturating_sub(chunk_start).min(chunk.len()),
            position,
            ..Self::new(encoding, chunks)
        }
    }

    /// The position of an offset. An offset before the last one has the position of the last one.
    pub(super) fn position(&mut self, offset: usize) -> Position {
        while self.chunk_start + self.chunk.len() < offset {
            self.pass(self.done..self.chunk.len());
            self.chunk_start += self.chunk.len();
            self.done = 0;
            let Some(next) = self.chunks.next() else {
                self.chunk = &[];
                break;
            };
            self.chunk = next.as_bytes();
        }
        let end = offset
            .saturating_sub(self.chunk_start)
            .min(self.chunk.len());
        if end > self.done {
            self.pass(self.done..end);
            self.done = end;
        }
        self.position
    }

    /// Counts a part of the chunk. A line ends with a line feed, a carriage return, or both.
    fn pass(&mut self, range: Range<usize>) {
        let text = self.chunk.get(range).unwrap_or_default();
        let mut line_start = 0;
        for at in memchr2_iter(b'\n', b'\r', text) {
            let is_second = text.get(at) == Some(&b'\n')
                && match at.checked_sub(1) {
                    Some(before) => text.get(before) == Some(&b'\r'),
                    None => self.after_return,
                };
            if !is_second {
                self.position.line = self.position.line.saturating_add(1);
            }
            line_start = at + 1;
            self.position.character = 0;
        }
        let rest = text.get(line_start..).unwrap_or_default();
        let len = self.encoding.len(rest);
        self.position.character = self.position.character.saturating_add(len);
        if let Some(last) = text.last() {
            self.after_return = *last == b'\r';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_encoding_that_needs_no_conversion_is_chosen() {
        for (offered, chosen) in [
            (&[][..], Encoding::Utf16),
            (&["utf-16", "utf-8"], Encoding::Utf8),
            (&["utf-32"], Encoding::Utf32),
            (&["utf-32", "utf-16"], Encoding::Utf16),
            (&["utf-7"], Encoding::Utf16),
        ] {
            let offered: Vec<String> = offered.iter().map(ToString::to_string).collect();
            assert_eq!(Encoding::negotiate(&offered), chosen, "{offered:?}");
        }
    }

    #[test]
    fn lines_and_columns_do_not_depend_on_chunks() {
        let text = "a\r\nß\u{1F517}b\rc\n\n\u{65}\u{301}x\r";
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let mut line = 0;
            let mut column = 0;
            let mut expected = Vec::new();
            let mut characters = text.char_indices().peekable();
            while let Some((at, c)) = characters.next() {
                expected.push((
                    at,
                    Position {
                        line,
                        character: column,
                    },
                ));
                let pair = c == '\r' && characters.peek().is_some_and(|&(_, next)| next == '\n');
                if (c == '\n' || c == '\r') && !pair {
                    line += 1;
                    column = 0;
                } else {
                    column += match encoding {
                        Encoding::Utf8 => u32::try_from(c.len_utf8()).unwrap(),
                        Encoding::Utf16 => u32::try_from(c.len_utf16()).unwrap(),
                        Encoding::Utf32 => 1,
                    };
                }
            }
            expected.push((
                text.len(),
                Position {
                    line,
                    character: column,
                },
            ));
            // Between the two characters of a line end, there is no position.
            let pair = text.find("\r\n").unwrap();
            expected.retain(|&(at, _)| at != pair + 1);
            for size in 1..text.len() {
                let mut chunks = Vec::new();
                let mut start = 0;
                while start < text.len() {
                    let end = (start + size..start + size + 4)
                        .find(|&end| text.is_char_boundary(end.min(text.len())));
                    let end = end.unwrap().min(text.len());
                    chunks.push(&text[start..end]);
                    start = end;
                }
                let mut cursor = Cursor::new(encoding, chunks.into_iter());
                for &(at, position) in &expected {
                    assert_eq!(cursor.position(at), position, "{encoding:?} {at}");
                }
            }
        }
    }
}
