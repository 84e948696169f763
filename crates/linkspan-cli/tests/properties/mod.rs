//! Properties that hold for every input of the program, as functions that panic if they do not.
//!
//! The integration tests and the fuzz targets in `fuzz/` both call them, so that an input found by
//! fuzzing can be pasted into a test.

use std::io::{self, Read};

use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP};
use linkspan_cli::fuzzing::{FORMATS, LocatedLink, format_links, links};

/// Links do not depend on the block size or on how many bytes each read returns. They are those of a
/// reference implementation, which decodes the whole input at once. Their offsets are correct.
pub(crate) fn reader(input: &[u8], encoding: &str, block_size: usize, max_read: usize) {
    let encoding = Encoding::for_label(encoding.as_bytes()).expect("a known encoding");
    let found = links(input, encoding, 1 << 20);
    let short_reads = ShortReads {
        rest: input,
        max_read,
    };
    assert_eq!(links(short_reads, encoding, block_size), found);

    // A byte order mark takes precedence.
    let (encoding, mark_len) = Encoding::for_bom(input).unwrap_or((encoding, 0));
    let text = decode(encoding, &input[mark_len..]);
    let reference = linkspan::links(&text).map(|link| {
        let line = 1 + text[..link.start()].matches('\n').count() as u64;
        (link.as_str(), line)
    });
    let reported = found.iter().map(|link| (link.text.as_str(), link.line));
    assert!(
        reported.eq(reference),
        "the reference implementation finds other links in {text:?}"
    );
    offsets_are_correct(input, encoding, &found);
}

/// In every format, links do not depend on the block size, and their offsets are in the input.
pub(crate) fn formats(input: &[u8], block_size: usize) {
    for format in FORMATS {
        let found = format_links(input.to_vec(), format, 1 << 14);
        let in_blocks = format_links(input.to_vec(), format, block_size);
        assert_eq!(in_blocks, found, "{format} in blocks of {block_size}");
        for line in found.lines() {
            let link: serde_json::Value = serde_json::from_str(line).expect("a JSON object");
            let [start, end] = ["start", "end"].map(|field| link[field].as_u64());
            assert!(
                start < end && end <= Some(input.len() as u64),
                "{format}: {link} in {} bytes",
                input.len()
            );
        }
    }
}

/// Offsets are in ascending order and select the bytes of the links.
fn offsets_are_correct(input: &[u8], encoding: &'static Encoding, found: &[LocatedLink]) {
    let mut end = 0;
    for link in found {
        assert!(end <= link.start && link.start < link.end);
        assert!(link.line_start <= link.start);
        end = link.end;
        let offset = |offset: u64| usize::try_from(offset).expect("an offset in memory");
        let bytes = &input[offset(link.start)..offset(link.end)];
        // ISO-2022-JP is stateful, so a slice cannot be decoded alone.
        if encoding != ISO_2022_JP {
            assert_eq!(decode(encoding, bytes), link.text);
        }
    }
}

/// An input whose reads return few bytes, like those of a pipe.
struct ShortReads<'a> {
    rest: &'a [u8],
    max_read: usize,
}

impl Read for ShortReads<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.max_read.min(buffer.len());
        Read::take(&mut self.rest, length as u64).read(buffer)
    }
}

/// Decodes all bytes at once. Malformed bytes become NUL.
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
