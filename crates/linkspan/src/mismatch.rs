//! The common form of our errors: what was expected, what was found, and where.

use alloc::string::String;
use core::fmt;

/// How much of a text an error repeats, in characters.
const MOST_SHOWN: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mismatch {
    offset: usize,
    expected: &'static str,
    found: Found,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Found {
    End,
    Char(char),
    Text(String),
}

impl Mismatch {
    /// Something else than the character at `offset` was expected there.
    pub(crate) fn at(text: &str, offset: usize, expected: &'static str) -> Self {
        let found = text.get(offset..).and_then(|rest| rest.chars().next());
        let found = found.map_or(Found::End, Found::Char);
        Self {
            offset,
            expected,
            found,
        }
    }

    /// Something else than `found`, which starts at `offset`, was expected.
    pub(crate) fn instead_of(found: &str, offset: usize, expected: &'static str) -> Self {
        let mut shown: String = found.chars().take(MOST_SHOWN).collect();
        if shown.len() < found.len() {
            shown.push('…');
        }
        Self {
            offset,
            expected,
            found: Found::Text(shown),
        }
    }

    pub(crate) fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for Mismatch {
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
