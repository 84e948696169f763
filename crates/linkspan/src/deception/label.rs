//! Labels of a host.

use alloc::string::String;
use core::ops::Range;

use unicode_script::Script;

use super::characters::{decimal_zero, is_bidi_control, is_blank, is_mark, is_pictograph, is_tag};
use super::marks::{MarkFault, mark_fault};
use super::scripts::{ScriptMixture, script, script_mixture};
use super::{cjk, confusable, languages, letters, lookalike};
use crate::idna::Policy;
use crate::suffix::SuffixList;
use crate::unicode::{Identifier, identifier, nfc};

/// What deceives about a character of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CharacterFault {
    BidiControl,
    Tag,
    /// It is invisible, and UTS #46 removes it.
    Invisible,
}

/// What deceives about a label as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LabelFault {
    /// It mixes scripts.
    MixedScripts(ScriptMixture),
    /// No single language uses all its Latin letters.
    MixedLanguages,
    /// It is in another script and looks like this ASCII label.
    Confusable(String),
    /// It mixes digits of several number systems.
    MixedDigits,
    /// It consists of digits and letters that look like digits, and reads as this number.
    Number(String),
    /// It contains this character, which looks like another one where it is used.
    Lookalike(char),
    /// Its marks hide, strike out or crowd a letter.
    Marks(MarkFault),
}

/// Whether readers may mistake a label in Unicode for another one. `top_level` is the Unicode form of the top-level
/// domain.
pub(crate) fn label_deceives(label: &str, top_level: &str) -> bool {
    let mut deceives = restricted_characters(label).next().is_some();
    for_each_character_fault(label, &mut |_, _, _| deceives = true);
    for_each_label_fault(label, top_level, &mut |_| deceives = true);
    deceives
        || has_lookalike(label)
        || label == top_level && top_level_lookalike(label, SuffixList::embedded()).is_some()
}

/// The listed top-level domain that a domain which is not listed looks like.
pub(crate) fn top_level_lookalike(unicode: &str, suffixes: &SuffixList) -> Option<String> {
    if suffixes.is_top_level(unicode) {
        return None;
    }
    confusable::ascii_lookalike(unicode).filter(|ascii| suffixes.is_top_level(ascii))
}

/// Whether a character of a label looks like a URL delimiter.
fn has_lookalike(label: &str) -> bool {
    let mut before = '.';
    label.char_indices().any(|(offset, c)| {
        let rest = label.get(offset + c.len_utf8()..).unwrap_or_default();
        let after = rest.chars().next().unwrap_or('.');
        let delimiter = lookalike::deceptive_lookalike(c, Some(before), Some(after));
        before = c;
        delimiter.is_some()
    })
}

/// Calls `visit` with each character of a label that is invisible or changes the display order.
pub(crate) fn for_each_character_fault(
    label: &str,
    visit: &mut dyn FnMut(Range<usize>, char, CharacterFault),
) {
    let mut before = None;
    for (offset, c) in label.char_indices() {
        let before = before.replace(c);
        if c.is_ascii() {
            continue;
        }
        let range = offset..offset + c.len_utf8();
        if is_bidi_control(c) {
            visit(range, c, CharacterFault::BidiControl);
        } else if is_tag(c) {
            visit(range, c, CharacterFault::Tag);
        } else if is_blank(c) && !is_valid_joiner(c, label) && !is_emoji_style(c, before) {
            visit(range, c, CharacterFault::Invisible);
        }
    }
}

/// Whether a character only selects the style of the emoji before it. Keyboards write it after many emoji.
fn is_emoji_style(c: char, before: Option<char>) -> bool {
    c == '\u{FE0F}' && before.is_some_and(is_pictograph)
}

/// Whether UTS #46 keeps a joiner of a label. It removes all other invisible characters.
fn is_valid_joiner(c: char, label: &str) -> bool {
    /// A longer label is never valid, and decoding Punycode takes quadratic time.
    const MAX_LEN: usize = 1024;
    let unicode = || Policy::Url.to_unicode(label.as_bytes());
    matches!(c, '\u{200C}' | '\u{200D}')
        && label.len() <= MAX_LEN
        && unicode().is_some_and(|unicode| unicode.contains(c))
}

/// The characters of a label that UTS #39 does not recommend for identifiers.
pub(crate) fn restricted_characters(label: &str) -> impl Iterator<Item = char> {
    let is_restricted = |c: char| {
        if c.is_ascii() {
            // Punycode can encode any of these together with other letters. Hosts of other schemes have percent-escapes.
            return !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '%'));
        }
        !is_blank(c)
            && identifier(c) != Identifier::Allowed
            // The vowel am of Thai and Lao, which UTS #46 maps to the characters that it looks like.
            && !matches!(c, '\u{E33}' | '\u{EB3}')
            // Readers of Chinese know all of Bopomofo. Letters that look like others are reported where they deceive.
            && script(c) != Some(Script::Bopomofo)
    };
    // Some characters are restricted only because they are not normalized, such as the parts of Hangul syllables. A letter
    // and a mark may be allowed where the composed letter, which the host has, is not.
    let may_have_restricted = label.chars().any(|c| is_restricted(c) || is_mark(c));
    let normalized = may_have_restricted.then(|| nfc(label.chars()));
    let normalized = normalized.into_iter().flatten();
    let mut before = None;
    normalized.filter(move |&c| {
        let before = before.replace(c);
        is_restricted(c) && !before.is_some_and(|before| is_kana_mark(c) && is_kana(before))
    })
}

/// Whether a character is a combining sound mark of kana.
fn is_kana_mark(c: char) -> bool {
    matches!(c, '\u{3099}' | '\u{309A}')
}

fn is_kana(c: char) -> bool {
    matches!(script(c), Some(Script::Hiragana | Script::Katakana))
}

/// Calls `visit` with each reason why a reader can mistake the Unicode form of a label for another one: mixed scripts,
/// letters that look like ASCII ones or are not expected, mixed digits, marks.
pub(crate) fn for_each_label_fault(
    unicode: &str,
    top_level: &str,
    visit: &mut dyn FnMut(LabelFault),
) {
    if unicode.is_ascii() {
        return;
    }
    match script_mixture(unicode) {
        ScriptMixture::None => {
            if !confusable::is_script_expected(top_level, unicode) {
                if let Some(number) = confusable::number_lookalike(unicode) {
                    visit(LabelFault::Number(number));
                } else if let Some(ascii) = confusable::ascii_lookalike(unicode) {
                    visit(LabelFault::Confusable(ascii));
                }
            }
        }
        mixture => visit(LabelFault::MixedScripts(mixture)),
    }
    let mut zeros = unicode.chars().filter_map(decimal_zero);
    let first = zeros.next();
    if zeros.any(|zero| Some(zero) != first) {
        visit(LabelFault::MixedDigits);
    }
    let misplaced = cjk::misplaced_character(unicode);
    let lookalike = misplaced.or_else(|| letters::unexpected_letter(unicode, top_level));
    let marks = mark_fault(unicode);
    // A letter or mark that is reported for itself is not reported as one of another language.
    if lookalike.is_none() && marks.is_none() && languages::has_no_language(unicode) {
        visit(LabelFault::MixedLanguages);
    }
    if let Some(c) = lookalike {
        visit(LabelFault::Lookalike(c));
    }
    if let Some(fault) = marks {
        visit(LabelFault::Marks(fault));
    }
}
