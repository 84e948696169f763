//! The text of a document: edits, lines and positions in logarithmic time.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use linkspan::live::TextSource;
use ropey::Rope;

use super::position::{Cursor, Encoding, Position, PositionRange, saturating};

/// The text of a document.
///
/// All offsets are in bytes. The functions accept any offset: one after the end counts as the end.
#[derive(Clone, Debug)]
pub(super) struct Text(Rope);

/// Why a position does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionError {
    /// The line is after the last one.
    AfterLastLine { line: u32, lines: usize },
    /// The column is inside a character.
    InsideCharacter(Position),
    /// The end of a range is before its start.
    Reversed(PositionRange),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AfterLastLine { line, lines } => {
                write!(f, "expected a line below {lines}, found {line}")
            }
            Self::InsideCharacter(Position { line, character }) => {
                write!(
                    f,
                    "character {character} of line {line} is inside a character"
                )
            }
            Self::Reversed(PositionRange { start, end }) => write!(
                f,
                "the range ends at {}:{}, before its start at {}:{}",
                end.line, end.character, start.line, start.character
            ),
        }
    }
}

impl Text {
    pub(super) fn new(text: &str) -> Self {
        Self(Rope::from_str(text))
    }

    /// The offset of a position. As the protocol says, a column after the end of a line is its end. A line directly after
    /// the last one is the end of the text, since some clients count lines like that.
    pub(super) fn offset(
        &self,
        position: Position,
        encoding: Encoding,
    ) -> Result<usize, PositionError> {
        let rope = &self.0;
        let line = position.line as usize;
        let lines = rope.len_lines();
        if line == lines {
            return Ok(rope.len_bytes());
        }
        let error = PositionError::AfterLastLine {
            line: position.line,
            lines,
        };
        let start = rope.try_line_to_char(line).map_err(|_| error)?;
        let end = self.line_end(line);
        let column = position.character as usize;
        let to_unit = |character: usize| match encoding {
            Encoding::Utf8 => rope.try_char_to_byte(character),
            Encoding::Utf16 => rope.try_char_to_utf16_cu(character),
            Encoding::Utf32 => Ok(character),
        };
        let [start, end] = [start, end].map(to_unit);
        let unit = start.map_err(|_| error)?.saturating_add(column);
        let unit = unit.min(end.map_err(|_| error)?);
        let character = match encoding {
            Encoding::Utf8 => rope.try_byte_to_char(unit),
            Encoding::Utf16 => rope.try_utf16_cu_to_char(unit),
            Encoding::Utf32 => Ok(unit),
        };
        let character = character.map_err(|_| error)?;
        if to_unit(character).ok() != Some(unit) {
            return Err(PositionError::InsideCharacter(position));
        }
        rope.try_char_to_byte(character).map_err(|_| error)
    }

    /// The offsets of a range of positions.
    pub(super) fn offsets(
        &self,
        range: PositionRange,
        encoding: Encoding,
    ) -> Result<Range<usize>, PositionError> {
        let start = self.offset(range.start, encoding)?;
        let end = self.offset(range.end, encoding)?;
        if start > end || range.start > range.end {
            return Err(PositionError::Reversed(range));
        }
        Ok(start..end)
    }

    /// The number of characters before the end of a line, without the characters that end it.
    fn line_end(&self, line: usize) -> usize {
        let rope = &self.0;
        // The last line has no end.
        let next = match line + 1 {
            next if next < rope.len_lines() => rope.try_line_to_char(next).ok(),
            _ => None,
        };
        let Some(next) = next else {
            return rope.len_chars();
        };
        let before = |at: usize| at.checked_sub(1).and_then(|at| rope.get_char(at));
        match (before(next.saturating_sub(1)), before(next)) {
            (Some('\r'), Some('\n')) => next - 2,
            (_, Some('\r' | '\n')) => next - 1,
            _ => next,
        }
    }

