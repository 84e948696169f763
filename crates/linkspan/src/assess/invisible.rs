//! Invisible characters, and whether they have a function where they are used.
//!
//! Joiners, variation selectors and tags are necessary in many scripts and in emoji. Each is reported only where it has
//! no effect on its neighbours, so that a Persian word with its joiner has no finding.

use unicode_script::Script;

use super::characters::{
    allows_joiners, is_bidi_control, is_default_ignorable, is_mark, is_pictograph, is_tag,
    is_unassigned,
};
use super::code::Code;
use super::level::Level;
use super::scripts::script;
use crate::property::{HostClass, host_class};

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
    if is_bidi_control(c) {
        return Some((Code::BidiControl, Level::Danger));
    }
    if is_tag(c) {
        return (!is_in_flag(text, offset)).then_some((Code::Tag, Level::Danger));
    }
    if is_unassigned(c) {
        return Some((Code::Unassigned, Level::Warn));
    }
    let before = text.get(..offset).and_then(|text| text.chars().next_back());
    let after = text
        .get(offset + c.len_utf8()..)
        .and_then(|text| text.chars().next());
    (!has_function(c, before, after)).then_some((Code::Invisible, Level::Warn))
}

/// Whether a default ignorable character has a function between these neighbours.
fn has_function(c: char, before: Option<char>, after: Option<char>) -> bool {
    let Some(before) = before else {
        return false;
    };
    let has_script = |c: char, expected: Script| script(c) == Some(expected);
    match c {
        // ZWNJ, between letters that join.
        '\u{200C}' => allows_joiners(before) && after.is_some_and(allows_joiners),
        // ZWJ, after a letter that joins and between emoji.
        '\u{200D}' => {
            let in_emoji = is_pictograph(before) || is_emoji_modifier(before);
            (allows_joiners(before) && after.is_none_or(|c| allows_joiners(c) || c.is_ascii()))
                || (in_emoji && after.is_some_and(is_pictograph))
        }
        // Zero width space, between words of scripts without spaces.
        '\u{200B}' => {
            let is_unspaced = |c| host_class(c) == HostClass::Unspaced;
            is_unspaced(before) && after.is_some_and(is_unspaced)
        }
        // Variation selectors, after emoji, symbols and ideographs.
        '\u{FE00}'..='\u{FE0F}' => {
            is_pictograph(before)
                || is_emoji_modifier(before)
                || "#*0123456789".contains(before)
                || has_script(before, Script::Han)
                || !before.is_alphanumeric() && !before.is_ascii()
        }
        '\u{E0100}'..='\u{E01EF}' => has_script(before, Script::Han),
        // Mongolian variation selectors and vowel separator.
        '\u{180B}'..='\u{180F}' => has_script(before, Script::Mongolian),
        // Combining grapheme joiner, which keeps marks apart.
        '\u{34F}' => is_mark(before) || after.is_some_and(is_mark) && !before.is_ascii(),
        // Khmer inherent vowels, which some fonts display.
        '\u{17B4}' | '\u{17B5}' => has_script(before, Script::Khmer),
        _ => false,
    }
}

/// Whether a character is part of an emoji but not its pictograph: a skin tone, a variation selector, a keycap, a
/// regional indicator or the last tag of a flag.
fn is_emoji_modifier(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}' | '\u{FE0F}' | '\u{20E3}' | '\u{1F1E6}'..='\u{1F1FF}' | '\u{E007F}')
}

/// Whether the tag at this offset is part of a flag emoji: a black flag, tags, and the cancel tag.
fn is_in_flag(text: &str, offset: usize) -> bool {
    /// The maximum number of tags in a flag.
    const MAX_TAGS: usize = 8;
    let before = text.get(..offset).unwrap_or_default();
    let tags_before = before
        .chars()
        .rev()
        .take(MAX_TAGS)
        .take_while(|&c| is_tag(c))
        .count();
    let has_flag = before.chars().rev().nth(tags_before) == Some('\u{1F3F4}');
    let rest = text.get(offset..).unwrap_or_default();
    let mut tags = rest.chars().take(MAX_TAGS).take_while(|&c| is_tag(c));
    has_flag && tags.any(|c| c == '\u{E007F}')
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
