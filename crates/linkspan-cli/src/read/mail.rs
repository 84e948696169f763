//! Mail messages and mbox files: headers, and the text parts of messages.
//!
//! `mail-parser` finds the parts and decodes encoded words and base64. Here, parts are decoded again
//! with the place of every byte in the file, which the crate does not give.

use std::ops::Range;
use std::rc::Rc;

use encoding_rs::{Encoding, UTF_8};
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode_char;
use mail_parser::parsers::MessageStream;
use mail_parser::{Encoding as TransferEncoding, Message, MessageParser, MessagePart};
use mail_parser::{MimeHeaders as _, PartType};
use memchr::memmem;

use super::anchor::{Anchor, AnchorReader};
use super::document::{Role, Segment};
use super::html;
use super::mapped::MappedText;
use crate::text::{Decoder, Edge, Malformed, ReadOptions};

/// Headers whose values look like email addresses and are not: identifiers and signatures.
const SKIPPED_HEADERS: &[&str] = &[
    "arc-authentication-results",
    "arc-message-signature",
    "arc-seal",
    "content-id",
    "dkim-signature",
    "domainkey-signature",
    "in-reply-to",
    "message-id",
    "received",
    "references",
    "resent-message-id",
    "x-google-dkim-signature",
    "x-google-smtp-source",
];

/// The segments of a file, and its links. `text` is the file as text, byte by byte at the same offsets.
pub(super) fn read(bytes: &[u8], text: &str, options: ReadOptions) -> (Vec<Segment>, Vec<Anchor>) {
    let mut reader = Reader {
        text,
        options,
        segments: Vec::new(),
        anchors: Vec::new(),
    };
    for range in messages(bytes) {
        let message = bytes.get(range.clone()).unwrap_or_default();
        match MessageParser::new().parse(message) {
            Some(parsed) => reader.message(message, &parsed, range.start),
            None => reader.copy(Role::Text, range),
        }
    }
    (reader.segments, reader.anchors)
}

/// The messages of an mbox file: each starts with a line "From …" after an empty line. A file without
/// such a line is one message.
fn messages(bytes: &[u8]) -> Vec<Range<usize>> {
    let is_mbox = bytes.starts_with(b"From ");
    let lines = memmem::find_iter(bytes, b"\nFrom ").filter(|&at| {
        let before = bytes.get(..at).unwrap_or_default();
        is_mbox && (before.ends_with(b"\n") || before.ends_with(b"\n\r"))
    });
    let after_line = |start: usize| {
        let rest = bytes.get(start..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(bytes.len(), |offset| start + offset + 1)
    };
    let mut messages = Vec::new();
    let mut start = 0;
    for end in lines.map(|at| at + 1).chain([bytes.len()]) {
        let content = if is_mbox { after_line(start) } else { start };
        messages.push(content.min(end)..end);
        start = end;
    }
    messages
}

struct Reader<'t> {
    text: &'t str,
    options: ReadOptions,
    segments: Vec<Segment>,
    anchors: Vec<Anchor>,
}

