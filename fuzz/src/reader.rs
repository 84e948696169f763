//! The command line's reader: encodings, and where blocks of input end.

use std::fmt;
use std::io::{self, Read};

use arbitrary::Arbitrary;
use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8,
    UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED,
};
use linkspan_cli::fuzzing::{Found, links};

const ENCODINGS: [&Encoding; 12] = [
    UTF_8,
    UTF_16LE,
    UTF_16BE,
    WINDOWS_1252,
    SHIFT_JIS,
    GB18030,
    GBK,
    EUC_JP,
    EUC_KR,
    BIG5,
    ISO_2022_JP,
    X_USER_DEFINED,
];

/// Bytes in an encoding, and how they are read.
#[derive(Arbitrary)]
pub struct Reader<'a> {
    encoding: u8,
    block: u8,
    /// How many bytes the input hands out at most.
    most: u8,
    input: &'a [u8],
}

/// An input that hands out a few bytes at a time, as pipes do.
struct Trickle<'a> {
    rest: &'a [u8],
    most: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.most.min(buffer.len());
        (&mut self.rest).take(length as u64).read(buffer)
    }
}

impl Reader<'_> {
    fn encoding(&self) -> &'static Encoding {
        ENCODINGS[usize::from(self.encoding) % ENCODINGS.len()]
    }

    fn block(&self) -> usize {
        usize::from(self.block).max(1)
    }

    /// Panics if it matters how the input is read, if offsets do not lead to links, or if a plain twin finds
    /// other links.
    pub fn check(&self) {
        let found = links(self.input, self.encoding(), 1 << 20);
        let trickle = Trickle {
            rest: self.input,
            most: usize::from(self.most).max(1),
        };
        assert_eq!(links(trickle, self.encoding(), self.block()), found);

        // A byte order mark wins.
        let (encoding, mark) = Encoding::for_bom(self.input).unwrap_or((self.encoding(), 0));
        let text = decode(encoding, &self.input[mark..]);
        let twin = linkspan::links(&text).map(|link| {
            let line = 1 + text[..link.start()].matches('\n').count() as u64;
            (link.as_str(), line)
        });
        let told = found.iter().map(|found| (found.text.as_str(), found.line));
        assert!(told.eq(twin), "the twin finds other links in {text:?}");
        self.places(encoding, &found);
    }

    /// Offsets are in order and lead to the bytes of links.
    fn places(&self, encoding: &'static Encoding, found: &[Found]) {
        let mut end = 0;
        for link in found {
            assert!(end <= link.start && link.start < link.end);
            assert!(link.line_start <= link.start);
            end = link.end;
            let offset = |offset: u64| usize::try_from(offset).expect("it is in memory");
            let bytes = &self.input[offset(link.start)..offset(link.end)];
            // In this one, what bytes mean depends on all before them.
            if encoding != ISO_2022_JP {
                assert_eq!(decode(encoding, bytes), link.text);
            }
        }
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

/// As a test to paste among those of the program.
impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (input, encoding) = (self.input.escape_ascii(), self.encoding().name());
        let block = self.block();
        crate::write_test(
            f,
            &[
                format!("let input = b\"{input}\""),
                format!("let arguments = [\"find\", \"--json\", \"-E\", {encoding:?}]"),
                "let whole = run_on(input, &arguments)".to_owned(),
                format!("let blocks = [&arguments[..], &[\"--block-size\", \"{block}\"]].concat()"),
                "assert_eq!(run_on(input, &blocks).text(), whole.text())".to_owned(),
            ],
        )
    }
}
