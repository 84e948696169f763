//! JSON, JSON Lines and concatenated JSON, as a stream.
//!
//! Only strings are recognised. Their escapes are decoded, and their quotation marks separate texts.
//! Everything else, including what is not JSON, is searched as it is written. A quotation mark is
//! taken for the start of a string if the one before it did not end one, and no string continues
//! after a line end, so an error affects one line at most, and never loses a link.

use std::ops::Range;

use memchr::{memchr, memchr3};

use super::stage::{MAX_VALUE_LEN, Sink};

/// The longest escape: two surrogates.
const MAX_ESCAPE_LEN: usize = "\\ud83d\\ude00".len();

/// Decodes the strings of JSON.
#[derive(Debug, Default)]
pub(crate) struct JsonStage {
    /// Whether the text continues a string whose start has been processed.
    in_string: bool,
}

/// Where a string ends.
enum StringEnd {
    /// At this quotation mark.
    Quote(usize),
    /// Before this line end: it is malformed.
    Line(usize),
    /// After the text.
    Unknown,
}

impl JsonStage {
    pub(super) fn process(&mut self, last: bool, sink: &mut Sink<'_>) -> usize {
        let source = sink.source;
        let mut at = 0;
        loop {
            if self.in_string {
                at = match string_end(source, at) {
                    StringEnd::Quote(end) => {
                        decode(sink, at..end);
                        sink.boundary(end..end + 1);
                        self.in_string = false;
                        end + 1
                    }
                    StringEnd::Line(end) => {
                        decode(sink, at..end);
                        self.in_string = false;
                        end
                    }
                    StringEnd::Unknown => {
                        let end = if last {
                            source.len()
                        } else {
                            complete_escapes(source, at)
                        };
                        decode(sink, at..end);
                        return end;
                    }
                };
                continue;
            }
            let rest = source.as_bytes().get(at..).unwrap_or_default();
            let Some(quote) = memchr(b'"', rest).map(|offset| at + offset) else {
                sink.keep(at..source.len());
                return source.len();
            };
            sink.keep(at..quote);
            let content = quote + 1;
            let may_wait = !last && source.len() - quote <= MAX_VALUE_LEN;
            at = match string_end(source, content) {
                StringEnd::Quote(end) => match follows_string(source, end + 1) {
                    None if may_wait => return quote,
                    Some(false) => {
                        sink.boundary(quote..content);
                        decode(sink, content..end);
                        sink.boundary(end..end + 1);
                        // The string before this quotation mark was not ended.
                        self.in_string = true;
                        end + 1
                    }
                    _ => {
                        sink.boundary(quote..content);
                        let start = sink.text.len();
                        decode(sink, content..end);
                        if end - content <= MAX_VALUE_LEN {
                            sink.mark_value(start);
                        }
                        sink.boundary(end..end + 1);
                        end + 1
                    }
                },
                StringEnd::Line(end) => {
                    sink.boundary(quote..content);
                    decode(sink, content..end);
                    end
                }
                StringEnd::Unknown if may_wait => return quote,
                StringEnd::Unknown => {
                    sink.boundary(quote..content);
                    self.in_string = true;
                    content
                }
            };
        }
    }
}

/// The end of the string whose content starts at `from`.
fn string_end(source: &str, from: usize) -> StringEnd {
    let bytes = source.as_bytes();
    let mut at = from;
    while let Some(offset) = memchr3(b'"', b'\\', b'\n', bytes.get(at..).unwrap_or_default()) {
        at += offset;
        match bytes.get(at) {
            Some(b'"') => return StringEnd::Quote(at),
            Some(b'\n') => return StringEnd::Line(at),
            // The next character is escaped. A line end cannot be.
            _ if bytes.get(at + 1) == Some(&b'\n') => return StringEnd::Line(at + 1),
            _ => at += 2,
        }
    }
    StringEnd::Unknown
}

