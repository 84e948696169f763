//! The input code, for fuzzing and property tests: takes bytes, returns links and their locations.

use std::io::Read;

use encoding_rs::Encoding;
use linkspan::{Finder, Profile};

use crate::find::{self, LineCounter, LocationNeeds};
use crate::lsp;
use crate::read::{Buffers, Chunks, FinderSet, Format, Stage};
use crate::text::{Malformed, ReadOptions};

/// A link and its location in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedLink {
    /// The text of the link.
    pub text: String,
    /// The input offset of its first byte.
    pub start: u64,
    /// The input offset after its last byte.
    pub end: u64,
    /// Its line number, from 1.
    pub line: u64,
    /// The input offset of the start of its line.
    pub line_start: u64,
}

/// The links that the default finder finds in an input, read as `linkspan find` does.
///
/// # Panics
///
/// If the input cannot be read.
pub fn links(input: impl Read, encoding: &'static Encoding, block_size: usize) -> Vec<LocatedLink> {
    let finder = Finder::new();
    let finders = FinderSet::single(&finder);
    let finders = finders.finders(Profile::Uts58);
    let options = ReadOptions {
        encoding: Some(encoding),
        detect_encoding: false,
        malformed: Malformed::Nul,
        block_size,
    };
    let mut chunks = Chunks::new(input, options, Stage::None, Buffers::default());
    let mut line_counter = LineCounter::new(LocationNeeds::Bytes);
    let mut links = Vec::new();
    #[expect(clippy::expect_used, reason = "the input of a test can be read")]
    while let Some(mut chunk) = chunks.next(&finder).expect("the input can be read") {
        line_counter.begin_chunk(&mut chunk);
        for found in chunk.found_links(finders, false) {
            let location = line_counter.locate(&mut chunk, &found.range(), &[]);
            links.push(LocatedLink {
                text: found.link.as_str().to_owned(),
                start: location.start,
                end: location.end,
                line: location.line,
                line_start: location.line_start,
            });
        }
        line_counter.end_chunk(&mut chunk);
    }
    links
}

/// The names of the formats that [`format_links`] accepts.
pub const FORMATS: [&str; 6] = ["text", "html", "markdown", "json", "csv", "mail"];

/// The links that `linkspan find --json --in FORMAT` prints for an input in UTF-8, as lines.
///
/// # Panics
///
/// If the format is not one of [`FORMATS`].
#[must_use]
pub fn format_links(input: Vec<u8>, format: &str, block_size: usize) -> String {
    use clap::ValueEnum as _;

    #[expect(clippy::expect_used, reason = "the caller passes a known name")]
    let format = Format::from_str(format, false).expect("a format");
    let options = ReadOptions {
        encoding: None,
        detect_encoding: false,
        malformed: Malformed::Nul,
        block_size,
    };
    find::list_bytes(input, format, options)
}

/// The messages with which `linkspan lsp` answers a stream of messages, as JSON. It reads and writes
/// no files.
#[must_use]
pub fn lsp_answers(input: &[u8]) -> Vec<Vec<u8>> {
    lsp::answers(input)
}
