//! Invisible characters: which of them have a use where they stand.

use super::class::{
    is_bidi_control, is_ignorable, is_mark, is_pictograph, is_tag, is_unassigned, takes_joiners,
};
use super::code::Code;
use super::report::Level;
use super::scripts::script;
use crate::property::{HostClass, host_class};
use unicode_script::Script;

/// An invisible character that has no use where it stands, and how it is to be reported.
pub(super) fn misplaced(text: &str, at: usize, c: char) -> Option<(Code, Level)> {
    if c.is_ascii() {
        return None;
    }
    // All but unassigned ones are ignorable, and nearly all characters are neither.
    if !is_ignorable(c) {
        return is_unassigned(c).then_some((Code::Unassigned, Level::Warn));
    }
    if is_bidi_control(c) {
        return Some((Code::BidiControl, Level::Danger));
    }
    if is_tag(c) {
        return (!in_flag(text, at)).then_some((Code::Tag, Level::Danger));
    }
    if is_unassigned(c) {
        return Some((Code::Unassigned, Level::Warn));
    }
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    let after = text
        .get(at + c.len_utf8()..)
        .and_then(|text| text.chars().next());
    (!has_use(c, before, after)).then_some((Code::Invisible, Level::Warn))
}

/// Whether an ignorable character has a use between these neighbours.
fn has_use(c: char, before: Option<char>, after: Option<char>) -> bool {
    let Some(before) = before else {
        return false;
    };
    let is_of = |near: char, wanted: Script| script(near) == Some(wanted);
    match c {
        // Joiners: in scripts whose letters join, and ZWJ between emoji.
        '\u{200C}' => takes_joiners(before) && after.is_some_and(takes_joiners),
        '\u{200D}' => {
            let in_emoji = is_pictograph(before) || is_emoji_part(before);
            (takes_joiners(before) && after.is_none_or(|c| takes_joiners(c) || c.is_ascii()))
                || (in_emoji && after.is_some_and(is_pictograph))
        }
        // The space without width: where words have no other.
        '\u{200B}' => {
            let unspaced = |c| host_class(c) == HostClass::Unspaced;
            unspaced(before) && after.is_some_and(unspaced)
        }
        // Text and emoji style, and variants of symbols and ideographs.
        '\u{FE00}'..='\u{FE0F}' => {
            is_pictograph(before)
                || is_emoji_part(before)
                || "#*0123456789".contains(before)
                || is_of(before, Script::Han)
                || !before.is_alphanumeric() && !before.is_ascii()
        }
        '\u{E0100}'..='\u{E01EF}' => is_of(before, Script::Han),
        // Mongolian variants and vowel separator.
        '\u{180B}'..='\u{180F}' => is_of(before, Script::Mongolian),
        // Keeps marks apart.
        '\u{34F}' => is_mark(before) || after.is_some_and(is_mark) && !before.is_ascii(),
        // Vowels that Khmer no longer writes are shown in some fonts.
        '\u{17B4}' | '\u{17B5}' => is_of(before, Script::Khmer),
        _ => false,
    }
}

/// Whether a character is part of an emoji without being its picture: a skin tone or a variation.
fn is_emoji_part(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}' | '\u{FE0F}' | '\u{20E3}' | '\u{1F1E6}'..='\u{1F1FF}' | '\u{E007F}')
}

/// Whether the tag at this place is part of a flag: after a black flag, and closed.
fn in_flag(text: &str, at: usize) -> bool {
    /// The longest name of a flag.
    const MOST_TAGS: usize = 8;
    let before = text.get(..at).unwrap_or_default();
    let tags = before
        .chars()
        .rev()
        .take(MOST_TAGS)
        .take_while(|&c| is_tag(c))
        .count();
    let starts = before.chars().rev().nth(tags) == Some('\u{1F3F4}');
    let rest = text.get(at..).unwrap_or_default();
    let mut tags = rest.chars().take(MOST_TAGS).take_while(|&c| is_tag(c));
    starts && tags.any(|c| c == '\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<Code> {
        let mut chars = text.char_indices();
        chars.find_map(|(at, c)| misplaced(text, at, c).map(|(code, _)| code))
    }

    #[test]
    fn what_has_a_use() {
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
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn what_has_none() {
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
            assert_eq!(found(text), Some(code), "{text:?}");
        }
    }
}
