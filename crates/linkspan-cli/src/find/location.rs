//! The line, column and input offsets of links.

use std::ops::Range;

use memchr::{memchr_iter, memrchr};

use crate::check::{AllowComments, Allowed};
use crate::read::Chunk;
use crate::text::{Edge, Units};

/// What is to be known of where links are. Each includes what is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LocationNeeds {
    Nothing,
    /// Lines, and offsets in bytes.
    Bytes,
    /// Offsets and columns in characters.
    Characters,
}

/// Where a link is in the input. All is 0 if nothing is to be known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Location {
    /// The input offset of the first byte.
    pub(crate) start: u64,
    /// The input offset after the last byte.
    pub(crate) end: u64,
    /// The line number, from 1.
    pub(crate) line: u64,
    /// The input offset of the start of the line.
    pub(crate) line_start: u64,
    /// The column in bytes, from 1. A byte order mark does not count.
    pub(crate) column: u64,
    /// The column in characters, from 1. Valid only if characters are counted.
    pub(crate) character_column: u64,
    /// The same offsets in characters. All are 0 if characters are not counted.
    pub(crate) units: LocationUnits,
    /// Where each finding is.
    pub(crate) findings: Vec<FindingLocation>,
    /// What comments allow on the line, if there are findings.
    pub(crate) allowed: Allowed,
}

/// Where a finding is in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FindingLocation {
    /// The input offset of the first byte.
    pub(crate) start: u64,
    /// The input offset after the last byte.
    pub(crate) end: u64,
    /// The line and the column in characters of the start, from 1.
    pub(crate) from: (u64, u64),
    /// The line and the column in characters of the end, from 1.
    pub(crate) to: (u64, u64),
}

/// Offsets in characters of the input, without a byte order mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LocationUnits {
    pub(crate) start: Units,
    pub(crate) end: Units,
    pub(crate) line_start: Units,
}

impl LocationUnits {
    /// Start and end, from the start of the input or of the line.
    pub(crate) fn range(&self, offsets_in_line: bool) -> (Units, Units) {
        let base = if offsets_in_line {
            self.line_start
        } else {
            Units::default()
        };
        (self.start - base, self.end - base)
    }
}

impl Location {
    /// The input offset that offsets in JSON count from.
    pub(crate) fn offset_base(&self, offsets_in_line: bool) -> u64 {
        if offsets_in_line { self.line_start } else { 0 }
    }
}

/// Counts lines from one link to the next.
///
/// Call [`begin_chunk`](Self::begin_chunk) and [`end_chunk`](Self::end_chunk) for each chunk, and
/// [`locate`](Self::locate) for its links in between.
#[derive(Clone, Debug)]
pub(crate) struct LineCounter {
    /// Whether anything is counted.
    is_counting: bool,
    /// The input offset of the first character, after a byte order mark. `None` before the first
    /// chunk.
    text_start: Option<u64>,
    line: u64,
    line_start: u64,
    /// How many characters have been counted, or `None` if only bytes are counted.
    characters: Option<CountedCharacters>,
    /// How many bytes of the chunk have been counted.
    counted: usize,
    /// Offsets in the chunk whose input offset is known, in ascending order. The chunk itself
    /// answers in ascending order only.
    known_offsets: Vec<((usize, Edge), u64)>,
    comments: AllowComments,
    /// Whether nothing after the chunk is located.
    is_last_chunk: bool,
}

/// How many characters of the input have been counted.
#[derive(Clone, Copy, Debug, Default)]
struct CountedCharacters {
    total: Units,
    /// Those before the line.
    line_start: Units,
}

impl LineCounter {
    pub(crate) fn new(needs: LocationNeeds) -> Self {
        let count_characters = needs >= LocationNeeds::Characters;
        Self {
            is_counting: needs > LocationNeeds::Nothing,
            text_start: None,
            line: 1,
            line_start: 0,
            characters: count_characters.then(CountedCharacters::default),
            counted: 0,
            known_offsets: Vec::new(),
            comments: AllowComments::default(),
            is_last_chunk: false,
        }
    }

    /// Says that nothing after the next chunk is located, so that the end of the chunk does not have to be counted.
    pub(super) fn expect_last_chunk(&mut self) {
        self.is_last_chunk = true;
    }

    /// The counter after a part of an input, from its own start on: for [`followed_by`](Self::followed_by). Characters are
    /// not counted.
    ///
    /// `offset` is the input offset of the part, and `line_start` that of its last line, if the part contains line feeds.
    pub(super) fn after_lines(
        needs: LocationNeeds,
        offset: u64,
        line_feeds: u64,
        line_start: Option<u64>,
    ) -> Self {
        Self {
            text_start: Some(offset),
            line: 1 + line_feeds,
            line_start: line_start.unwrap_or_default(),
            ..Self::new(needs)
        }
    }

    /// The counter after a part of the input that follows what this one has counted. `part` has counted it from its own
    /// start on. Both are between two chunks.
    pub(super) fn followed_by(&self, part: &Self) -> Self {
        let text_start = self.text_start.or(part.text_start);
        let characters = self.characters.zip(part.characters);
        let characters = characters.map(|(before, part)| CountedCharacters {
            total: before.total + part.total,
            line_start: before.total + part.line_start,
        });
        if part.line == 1 {
            // The part is the start of a line, so nothing follows it but the end of the input.
            let line_start = self.characters.map(|before| before.line_start);
            return Self {
                text_start,
                characters: characters.zip(line_start).map(|(counted, line_start)| {
                    CountedCharacters {
                        line_start,
                        ..counted
                    }
                }),
                ..self.clone()
            };
        }
        Self {
            text_start,
            line: self.line + part.line - 1,
            characters,
            ..part.clone()
        }
    }

