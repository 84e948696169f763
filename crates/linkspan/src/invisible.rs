//! Invisible characters, and whether they have a function where they are used.
//!
//! Joiners, variation selectors and tags are necessary in many scripts and in emoji. Elsewhere they hide
//! something. The readable form escapes them there, and the assessment reports them.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::percent::push_escaped;
use crate::property::{HostClass, host_class};
use crate::unicode::{self, Category, category};

/// Whether a character changes the display order of the text around it (`Bidi_Control`).
pub(crate) fn is_bidi_control(c: char) -> bool {
    c >= '\u{61C}' && unicode::is_bidi_control(c)
}

/// Whether a character is not displayed unless it has an effect on its neighbours
/// (`Default_Ignorable_Code_Point`).
pub(crate) fn is_default_ignorable(c: char) -> bool {
    // Fast path: letters of hosts are visible, and to look up their class takes less time than a binary search.
    c >= '\u{AD}' && !host_class(c).is_letter() && unicode::is_default_ignorable(c)
}

/// The Braille pattern without dots. It separates words of Braille, and looks like a space elsewhere.
const BLANK_BRAILLE: char = '\u{2800}';

/// Whether a character is a blank that is not a space: it is default ignorable, or the Braille pattern without dots.
pub(crate) fn is_blank(c: char) -> bool {
    c == BLANK_BRAILLE || is_default_ignorable(c)
}

/// Whether a character is a tag. Sequences of tags select flag emoji.
pub(crate) fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

/// Whether a character is a letter, a mark or a decimal digit.
pub(crate) fn is_word_character(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    matches!(
        category(c),
        Category::Letter | Category::Mark | Category::DecimalNumber
    )
}

/// Whether a character is a combining mark, which is displayed together with the character before it.
pub(crate) fn is_mark(c: char) -> bool {
    !c.is_ascii() && category(c) == Category::Mark
}

/// Whether the [blank](is_blank) `c` at an offset of a text has no function there, so that it hides something.
pub(crate) fn is_misplaced(text: &str, offset: usize, c: char) -> bool {
    if c == BLANK_BRAILLE {
        return !is_between_braille(text, offset);
    }
    if is_bidi_control(c) {
        return true;
    }
    if is_tag(c) {
        return !is_in_flag(text, offset);
    }
    let before = text.get(..offset).and_then(|text| text.chars().next_back());
    let after = text
        .get(offset + c.len_utf8()..)
        .and_then(|text| text.chars().next());
    !has_function(c, before, after)
}

/// Whether the blank Braille patterns at an offset of a text are next to a Braille pattern with dots.
fn is_between_braille(text: &str, offset: usize) -> bool {
    let is_braille = |c| matches!(c, '\u{2801}'..='\u{28FF}');
    let (before, after) = text.split_at_checked(offset).unwrap_or_default();
    let after = after.trim_start_matches(BLANK_BRAILLE);
    before.ends_with(is_braille) || after.starts_with(is_braille)
}

/// Whether a default ignorable character has a function between these neighbours.
fn has_function(c: char, before: Option<char>, after: Option<char>) -> bool {
    let Some(before) = before else {
        return false;
    };
    match c {
        // ZWNJ, between letters that join, and after the virama that ends a word.
        '\u{200C}' => {
            (allows_joiners(before) && after.is_some_and(allows_joiners))
                || (ends_word_with_zwnj(before) && !after.is_some_and(is_word_character))
        }
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
                || unicode::is_han(before)
                || !before.is_alphanumeric() && !before.is_ascii()
        }
        '\u{E0100}'..='\u{E01EF}' => unicode::is_han(before),
        // Mongolian variation selectors and vowel separator.
        '\u{180B}'..='\u{180F}' => unicode::is_mongolian(before),
        // Combining grapheme joiner, which keeps marks apart.
        '\u{34F}' => is_mark(before) || after.is_some_and(is_mark) && !before.is_ascii(),
        // Khmer inherent vowels, which some fonts display.
        '\u{17B4}' | '\u{17B5}' => unicode::is_khmer(before),
        _ => false,
    }
}

/// Whether a character is a virama after which a ZWNJ is written at the end of a word, so that the virama stays visible
/// when a suffix follows: in Odia, Telugu, Kannada and Malayalam.
fn ends_word_with_zwnj(c: char) -> bool {
    matches!(c, '\u{B4D}' | '\u{C4D}' | '\u{CCD}' | '\u{D4D}')
}

/// Whether a joiner may have an effect next to a character: a letter or mark of a script whose letters join,
/// or of an Indic script.
fn allows_joiners(c: char) -> bool {
    !c.is_ascii() && is_word_character(c) && (unicode::joins(c) || unicode::is_indic(c))
}

/// Whether a character is a pictograph, the base of most emoji.
pub(crate) fn is_pictograph(c: char) -> bool {
    !c.is_ascii() && unicode::is_pictograph(c)
}

/// Whether a character is part of an emoji but not its pictograph: a skin tone, a variation selector, a
/// keycap, a regional indicator or the last tag of a flag.
pub(crate) fn is_emoji_modifier(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}' | '\u{FE0F}' | '\u{20E3}' | '\u{1F1E6}'..='\u{1F1FF}' | '\u{E007F}')
}

/// Whether the tag at this offset is part of a flag emoji: a black flag, the three to six letters and digits of a region
/// as tags, and the cancel tag.
fn is_in_flag(text: &str, offset: usize) -> bool {
    const MAX_REGION_LEN: usize = 6;
    let before = text.get(..offset).unwrap_or_default();
    let tags_before = before.chars().rev().take(MAX_REGION_LEN + 1);
    let tags_before = tags_before.take_while(|&c| is_tag(c)).count();
    let Some((start, '\u{1F3F4}')) = before.char_indices().rev().nth(tags_before) else {
        return false;
    };
    let mut tags = text.get(start..).unwrap_or_default().chars().skip(1);
    let is_region = |&c: &char| matches!(c, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}');
    let region = tags.clone().take(MAX_REGION_LEN + 1);
    let region_len = region.take_while(is_region).count();
    (3..=MAX_REGION_LEN).contains(&region_len)
        && tags_before <= region_len
        && tags.nth(region_len) == Some('\u{E007F}')
}

/// The text with misplaced invisible characters percent-escaped.
pub(crate) fn escape_misplaced(text: String) -> String {
    /// The maximum number of rounds. An escape gives the characters next to it a new neighbour, so that they
    /// may lose their function.
    const MAX_ROUNDS: usize = 4;
    let mut text = text;
    for round in 0..=MAX_ROUNDS {
        let blanks = text.char_indices().filter(|&(_, c)| is_blank(c));
        let escaped: Vec<Range<usize>> = blanks
            .filter(|&(at, c)| round == MAX_ROUNDS || is_misplaced(&text, at, c))
            .map(|(at, c)| at..at + c.len_utf8())
            .collect();
        if escaped.is_empty() {
            break;
        }
        let mut out = String::with_capacity(text.len() + 8 * escaped.len());
        let mut copied = 0;
        for range in escaped {
            out.push_str(text.get(copied..range.start).unwrap_or_default());
            let hidden = text.get(range.clone()).unwrap_or_default();
            hidden.chars().for_each(|c| push_escaped(c, &mut out));
            copied = range.end;
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        text = out;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_of_a_host_is_default_ignorable() {
        for c in '\0'..=char::MAX {
            assert_eq!(
                is_default_ignorable(c),
                unicode::is_default_ignorable(c),
                "{c:?}"
            );
        }
    }
}
