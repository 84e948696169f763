//! Decodes input to UTF-8, block by block.
//!
//! Malformed byte sequences are decoded to NUL rather than U+FFFD. NUL has `Link_Term=Hard`, so
//! malformed bytes end a link, as white space does, and never become part of one.

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::offset_map::{Mapping, OffsetMap};

/// The character that replaces malformed bytes.
pub(crate) const MALFORMED: char = '\0';

/// Returns the encoding that a byte order mark at the start of `head` declares, and the length of
/// the mark. `at_end` says that the input has no bytes after `head`.
pub(crate) fn detect_bom(
    head: &[u8],
    at_end: bool,
) -> Result<Option<(&'static Encoding, usize)>, NeedsMoreInput> {
    const MARKS: [(&[u8], &Encoding); 3] = [
        (b"\xEF\xBB\xBF", UTF_8),
        (b"\xFF\xFE", UTF_16LE),
        (b"\xFE\xFF", UTF_16BE),
    ];
    if let Some((mark, encoding)) = MARKS.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Ok(Some((encoding, mark.len())));
    }
    if !at_end && MARKS.iter().any(|(mark, _)| mark.starts_with(head)) {
        return Err(NeedsMoreInput);
    }
    Ok(None)
}

/// The bytes read so far may be the start of a byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NeedsMoreInput;

/// Decodes blocks of bytes to text.
pub(crate) struct Decoder {
    kind: Kind,
}

enum Kind {
    /// UTF-8 is only validated. `partial` holds the first bytes of a character that the last block
    /// ended in.
    Utf8 { partial: Vec<u8> },
    /// Input offsets can be computed from the decoded text.
    Computed(encoding_rs::Decoder),
    /// Input offsets have to be recorded while decoding.
    Recorded(RecordingDecoder),
}

impl Decoder {
    /// A decoder for input whose text starts at the byte `start`, and the matching offset map.
    pub(crate) fn new(encoding: &'static Encoding, start: u64) -> (Self, OffsetMap) {
        let decoder = encoding.new_decoder_without_bom_handling();
        let (kind, mapping) = if encoding == UTF_8 {
            let partial = Vec::new();
            (Kind::Utf8 { partial }, Mapping::Identity)
        } else if encoding == UTF_16LE || encoding == UTF_16BE {
            (Kind::Computed(decoder), Mapping::Utf16)
        } else if encoding.is_single_byte() {
            (Kind::Computed(decoder), Mapping::SingleByte)
        } else {
            let decoder = RecordingDecoder::new(decoder, start);
            (Kind::Recorded(decoder), Mapping::Recorded)
        };
        (Self { kind }, OffsetMap::new(mapping, start))
    }

    /// Appends the decoded block to `text`. The last call must set `last`; its block may be empty.
    pub(crate) fn decode(
        &mut self,
        block: &[u8],
        last: bool,
        text: &mut String,
        offsets: &mut OffsetMap,
    ) {
        match &mut self.kind {
            Kind::Utf8 { partial } => decode_utf8(partial, block, last, text),
            Kind::Computed(decoder) => decode_computed(decoder, block, last, text),
            Kind::Recorded(decoder) => decoder.decode(block, last, text, offsets),
        }
    }
}

fn decode_utf8(partial: &mut Vec<u8>, block: &[u8], last: bool, text: &mut String) {
    let joined;
    let mut rest = block;
    if !partial.is_empty() {
        partial.extend_from_slice(block);
        joined = std::mem::take(partial);
        rest = &joined;
    }
    while !rest.is_empty() {
        let error = match simdutf8::compat::from_utf8(rest) {
            Ok(valid) => return text.push_str(valid),
            Err(error) => error,
        };
        let (valid, invalid) = rest.split_at(error.valid_up_to());
        text.push_str(std::str::from_utf8(valid).unwrap_or_default());
        let invalid_len = match error.error_len() {
            None if !last => return partial.extend_from_slice(invalid),
            len => len.unwrap_or(invalid.len()),
        };
        // One character per byte: `Mapping::Identity` requires equal offsets.
        text.extend(std::iter::repeat_n(MALFORMED, invalid_len));
        rest = invalid.get(invalid_len..).unwrap_or_default();
    }
}

fn decode_computed(
    decoder: &mut encoding_rs::Decoder,
    block: &[u8],
    last: bool,
    text: &mut String,
) {
    let mut rest = block;
    loop {
        let max_len = decoder.max_utf8_buffer_length_without_replacement(rest.len());
        text.reserve(max_len.unwrap_or(rest.len()));
        let (result, read) = decoder.decode_to_string_without_replacement(rest, text, last);
        rest = rest.get(read..).unwrap_or_default();
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => text.push(MALFORMED),
        }
    }
}

/// Decodes encodings whose characters have a varying number of bytes, and records where each
/// character starts in the input.
struct RecordingDecoder {
    decoder: encoding_rs::Decoder,
    /// How many bytes of the input the decoder has consumed, as an input offset.
    consumed: u64,
    /// Where the next character starts. Before `consumed` if its first bytes were consumed already.
    next_start: u64,
}

impl RecordingDecoder {
    fn new(decoder: encoding_rs::Decoder, start: u64) -> Self {
        Self {
            decoder,
            consumed: start,
            next_start: start,
        }
    }

