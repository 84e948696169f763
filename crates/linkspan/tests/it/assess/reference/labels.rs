//! The findings about the characters of a label.

use icu_properties::props::Script;
use linkspan::Link;
use linkspan::assess::{Code, Level};
use unicode_normalization::UnicodeNormalization;

use super::Bounds;
use super::characters::is_tag;
use super::host::labels;
use super::unicode::{
    is_allowed_in_identifiers, is_bidi_control, is_blank, is_bopomofo, is_emoji, is_han,
    is_in_limited_use, is_kana, is_mark, is_stackable, is_stroke, is_word_character, script,
    scripts, zero,
};

/// What the documents say about the labels of a host.
pub(super) fn bounds(link: &Link<'_>) -> Vec<(Code, Bounds)> {
    let last = labels(link.host()).next_back().unwrap_or_default();
    let (top_level, _) = idna::domain_to_unicode(last);
    let labels = labels(link.host());
    labels
        .flat_map(|label| bounds_of_label(label, &top_level))
        .collect()
}

/// A Punycode label has the findings of its decoded form, one level lower.
fn bounds_of_label(label: &str, top_level: &str) -> Vec<(Code, Bounds)> {
    let is_punycode = label.to_ascii_lowercase().starts_with("xn--");
    let (mapped, result) = idna::domain_to_unicode(label);
    if is_punycode && label.is_ascii() {
        if result.is_err() || label.contains('%') {
            return Vec::new();
        }
        let mut all = bounds_of_characters(&mapped, top_level);
        all.extend(bounds_of_mapped(&mapped));
        for (_, bounds) in &mut all {
            bounds.least = bounds.least.and_then(lower);
            bounds.most = bounds.most.and_then(lower);
        }
        return all;
    }
    let mut all = bounds_of_characters(label, top_level);
    if result.is_ok() && !is_punycode && !label.contains('%') {
        all.extend(bounds_of_mapped(&mapped));
    } else {
        // No host, except in schemes of applications.
        let codes = [
            Code::HostMixedScripts,
            Code::HostMixedDigits,
            Code::HostMarks,
        ];
        all.extend(codes.map(|code| (code, Bounds::OPEN)));
    }
    all
}

fn lower(level: Level) -> Option<Level> {
    match level {
        Level::Danger => Some(Level::Warn),
        Level::Warn => Some(Level::Info),
        Level::Info => None,
    }
}

/// What depends on the characters of a label as they are written.
fn bounds_of_characters(label: &str, top_level: &str) -> Vec<(Code, Bounds)> {
    vec![
        (Code::HostRestricted, restricted(label, top_level)),
        (Code::HostInvisible, invisible(label)),
    ]
}

/// What depends on the label after the mapping of UTS #46: without invisible characters, in lower case, and with letters
/// instead of mathematical ones.
fn bounds_of_mapped(mapped: &str) -> Vec<(Code, Bounds)> {
    let mixed_digits = has_mixed_digits(mapped).then_some(Level::Warn);
    vec![
        (Code::HostMixedScripts, mixed_scripts(mapped)),
        (Code::HostMixedDigits, Bounds::exactly(mixed_digits)),
        (Code::HostMarks, marks_of_label(mapped)),
    ]
}

/// Symbols such as ≠ have a stroke, too. Only strokes through letters are documented.
fn marks_of_label(mapped: &str) -> Bounds {
    let letters = letters_with_marks(mapped.nfd());
    let is_symbol = |(letter, marks): &(char, Vec<char>)| {
        !is_word_character(*letter) && marks.iter().any(|mark| is_stroke(*mark))
    };
    if letters.iter().any(is_symbol) {
        Bounds::OPEN
    } else {
        Bounds::exactly(marks(mapped))
    }
}

/// Digits of different sets.
fn has_mixed_digits(label: &str) -> bool {
    let mut zeros: Vec<_> = label.chars().filter_map(zero).collect();
    zeros.sort_unstable();
    zeros.dedup();
    zeros.len() > 1
}

/// The sets of scripts that the level "highly restrictive" allows in addition to any single script.
const COMBINATIONS: [&[Script]; 3] = [
    &[
        Script::Latin,
        Script::Han,
        Script::Hiragana,
        Script::Katakana,
    ],
    &[Script::Latin, Script::Han, Script::Bopomofo],
    &[Script::Latin, Script::Han, Script::Hangul],
];

/// Whether each character of a label is in one of these scripts.
fn is_covered(label: &str, by: &[Script]) -> bool {
    label
        .chars()
        .all(|c| scripts(c).is_none_or(|scripts| scripts.iter().any(|script| by.contains(script))))
}

/// A label beyond the level "highly restrictive": danger; warn for Latin with one script that is not easily confused.
fn mixed_scripts(label: &str) -> Bounds {
    let mut all: Vec<_> = label.chars().filter_map(scripts).flatten().collect();
    all.sort_unstable();
    all.dedup();
    if all.is_empty()
        || all.iter().any(|script| is_covered(label, &[*script]))
        || COMBINATIONS
            .iter()
            .any(|scripts| is_covered(label, scripts))
    {
        return Bounds::exactly(None);
    }
    let with_latin = |script: &&Script| is_covered(label, &[Script::Latin, **script]);
    let easily_confused = [Script::Cyrillic, Script::Greek];
    let warn = all
        .iter()
        .filter(with_latin)
        .any(|script| !easily_confused.contains(script));
    Bounds::at_least(if warn { Level::Warn } else { Level::Danger })
}

