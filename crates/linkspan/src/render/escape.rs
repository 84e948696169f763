//! Escaping for HTML, JSON and CSV.

use core::fmt;

use linkspan_vector::{AsciiSet, members};

/// Writes text escaped for HTML, both for element content and for quoted attribute values.
///
/// A NUL is written as U+FFFD, because HTML parsers drop it.
pub(super) fn html(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    replace_bytes(text, &HTML, out, |byte| match byte {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        b'"' => "&quot;",
        b'\'' => "&#39;",
        _ => "\u{FFFD}",
    })
}

/// Writes text with each NUL replaced by U+FFFD. Programs that read plain text may end it at a NUL.
pub(super) fn replace_nul(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    replace_bytes(text, &NUL, out, |_| "\u{FFFD}")
}

const HTML: AsciiSet = AsciiSet::new(b"&<>\"'\0");
const NUL: AsciiSet = AsciiSet::new(b"\0");

/// Writes text with each character in `special` replaced, and everything between as whole slices.
pub(super) fn replace_bytes(
    text: &str,
    special: &AsciiSet,
    out: &mut dyn fmt::Write,
    replacement: impl Fn(u8) -> &'static str,
) -> fmt::Result {
    let mut written = 0;
    for at in members(text.as_bytes(), special) {
        if written < at {
            out.write_str(text.get(written..at).unwrap_or_default())?;
        }
        let byte = text.as_bytes().get(at).copied().unwrap_or_default();
        out.write_str(replacement(byte))?;
        written = at + 1;
    }
    match text.get(written..) {
        None | Some("") => Ok(()),
        Some(rest) => out.write_str(rest),
    }
}

/// Writes text as a JSON string, with its quotes.
pub(super) fn json(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    let special = |c: char| matches!(c, '"' | '\\' | '\0'..='\x1F');
    while let Some((at, c)) = rest.char_indices().find(|&(_, c)| special(c)) {
        out.write_str(rest.get(..at).unwrap_or_default())?;
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            c => write!(out, "\\u{:04x}", u32::from(c))?,
        }
        rest = rest.get(at + c.len_utf8()..).unwrap_or_default();
    }
    out.write_str(rest)?;
    out.write_char('"')
}

/// Writes a field of a CSV row, quoted where RFC 4180 requires it.
pub(super) fn csv(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    if !text.contains(['"', ',', '\r', '\n']) {
        return out.write_str(text);
    }
    out.write_char('"')?;
    for (number, part) in text.split('"').enumerate() {
        if number > 0 {
            out.write_str("\"\"")?;
        }
        out.write_str(part)?;
    }
    out.write_char('"')
}
