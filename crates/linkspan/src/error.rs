//! Errors: the form that messages share, and the error of parsing a name.

use alloc::string::String;
use core::fmt::{self, Write as _};

/// The largest number of characters of the input that a message quotes.
const MAX_QUOTED_CHARS: usize = 40;

/// What was expected, what was found instead, and where. Most error messages about text have this form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Unexpected {
    offset: usize,
    expected: &'static str,
    found: Found,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Found {
    End,
    Char(char),
    Text(String),
}

impl Unexpected {
    /// The character at `offset` is not what was expected there.
    pub(crate) fn char_at(text: &str, offset: usize, expected: &'static str) -> Self {
        let found = text.get(offset..).and_then(|rest| rest.chars().next());
        Self {
            offset,
            expected,
            found: found.map_or(Found::End, Found::Char),
        }
    }

    /// The text `found`, which starts at `offset`, is not what was expected there.
    pub(crate) fn text_at(found: &str, offset: usize, expected: &'static str) -> Self {
        Self {
            offset,
            expected,
            found: Found::Text(quoted(found)),
        }
    }

    pub(crate) fn offset(&self) -> usize {
        self.offset
    }
}

/// The start of a text, with an ellipsis if it is long.
fn quoted(text: &str) -> String {
    let mut start: String = text.chars().take(MAX_QUOTED_CHARS).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start
}

/// A text between quotation marks, in which characters that nobody would see are escaped, as `Debug` does it. That of the
/// standard library has its own tables of characters, which programs that are downloaded do not need otherwise.
pub(crate) struct Quoted<'t>(pub(crate) &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            write_escaped(f, c, '"')?;
        }
        f.write_char('"')
    }
}

/// Writes a character of a quoted text.
fn write_escaped(f: &mut fmt::Formatter<'_>, c: char, quote: char) -> fmt::Result {
    let escaped = match c {
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\\' => c,
        _ if c == quote => c,
        // Controls, spaces other than the ordinary one, and characters that are invisible or change the direction.
        '\0'..' '
        | '\u{7F}'..='\u{A0}'
        | '\u{AD}'
        | '\u{34F}'
        | '\u{61C}'
        | '\u{115F}'..='\u{1160}'
        | '\u{1680}'
        | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{2000}'..='\u{200F}'
        | '\u{2028}'..='\u{202F}'
        | '\u{205F}'..='\u{206F}'
        | '\u{3000}'
        | '\u{3164}'
        | '\u{E000}'..='\u{F8FF}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}'
        | '\u{E0000}'.. => return write!(f, "\\u{{{:x}}}", u32::from(c)),
        _ => return f.write_char(c),
    };
    f.write_char('\\')?;
    f.write_char(escaped)
}

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected {} at byte {}, found ",
            self.expected, self.offset
        )?;
        match &self.found {
            Found::End => f.write_str("the end of the text"),
            Found::Char(c) => {
                f.write_char('\'')?;
                write_escaped(f, *c, '\'')?;
                f.write_char('\'')
            }
            Found::Text(text) => write!(f, "{}", Quoted(text)),
        }
    }
}

/// The error of parsing a value from its name, such as a [`Profile`](crate::Profile).
///
/// ```
/// let error = "markdown".parse::<linkspan::Profile>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected a profile (uts58, prose, source, terminal, strict), found \"markdown\""
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NameError {
    expected: &'static str,
    names: &'static [&'static str],
    found: String,
}

impl NameError {
    /// Looks `found` up in the names of all values of a type.
    pub(crate) fn find<T: Copy>(
        expected: &'static str,
        values: &[T],
        names: &'static [&'static str],
        found: &str,
    ) -> Result<T, Self> {
        let position = names.iter().position(|&name| name == found);
        let value = position.and_then(|position| values.get(position));
        value.copied().ok_or_else(|| Self {
            expected,
            names,
            found: quoted(found),
        })
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected {} ({}), found {}",
            self.expected,
            self.names.join(", "),
            Quoted(&self.found)
        )
    }
}

impl core::error::Error for NameError {}

/// Gives an enum with named values `ALL`, `as_str`, `Display`, `FromStr` and, with the feature `serde`,
/// `Serialize` and `Deserialize` by name, from one list.
macro_rules! named {
    ($type:ident, $expected:literal, [$($variant:ident => $name:literal),+ $(,)?]) => {
        impl $type {
            /// All values, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            const NAMES: &'static [&'static str] = &[$($name),+];

            /// The name, in lower case. It is stable: programs may rely on it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::error::NameError;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                $crate::error::NameError::find($expected, Self::ALL, Self::NAMES, name)
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = alloc::borrow::Cow::<str>::deserialize(deserializer)?;
                name.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use named;

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::{String, ToString as _};

    use super::{Quoted, Unexpected};

    #[test]
    fn texts_are_quoted_as_in_the_standard_library() {
        for c in
            (' '..='\u{FF}').chain("\n\r\t例é😀\u{200B}\u{202E}\u{2066}\u{FEFF}\u{E0041}".chars())
        {
            let text = String::from(c);
            assert_eq!(Quoted(&text).to_string(), format!("{text:?}"));
            let found = Unexpected::char_at(&text, 0, "x").to_string();
            assert_eq!(found, format!("expected x at byte 0, found {c:?}"));
        }
        assert_eq!(Quoted("\0").to_string(), "\"\\u{0}\"");
    }
}
