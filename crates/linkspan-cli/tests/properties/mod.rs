//! Properties that hold for every input of the program, as functions that panic if they do not.
//!
//! The integration tests and the fuzz targets in `fuzz/` both call them, so that an input found by
//! fuzzing can be pasted into a test.

use std::io::{self, Read};

use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP};
use linkspan_cli::fuzzing::{FORMATS, LocatedLink, format_links, links, lsp_answers};
use serde_json::{Value, json};

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
            let link: Value = serde_json::from_str(line).expect("a JSON object");
            let [start, end] = ["start", "end"].map(|field| link[field].as_u64());
            assert!(
                start < end && end <= Some(input.len() as u64),
                "{format}: {link} in {} bytes",
                input.len()
            );
        }
    }
}

/// Names of documents that are read in different ways.
pub(crate) const DOCUMENT_NAMES: [&str; 7] =
    ["a.txt", "a.rs", "a.md", "a.html", "a.json", "a.csv", "a"];

/// After an edit, the language server gives the same links as for a document that is opened with the
/// same text. It answers every request, also after positions and messages that make no sense, and
/// every answer is JSON.
pub(crate) fn language_server(name: &str, text: &str, start: u16, end: u16, inserted: u8) {
    let uri = format!("file:///{name}");
    let [start_offset, end_offset] =
        [start.min(end), start.max(end)].map(|at| floor(text, at.into()));
    let new = &text[..floor(text, inserted.into())];
    let edited = [&text[..start_offset], new, &text[end_offset..]].concat();
    let range = json!({"start": position(text, start_offset), "end": position(text, end_offset)});
    let senseless = json!({
        "start": {"line": start, "character": end},
        "end": {"line": end, "character": start},
    });
    let initialize = json!({"id": 0, "method": "initialize", "params": {}});
    let open = |text: &str| {
        let document = json!({"uri": uri, "languageId": "plaintext", "version": 1, "text": text});
        json!({"method": "textDocument/didOpen", "params": {"textDocument": document}})
    };
    let change = |range: &Value| {
        let params = json!({
            "textDocument": {"uri": uri, "version": 2},
            "contentChanges": [{"range": range, "text": new}],
        });
        json!({"method": "textDocument/didChange", "params": params})
    };
    let ask = |id: i32, method: &str| {
        let params = json!({
            "textDocument": {"uri": uri},
            "position": senseless["start"],
            "range": range,
        });
        json!({"id": id, "method": format!("textDocument/{method}"), "params": params})
    };
    let links = ask(1, "documentLink");
    let mut session = stream(&[
        initialize.clone(),
        open(text),
        links.clone(),
        change(&range),
        links.clone(),
        ask(2, "codeAction"),
        ask(3, "hover"),
        change(&senseless),
        ask(4, "documentLink"),
    ]);
    session.extend(message(text.as_bytes()));
    session.extend(text.as_bytes());
    let answers = answers(&session);
    let of = |answers: &[Value], id: i32| -> Vec<Value> {
        let is_answer = |answer: &&Value| answer["id"] == id && answer.get("method").is_none();
        answers.iter().filter(is_answer).cloned().collect()
    };
    for id in 2..=4 {
        assert_eq!(of(&answers, id).len(), 1, "{id}: {answers:?}");
    }
    let fresh = self::answers(&stream(&[initialize, open(&edited), links]));
    assert_eq!(of(&answers, 1)[1..], of(&fresh, 1), "{edited:?}");
}

/// The answers of the language server.
fn answers(session: &[u8]) -> Vec<Value> {
    let answers = lsp_answers(session).into_iter();
    answers
        .map(|answer| serde_json::from_slice(&answer).expect("an answer is JSON"))
        .collect()
}

/// Messages as a client sends them.
fn stream(messages: &[Value]) -> Vec<u8> {
    let messages = messages.iter().map(ToString::to_string);
    messages
        .flat_map(|content| message(content.as_bytes()))
        .collect()
}

fn message(content: &[u8]) -> Vec<u8> {
    let header = format!("Content-Length: {}\r\n\r\n", content.len());
    [header.as_bytes(), content].concat()
}

/// The last offset up to `offset` that has a position: not inside a character or a line end.
fn floor(text: &str, offset: usize) -> usize {
    let is_position = |&at: &usize| {
        text.is_char_boundary(at) && !(text[..at].ends_with('\r') && text[at..].starts_with('\n'))
    };
    let offset = offset.min(text.len());
    (0..=offset).rev().find(is_position).unwrap_or(0)
}

/// A position in UTF-16 units.
fn position(text: &str, offset: usize) -> Value {
    let before = text[..offset].replace("\r\n", "\n").replace('\r', "\n");
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let character = before[start..].encode_utf16().count();
    json!({"line": before.matches('\n').count(), "character": character})
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
