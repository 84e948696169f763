//! From bytes to text, block by block.
//!
//! What is no text becomes NUL characters: a NUL is Hard, so it ends whatever stands before it and
//! joins nothing, which is what unreadable bytes should do.

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::offsets::{Measure, Offsets};

/// What stands in the text for bytes that are none.
pub(crate) const UNREADABLE: char = '\0';

/// The encoding that a byte order mark tells, and the length of the mark. `Err` if it takes more
/// bytes to know.
pub(crate) fn byte_order_mark(
    head: &[u8],
    ended: bool,
) -> Result<Option<(&'static Encoding, usize)>, NeedsMore> {
    const MARKS: [(&[u8], &Encoding); 3] = [
        (b"\xEF\xBB\xBF", UTF_8),
        (b"\xFF\xFE", UTF_16LE),
        (b"\xFE\xFF", UTF_16BE),
    ];
    if let Some((mark, encoding)) = MARKS.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Ok(Some((encoding, mark.len())));
    }
    if !ended && MARKS.iter().any(|(mark, _)| mark.starts_with(head)) {
        return Err(NeedsMore);
    }
    Ok(None)
}

/// The bytes at hand do not tell yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NeedsMore;

/// Turns blocks of bytes into text.
pub(crate) struct Decoder {
    kind: Kind,
}

enum Kind {
    /// The text is the bytes; kept are those of a character that the last block cut in two.
    Utf8 { cut: Vec<u8> },
    /// Places in the text tell places in the input by counting.
    Counted(encoding_rs::Decoder),
    /// Places have to be noted.
    Noted(Noting),
}

impl Decoder {
    /// A decoder for input whose text starts at `start`, and the way back to its bytes.
    pub(crate) fn new(encoding: &'static Encoding, start: u64) -> (Self, Offsets) {
        let decoder = encoding.new_decoder_without_bom_handling();
        let (kind, measure) = if encoding == UTF_8 {
            (Kind::Utf8 { cut: Vec::new() }, Measure::Same)
        } else if encoding == UTF_16LE || encoding == UTF_16BE {
            (Kind::Counted(decoder), Measure::Utf16)
        } else if encoding.is_single_byte() {
            (Kind::Counted(decoder), Measure::Bytes)
        } else {
            (Kind::Noted(Noting::new(decoder, start)), Measure::Noted)
        };
        (Self { kind }, Offsets::new(measure, start))
    }

    /// Appends the text of a block to `text`. The last block may be empty, but must be told.
    pub(crate) fn decode(
        &mut self,
        block: &[u8],
        last: bool,
        text: &mut String,
        offsets: &mut Offsets,
    ) {
        match &mut self.kind {
            Kind::Utf8 { cut } => decode_utf8(cut, block, last, text),
            Kind::Counted(decoder) => decode_counted(decoder, block, last, text),
            Kind::Noted(noting) => noting.decode(block, last, text, offsets),
        }
    }
}

fn decode_utf8(cut: &mut Vec<u8>, block: &[u8], last: bool, text: &mut String) {
    let joined;
    let mut rest = block;
    if !cut.is_empty() {
        cut.extend_from_slice(block);
        joined = std::mem::take(cut);
        rest = &joined;
    }
    while !rest.is_empty() {
        let error = match simdutf8::compat::from_utf8(rest) {
            Ok(valid) => return text.push_str(valid),
            Err(error) => error,
        };
        let (valid, bad) = rest.split_at(error.valid_up_to());
        text.push_str(std::str::from_utf8(valid).unwrap_or_default());
        let bad_len = match error.error_len() {
            None if !last => return cut.extend_from_slice(bad),
            length => length.unwrap_or(bad.len()),
        };
        // As many characters as bytes, so that offsets stay the same.
        text.extend(std::iter::repeat_n(UNREADABLE, bad_len));
        rest = bad.get(bad_len..).unwrap_or_default();
    }
}

fn decode_counted(decoder: &mut encoding_rs::Decoder, block: &[u8], last: bool, text: &mut String) {
    let mut rest = block;
    loop {
        let most = decoder.max_utf8_buffer_length_without_replacement(rest.len());
        text.reserve(most.unwrap_or(rest.len()));
        let (result, read) = decoder.decode_to_string_without_replacement(rest, text, last);
        rest = rest.get(read..).unwrap_or_default();
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => text.push(UNREADABLE),
        }
    }
}

