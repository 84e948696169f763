//! The start of an input: enough of it to choose an encoding and a reader.

use std::io::{self, ErrorKind, Read};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::decode::{Decoder, Malformed, detect_bom};
use super::source::{Input, chain};

/// How many bytes are inspected.
const HEAD_LEN: usize = 64 * 1024;

/// How input is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadOptions {
    /// The encoding of input without a byte order mark.
    pub(crate) encoding: Option<&'static Encoding>,
    /// Whether the encoding is detected from the start of the input.
    pub(crate) detect_encoding: bool,
    /// What becomes of malformed bytes.
    pub(crate) malformed: Malformed,
    /// How many bytes are read at a time.
    pub(crate) block_size: usize,
}

impl ReadOptions {
    /// The length of the ranges in which a large file is read.
    pub(crate) fn range_size(self) -> usize {
        // More than a block: handing over a range takes as long as searching a few kilobytes.
        self.block_size.saturating_mul(4)
    }
}

/// Whether text in this encoding has NUL bytes.
pub(crate) fn is_utf16(encoding: Option<&'static Encoding>) -> bool {
    encoding == Some(UTF_16LE) || encoding == Some(UTF_16BE)
}

/// The start of an input.
#[derive(Debug, Default)]
pub(crate) struct Head {
    bytes: Vec<u8>,
    /// Whether it is the whole input.
    is_complete: bool,
}

impl Head {
    /// Reads the start of an input: of a file all that is inspected, of other inputs one block,
    /// since reading more could block.
    pub(crate) fn read(input: &mut Input, is_file: bool) -> io::Result<Self> {
        let mut bytes = vec![0; HEAD_LEN];
        let mut len = 0;
        let mut is_complete = false;
        while let Some(free) = bytes.get_mut(len..).filter(|free| !free.is_empty()) {
            match input.read(free) {
                Ok(0) => {
                    is_complete = true;
                    break;
                }
                Ok(count) => {
                    len += count;
                    // A byte order mark has up to three bytes.
                    if !is_file && len >= 3 {
                        break;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        bytes.truncate(len);
        Ok(Self { bytes, is_complete })
    }

    /// The encoding of the input: that of a byte order mark, or the one that the options name.
    pub(crate) fn declared_encoding(&self, options: ReadOptions) -> &'static Encoding {
        match detect_bom(&self.bytes, true) {
            Ok(Some((encoding, _))) => encoding,
            _ => options.encoding.unwrap_or(UTF_8),
        }
    }

    /// The encoding that the bytes suggest: UTF-8 if they are valid UTF-8.
    pub(crate) fn encoding(&self) -> &'static Encoding {
        if let Ok(Some((encoding, _))) = detect_bom(&self.bytes, true) {
            return encoding;
        }
        let is_utf8 = match std::str::from_utf8(&self.bytes) {
            Ok(_) => true,
            // A character may be cut off at the end.
            Err(error) => error.error_len().is_none() && !self.is_complete,
        };
        if is_utf8 {
            return UTF_8;
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(&self.bytes, self.is_complete);
        detector.guess(None, Utf8Detection::Deny)
    }

    /// The text, for inspection.
    pub(crate) fn text(&self, encoding: Option<&'static Encoding>) -> String {
        let (encoding, mark_len) = match detect_bom(&self.bytes, true) {
            Ok(Some(detected)) => detected,
            _ => (encoding.unwrap_or(UTF_8), 0),
        };
        let bytes = self.bytes.get(mark_len..).unwrap_or_default();
        let (mut decoder, mut offsets) = Decoder::new(encoding, 0, Malformed::Nul);
        let mut text = String::new();
        decoder.decode(bytes, false, &mut text, &mut offsets);
        text
    }

    /// The whole input again.
    pub(crate) fn chain(self, input: Input) -> Input {
        chain(self.bytes, input)
    }
}

/// The offset of the first malformed byte of an input.
pub(crate) fn find_malformed(
    input: &mut dyn Read,
    encoding: &'static Encoding,
) -> io::Result<Option<u64>> {
    let (mut decoder, mut offsets) = Decoder::new(encoding, 0, Malformed::Nul);
    let mut block = vec![0; HEAD_LEN];
    let mut text = String::new();
    loop {
        let count = match input.read(&mut block) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let read = block.get(..count).unwrap_or_default();
        decoder.decode(read, count == 0, &mut text, &mut offsets);
        offsets.remove_before(&text, text.len());
        text.clear();
        if count == 0 || decoder.first_malformed().is_some() {
            return Ok(decoder.first_malformed());
        }
    }
}
