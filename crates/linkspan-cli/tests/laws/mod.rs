//! What must hold for every input of the program, as plain functions that panic where it does not.
//!
//! The tests beside this folder and the fuzzing targets in `fuzz/` both call them, so that what fuzzing finds can be
//! pasted into a test.

use std::io::{self, Read};

use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP};
use linkspan_cli::fuzzing::{Found, links};

/// It does not matter in which blocks an input is read, or how many bytes it hands out at most; offsets lead to links;
/// and a plain twin finds the same ones.
pub(crate) fn reader(input: &[u8], encoding: &str, block: usize, most: usize) {
    let encoding = Encoding::for_label(encoding.as_bytes()).expect("a known encoding");
    let found = links(input, encoding, 1 << 20);
    let trickle = Trickle { rest: input, most };
    assert_eq!(links(trickle, encoding, block), found);

    // A byte order mark wins.
    let (encoding, mark) = Encoding::for_bom(input).unwrap_or((encoding, 0));
    let text = decode(encoding, &input[mark..]);
    let twin = linkspan::links(&text).map(|link| {
        let line = 1 + text[..link.start()].matches('\n').count() as u64;
        (link.as_str(), line)
    });
    let told = found.iter().map(|found| (found.text.as_str(), found.line));
    assert!(told.eq(twin), "the twin finds other links in {text:?}");
    places(input, encoding, &found);
}

/// Offsets are in order and lead to the bytes of links.
fn places(input: &[u8], encoding: &'static Encoding, found: &[Found]) {
    let mut end = 0;
    for link in found {
        assert!(end <= link.start && link.start < link.end);
        assert!(link.line_start <= link.start);
        end = link.end;
        let offset = |offset: u64| usize::try_from(offset).expect("it is in memory");
        let bytes = &input[offset(link.start)..offset(link.end)];
        // In this one, what bytes mean depends on all before them.
        if encoding != ISO_2022_JP {
            assert_eq!(decode(encoding, bytes), link.text);
        }
    }
}

/// An input that hands out a few bytes at a time, as pipes do.
struct Trickle<'a> {
    rest: &'a [u8],
    most: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.most.min(buffer.len());
        Read::take(&mut self.rest, length as u64).read(buffer)
    }
}

/// All bytes at once; what is no text becomes NUL.
fn decode(encoding: &'static Encoding, bytes: &[u8]) -> String {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    let mut rest = bytes;
    loop {
        text.reserve(rest.len() * 3 + 16);
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return text,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => text.push('\0'),
        }
    }
}