    /// Starts a chunk. No input offset of the chunk may have been asked for yet.
    pub(crate) fn begin_chunk(&mut self, chunk: &mut Chunk<'_>) {
        if self.text_start.is_none() {
            self.text_start = Some(chunk.input_offset(0, Edge::Start));
        }
        self.counted = chunk.start();
    }

    /// Locates a link of the chunk and its findings. Call it with links in ascending order.
    pub(crate) fn locate(
        &mut self,
        chunk: &mut Chunk<'_>,
        range: &Range<usize>,
        findings: &[Range<usize>],
    ) -> Location {
        if !self.is_counting {
            return Location::default();
        }
        self.count_to(chunk, range.start);
        let allowed = match findings {
            [] => Allowed::default(),
            _ => self.comments.at(chunk.text(), range.start),
        };
        let findings = self.finding_locations(chunk, range, findings);
        let start = self.input_offset(chunk, range.start, Edge::Start);
        let end = self.input_offset(chunk, range.end, Edge::End);
        let text_start = self.text_start.unwrap_or_default();
        let line_start = self.line_start.max(text_start);
        let units = self.characters.map(|counted| LocationUnits {
            start: counted.total,
            end: counted.total + chunk.input_units(range),
            line_start: counted.line_start,
        });
        let units = units.unwrap_or_default();
        let characters = (units.start - units.line_start).chars;
        Location {
            start,
            end: end.max(start),
            line: self.line,
            line_start: self.line_start,
            column: start.saturating_sub(line_start) + 1,
            character_column: u64::try_from(characters).unwrap_or_default() + 1,
            units,
            findings,
            allowed,
        }
    }

    /// Where the findings about a link are.
    ///
    /// Findings overlap each other and the link. Their offsets are sorted first, since the chunk
    /// answers in ascending order only.
    fn finding_locations(
        &mut self,
        chunk: &mut Chunk<'_>,
        link: &Range<usize>,
        findings: &[Range<usize>],
    ) -> Vec<FindingLocation> {
        if findings.is_empty() {
            return Vec::new();
        }
        let edges = |range: &Range<usize>| [(range.start, Edge::Start), (range.end, Edge::End)];
        let mut offsets: Vec<(usize, Edge)> = findings.iter().flat_map(edges).collect();
        offsets.extend(edges(link));
        offsets.sort_unstable();
        offsets.dedup();
        let known = offsets
            .iter()
            .map(|&(offset, edge)| ((offset, edge), self.input_offset(chunk, offset, edge)));
        self.known_offsets = known.collect();
        let located = findings.iter().map(|range| {
            let [start, end] =
                edges(range).map(|(offset, edge)| self.input_offset(chunk, offset, edge));
            let text = chunk.text_with_lookahead();
            let [from, to] =
                [range.start, range.end].map(|offset| self.position(text, link.start, offset));
            FindingLocation {
                start,
                end: end.max(start),
                from,
                to,
            }
        });
        located.collect()
    }

    /// The line and the column in characters of an offset near a link, up to whose start everything was counted.
    fn position(&self, text: &str, link_start: usize, offset: usize) -> (u64, u64) {
        let count = |text: &str| text.chars().count() as u64;
        let counted = self.characters.unwrap_or_default();
        let before = (counted.total - counted.line_start).chars;
        let column = u64::try_from(before).unwrap_or_default() + 1;
        let Some(passed) = text.get(link_start..offset) else {
            let passed = text.get(offset..link_start).unwrap_or_default();
            return (self.line, column.saturating_sub(count(passed)).max(1));
        };
        match passed.rsplit_once('\n') {
            Some((lines, last)) => {
                let newlines = memchr_iter(b'\n', lines.as_bytes()).count() as u64 + 1;
                (self.line + newlines, count(last) + 1)
            }
            None => (self.line, column + count(passed)),
        }
    }

    /// The input offset of `offset` in the chunk, from the known offsets if possible.
    fn input_offset(&self, chunk: &mut Chunk<'_>, offset: usize, edge: Edge) -> u64 {
        let index = self
            .known_offsets
            .binary_search_by_key(&(offset, edge), |&(known, _)| known);
        match index.ok().and_then(|index| self.known_offsets.get(index)) {
            Some(&(_, input_offset)) => input_offset,
            None => chunk.input_offset(offset, edge),
        }
    }

    /// Counts the rest of the chunk.
    pub(crate) fn end_chunk(&mut self, chunk: &mut Chunk<'_>) {
        if self.is_last_chunk {
            return;
        }
        let len = chunk.text().len();
        self.count_to(chunk, len);
        if self.characters.is_some() {
            self.comments.end_chunk(chunk.text());
        }
        self.counted = 0;
        self.known_offsets.clear();
    }

    /// Counts the lines of the chunk up to the offset `to`.
    fn count_to(&mut self, chunk: &mut Chunk<'_>, to: usize) {
        if !self.is_counting {
            return;
        }
        let text = chunk.text();
        let passed = text.as_bytes().get(self.counted..to).unwrap_or_default();
        let newlines = memchr_iter(b'\n', passed).count();
        let last_start = memrchr(b'\n', passed).map(|last| self.counted + last + 1);
        if let Some(start) = last_start {
            self.line += newlines as u64;
            self.line_start = self.input_offset(chunk, start, Edge::End);
        }
        if let Some(counted) = &mut self.characters {
            let units = |range: Range<usize>| Units::of(text.get(range).unwrap_or_default());
            let mut from = self.counted;
            if let Some(start) = last_start {
                // What is missing at the start of a line belongs to the line.
                counted.total += units(from..start) + chunk.missing_characters(start - 1);
                counted.line_start = counted.total;
                from = start;
            }
            counted.total += units(from..to) + chunk.missing_characters(to);
        }
        self.counted = self.counted.max(to);
    }
}
