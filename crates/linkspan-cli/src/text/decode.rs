//! Decodes input to UTF-8, block by block.
//!
//! Malformed byte sequences are decoded to NUL rather than U+FFFD. NUL has `Link_Term=Hard`, so
//! malformed bytes end a link, as white space does, and never become part of one.

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::offset_map::{Mapping, OffsetMap};
use super::preserve;

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

/// What becomes of malformed bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Malformed {
    /// They become NUL.
    #[default]
    Nul,
    /// In UTF-8, they become characters that [`preserve`] turns back into the bytes.
    /// Input offsets are not known. In other encodings, they become NUL.
    Preserve,
}

/// Decodes blocks of bytes to text.
pub(crate) struct Decoder {
    kind: Kind,
    /// The input offset of the next block.
    position: u64,
    first_malformed: Option<u64>,
}

enum Kind {
    /// UTF-8 is only validated. `partial` holds the first bytes of a character that the last block
    /// ended in.
    Utf8 {
        partial: Vec<u8>,
        malformed: Malformed,
    },
    /// Input offsets can be computed from the decoded text.
    Computed(encoding_rs::Decoder),
    /// Input offsets have to be recorded while decoding.
    Recorded(RecordingDecoder),
}

impl Decoder {
    /// A decoder for input whose text starts at the byte `start`, and the matching offset map.
    pub(crate) fn new(
        encoding: &'static Encoding,
        start: u64,
        malformed: Malformed,
    ) -> (Self, OffsetMap) {
        let decoder = encoding.new_decoder_without_bom_handling();
        let (kind, mapping) = if encoding == UTF_8 {
            let partial = Vec::new();
            (Kind::Utf8 { partial, malformed }, Mapping::Identity)
        } else if encoding == UTF_16LE || encoding == UTF_16BE {
            (Kind::Computed(decoder), Mapping::Utf16)
        } else if encoding.is_single_byte() {
            (Kind::Computed(decoder), Mapping::SingleByte)
        } else {
            let decoder = RecordingDecoder::new(decoder, start);
            (Kind::Recorded(decoder), Mapping::Recorded)
        };
        let decoder = Self {
            kind,
            position: start,
            first_malformed: None,
        };
        (decoder, OffsetMap::new(mapping, start))
    }

    /// Appends the decoded block to `text`. The last call must set `last`; its block may be empty.
    pub(crate) fn decode(
        &mut self,
        block: &[u8],
        last: bool,
        text: &mut String,
        offsets: &mut OffsetMap,
    ) {
        let malformed = match &mut self.kind {
            Kind::Utf8 { partial, malformed } => {
                let held_back = partial.len() as u64;
                let at = decode_utf8(partial, block, last, *malformed, text);
                at.map(|at| self.position + at as u64 - held_back)
            }
            Kind::Computed(decoder) => {
                decode_computed(decoder, block, last, text).map(|at| at.from(self.position))
            }
            Kind::Recorded(decoder) => decoder.decode(block, last, text, offsets),
        };
        self.position += block.len() as u64;
        self.first_malformed = self.first_malformed.or(malformed);
    }

    /// The input offset of the first malformed byte so far.
    pub(crate) fn first_malformed(&self) -> Option<u64> {
        self.first_malformed
    }
}

/// Where a malformed sequence starts.
#[derive(Clone, Copy)]
struct MalformedAt {
    /// How many bytes of the block have been consumed.
    consumed: usize,
    /// How many consumed bytes the sequence starts before that.
    back: usize,
}

impl MalformedAt {
    fn new(consumed: usize, len: u8, held_back: u8) -> Self {
        let back = usize::from(len) + usize::from(held_back);
        Self { consumed, back }
    }

    /// The input offset, for a block that starts at `block_start`.
    fn from(self, block_start: u64) -> u64 {
        (block_start + self.consumed as u64).saturating_sub(self.back as u64)
    }
}

/// Returns the offset of the first malformed byte, in the partial character and the block.
fn decode_utf8(
    partial: &mut Vec<u8>,
    block: &[u8],
    last: bool,
    malformed: Malformed,
    text: &mut String,
) -> Option<usize> {
    let joined;
    let mut rest = block;
    if !partial.is_empty() {
        partial.extend_from_slice(block);
        joined = std::mem::take(partial);
        rest = &joined;
    }
    let len = rest.len();
    let push = |text: &mut String, valid: &str| match malformed {
        Malformed::Nul => text.push_str(valid),
        Malformed::Preserve => preserve::push_text(text, valid),
    };
    let mut first = None;
    while !rest.is_empty() {
        let error = match simdutf8::compat::from_utf8(rest) {
            Ok(valid) => {
                push(text, valid);
                break;
            }
            Err(error) => error,
        };
        let (valid, invalid) = rest.split_at(error.valid_up_to());
        push(text, std::str::from_utf8(valid).unwrap_or_default());
        let invalid_len = match error.error_len() {
            None if !last => {
                partial.extend_from_slice(invalid);
                break;
            }
            len => len.unwrap_or(invalid.len()),
        };
        first = first.or(Some(len - invalid.len()));
        let (bytes, after) = invalid.split_at(invalid_len);
        match malformed {
            // One character per byte: `Mapping::Identity` requires equal offsets.
            Malformed::Nul => text.extend(std::iter::repeat_n(MALFORMED, invalid_len)),
            Malformed::Preserve => preserve::push_bytes(text, bytes),
        }
        rest = after;
    }
    first
}