impl Reader<'_> {
    fn copy(&mut self, role: Role, range: Range<usize>) {
        let text = MappedText::copy(self.text, range);
        self.segments.push(Segment::new(role, text));
    }

    /// Reads a message that starts at `base` in the file.
    fn message(&mut self, bytes: &[u8], message: &Message<'_>, base: usize) {
        for part in &message.parts {
            let [header, body, end] = [part.offset_header, part.offset_body, part.offset_end]
                .map(|offset| (offset as usize).min(bytes.len()));
            self.headers(base + header..base + body.max(header));
            let body = body..end.max(body);
            match &part.body {
                PartType::Text(_) => {
                    let text = self.body(bytes, part, body, base);
                    self.segments.push(Segment::new(Role::Text, text));
                }
                PartType::Html(_) => {
                    let outer = Rc::new(self.body(bytes, part, body, base));
                    let text = outer.text();
                    let mut anchors = AnchorReader::default();
                    let segments = html::segments(text, 0..text.len(), &mut anchors);
                    let anchors = anchors.finish().into_iter();
                    self.anchors
                        .extend(anchors.map(|anchor| anchor.inside(&outer)));
                    let segments = segments.into_iter().map(|part| part.inside(&outer));
                    self.segments.extend(segments);
                }
                PartType::Message(inner) if part.encoding == TransferEncoding::None => {
                    self.message(bytes, inner, base);
                }
                PartType::Message(_)
                | PartType::Binary(_)
                | PartType::InlineBinary(_)
                | PartType::Multipart(_) => {}
            }
        }
    }

    /// Reads the fields of a header.
    fn headers(&mut self, range: Range<usize>) {
        let header = self.text.get(range.clone()).unwrap_or_default();
        let mut start = range.start;
        let mut field = range.start..range.start;
        for line in header.split_inclusive('\n') {
            if !line.starts_with([' ', '\t']) {
                self.field(std::mem::replace(&mut field, start..start));
            }
            start += line.len();
            field.end = start;
        }
        self.field(field);
    }

    fn field(&mut self, range: Range<usize>) {
        let field = self.text.get(range.clone()).unwrap_or_default();
        if field.trim().is_empty() {
            return;
        }
        // A line that is not a field is malformed, and may contain a URL.
        let Some((name, value)) = field
            .split_once(':')
            .filter(|(_, value)| !value.starts_with("//"))
        else {
            return self.copy(Role::Text, range);
        };
        if SKIPPED_HEADERS.contains(&name.trim().to_ascii_lowercase().as_str()) {
            return;
        }
        let value = decode_words(value, range.end - value.len());
        self.segments.push(Segment::new(Role::Text, value));
    }

    /// The text of a part.
    fn body(
        &self,
        bytes: &[u8],
        part: &MessagePart<'_>,
        range: Range<usize>,
        base: usize,
    ) -> MappedText {
        let charset = part
            .content_type()
            .and_then(|kind| kind.attribute("charset"));
        let encoding = charset
            .filter(|charset| !charset.eq_ignore_ascii_case("us-ascii"))
            .and_then(|charset| Encoding::for_label(charset.as_bytes()))
            .or(self.options.encoding)
            .unwrap_or(UTF_8);
        let encoded = bytes.get(range.clone()).unwrap_or_default();
        let start = base + range.start;
        let decoded = match part.encoding {
            TransferEncoding::QuotedPrintable => decode_quoted_printable(encoded, start),
            TransferEncoding::Base64 => decode_base64(encoded, start),
            TransferEncoding::None if encoding == UTF_8 => {
                return MappedText::copy(self.text, start..base + range.end);
            }
            TransferEncoding::None => {
                let mut decoded = DecodedBytes::default();
                for (at, &byte) in (start..).zip(encoded) {
                    decoded.push(byte, at..at + 1);
                }
                decoded
            }
        };
        decoded.text(encoding)
    }
}

/// Bytes with their place in the file.
#[derive(Default)]
struct DecodedBytes {
    bytes: Vec<u8>,
    sources: Vec<Range<usize>>,
}

impl DecodedBytes {
    fn push(&mut self, byte: u8, source: Range<usize>) {
        self.bytes.push(byte);
        self.sources.push(source);
    }

    /// The bytes as text.
    fn text(&self, encoding: &'static Encoding) -> MappedText {
        let (mut decoder, mut offsets) = Decoder::new(encoding, 0, Malformed::Nul);
        let mut text = String::new();
        decoder.decode(&self.bytes, true, &mut text, &mut offsets);
        let mut mapped = MappedText::default();
        for (at, c) in text.char_indices() {
            let start = offsets.input_offset_of(&text, at, Edge::Start);
            let end = offsets.input_offset_of(&text, at + c.len_utf8(), Edge::End);
            let [first, last] = [start, end.saturating_sub(1).max(start)].map(|at| {
                let at = usize::try_from(at).unwrap_or(usize::MAX);
                self.sources.get(at).cloned().unwrap_or_default()
            });
            mapped.push(c.encode_utf8(&mut [0; 4]), first.start..last.end);
        }
        mapped
    }
}

fn decode_quoted_printable(encoded: &[u8], start: usize) -> DecodedBytes {
    let mut decoded = DecodedBytes::default();
    let mut rest = encoded;
    while let [byte, after @ ..] = rest {
        let at = start + encoded.len() - rest.len();
        // A soft line break: "=", white space, and a line end.
        let blanks = after
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        let line_end = blanks.count();
        let (value, len) = match (byte, after) {
            (b'=', _) if after.get(line_end).is_none_or(|&byte| byte == b'\n') => {
                (None, 2 + line_end)
            }
            (b'=', [high, low, ..]) => match quoted_printable_decode_char(*high, *low) {
                Some(value) => (Some(value), 3),
                None => (Some(b'='), 1),
            },
            _ => (Some(*byte), 1),
        };
        if let Some(value) = value {
            decoded.push(value, at..at + len);
        }
        rest = rest.get(len..).unwrap_or_default();
    }
    decoded
}

