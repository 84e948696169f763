//! Findings about invisible characters that have no function where they are used.

use super::characters::{is_bidi_control, is_default_ignorable, is_tag, is_unassigned};
use super::code::Code;
use super::level::Level;
use crate::invisible::is_misplaced;

/// The code and the level of the finding about the character `c` at an offset of a text. `None` if the character is
/// visible or has a function there.
pub(super) fn check_invisible(text: &str, offset: usize, c: char) -> Option<(Code, Level)> {
    if c.is_ascii() {
        return None;
    }
    // Fast path: all invisible characters are default ignorable or unassigned, and hardly any other character is.
    if !is_default_ignorable(c) {
        return is_unassigned(c).then_some((Code::Unassigned, Level::Warn));
    }
    let (code, level) = if is_bidi_control(c) {
        (Code::BidiControl, Level::Danger)
    } else if is_tag(c) {
        (Code::Tag, Level::Danger)
    } else if is_unassigned(c) {
        return Some((Code::Unassigned, Level::Warn));
    } else {
        (Code::Invisible, Level::Warn)
    };
    is_misplaced(text, offset, c).then_some((code, level))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_finding(text: &str) -> Option<Code> {
        let mut chars = text.char_indices();
        chars.find_map(|(offset, c)| check_invisible(text, offset, c).map(|(code, _)| code))
    }

    #[test]
    fn invisible_characters_with_a_function() {
        for text in [
            "می‌خواهم",
            "क्‍ष",
            "നന്‍മ",
            "র‍্যাব",
            "👩‍💻",
            "👨🏽‍🚀",
            "❤️",
            "1️⃣",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "葛\u{E0100}城",
            "ភាសា\u{200B}ខ្មែរ",
            "🏳️‍🌈",
            "👁️‍🗨️",
            "ශ්‍රී",
            "\u{182D}\u{180D}",
        ] {
            assert_eq!(first_finding(text), None, "{text}");
        }
    }

    #[test]
    fn invisible_characters_without_a_function() {
        for (text, code) in [
            ("a\u{200B}b", Code::Invisible),
            ("a\u{200D}b", Code::Invisible),
            ("a\u{200C}b", Code::Invisible),
            ("می\u{200C}", Code::Invisible),
            ("a\u{AD}b", Code::Invisible),
            ("a\u{2060}b", Code::Invisible),
            ("\u{FEFF}a", Code::Invisible),
            ("a\u{FE0F}", Code::Invisible),
            ("a\u{3164}b", Code::Invisible),
            ("a\u{202E}b", Code::BidiControl),
            ("a\u{200F}b", Code::BidiControl),
            ("a\u{2066}b", Code::BidiControl),
            ("a\u{E0041}b", Code::Tag),
            ("🏴\u{E0067}\u{E0062}", Code::Tag),
            ("a\u{378}", Code::Unassigned),
        ] {
            assert_eq!(first_finding(text), Some(code), "{text:?}");
        }
    }
}
