//! Reads documents with markup, and decodes them block by block.
//!
//! Unlike chunks of plain text, blocks of a document may end anywhere: the HTML parser is
//! incremental, and Markdown is read as a whole.

use std::io::{self, ErrorKind, Read};

use encoding_rs::{Encoding, UTF_8};

use crate::text::{Decoder, OffsetMap, ReadOptions};

/// Reads a document. A byte order mark is kept.
pub(super) struct DocumentReader<R> {
    input: R,
    options: ReadOptions,
    block: Vec<u8>,
    decoder: Option<(Decoder, OffsetMap)>,
    at_end: bool,
}

impl<R: Read> DocumentReader<R> {
    pub(super) fn new(input: R, options: ReadOptions) -> Self {
        Self {
            input,
            options,
            block: Vec::new(),
            decoder: None,
            at_end: false,
        }
    }

    /// Replaces the content of `text` with the next part of the document. Returns `false` at the
    /// end.
    pub(super) fn next(&mut self, text: &mut String) -> io::Result<bool> {
        text.clear();
        while text.is_empty() && !self.at_end {
            self.fill()?;
            let (decoder, offsets) = match &mut self.decoder {
                Some(decoder) => decoder,
                None => {
                    // A byte order mark has up to three bytes.
                    if self.block.len() < 3 && !self.at_end {
                        continue;
                    }
                    let declared = Encoding::for_bom(&self.block).map(|(encoding, _)| encoding);
                    let encoding = declared.or(self.options.encoding).unwrap_or(UTF_8);
                    let decoder = Decoder::new(encoding, 0, self.options.malformed);
                    self.decoder.insert(decoder)
                }
            };
            decoder.decode(&self.block, self.at_end, text, offsets);
            self.block.clear();
        }
        Ok(!text.is_empty())
    }

    /// The input offset of the first malformed byte so far.
    pub(super) fn first_malformed(&self) -> Option<u64> {
        let decoder = self.decoder.as_ref();
        decoder.and_then(|(decoder, _)| decoder.first_malformed())
    }

    /// Reads the whole document.
    pub(super) fn read_to_string(&mut self) -> io::Result<String> {
        let (mut whole, mut text) = (String::new(), String::new());
        while self.next(&mut text)? {
            whole.push_str(&text);
        }
        Ok(whole)
    }

    fn fill(&mut self) -> io::Result<()> {
        let start = self.block.len();
        self.block.resize(start + self.options.block_size.max(1), 0);
        let free = self.block.get_mut(start..).unwrap_or_default();
        let read = self.input.read(free);
        let count = match &read {
            Ok(count) => *count,
            Err(_) => 0,
        };
        self.block.truncate(start + count);
        match read {
            Ok(count) => self.at_end = count == 0,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