/// Stands for the letter of marks at the start of a text.
const NO_LETTER: char = '\0';

/// Marks on a letter: each letter with the marks after it.
pub(super) fn letters_with_marks(text: impl Iterator<Item = char>) -> Vec<(char, Vec<char>)> {
    let mut letters: Vec<(char, Vec<char>)> = Vec::new();
    for c in text {
        match letters.last_mut() {
            Some((_, marks)) if is_mark(c) => marks.push(c),
            None if is_mark(c) => letters.push((NO_LETTER, vec![c])),
            _ => letters.push((c, Vec::new())),
        }
    }
    letters
}

/// What the marks of a label hide: danger. Stacks, and marks that the script does not use: warn.
fn marks(label: &str) -> Option<Level> {
    let letters = letters_with_marks(label.nfd());
    let is_danger = |(letter, marks): &(char, Vec<char>)| {
        (1..marks.len()).any(|index| marks[..index].contains(&marks[index]))
            || marks.iter().any(|mark| is_stroke(*mark))
            || "ijlıіј".contains(*letter) && marks.contains(&'\u{307}')
    };
    let is_unusual = |(letter, marks): &(char, Vec<char>)| {
        has_stack(marks) || marks.iter().any(|mark| is_foreign(*mark, *letter))
    };
    if letters.iter().any(is_danger) {
        Some(Level::Danger)
    } else {
        letters.iter().any(is_unusual).then_some(Level::Warn)
    }
}

/// Accents on ı, and on characters that are not Latin, Greek or Cyrillic, unless the accent belongs to their script.
fn is_foreign(mark: char, letter: char) -> bool {
    let script = script(letter);
    let is_european = [Script::Latin, Script::Greek, Script::Cyrillic].contains(&script);
    let belongs_to_script = scripts(mark).is_some_and(|scripts| scripts.contains(&script));
    ('\u{300}'..='\u{339}').contains(&mark)
        && letter != NO_LETTER
        && if is_european {
            "ıȷ".contains(letter)
        } else {
            !belongs_to_script
        }
}

/// Top-level domains that sell labels of emoji, and those that sell rare ideographs.
const EMOJI_DOMAINS: [&str; 9] = ["cf", "fm", "ga", "gq", "kz", "ml", "tk", "to", "ws"];
const HAN_DOMAINS: [&str; 6] = ["cn", "com", "hk", "jp", "net", "tw"];

/// The highest level of the characters of a label. A label of one letter may look like an ASCII character or not.
fn restricted(label: &str, top_level: &str) -> Bounds {
    let composed: Vec<char> = label.nfc().collect();
    let is_restricted = |(index, c): (usize, &char)| {
        let after_kana = index > 0 && is_kana(composed[index - 1]);
        let is_exception = "ำຳ".contains(*c) || is_bopomofo(*c);
        let is_sound_mark = after_kana && "\u{3099}\u{309A}".contains(*c);
        if c.is_ascii() {
            !c.is_ascii_alphanumeric() && !"-_%".contains(*c)
        } else {
            !is_allowed_in_identifiers(*c) && !is_blank(*c) && !is_exception && !is_sound_mark
        }
    };
    let level = |c: char| {
        let is_sold = is_emoji(c) && EMOJI_DOMAINS.contains(&top_level)
            || is_han(c) && HAN_DOMAINS.contains(&top_level);
        if is_sold || is_in_limited_use(c) {
            Level::Info
        } else {
            Level::Warn
        }
    };
    let restricted = composed.iter().enumerate();
    let restricted = restricted
        .filter(|_| !label.is_ascii())
        .filter(|it| is_restricted(*it));
    let level = restricted.map(|(_, c)| level(*c)).max();
    let has_one_letter = label.chars().count() == 1;
    Bounds {
        least: level.map(|level| if has_one_letter { Level::Info } else { level }),
        most: level,
    }
}

/// Joiners have a function where UTS #46 allows them, in labels of one script without ASCII. Variation selectors may have one.
fn invisible(label: &str) -> Bounds {
    let is_joiner = |c: &char| "\u{200C}\u{200D}".contains(*c);
    let has_other_finding = |c: char| is_tag(c) || is_bidi_control(c);
    let blanks = label
        .chars()
        .filter(|c| is_blank(*c) && !has_other_finding(*c));
    let blanks: Vec<char> = blanks.collect();
    let mut all = label.chars().filter_map(scripts).flatten();
    let has_one_script = all.any(|script| is_covered(label, &[script]));
    let is_ascii = |c: char| c.is_ascii();
    let has_words = label.chars().all(|c| is_word_character(c) || is_joiner(&c));
    let has_joiners =
        blanks.iter().all(is_joiner) && has_one_script && has_words && !label.contains(is_ascii);
    if blanks.is_empty() || has_joiners && idna::domain_to_unicode(label).1.is_ok() {
        Bounds::exactly(None)
    } else if blanks.iter().all(|c| is_joiner(c) || is_mark(*c)) {
        Bounds::OPEN
    } else {
        Bounds::exactly(Some(Level::Danger))
    }
}

/// More than four marks on a letter.
pub(super) fn has_stack(marks: &[char]) -> bool {
    marks.iter().filter(|mark| is_stackable(**mark)).count() > 4
}
