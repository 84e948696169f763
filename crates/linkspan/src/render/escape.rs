//! Escaping for HTML, JSON and CSV.

use alloc::string::String;
use core::fmt;

use linkspan_vector::{AsciiSet, Replacements, members, push_replaced};

use super::buffer::Buffer;
use crate::offset::prefix;

/// Writes text escaped for HTML, both for element content and for quoted attribute values.
///
/// A NUL is written as U+FFFD, because HTML parsers drop it.
pub(super) fn html(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    replace_bytes(text, &HTML, out, html_replacement)
}

/// Writes text like [`html`], with fewer calls of the writer. The buffer is empty before and after.
pub(super) fn html_text(text: &str, buffer: &mut Buffer, out: &mut dyn fmt::Write) -> fmt::Result {
    /// The length of text that is put together. Copying more than this without a replacement costs more than writing it.
    const PIECE_LEN: usize = 1024;
    // What follows is never fast elsewhere, and programs that are downloaded should not contain it.
    if cfg!(not(target_arch = "x86_64")) {
        return html_by_slice(text, buffer, out);
    }
    let mut rest = text;
    while let Some(first) = members(rest.as_bytes(), &HTML).next() {
        if first >= PIECE_LEN {
            buffer.flush(out)?;
            let (plain, after) = rest.split_at_checked(first).unwrap_or((rest, ""));
            out.write_str(plain)?;
            rest = after;
        }
        let piece = prefix(rest, PIECE_LEN);
        if !push_replaced(buffer.as_mut_string(), piece, &HTML_REPLACEMENTS) {
            return html_by_slice(rest, buffer, out);
        }
        rest = rest.get(piece.len()..).unwrap_or_default();
        if buffer.as_str().len() >= PIECE_LEN {
            buffer.flush(out)?;
        }
    }
    if !buffer.as_str().is_empty() {
        buffer.flush(out)?;
    }
    match rest {
        "" => Ok(()),
        rest => out.write_str(rest),
    }
}

/// Appends what [`html`] writes, and returns `true`. Returns `false` and appends nothing if the processor has no
/// instructions that make this fast.
#[inline]
pub(super) fn push_html(text: &str, out: &mut String) -> bool {
    push_replaced(out, text, &HTML_REPLACEMENTS)
}

/// Does the same for what [`replace_nul`] writes.
#[inline]
pub(super) fn push_without_nul(text: &str, out: &mut String) -> bool {
    static REPLACEMENTS: Replacements = Replacements::new(&[(b'\0', "\u{FFFD}")]);
    push_replaced(out, text, &REPLACEMENTS)
}

/// Does the same as [`html_text`] for processors on which [`push_replaced`] is not fast.
fn html_by_slice(text: &str, buffer: &mut Buffer, out: &mut dyn fmt::Write) -> fmt::Result {
    let mut written = 0;
    for at in members(text.as_bytes(), &HTML) {
        buffer.add_slice(text.get(written..at).unwrap_or_default(), out)?;
        let byte = text.as_bytes().get(at).copied().unwrap_or_default();
        buffer.text(html_replacement(byte));
        written = at + 1;
    }
    buffer.add_slice(text.get(written..).unwrap_or_default(), out)?;
    buffer.flush(out)
}

const fn html_replacement(byte: u8) -> &'static str {
    match byte {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        b'"' => "&quot;",
        b'\'' => "&#39;",
        _ => "\u{FFFD}",
    }
}

/// Whether a text is the same when it is escaped for HTML.
pub(super) fn is_plain_html(text: &str) -> bool {
    members(text.as_bytes(), &HTML).next().is_none()
}

/// Writes text with each NUL replaced by U+FFFD. Programs that read plain text may end it at a NUL.
pub(super) fn replace_nul(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    replace_bytes(text, &NUL, out, |_| "\u{FFFD}")
}

const HTML: AsciiSet = AsciiSet::new(b"&<>\"'\0");

static HTML_REPLACEMENTS: Replacements = {
    const fn replacement(byte: u8) -> (u8, &'static str) {
        (byte, html_replacement(byte))
    }
    Replacements::new(&[
        replacement(b'&'),
        replacement(b'<'),
        replacement(b'>'),
        replacement(b'"'),
        replacement(b'\''),
        replacement(b'\0'),
    ])
};

const NUL: AsciiSet = AsciiSet::new(b"\0");

