//! Positions in a text, computed in the most obvious way.

use serde_json::{Value, json};

/// The encodings of the protocol.
pub(super) const ENCODINGS: [&str; 3] = ["utf-8", "utf-16", "utf-32"];

/// The position of a byte offset: its line, and the units before it in that line.
pub(super) fn position(text: &str, offset: usize, encoding: &str) -> Value {
    let before = text[..offset].replace("\r\n", "\n").replace('\r', "\n");
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = &before[start..];
    let character = match encoding {
        "utf-8" => column.len(),
        "utf-16" => column.encode_utf16().count(),
        _ => column.chars().count(),
    };
    json!({"line": line, "character": character})
}

/// The positions of a range of bytes.
pub(super) fn range(text: &str, start: usize, end: usize, encoding: &str) -> Value {
    json!({"start": position(text, start, encoding), "end": position(text, end, encoding)})
}
