//! Results with a structure: JSON, which JavaScript reads faster than anything else.

use alloc::string::String;
use core::fmt::{self, Write as _};

/// Writes a string as JSON.
pub(crate) fn string(out: &mut String, text: impl fmt::Display) {
    out.push('"');
    // Writing to a string does not fail.
    let _ = write!(Escaped(out), "{text}");
    out.push('"');
}

/// Writes the name of a member, and the comma before it.
pub(crate) fn name(out: &mut String, name: &str) {
    if !out.ends_with(['{', '[']) {
        out.push(',');
    }
    string(out, name);
    out.push(':');
}

/// Writes a member that is a string.
pub(crate) fn text(out: &mut String, key: &str, value: impl fmt::Display) {
    name(out, key);
    string(out, value);
}

/// Writes a member that is a number.
pub(crate) fn number(out: &mut String, key: &str, value: impl fmt::Display) {
    name(out, key);
    let _ = write!(out, "{value}");
}

/// Writes an array.
pub(crate) fn array<T>(
    out: &mut String,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut String, T),
) {
    out.push('[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}

struct Escaped<'o>(&'o mut String);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match c {
                '"' | '\\' => {
                    self.0.push('\\');
                    self.0.push(c);
                }
                '\0'..=' ' if c != ' ' => {
                    let digit = |value: u32| char::from_digit(value, 16).unwrap_or('0');
                    self.0.push_str("\\u00");
                    self.0.push(digit(u32::from(c) / 16));
                    self.0.push(digit(u32::from(c) % 16));
                }
                _ => self.0.push(c),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        let mut out = String::new();
        string(&mut out, "a\"\\\n\u{1f}\u{7f}é😀 ");
        assert_eq!(out, "\"a\\\"\\\\\\u000a\\u001f\u{7f}é😀 \"");
    }

    #[test]
    fn members_and_items_are_separated() {
        let mut out = String::from("{");
        number(&mut out, "a", 1);
        text(&mut out, "b", "{");
        name(&mut out, "c");
        array(&mut out, [1, 2], string);
        out.push('}');
        assert_eq!(out, r#"{"a":1,"b":"{","c":["1","2"]}"#);
    }
}