/// Writes text with each character in `special` replaced, and everything between as whole slices.
pub(super) fn replace_bytes<W: fmt::Write + ?Sized>(
    text: &str,
    special: &AsciiSet,
    out: &mut W,
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
    out.write_str("\"")?;
    json_content(text, out)?;
    out.write_str("\"")
}

/// Whether a text is the same when it is escaped for JSON.
pub(super) fn is_plain_json(text: &str) -> bool {
    members(text.as_bytes(), &JSON).next().is_none()
}

/// Writes text as a JSON string without its quotes.
pub(super) fn json_content(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    let mut written = 0;
    for at in members(text.as_bytes(), &JSON) {
        out.write_str(text.get(written..at).unwrap_or_default())?;
        match text.as_bytes().get(at).copied().unwrap_or_default() {
            b'"' => out.write_str("\\\"")?,
            b'\\' => out.write_str("\\\\")?,
            b'\n' => out.write_str("\\n")?,
            b'\r' => out.write_str("\\r")?,
            b'\t' => out.write_str("\\t")?,
            control => write!(out, "\\u{control:04x}")?,
        }
        written = at + 1;
    }
    out.write_str(text.get(written..).unwrap_or_default())
}

/// The characters that are escaped in a JSON string.
const JSON: AsciiSet = CONTROLS.union(AsciiSet::new(b"\"\\"));

/// The C0 control characters.
const CONTROLS: AsciiSet = AsciiSet::new(
    b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F\
      \x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F",
);

/// The characters because of which a field of a CSV row is quoted.
const CSV: AsciiSet = AsciiSet::new(b"\",\r\n");

/// Whether a text is the same as a field of a CSV row.
pub(super) fn is_plain_csv(text: &str) -> bool {
    members(text.as_bytes(), &CSV).next().is_none()
}

/// Writes a field of a CSV row, quoted where RFC 4180 requires it.
pub(super) fn csv(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    if is_plain_csv(text) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The replacement of each character, as the JSON standard states it, is the reference implementation.
    #[test]
    fn json_strings_escape_what_the_standard_requires() {
        let all: String = ('\0'..'\u{100}').collect();
        let escaped = |c: char| match c {
            '"' | '\\' => std::format!("\\{c}"),
            '\n' => String::from("\\n"),
            '\r' => String::from("\\r"),
            '\t' => String::from("\\t"),
            '\0'..' ' => std::format!("\\u{:04x}", u32::from(c)),
            c => String::from(c),
        };
        let expected: String = all.chars().map(escaped).collect();
        let mut written = String::new();
        json(&all, &mut written).unwrap();
        assert_eq!(written, std::format!("\"{expected}\""));
    }

    #[test]
    fn html_is_escaped_in_the_same_way_with_a_buffer() {
        let all: String = ('\0'..'\u{100}').collect();
        for len in [0, 1, 37, 38, 39, 40, all.len()] {
            let start = all.get(..len).unwrap_or_default();
            let text = start.repeat(9) + &"x".repeat(600) + start;
            let (mut escaped, mut buffered) = (String::new(), String::new());
            html(&text, &mut escaped).unwrap();
            html_text(&text, &mut Buffer::default(), &mut buffered).unwrap();
            assert_eq!(escaped, buffered);
            buffered.clear();
            html_by_slice(&text, &mut Buffer::default(), &mut buffered).unwrap();
            assert_eq!(escaped, buffered);
            buffered.clear();
            assert!(!push_html(&text, &mut buffered) || escaped == buffered);
            let (mut replaced, mut pushed) = (String::new(), String::new());
            replace_nul(&text, &mut replaced).unwrap();
            assert!(!push_without_nul(&text, &mut pushed) || replaced == pushed);
        }
    }

    /// Each call of a writer takes time.
    #[test]
    fn nothing_empty_is_written() {
        struct Refusing;

        impl fmt::Write for Refusing {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                if text.is_empty() {
                    Err(fmt::Error)
                } else {
                    Ok(())
                }
            }
        }

        for text in ["", "&", "&a&&b&", "a&b"] {
            assert!(html(text, &mut Refusing).is_ok(), "{text}");
        }
    }

    #[test]
    fn plain_html_is_what_escaping_leaves_unchanged() {
        for c in '\0'..'\u{100}' {
            let text = std::format!("{}{c}", "a".repeat(70));
            let mut escaped = String::new();
            html(&text, &mut escaped).unwrap();
            assert_eq!(is_plain_html(&text), escaped == text, "{c:?}");
        }
    }
}
