//! Text and characters as they appear in messages.
//!
//! Invariant: a message contains no invisible characters, so it can be shown and logged as it is.

use core::fmt;

use crate::deception::characters::{is_invisible, is_mark};
use crate::truncate::ELLIPSIS;

/// A text in quotes. Invisible characters are replaced with their code points, and a long text is truncated.
pub(super) fn quoted(text: &str) -> impl fmt::Display {
    Quoted(text)
}

/// A character as it looks, if it is visible, and its code point.
pub(super) fn described(c: char) -> impl fmt::Display {
    Described(c)
}

struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The maximum number of code points that are quoted.
        const MAX_QUOTED: usize = 40;
        f.write_str("'")?;
        for (index, c) in self.0.chars().enumerate() {
            if index == MAX_QUOTED {
                f.write_str(ELLIPSIS)?;
                break;
            }
            if is_invisible(c) {
                write!(f, "<U+{:04X}>", u32::from(c))?;
            } else {
                write!(f, "{c}")?;
            }
        }
        f.write_str("'")
    }
}

struct Described(char);

impl fmt::Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(c) = *self;
        // A mark would be displayed on the quotation mark.
        if is_invisible(c) || is_mark(c) {
            write!(f, "U+{:04X}", u32::from(c))
        } else {
            write!(f, "'{c}' (U+{:04X})", u32::from(c))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString as _;

    use super::*;

    #[test]
    fn messages_have_no_invisible_characters() {
        assert_eq!(quoted("a\u{202E}b").to_string(), "'a<U+202E>b'");
        assert_eq!(
            quoted(&"é".repeat(41)).to_string(),
            ["'", &"é".repeat(40), "…'"].concat()
        );
        assert_eq!(described('é').to_string(), "'é' (U+00E9)");
        assert_eq!(described('\u{AD}').to_string(), "U+00AD");
        assert_eq!(described('\u{301}').to_string(), "U+0301");
    }
}