    /// The position of an offset.
    pub(super) fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let offset = self.floor_char_boundary(offset);
        let line = self.0.try_byte_to_line(offset).unwrap_or_default();
        let start = self.0.try_line_to_byte(line).unwrap_or_default();
        let character = match (encoding, self.0.get_byte_slice(start..offset)) {
            (_, None) => 0,
            (Encoding::Utf8, Some(before)) => before.len_bytes(),
            (Encoding::Utf16, Some(before)) => before.len_utf16_cu(),
            (Encoding::Utf32, Some(before)) => before.len_chars(),
        };
        Position {
            line: saturating(line),
            character: saturating(character),
        }
    }

    /// The positions of a range.
    pub(super) fn positions(&self, range: &Range<usize>, encoding: Encoding) -> PositionRange {
        PositionRange {
            start: self.position(range.start, encoding),
            end: self.position(range.end, encoding),
        }
    }

    /// A cursor that converts ascending offsets to positions.
    pub(super) fn cursor(&self, encoding: Encoding) -> Cursor<'_, ropey::iter::Chunks<'_>> {
        Cursor::new(encoding, self.0.chunks())
    }

    /// A cursor that starts at an offset, which must not be inside a character or a line end.
    pub(super) fn cursor_at(
        &self,
        offset: usize,
        encoding: Encoding,
    ) -> Cursor<'_, ropey::iter::Chunks<'_>> {
        match self.0.get_chunks_at_byte(offset) {
            None => self.cursor(encoding),
            Some((chunks, start, ..)) => {
                let position = self.position(offset, encoding);
                Cursor::starting_at(encoding, chunks, start, offset, position)
            }
        }
    }

    /// Replaces a range.
    pub(super) fn replace(&mut self, range: &Range<usize>, with: &str) {
        let [start, end] = [range.start, range.end].map(|at| self.0.try_byte_to_char(at));
        let (Ok(start), Ok(end)) = (start, end) else {
            return;
        };
        // The range is inside the text.
        let _ = self.0.try_remove(start..end);
        let _ = self.0.try_insert(start, with);
    }

    /// Whether a byte occurs in the text.
    pub(super) fn contains_byte(&self, byte: u8) -> bool {
        let mut chunks = self.0.chunks();
        chunks.any(|chunk| memchr::memchr(byte, chunk.as_bytes()).is_some())
    }

    /// The first `len` bytes, or a little less.
    pub(super) fn start(&self, len: usize) -> Cow<'_, str> {
        self.slice(0..self.floor_char_boundary(len))
    }

    /// The range without parts of lines: from the line feed before it to the one after it. Texts can be split there
    /// without changing which links are found.
    pub(super) fn whole_lines(&self, range: &Range<usize>) -> Range<usize> {
        let ends_line = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| self.0.get_byte(at));
            before.is_none_or(|byte| byte == b'\n')
        };
        let line = |offset: usize| self.0.try_byte_to_line(offset).unwrap_or_default();
        let start_of = |line: usize| self.0.try_line_to_byte(line).unwrap_or(self.0.len_bytes());
        // The rope also ends lines at carriage returns.
        let mut first = line(range.start);
        while first > 0 && !ends_line(start_of(first)) {
            first -= 1;
        }
        let mut after = line(range.end) + 1;
        while start_of(after) < self.0.len_bytes() && !ends_line(start_of(after)) {
            after += 1;
        }
        start_of(first)..start_of(after)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TextSource for Text {
    fn len(&self) -> usize {
        self.0.len_bytes()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        match self.0.get_byte_slice(range) {
            Some(slice) => slice.into(),
            None => Cow::Borrowed(""),
        }
    }

    fn floor_char_boundary(&self, offset: usize) -> usize {
        let offset = offset.min(self.0.len_bytes());
        let character = self.0.try_byte_to_char(offset);
        let start = character.and_then(|character| self.0.try_char_to_byte(character));
        start.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_and_offsets_are_inverse() {
        let source = "a\r\nß\u{1F517}b\rc\n\n\u{65}\u{301}x".repeat(150);
        for (source, encoding) in ["", "\n", "\r", "\r\n"]
            .map(|end| source.clone() + end)
            .iter()
            .flat_map(|source| ENCODINGS.map(|encoding| (source, encoding)))
        {
            let text = Text::new(source);
            let end = text.position(source.len(), encoding);
            let mut cursor = text.cursor(encoding);
            let ends = [source.len()];
            for offset in source.char_indices().map(|(at, _)| at).chain(ends) {
                if source[..offset].ends_with('\r') && source[offset..].starts_with('\n') {
                    continue;
                }
                let position = text.position(offset, encoding);
                assert_eq!(cursor.position(offset), position);
                let mut cursor_here = text.cursor_at(offset, encoding);
                assert_eq!(cursor_here.position(offset), position);
                assert_eq!(cursor_here.position(source.len()), end);
                assert_eq!(text.offset(position, encoding), Ok(offset));
            }
        }
    }

    #[test]
    fn columns_after_the_end_of_a_line_are_its_end() {
        let text = Text::new("ab\r\nc\u{1F517}\rd\n");
        for encoding in ENCODINGS {
            for (line, end) in [(0, 2), (1, 9), (2, 11), (3, 12), (4, 12)] {
                assert_eq!(text.offset(at(line, 99), encoding), Ok(end));
                assert_eq!(text.offset(at(line, u32::MAX), encoding), Ok(end));
            }
        }
    }

    #[test]
    fn positions_that_do_not_exist_are_errors() {
        let text = Text::new("c\u{1F517}\n");
        let error = text.offset(at(3, 0), Encoding::Utf16).unwrap_err();
        assert_eq!(error.to_string(), "expected a line below 2, found 3");
        for (encoding, character) in [(Encoding::Utf8, 3), (Encoding::Utf16, 2)] {
            let error = text.offset(at(0, character), encoding).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("character {character} of line 0 is inside a character")
            );
        }
        let reversed = PositionRange {
            start: at(1, 0),
            end: at(0, 1),
        };
        let error = text.offsets(reversed, Encoding::Utf16).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the range ends at 0:1, before its start at 1:0"
        );
    }

    #[test]
    fn whole_lines_end_with_line_feeds() {
        let text = Text::new("ab\ncd\ref\n\ngh");
        for (range, lines) in [
            (0..0, 0..3),
            (1..2, 0..3),
            (4..4, 3..9),
            (7..8, 3..9),
            (2..7, 0..9),
            (9..9, 9..10),
            (11..12, 10..12),
            (12..12, 10..12),
        ] {
            assert_eq!(text.whole_lines(&range), lines, "{range:?}");
        }
    }
}
