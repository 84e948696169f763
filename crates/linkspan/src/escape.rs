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
        let (length, value) = match escaped_byte(text.as_bytes()) {
            Some(byte) if byte.is_ascii() => (3, Value::Escaped(char::from(byte))),
            Some(_) => match escaped_char(text.as_bytes()) {
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
#[inline]
fn escaped_byte(text: &[u8]) -> Option<u8> {
    let &[b'%', high, low, ..] = text else {
        return None;
    };
    let [high, low] = [high, low].map(digit);
    (high | low < NO_DIGIT).then_some(high << 4 | low)
}

/// The value of a hexadecimal digit. It is looked up, since letters and figures come in no order that a
/// branch could foresee.
#[inline]
fn digit(byte: u8) -> u8 {
    static DIGITS: [u8; 256] = {
        let mut digits = [NO_DIGIT; 256];
        let mut rest: &mut [u8] = &mut digits;
        let mut byte: u8 = 0;
        while let [digit, after @ ..] = rest {
            if byte.is_ascii_hexdigit() {
                *digit = (byte & 0x0F) + 9 * (byte >> 6);
            }
            byte = byte.wrapping_add(1);
            rest = after;
        }
        digits
    };
    DIGITS.get(usize::from(byte)).copied().unwrap_or(NO_DIGIT)
}

/// Higher than all digits, in a bit that none has.
const NO_DIGIT: u8 = 0x10;

/// The character above ASCII that a text starts with the escapes of, if it is well-formed UTF-8.
#[inline]
pub(crate) fn escaped_char(text: &[u8]) -> Option<char> {
    let first = escaped_byte(text)?;
    let (length, bits) = match first {
        0xC2..=0xDF => (2, first & 0x1F),
        0xE0..=0xEF => (3, first & 0x0F),
        0xF0..=0xF4 => (4, first & 0x07),
        _ => return None,
    };
    let mut code_point = u32::from(bits);
    for number in 1..length {
        let byte = escaped_byte(text.get(3 * number..)?)?;
        if byte & 0xC0 != 0x80 {
            return None;
        }
        code_point = code_point << 6 | u32::from(byte & 0x3F);
    }
    // Surrogates are no characters, and an overlong form is longer than the character's own.
    char::from_u32(code_point).filter(|c| c.len_utf8() == length)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use percent_encoding::percent_encode;

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
    fn as_the_standard_library_reads_utf8() {
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
                let found = Atom::split(&escaped).and_then(|(atom, _)| atom.value.char());
                assert_eq!(found, expected, "{escaped}");
            }
        }
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
