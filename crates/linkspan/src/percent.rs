//! Percent-escapes: reading a URL as the characters it stands for, and writing them.

use alloc::string::String;
use core::fmt;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The smallest unit of escaped text: a character, written literally or as escapes, or an escaped byte
/// that is not part of well-formed UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unit<'a> {
    /// The unit as written.
    pub(crate) source: &'a str,
    pub(crate) value: Value,
}

/// What a [`Unit`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A character that is written as itself.
    Literal(char),
    /// A character that is written as one to four escapes.
    Escaped(char),
    /// An escaped byte that is not part of a character.
    Byte,
}

impl Value {
    pub(crate) fn char(self) -> Option<char> {
        match self {
            Self::Literal(c) | Self::Escaped(c) => Some(c),
            Self::Byte => None,
        }
    }
}

impl<'a> Unit<'a> {
    /// Splits off the first unit of a text.
    pub(crate) fn split_first(text: &'a str) -> Option<(Self, &'a str)> {
        let (len, value) = match escaped_byte(text.as_bytes()) {
            Some(byte) if byte.is_ascii() => (3, Value::Escaped(char::from(byte))),
            Some(_) => match escaped_char(text.as_bytes()) {
                Some(c) => (3 * c.len_utf8(), Value::Escaped(c)),
                None => (3, Value::Byte),
            },
            None => {
                let c = text.chars().next()?;
                (c.len_utf8(), Value::Literal(c))
            }
        };
        let (source, rest) = text.split_at_checked(len)?;
        Some((Self { source, value }, rest))
    }
}

/// Writes the escapes of a character. It must not be an ASCII letter or digit.
pub(crate) fn write_escaped<W: fmt::Write>(c: char, out: &mut W) -> fmt::Result {
    utf8_percent_encode(c.encode_utf8(&mut [0; 4]), NON_ALPHANUMERIC)
        .try_for_each(|escape| out.write_str(escape))
}

/// Appends the escapes of a character to a string.
pub(crate) fn push_escaped(c: char, out: &mut String) {
    infallible(write_escaped(c, out));
}

/// Discards the result of writing to memory, which reports no errors.
pub(crate) fn infallible(result: fmt::Result) {
    debug_assert!(result.is_ok());
}

/// The byte whose escape a text starts with.
#[inline]
pub(crate) fn escaped_byte(text: &[u8]) -> Option<u8> {
    let &[b'%', high, low, ..] = text else {
        return None;
    };
    let [high, low] = [high, low].map(hex_value);
    (high | low < NOT_HEX).then_some(high << 4 | low)
}

/// The value of a hexadecimal digit, or [`NOT_HEX`]. This is a table lookup, since a branch on whether the
/// digit is a letter would be mispredicted.
#[inline]
fn hex_value(byte: u8) -> u8 {
    static VALUES: [u8; 256] = {
        let mut values = [NOT_HEX; 256];
        let mut rest: &mut [u8] = &mut values;
        let mut byte: u8 = 0;
        while let [value, after @ ..] = rest {
            if byte.is_ascii_hexdigit() {
                *value = (byte & 0x0F) + 9 * (byte >> 6);
            }
            byte = byte.wrapping_add(1);
            rest = after;
        }
        values
    };
    VALUES.get(usize::from(byte)).copied().unwrap_or(NOT_HEX)
}

/// A bit that is set in no digit's value.
const NOT_HEX: u8 = 0x10;

/// The character above ASCII whose escapes a text starts with, if they are well-formed UTF-8.
#[inline]
pub(crate) fn escaped_char(text: &[u8]) -> Option<char> {
    let first = escaped_byte(text)?;
    let (len, bits) = match first {
        0xC2..=0xDF => (2, first & 0x1F),
        0xE0..=0xEF => (3, first & 0x0F),
        0xF0..=0xF4 => (4, first & 0x07),
        _ => return None,
    };
    let mut code_point = u32::from(bits);
    for number in 1..len {
        let byte = escaped_byte(text.get(3 * number..)?)?;
        if byte & 0xC0 != 0x80 {
            return None;
        }
        code_point = code_point << 6 | u32::from(byte & 0x3F);
    }
    // Rejects surrogates, and overlong forms, which are longer than the character's UTF-8.
    char::from_u32(code_point).filter(|c| c.len_utf8() == len)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use percent_encoding::percent_encode;

    use super::Value::{Byte, Escaped, Literal};
    use super::*;

    fn values(mut text: &str) -> Vec<Value> {
        let mut values = Vec::new();
        while let Some((unit, rest)) = Unit::split_first(text) {
            assert_eq!(text.strip_suffix(rest), Some(unit.source));
            values.push(unit.value);
            text = rest;
        }
        values
    }

    #[test]
    fn characters_of_every_length_are_decoded() {
        assert_eq!(
            values("aα%61%CE%b1%E0%A4%AE%F0%9F%98%80"),
            [
                Literal('a'),
                Literal('α'),
                Escaped('a'),
                Escaped('α'),
                Escaped('म'),
                Escaped('😀'),
            ]
        );
    }

    #[test]
    fn invalid_utf8_is_kept_as_bytes() {
        assert_eq!(values("%FF"), [Byte]);
        assert_eq!(values("%C2%C2"), [Byte, Byte]);
        assert_eq!(values("%E4%B8"), [Byte, Byte], "cut short");
        assert_eq!(values("%E4%B8x"), [Byte, Byte, Literal('x')]);
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
    fn decoding_agrees_with_the_standard_library() {
        let bytes = [
            0x40, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
            0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ];
        let pairs = || {
            bytes
                .iter()
                .flat_map(|&one| bytes.map(|other| [one, other]))
        };
        for [first, second] in pairs() {
            for [third, fourth] in pairs() {
                let all = [first, second, third, fourth];
                let escaped: String = percent_encode(&all, NON_ALPHANUMERIC).collect();
                let expected = (1..=4).find_map(|length| {
                    let start = core::str::from_utf8(all.get(..length)?).ok()?;
                    start.chars().next()
                });
                let found = Unit::split_first(&escaped).and_then(|(unit, _)| unit.value.char());
                assert_eq!(found, expected, "{escaped}");
            }
        }
    }

    #[test]
    fn a_percent_sign_without_two_hex_digits_is_literal() {
        assert_eq!(values("%"), [Literal('%')]);
        assert_eq!(values("%4"), [Literal('%'), Literal('4')]);
        assert_eq!(values("%é1"), [Literal('%'), Literal('é'), Literal('1')]);
        assert_eq!(values("%+1"), [Literal('%'), Literal('+'), Literal('1')]);
        assert_eq!(values("%%41"), [Literal('%'), Escaped('A')]);
    }
}
