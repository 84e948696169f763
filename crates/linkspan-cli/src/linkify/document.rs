//! Documents with markup, decoded as they come.

use std::io::{self, ErrorKind, Read};

use encoding_rs::{CoderResult, Decoder, Encoding, UTF_8};

use crate::text::Reading;

/// Reads text block by block. A byte order mark stays; bytes that are no text are U+FFFD.
pub(super) struct Document<R> {
    input: R,
    reading: Reading,
    block: Vec<u8>,
    decoder: Option<Decoder>,
    ended: bool,
}

impl<R: Read> Document<R> {
    pub(super) fn new(input: R, reading: Reading) -> Self {
        Self {
            input,
            reading,
            block: Vec::new(),
            decoder: None,
            ended: false,
        }
    }

    /// Puts the next text into `text`. `false` if there is none.
    pub(super) fn next(&mut self, text: &mut String) -> io::Result<bool> {
        text.clear();
        while text.is_empty() && !self.ended {
            self.fill()?;
            let decoder = match &mut self.decoder {
                Some(decoder) => decoder,
                None => {
                    // It takes three bytes to tell a byte order mark.
                    if self.block.len() < 3 && !self.ended {
                        continue;
                    }
                    let told = Encoding::for_bom(&self.block).map(|(encoding, _)| encoding);
                    let encoding = told.or(self.reading.encoding).unwrap_or(UTF_8);
                    self.decoder
                        .insert(encoding.new_decoder_without_bom_handling())
                }
            };
            decode(decoder, &self.block, self.ended, text);
            self.block.clear();
        }
        Ok(!text.is_empty())
    }

    /// The whole text.
    pub(super) fn read(mut self) -> io::Result<String> {
        let (mut whole, mut text) = (String::new(), String::new());
        while self.next(&mut text)? {
            whole.push_str(&text);
        }
        Ok(whole)
    }

    fn fill(&mut self) -> io::Result<()> {
        let start = self.block.len();
        self.block.resize(start + self.reading.block.max(1), 0);
        let room = self.block.get_mut(start..).unwrap_or_default();
        let read = self.input.read(room);
        let count = match &read {
            Ok(count) => *count,
            Err(_) => 0,
        };
        self.block.truncate(start + count);
        match read {
            Ok(count) => self.ended = count == 0,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

fn decode(decoder: &mut Decoder, mut block: &[u8], last: bool, text: &mut String) {
    loop {
        let needed = decoder.max_utf8_buffer_length(block.len());
        text.reserve(needed.unwrap_or(block.len()).max(16));
        let (result, read, _) = decoder.decode_to_string(block, text, last);
        if result == CoderResult::InputEmpty {
            return;
        }
        block = block.get(read..).unwrap_or_default();
    }
}
