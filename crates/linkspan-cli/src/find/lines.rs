//! Lines and columns of links.

use linkspan::Finding;
use memchr::{memchr_iter, memrchr};

use super::search::Found;
use crate::text::Piece;

/// Where a link is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The bytes of the link in the input.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// The number of the line, from 1.
    pub(crate) line: u64,
    /// The first byte of the line in the input.
    pub(crate) line_start: u64,
    /// The number of the link's first byte in the line, from 1. A byte order mark does not count.
    pub(crate) column: u64,
    /// The same in characters, if links are judged.
    pub(crate) character: u64,
    /// The bytes of each finding in the input.
    pub(crate) findings: Vec<(u64, u64)>,
}

/// Counts lines from link to link.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// Where the text starts: after a byte order mark. Unknown before the first piece.
    text_start: Option<u64>,
    line: u64,
    line_start: u64,
    /// How many characters of the line were counted, if that is asked for.
    characters: Option<u64>,
    /// How much of the piece was counted.
    counted: usize,
    /// The last places that were asked for, and the bytes of the input that they come from.
    asked: Vec<(usize, u64)>,
}

impl Lines {
    /// Counts lines, and the characters in them if that is asked for.
    pub(crate) fn new(characters: bool) -> Self {
        Self {
            text_start: None,
            line: 1,
            line_start: 0,
            characters: characters.then_some(0),
            counted: 0,
            asked: Vec::new(),
        }
    }

    /// Starts with a piece, before it is asked for any offset.
    pub(crate) fn enter(&mut self, piece: &mut Piece<'_>) {
        if self.text_start.is_none() {
            self.text_start = Some(piece.offset(0));
        }
    }

    /// Where a link of the piece is. Ask in ascending order.
    pub(crate) fn place(&mut self, piece: &mut Piece<'_>, found: &Found<'_>) -> Place {
        let text = piece.text();
        let link = &found.link;
        self.count_to(piece, text, link.start());
        let findings = self.ranges(piece, found);
        let start = self.offset(piece, link.start());
        let text_start = self.text_start.unwrap_or_default();
        Place {
            start,
            end: self.offset(piece, link.end()),
            character: self.characters.unwrap_or_default() + 1,
            findings,
            line: self.line,
            line_start: self.line_start,
            column: start - self.line_start.max(text_start) + 1,
        }
    }

    /// The bytes of the findings about a link. Places must be asked for in ascending order, and
    /// findings overlap each other and the link.
    fn ranges(&mut self, piece: &mut Piece<'_>, found: &Found<'_>) -> Vec<(u64, u64)> {
        let findings = found.report.findings();
        if findings.is_empty() {
            return Vec::new();
        }
        let ends = |range: std::ops::Range<usize>| [range.start, range.end];
        let mut places: Vec<usize> = findings
            .iter()
            .flat_map(|finding| ends(finding.range()))
            .chain(ends(found.link.range()))
            .collect();
        places.sort_unstable();
        places.dedup();
        let asked = places.iter().map(|&at| (at, self.offset(piece, at)));
        self.asked = asked.collect();
        let range = |finding: &Finding| {
            let [start, end] = ends(finding.range()).map(|at| self.offset(piece, at));
            (start, end)
        };
        findings.iter().map(range).collect()
    }

    /// The byte of the input that a place comes from, even if it was asked for already.
    fn offset(&self, piece: &mut Piece<'_>, at: usize) -> u64 {
        let known = self.asked.binary_search_by_key(&at, |&(place, _)| place);
        match known.ok().and_then(|index| self.asked.get(index)) {
            Some(&(_, offset)) => offset,
            None => piece.offset(at),
        }
    }

    /// Counts the rest of the piece.
    pub(crate) fn leave(&mut self, piece: &mut Piece<'_>, text: &str) {
        self.count_to(piece, text, text.len());
        self.counted = 0;
        self.asked.clear();
    }

    fn count_to(&mut self, piece: &mut Piece<'_>, text: &str, to: usize) {
        let passed = text.as_bytes().get(self.counted..to).unwrap_or_default();
        let newlines = memchr_iter(b'\n', passed).count();
        if newlines > 0 {
            self.line += newlines as u64;
            let last = memrchr(b'\n', passed).unwrap_or_default();
            self.line_start = self.offset(piece, self.counted + last + 1);
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