/// Each byte comes from the two characters that contain its bits.
fn decode_base64(encoded: &[u8], start: usize) -> DecodedBytes {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let digits: Vec<usize> = (start..)
        .zip(encoded)
        .filter_map(|(at, byte)| is_digit(byte).then_some(at))
        .collect();
    let mut decoded = DecodedBytes::default();
    for (index, byte) in base64_decode(encoded)
        .unwrap_or_default()
        .into_iter()
        .enumerate()
    {
        let [first, last] = [8 * index / 6, (8 * index + 7) / 6]
            .map(|digit| digits.get(digit).copied().unwrap_or(start + encoded.len()));
        decoded.push(byte, first..last + 1);
    }
    decoded
}

/// The value of a header field that starts at `start`, with its encoded words (RFC 2047) decoded.
fn decode_words(value: &str, start: usize) -> MappedText {
    let mut mapped = MappedText::default();
    let mut done = 0;
    let mut after_word = false;
    while let Some(at) = value.get(done..).and_then(|rest| rest.find("=?")) {
        let at = done + at;
        let between = value.get(done..at).unwrap_or_default();
        let rest = value.get(at..).unwrap_or_default();
        let word = encoded_word(rest);
        // White space between two encoded words is not part of the text.
        if !(after_word && word.is_some() && between.trim().is_empty()) {
            mapped.push(between, start + done..start + at);
        }
        let len = match &word {
            Some((text, len)) => {
                // Line ends in it are not line ends of the file.
                mapped.push(&text.replace('\n', " "), start + at..start + at + len);
                *len
            }
            None => {
                mapped.push("=?", start + at..start + at + 2);
                2
            }
        };
        after_word = word.is_some();
        done = at + len;
    }
    let rest = value.get(done..).unwrap_or_default();
    mapped.push(rest, start + done..start + value.len());
    mapped
}

/// The text of the encoded word at the start of a text, and its length.
fn encoded_word(text: &str) -> Option<(String, usize)> {
    let mut parts = text.strip_prefix("=?")?.splitn(4, '?');
    let [charset, encoding, content] = [parts.next()?, parts.next()?, parts.next()?];
    let is_end = parts.next()?.starts_with('=');
    let is_word = |part: &str| !part.contains(|c: char| c.is_whitespace());
    if !is_end || ![charset, encoding, content].into_iter().all(is_word) {
        return None;
    }
    let len = "=?".len() + charset.len() + 1 + encoding.len() + 1 + content.len() + "?=".len();
    // The decoder expects the text after the "=".
    let decoded = MessageStream::new(text.get(1..len)?.as_bytes()).decode_rfc2047()?;
    Some((decoded, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of a file, and the source of each.
    fn texts(file: &str) -> Vec<(String, String)> {
        let options = ReadOptions {
            encoding: None,
            detect_encoding: false,
            malformed: Malformed::Nul,
            block_size: 1,
        };
        let (segments, _) = read(file.as_bytes(), file, options);
        let texts = segments.iter().map(|segment| {
            let text = segment.text();
            let source = segment.source_range(&(0..text.len()));
            (text.trim().to_owned(), file[source].trim().to_owned())
        });
        texts.collect()
    }

    #[test]
    fn encoded_words_are_decoded() {
        let file = "Subject: a =?utf-8?Q?b=C3=BC?=\n =?UTF-8?B?w7w=?= c =?x?\n\nbody\n";
        let texts = texts(file);
        assert_eq!(texts[0].0, "a büü c =?x?");
        assert_eq!(
            texts[0].1,
            "a =?utf-8?Q?b=C3=BC?=\n =?UTF-8?B?w7w=?= c =?x?"
        );
        assert_eq!(texts[1].0, "body");
    }

    #[test]
    fn transfer_encodings_are_decoded() {
        let file = "Content-Type: text/plain; charset=iso-8859-1\n\
            Content-Transfer-Encoding: quoted-printable\n\nx=E9 a=\nb=3D\n";
        assert_eq!(texts(file)[2], ("xé ab=".into(), "x=E9 a=\nb=3D".into()));
        let file = "Content-Type: text/plain; charset=utf-8\n\
            Content-Transfer-Encoding: base64\n\nw6lh\nYg==\n";
        assert_eq!(texts(file)[2], ("éab".into(), "w6lh\nYg".into()));
    }

    #[test]
    fn mbox_files_are_split() {
        let file = "From a\nSubject: 1\n\none\n\nFrom b\nSubject: 2\n\ntwo\nFrom c\n";
        let texts: Vec<_> = texts(file).into_iter().map(|(text, _)| text).collect();
        assert_eq!(texts, ["1", "one", "2", "two\nFrom c"]);
    }
}