    fn decode(&mut self, block: &[u8], last: bool, text: &mut String, offsets: &mut OffsetMap) {
        let is_ascii_compatible = self.decoder.encoding().is_ascii_compatible();
        let mut rest = block;
        while !rest.is_empty() {
            // Fast path: between two characters, ASCII bytes are copied without the decoder.
            let ascii_len = if is_ascii_compatible && self.next_start == self.consumed {
                rest.iter().take_while(|byte| byte.is_ascii()).count()
            } else {
                0
            };
            let (bytes, after) = rest.split_at(ascii_len.max(1));
            if ascii_len > 0 {
                offsets.record(text.len(), self.consumed);
                text.push_str(std::str::from_utf8(bytes).unwrap_or_default());
                self.consumed += ascii_len as u64;
                self.next_start = self.consumed;
            } else {
                // One byte per call, so that a decoded character is known to end with this byte.
                self.decode_bytes(bytes, false, text, offsets);
            }
            rest = after;
        }
        if last {
            self.decode_bytes(&[], true, text, offsets);
            // A link may end at the end of the input.
            offsets.record(text.len(), self.consumed);
        }
    }

    fn decode_bytes(
        &mut self,
        bytes: &[u8],
        last: bool,
        text: &mut String,
        offsets: &mut OffsetMap,
    ) {
        let mut rest = bytes;
        loop {
            let mut out = [0; 32];
            let (result, read, written) = self
                .decoder
                .decode_to_utf8_without_replacement(rest, &mut out, last);
            rest = rest.get(read..).unwrap_or_default();
            self.consumed += read as u64;
            let decoded = out.get(..written).unwrap_or_default();
            for c in std::str::from_utf8(decoded).unwrap_or_default().chars() {
                offsets.record(text.len(), self.next_start);
                text.push(c);
                // Also correct if a second character follows: it is one byte that the decoder had
                // held back.
                self.next_start = (self.next_start + 1).min(self.consumed);
            }
            if written > 0 {
                self.next_start = self.consumed;
            }
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(_, held_back) => {
                    offsets.record(text.len(), self.next_start);
                    text.push(MALFORMED);
                    self.next_start = self.consumed - u64::from(held_back);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{GB18030, ISO_2022_JP, SHIFT_JIS, WINDOWS_1252};

    /// Decodes in blocks, and returns each character with its input offset.
    fn decoded(encoding: &'static Encoding, bytes: &[u8], block: usize) -> Vec<(char, u64)> {
        let (mut decoder, mut offsets) = Decoder::new(encoding, 0);
        let mut text = String::new();
        for block in bytes.chunks(block) {
            decoder.decode(block, false, &mut text, &mut offsets);
        }
        decoder.decode(&[], true, &mut text, &mut offsets);
        let characters: Vec<_> = text.char_indices().collect();
        characters
            .into_iter()
            .map(|(offset, c)| (c, offsets.input_offset_of(&text, offset)))
            .collect()
    }

    #[test]
    fn input_offsets_are_known_in_every_encoding() {
        let cases: [(&'static Encoding, &str); 5] = [
            (SHIFT_JIS, "a表b漢字。c"),
            (GB18030, "a漢b𠮷é1c"),
            (WINDOWS_1252, "aéb€c"),
            (ISO_2022_JP, "a漢字b表c"),
            (UTF_8, "aé漢𝄞b"),
        ];
        for (encoding, text) in cases {
            let (bytes, ..) = encoding.encode(text);
            for block in [1, 2, 3, 100] {
                let found = decoded(encoding, &bytes, block);
                let read: String = found.iter().map(|&(c, _)| c).collect();
                assert_eq!(read, text, "{} in blocks of {block}", encoding.name());
                for (c, offset) in found.into_iter().filter(|(c, _)| c.is_ascii()) {
                    let at = usize::try_from(offset).unwrap();
                    // An escape sequence may precede the character.
                    let slice = &bytes[at..];
                    let slice = slice.strip_prefix(b"\x1b(B").unwrap_or(slice);
                    assert_eq!(slice[0], c as u8, "{} at {offset}", encoding.name());
                }
            }
        }
    }

    #[test]
    fn malformed_bytes_decode_to_nul() {
        type Case = (&'static Encoding, &'static [u8], &'static [(char, u64)]);
        let cases: [Case; 5] = [
            (UTF_8, b"a\xFFb", &[('a', 0), ('\0', 1), ('b', 2)]),
            (
                UTF_8,
                b"\xE6\xBCa\xE6",
                &[('\0', 0), ('\0', 1), ('a', 2), ('\0', 3)],
            ),
            (
                UTF_16LE,
                b"a\0\x00\xD8b\0",
                &[('a', 0), ('\0', 2), ('b', 4)],
            ),
            (
                SHIFT_JIS,
                b"a\x81 b",
                &[('a', 0), ('\0', 1), (' ', 2), ('b', 3)],
            ),
            (
                GB18030,
                b"\x8130b",
                &[('\0', 0), ('3', 1), ('0', 2), ('b', 3)],
            ),
        ];
        for (encoding, bytes, expected) in cases {
            for block in [1, 2, 100] {
                let found = decoded(encoding, bytes, block);
                assert_eq!(found, expected, "{} in blocks of {block}", encoding.name());
            }
        }
    }

    #[test]
    fn byte_order_mark_is_detected_as_soon_as_it_is_complete() {
        assert_eq!(detect_bom(b"\xEF\xBB", false), Err(NeedsMoreInput));
        assert_eq!(detect_bom(b"\xEF\xBB", true), Ok(None));
        assert_eq!(detect_bom(b"\xEF\xBB\xBFa", false), Ok(Some((UTF_8, 3))));
        assert_eq!(detect_bom(b"\xFF\xFE", false), Ok(Some((UTF_16LE, 2))));
        assert_eq!(detect_bom(b"a", false), Ok(None));
        assert_eq!(detect_bom(b"", true), Ok(None));
    }
}
