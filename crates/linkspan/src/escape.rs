//! Percent-escapes: reading a URL as the characters that it stands for, and writing them.

use alloc::string::String;
use core::fmt;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The shortest piece of an escaped text that means something by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Atom<'a> {
    /// The piece as it is written.
    pub(crate) source: &'a str,
    pub(crate) value: Value,
}

/// What an [`Atom`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A character that is written as itself.
    Plain(char),
    /// A character that is written as one to four escapes.
    Escaped(char),
    /// An escaped byte that is no part of any character.
    Byte,
}

impl Value {
    pub(crate) fn char(self) -> Option<char> {
        match self {
            Self::Plain(c) | Self::Escaped(c) => Some(c),
            Self::Byte => None,
        }
    }
}

impl<'a> Atom<'a> {
    /// Takes the first atom off a text.
    pub(crate) fn split(text: &'a str) -> Option<(Self, &'a str)> {
        let (length, value) = match escaped_byte(text) {
            Some(byte) if byte.is_ascii() => (3, Value::Escaped(char::from(byte))),
            Some(byte) => match escaped_char(text, byte) {
                Some(c) => (3 * c.len_utf8(), Value::Escaped(c)),
                None => (3, Value::Byte),
            },
            None => {
                let c = text.chars().next()?;
                (c.len_utf8(), Value::Plain(c))
            }
        };
        let (source, rest) = text.split_at_checked(length)?;
        Some((Self { source, value }, rest))
    }
}

/// Writes a character, which is no letter or digit of ASCII, as its escapes.
pub(crate) fn write_escaped<W: fmt::Write>(c: char, out: &mut W) -> fmt::Result {
    utf8_percent_encode(c.encode_utf8(&mut [0; 4]), NON_ALPHANUMERIC)
        .try_for_each(|escape| out.write_str(escape))
}

/// The same, to a text in memory.
pub(crate) fn push_escaped(c: char, out: &mut String) {
    infallible(write_escaped(c, out));
}

/// Writing to memory reports no errors.
pub(crate) fn infallible(result: fmt::Result) {
    debug_assert!(result.is_ok());
}

/// The byte that a text starts with the escape of.
fn escaped_byte(text: &str) -> Option<u8> {
    let &[b'%', high, low, ..] = text.as_bytes() else {
        return None;
    };
    let digit = |b| u8::try_from(char::from(b).to_digit(16)?).ok();
    Some(digit(high)? << 4 | digit(low)?)
}

/// The character above ASCII that a text starts with the escapes of, if it is well-formed UTF-8.
fn escaped_char(text: &str, first: u8) -> Option<char> {
    let length = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut bytes = [first; 4];
    let bytes = bytes.get_mut(..length)?;
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = escaped_byte(text.get(3 * index..)?)?;
    }
    core::str::from_utf8(bytes).ok()?.chars().next()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::Value::{Byte, Escaped, Plain};
    use super::*;

    fn values(mut text: &str) -> Vec<Value> {
        let mut values = Vec::new();
        while let Some((atom, rest)) = Atom::split(text) {
            assert_eq!(text.strip_suffix(rest), Some(atom.source));
            values.push(atom.value);
            text = rest;
        }
        values
    }

    #[test]
    fn characters_of_every_length() {
        assert_eq!(
            values("aα%61%CE%b1%E0%A4%AE%F0%9F%98%80"),
            [
                Plain('a'),
                Plain('α'),
                Escaped('a'),
                Escaped('α'),
                Escaped('म'),
                Escaped('😀'),
            ]
        );
    }

    #[test]
    fn bytes_that_are_no_characters() {
        assert_eq!(values("%FF"), [Byte]);
        assert_eq!(values("%C2%C2"), [Byte, Byte]);
        assert_eq!(values("%E4%B8"), [Byte, Byte], "cut short");
        assert_eq!(values("%E4%B8x"), [Byte, Byte, Plain('x')]);
        assert_eq!(values("%C0%AF"), [Byte, Byte], "overlong");
        assert_eq!(values("%ED%A0%80"), [Byte, Byte, Byte], "surrogate");
        assert_eq!(
            values("%F4%90%80%80"),
            [Byte; 4],
            "past the last code point"
        );
        assert_eq!(
            values("%E4%CE%B1"),
            [Byte, Escaped('α')],
            "resumes at the next lead"
        );
    }

    #[test]
    fn percent_signs_that_escape_nothing() {
        assert_eq!(values("%"), [Plain('%')]);
        assert_eq!(values("%4"), [Plain('%'), Plain('4')]);
        assert_eq!(values("%é1"), [Plain('%'), Plain('é'), Plain('1')]);
        assert_eq!(values("%+1"), [Plain('%'), Plain('+'), Plain('1')]);
        assert_eq!(values("%%41"), [Plain('%'), Escaped('A')]);
    }
}
