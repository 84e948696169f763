//! The line, column and input offsets of links.

use linkspan::assess::Finding;
use memchr::{memchr_iter, memrchr};

use super::search::FoundLink;
use crate::text::Chunk;

/// Where a link is in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The column in characters, from 1. Valid only if links are assessed.
    pub(crate) character_column: u64,
    /// The input offsets of each finding, start and end.
    pub(crate) findings: Vec<(u64, u64)>,
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
    /// The input offset of the first character, after a byte order mark. `None` before the first
    /// chunk.
    text_start: Option<u64>,
    line: u64,
    line_start: u64,
    /// How many characters of the line have been counted, or `None` if only bytes are counted.
    characters: Option<u64>,
    /// How many bytes of the chunk have been counted.
    counted: usize,
    /// Offsets in the chunk whose input offset is known, in ascending order. The chunk itself
    /// answers in ascending order only.
    known_offsets: Vec<(usize, u64)>,
}

impl LineCounter {
    pub(crate) fn new(count_characters: bool) -> Self {
        Self {
            text_start: None,
            line: 1,
            line_start: 0,
            characters: count_characters.then_some(0),
            counted: 0,
            known_offsets: Vec::new(),
        }
    }

    /// Starts a chunk. No input offset of the chunk may have been asked for yet.
    pub(crate) fn begin_chunk(&mut self, chunk: &mut Chunk<'_>) {
        if self.text_start.is_none() {
            self.text_start = Some(chunk.input_offset(0));
        }
    }

    /// Locates a link of the chunk. Call it with links in ascending order.
    pub(crate) fn locate(&mut self, chunk: &mut Chunk<'_>, found: &FoundLink<'_>) -> Location {
        let link = &found.link;
        self.count_to(chunk, link.start());
        let findings = self.finding_offsets(chunk, found);
        let start = self.input_offset(chunk, link.start());
        let text_start = self.text_start.unwrap_or_default();
        Location {
            start,
            end: self.input_offset(chunk, link.end()),
            line: self.line,
            line_start: self.line_start,
            column: start - self.line_start.max(text_start) + 1,
            character_column: self.characters.unwrap_or_default() + 1,
            findings,
        }
    }

    /// The input offsets of the findings about a link.
    ///
    /// Findings overlap each other and the link. Their offsets are sorted first, since the chunk
    /// answers in ascending order only.
    fn finding_offsets(&mut self, chunk: &mut Chunk<'_>, found: &FoundLink<'_>) -> Vec<(u64, u64)> {
        let findings = found.report.findings();
        if findings.is_empty() {
            return Vec::new();
        }
        let ends = |range: std::ops::Range<usize>| [range.start, range.end];
        let mut offsets: Vec<usize> = findings
            .iter()
            .flat_map(|finding| ends(finding.range()))
            .chain(ends(found.link.range()))
            .collect();
        offsets.sort_unstable();
        offsets.dedup();
        let known = offsets
            .iter()
            .map(|&offset| (offset, self.input_offset(chunk, offset)));
        self.known_offsets = known.collect();
        let range = |finding: &Finding| {
            let [start, end] = ends(finding.range()).map(|offset| self.input_offset(chunk, offset));
            (start, end)
        };
        findings.iter().map(range).collect()
    }

    /// The input offset of `offset` in the chunk, from the known offsets if possible.
    fn input_offset(&self, chunk: &mut Chunk<'_>, offset: usize) -> u64 {
        let index = self
            .known_offsets
            .binary_search_by_key(&offset, |&(known, _)| known);
        match index.ok().and_then(|index| self.known_offsets.get(index)) {
            Some(&(_, input_offset)) => input_offset,
            None => chunk.input_offset(offset),
        }
    }

    /// Counts the rest of the chunk.
    pub(crate) fn end_chunk(&mut self, chunk: &mut Chunk<'_>) {
        let len = chunk.text().len();
        self.count_to(chunk, len);
        self.counted = 0;
        self.known_offsets.clear();
    }

    /// Counts the lines of the chunk up to the offset `to`.
    fn count_to(&mut self, chunk: &mut Chunk<'_>, to: usize) {
        let text = chunk.text();
        let passed = text.as_bytes().get(self.counted..to).unwrap_or_default();
        let newlines = memchr_iter(b'\n', passed).count();
        if newlines > 0 {
            self.line += newlines as u64;
            let last = memrchr(b'\n', passed).unwrap_or_default();
            self.line_start = self.input_offset(chunk, self.counted + last + 1);
        }
        if let Some(characters) = &mut self.characters {
            let line = memrchr(b'\n', passed).map_or(0, |last| last + 1);
            let passed = text.get(self.counted + line..to).unwrap_or_default();
            let before = if newlines > 0 { 0 } else { *characters };
            *characters = before + passed.chars().count() as u64;
        }
        self.counted = to;
    }
}
