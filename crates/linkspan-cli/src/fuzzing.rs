//! The reader as fuzzing sees it: bytes in, links and their places out.

use std::io::Read;

use encoding_rs::Encoding;
use linkspan::Finder;

use crate::find::Lines;
use crate::text::{Buffers, Cut, Pieces, Reading};

/// A link, and where it is in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its text.
    pub text: String,
    /// Its first byte.
    pub start: u64,
    /// The byte after its last one.
    pub end: u64,
    /// The number of its line, from 1.
    pub line: u64,
    /// The first byte of its line.
    pub line_start: u64,
}

/// The links that the default finder finds in an input, read as `linkspan find` does.
///
/// # Panics
///
/// If the input cannot be read.
pub fn links(input: impl Read, encoding: &'static Encoding, block: usize) -> Vec<Found> {
    let finder = Finder::new();
    let reading = Reading {
        encoding: Some(encoding),
        block,
        longest_link: Finder::DEFAULT_LENGTH_LIMIT,
        cut: Cut::Hard,
    };
    let mut buffers = Buffers::default();
    let mut pieces = Pieces::new(input, reading, &mut buffers);
    let mut lines = Lines::new(false);
    let mut all = Vec::new();
    #[expect(clippy::expect_used, reason = "an input of a test does not fail")]
    while let Some(mut piece) = pieces.next(&finder).expect("it can be read") {
        lines.enter(&mut piece);
        let text = piece.text();
        for found in piece.found(&finder, false) {
            let place = lines.place(&mut piece, &found);
            all.push(Found {
                text: found.link.as_str().to_owned(),
                start: place.start,
                end: place.end,
                line: place.line,
                line_start: place.line_start,
            });
        }
        lines.leave(&mut piece, text);
    }
    all
}
