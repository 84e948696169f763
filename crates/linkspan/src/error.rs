//! Errors: the form that messages share, and the error of parsing a name.

use alloc::string::String;
use core::fmt;

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

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected {} at byte {}, found ",
            self.expected, self.offset
        )?;
        match &self.found {
            Found::End => f.write_str("the end of the text"),
            Found::Char(c) => write!(f, "{c:?}"),
            Found::Text(text) => write!(f, "{text:?}"),
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
            "expected {} ({}), found {:?}",
            self.expected,
            self.names.join(", "),
            self.found
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