/// Whether the text at `from` can follow a string. `None` if there is no text.
fn follows_string(source: &str, from: usize) -> Option<bool> {
    let rest = source.as_bytes().get(from..).unwrap_or_default();
    let next = rest
        .iter()
        .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    next.map(|byte| matches!(byte, b',' | b':' | b']' | b'}' | b'\n' | b'"' | b'{' | b'['))
}

/// Where the text can be cut so that no escape is.
fn complete_escapes(source: &str, from: usize) -> usize {
    let bytes = source.as_bytes();
    let mut at = from;
    while let Some(offset) = memchr(b'\\', bytes.get(at..).unwrap_or_default()) {
        at += offset;
        if source.len() - at < MAX_ESCAPE_LEN {
            return at;
        }
        // Two surrogates are one escape.
        let escape = source.get(at..).and_then(escape);
        at += escape.map_or(2, |(_, len)| len);
    }
    source.len()
}

/// Passes the content of a string on, with its escapes decoded.
fn decode(sink: &mut Sink<'_>, range: Range<usize>) {
    let source = sink.source;
    let mut at = range.start;
    while let Some(offset) = source
        .as_bytes()
        .get(at..range.end)
        .and_then(|rest| memchr(b'\\', rest))
    {
        let start = at + offset;
        sink.keep(at..start);
        let rest = source.get(start..range.end).unwrap_or_default();
        at = match escape(rest) {
            Some((c, len)) => {
                sink.replace(start..start + len, c.encode_utf8(&mut [0; 4]));
                start + len
            }
            // It is malformed, and stays as it is.
            None => {
                sink.keep(start..start + 1);
                start + 1
            }
        };
    }
    sink.keep(at..range.end);
}

/// The character that the escape at the start of a text stands for, and the length of the escape.
fn escape(text: &str) -> Option<(char, usize)> {
    let c = match text.as_bytes().get(1)? {
        c @ (b'"' | b'\\' | b'/') => char::from(*c),
        // Any character that ends a link, except a line feed: it is not one in the input.
        b'b' | b'f' | b'n' | b'r' | b't' => '\r',
        b'u' => return unicode_escape(text),
        _ => return None,
    };
    Some((c, 2))
}

fn unicode_escape(text: &str) -> Option<(char, usize)> {
    const LEN: usize = "\\u0000".len();
    let unit = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    };
    let first = unit(text)?;
    let pair = text.get(LEN..).and_then(unit).map(|second| [first, second]);
    if let Some(Ok(c)) = pair.and_then(|pair| char::decode_utf16(pair).next())
        && c.len_utf16() == 2
    {
        return Some((c, 2 * LEN));
    }
    let c = char::from_u32(first.into()).unwrap_or('\0');
    Some((if c == '\n' { '\r' } else { c }, LEN))
}

/// Whether a text starts like JSON: with a name in an object, or with a list that is valid as far as the
/// text goes.
pub(super) fn looks_like_json(text: &str) -> bool {
    let text = text.trim_start();
    if let Some(object) = text.strip_prefix('{') {
        let object = object.trim_start();
        return object.starts_with('}') || starts_with_name(object);
    }
    if !text.starts_with('[') {
        return false;
    }
    // A list such as "[1]" is a reference in a text unless more JSON follows.
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde::de::IgnoredAny>();
    let mut is_valid = || match values.next() {
        None | Some(Ok(_)) => true,
        Some(Err(error)) => error.is_eof(),
    };
    is_valid() && is_valid()
}

/// Whether a text starts with the name of a member of an object.
fn starts_with_name(text: &str) -> bool {
    if !text.starts_with('"') {
        return false;
    }
    match string_end(text, 1) {
        StringEnd::Quote(end) => {
            let rest = text.get(end + 1..).unwrap_or_default();
            rest.trim_start().starts_with(':')
        }
        StringEnd::Line(_) => false,
        StringEnd::Unknown => true,
    }
}