fn decode_computed(
    decoder: &mut encoding_rs::Decoder,
    block: &[u8],
    last: bool,
    text: &mut String,
) -> Option<MalformedAt> {
    let mut rest = block;
    let mut first = None;
    loop {
        let max_len = decoder.max_utf8_buffer_length_without_replacement(rest.len());
        text.reserve(max_len.unwrap_or(rest.len()));
        let (result, read) = decoder.decode_to_string_without_replacement(rest, text, last);
        rest = rest.get(read..).unwrap_or_default();
        match result {
            DecoderResult::InputEmpty => return first,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(len, held_back) => {
                let at = MalformedAt::new(block.len() - rest.len(), len, held_back);
                first = first.or(Some(at));
                text.push(MALFORMED);
            }
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

    /// Returns the input offset of the first malformed byte.
    fn decode(
        &mut self,
        block: &[u8],
        last: bool,
        text: &mut String,
        offsets: &mut OffsetMap,
    ) -> Option<u64> {
        let mut first = None;
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
                first = first.or(self.decode_bytes(bytes, false, text, offsets));
            }
            rest = after;
        }
        if last {
            first = first.or(self.decode_bytes(&[], true, text, offsets));
            // A link may end at the end of the input.
            offsets.record(text.len(), self.consumed);
        }
        first
    }

    fn decode_bytes(
        &mut self,
        bytes: &[u8],
        last: bool,
        text: &mut String,
        offsets: &mut OffsetMap,
    ) -> Option<u64> {
        let mut rest = bytes;
        let mut first = None;
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
                DecoderResult::InputEmpty => return first,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(_, held_back) => {
                    first = first.or(Some(self.next_start));
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
    use super::super::offset_map::Edge;
    use super::*;
    use encoding_rs::{GB18030, ISO_2022_JP, SHIFT_JIS, WINDOWS_1252};

    /// Decodes in blocks, and returns each character with its input offset.
    fn decoded(encoding: &'static Encoding, bytes: &[u8], block: usize) -> Vec<(char, u64)> {
        let (mut decoder, mut offsets) = Decoder::new(encoding, 0, Malformed::Nul);
        let mut text = String::new();
        for block in bytes.chunks(block) {
            decoder.decode(block, false, &mut text, &mut offsets);
        }
        decoder.decode(&[], true, &mut text, &mut offsets);
        let characters: Vec<_> = text.char_indices().collect();
        characters
            .into_iter()
            .map(|(offset, c)| (c, offsets.input_offset_of(&text, offset, Edge::Start)))
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

    #[test]
    fn the_first_malformed_byte_is_located() {
        let cases: [(&'static Encoding, &[u8], Option<u64>); 6] = [
            (UTF_8, b"a\xC3\xA9 b", None),
            (UTF_8, b"ab\xE6\xBC \xFF", Some(2)),
            (UTF_8, b"ab\xE6", Some(2)),
            (UTF_16LE, b"a\0\x00\xD8b\0", Some(2)),
            (SHIFT_JIS, b"a\x81 b", Some(1)),
            (GB18030, b"aa\x8130b", Some(2)),
        ];
        for (encoding, bytes, expected) in cases {
            for block in [1, 2, 100] {
                let (mut decoder, mut offsets) = Decoder::new(encoding, 0, Malformed::Nul);
                let mut text = String::new();
                for block in bytes.chunks(block) {
                    decoder.decode(block, false, &mut text, &mut offsets);
                }
                decoder.decode(&[], true, &mut text, &mut offsets);
                assert_eq!(decoder.first_malformed(), expected, "{}", encoding.name());
            }
        }
    }

    #[test]
    fn malformed_bytes_can_be_preserved() {
        let cases: [&[u8]; 3] = [
            b"a\xFFb\xE6\xBC",
            "\u{FDD0}\u{FDFA}é".as_bytes(),
            b"\xEF\xB7\x90\xEF\xB7",
        ];
        for bytes in cases {
            for block in [1, 2, 100] {
                let (mut decoder, mut offsets) = Decoder::new(UTF_8, 0, Malformed::Preserve);
                let mut text = String::new();
                for block in bytes.chunks(block) {
                    decoder.decode(block, false, &mut text, &mut offsets);
                }
                decoder.decode(&[], true, &mut text, &mut offsets);
                let restored = preserve::restore(text.as_bytes());
                assert_eq!(&restored[..], bytes, "{text:?}");
            }
        }
    }
}