/// Decodes encodings in which a character has a varying number of bytes, and notes where each one
/// starts.
struct Noting {
    decoder: encoding_rs::Decoder,
    /// How much of the input has been given to the decoder.
    read: u64,
    /// Where the character starts that comes next. Before `read` if its first bytes were read.
    next: u64,
}

impl Noting {
    fn new(decoder: encoding_rs::Decoder, start: u64) -> Self {
        Self {
            decoder,
            read: start,
            next: start,
        }
    }

    fn decode(&mut self, block: &[u8], last: bool, text: &mut String, offsets: &mut Offsets) {
        let runs = self.decoder.encoding().is_ascii_compatible();
        let mut rest = block;
        while !rest.is_empty() {
            // Between two characters, ASCII stands for itself and needs no decoder.
            let run = if runs && self.next == self.read {
                rest.iter().take_while(|byte| byte.is_ascii()).count()
            } else {
                0
            };
            let (now, later) = rest.split_at(run.max(1));
            if run > 0 {
                offsets.note(text.len(), self.read);
                text.push_str(std::str::from_utf8(now).unwrap_or_default());
                self.read += run as u64;
                self.next = self.read;
            } else {
                // A byte at a time: what comes out then is what this byte has ended.
                self.feed(now, false, text, offsets);
            }
            rest = later;
        }
        if last {
            self.feed(&[], true, text, offsets);
            // A link may end where the input does.
            offsets.note(text.len(), self.read);
        }
    }

    fn feed(&mut self, bytes: &[u8], last: bool, text: &mut String, offsets: &mut Offsets) {
        let mut rest = bytes;
        loop {
            let mut out = [0; 32];
            let (result, read, written) = self
                .decoder
                .decode_to_utf8_without_replacement(rest, &mut out, last);
            rest = rest.get(read..).unwrap_or_default();
            self.read += read as u64;
            let decoded = out.get(..written).unwrap_or_default();
            for c in std::str::from_utf8(decoded).unwrap_or_default().chars() {
                offsets.note(text.len(), self.next);
                text.push(c);
                // Right for the rare second character too, which is one byte that was held back.
                self.next = (self.next + 1).min(self.read);
            }
            if written > 0 {
                self.next = self.read;
            }
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(_, held_back) => {
                    offsets.note(text.len(), self.next);
                    text.push(UNREADABLE);
                    self.next = self.read - u64::from(held_back);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{GB18030, ISO_2022_JP, SHIFT_JIS, WINDOWS_1252};

    /// Decodes in blocks, and tells for each character where it comes from.
    fn decoded(encoding: &'static Encoding, bytes: &[u8], block: usize) -> Vec<(char, u64)> {
        let (mut decoder, mut offsets) = Decoder::new(encoding, 0);
        let mut text = String::new();
        for block in bytes.chunks(block) {
            decoder.decode(block, false, &mut text, &mut offsets);
        }
        decoder.decode(&[], true, &mut text, &mut offsets);
        let places: Vec<_> = text.char_indices().collect();
        places
            .into_iter()
            .map(|(offset, c)| (c, offsets.find(&text, offset)))
            .collect()
    }

    #[test]
    fn every_encoding_tells_where_characters_come_from() {
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
                    // An escape sequence may stand before a character.
                    let slice = &bytes[at..];
                    let slice = slice.strip_prefix(b"\x1b(B").unwrap_or(slice);
                    assert_eq!(slice[0], c as u8, "{} at {offset}", encoding.name());
                }
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_nul() {
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
    fn a_byte_order_mark_is_told_as_soon_as_it_can_be() {
        assert_eq!(byte_order_mark(b"\xEF\xBB", false), Err(NeedsMore));
        assert_eq!(byte_order_mark(b"\xEF\xBB", true), Ok(None));
        assert_eq!(
            byte_order_mark(b"\xEF\xBB\xBFa", false),
            Ok(Some((UTF_8, 3)))
        );
        assert_eq!(byte_order_mark(b"\xFF\xFE", false), Ok(Some((UTF_16LE, 2))));
        assert_eq!(byte_order_mark(b"a", false), Ok(None));
        assert_eq!(byte_order_mark(b"", true), Ok(None));
    }
}
