//! The parts of a link outside its host: user name, local part, path, query and fragment.

use core::ops::Range;

use super::characters::{
    is_bidi_control, is_blank, is_mark, is_tag, is_unassigned, is_word_character,
};
use super::marks::{is_overlay, is_stackable};
use super::ordinary::{MAX_MARKS, is_ordinary};
use super::scripts::{ScriptMixture, script_mixture};
use super::{confusable, lookalike};
use crate::invisible::is_misplaced;
use crate::percent::escaped_byte;

/// What deceives about a character or word outside the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartFault {
    BidiControl,
    Tag,
    /// It is not assigned in this version of Unicode.
    Unassigned,
    /// It is invisible and has no function where it is.
    Invisible,
    /// It looks like this URL delimiter.
    Lookalike(char),
    /// It strikes out the letter or digit before it.
    Overlay,
    /// They are more marks on one letter than any orthography needs.
    MarkStack,
    /// It is a word of ASCII letters and letters of another script.
    MixedWord {
        /// Whether all its letters look like ASCII letters.
        resembles_ascii: bool,
    },
}

/// Calls `visit` with each range of a text outside the host that deceives.
pub(crate) fn for_each_deceptive_range(part: &str, visit: &mut dyn FnMut(Range<usize>)) {
    for_each_part_fault(part, &mut |range, _| visit(range));
}

/// Calls `visit` with each character and word outside the host that deceives.
pub(crate) fn for_each_part_fault(part: &str, visit: &mut dyn FnMut(Range<usize>, PartFault)) {
    if !part.is_ascii() && !is_ordinary(part) {
        visit_all_faults(part, visit);
    }
}

/// The same without the fast path for ordinary text.
fn visit_all_faults(part: &str, visit: &mut dyn FnMut(Range<usize>, PartFault)) {
    visit_characters(part, visit);
    visit_marks(part, visit);
    visit_mixed_words(part, visit);
}

fn visit_characters(part: &str, visit: &mut dyn FnMut(Range<usize>, PartFault)) {
    let mut before = None;
    let mut escape_end = 0;
    for (offset, c) in part.char_indices() {
        if let Some(len) = escape_len(part.get(offset..).unwrap_or_default()) {
            escape_end = offset + len;
        }
        // The digits of an escape are not neighbours: it stands for another character.
        if offset < escape_end {
            before = Some('%');
            continue;
        }
        let end = offset + c.len_utf8();
        if let Some(fault) = invisible_fault(part, offset, c) {
            visit(offset..end, fault);
        } else if !c.is_ascii() {
            let after = part.get(end..).and_then(|rest| rest.chars().next());
            if let Some(delimiter) = lookalike::deceptive_lookalike(c, before, after) {
                visit(offset..end, PartFault::Lookalike(delimiter));
            }
        }
        before = Some(c);
    }
}

/// Visits overlays and stacks of marks. An escape ends a stack: it stands for another character.
fn visit_marks(part: &str, visit: &mut dyn FnMut(Range<usize>, PartFault)) {
    let mut before = None;
    let mut stack = 0..0;
    let mut count = 0;
    for (offset, c) in part.char_indices() {
        if !is_mark(c) {
            if count > MAX_MARKS {
                visit(stack.clone(), PartFault::MarkStack);
            }
            count = 0;
            stack = offset + c.len_utf8()..offset + c.len_utf8();
            before = Some(c);
            continue;
        }
        count += usize::from(is_stackable(c));
        stack.end = offset + c.len_utf8();
        // Symbols such as the negated equals sign decompose into a symbol and an overlay.
        if is_overlay(c) && before.is_some_and(is_word_character) {
            visit(offset..stack.end, PartFault::Overlay);
        }
    }
    if count > MAX_MARKS {
        visit(stack, PartFault::MarkStack);
    }
}

/// What deceives about the character `c` at an offset of a text, if it is invisible and has no function there.
fn invisible_fault(text: &str, offset: usize, c: char) -> Option<PartFault> {
    if c.is_ascii() {
        return None;
    }
    // Fast path: all invisible characters are blanks or unassigned, and hardly any other character is.
    if !is_blank(c) {
        return is_unassigned(c).then_some(PartFault::Unassigned);
    }
    let fault = if is_bidi_control(c) {
        PartFault::BidiControl
    } else if is_tag(c) {
        PartFault::Tag
    } else if is_unassigned(c) {
        return Some(PartFault::Unassigned);
    } else {
        PartFault::Invisible
    };
    is_misplaced(text, offset, c).then_some(fault)
}

/// Visits words that mix scripts. A path such as `/wiki/Файл:Map.png` contains words of several languages, so the
/// scripts of different words are not compared.
fn visit_mixed_words(part: &str, visit: &mut dyn FnMut(Range<usize>, PartFault)) {
    let mut next = 0;
    while let Some(range) = find_word(part, next) {
        next = range.end;
        let word = part.get(range.clone()).unwrap_or_default();
        // A word without ASCII letters does not pretend to be an ASCII word. Ossetic is often written with a Latin æ.
        let has_ascii_letter = word.bytes().any(|b| b.is_ascii_alphabetic());
        if word.is_ascii() || !has_ascii_letter || script_mixture(word) != ScriptMixture::Strong {
            continue;
        }
        let resembles_ascii = confusable::resembles_ascii(word);
        visit(range, PartFault::MixedWord { resembles_ascii });
    }
}

/// The range of the first word at or after an offset. The digits of a percent-escape are not part of a word.
fn find_word(text: &str, offset: usize) -> Option<Range<usize>> {
    let mut start = offset;
    loop {
        let rest = text.get(start..)?;
        if let Some(len) = escape_len(rest) {
            start += len;
        } else if rest.starts_with(is_word_character) {
            let length = rest.find(|c| !is_word_character(c)).unwrap_or(rest.len());
            return Some(start..start + length);
        } else {
            start += rest.chars().next()?.len_utf8();
        }
    }
}

/// The length of the percent-escape that a text starts with.
fn escape_len(text: &str) -> Option<usize> {
    escaped_byte(text.as_bytes()).map(|_| "%XX".len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use std::string::String;
    use std::vec::Vec;
    use unicode_script::Script;

    use super::super::ordinary::{Ordinary, ordinary};
    use super::super::scripts::script;
    use super::*;

    fn first_finding(text: &str) -> Option<PartFault> {
        let mut chars = text.char_indices();
        chars.find_map(|(offset, c)| invisible_fault(text, offset, c))
    }

    #[rustfmt::skip]
    const FRAGMENTS: &[&str] = &[
        "a", "Z", "7", "/", "%", "%D0", "%4", "-", "_", ".", " ", "é", "ÿ", "×", "ß", "ế", "\u{301}", "\u{338}", "я", "а", "ρ", "Ω", "ש", "ك",
        "ـ", "گ", "٠", "۰", "ไ", "ท", "ก", "ิ", "の", "ノ", "ー", "漢", "一", "丿", "한", "ः", "ӏ", "҃", "\u{AD}", "\u{200C}", "\u{202E}",
        "\u{378}", "／", "：", "ǃ", "ɂ", "😀",
        "क", "ि", "\u{94D}", "\u{93C}", "ॽ", "०", "\u{953}", "க", "ಖ", "\u{DCA}", "\u{E48}", "\u{E48}\u{E48}\u{E48}",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8192, failure_persistence: None, ..ProptestConfig::default() })]

        /// All checks are the reference implementation of the fast path.
        #[test]
        fn nothing_in_ordinary_text_deceives(fragments in prop::collection::vec(select(FRAGMENTS), 1..8)) {
            let part: String = fragments.concat();
            let (mut faults, mut expected) = (Vec::new(), Vec::new());
            for_each_part_fault(&part, &mut |range, fault| faults.push((range, fault)));
            if !part.is_ascii() {
                visit_all_faults(&part, &mut |range, fault| expected.push((range, fault)));
            }
            prop_assert_eq!(faults, expected, "{:?}", part);
        }
    }

    #[test]
    fn no_ordinary_character_deceives() {
        for c in '\u{80}'..=char::MAX {
            let Some(ordinary) = ordinary(c) else {
                continue;
            };
            // Between ASCII digits, a character that looks like a delimiter deceives.
            let text: String = ['1', c, '1'].iter().collect();
            let mut faults = Vec::new();
            visit_all_faults(&text, &mut |_, fault| faults.push(fault));
            assert_eq!(faults, [], "{c:?}");
            assert!(!is_blank(c), "{c:?}");
            let is_latin = script(c) == Some(Script::Latin);
            let is_so = match ordinary {
                Ordinary::AsciiLetter | Ordinary::Separator => false,
                Ordinary::DigitOrLatin => (is_latin || !is_word_character(c)) && !is_mark(c),
                Ordinary::Letter => !is_latin && !is_mark(c),
                Ordinary::MarkOrLetter => !is_latin && !is_overlay(c),
            };
            assert!(is_so, "{c:?} is not {ordinary:?}");
        }
    }

    fn faults(text: &str) -> Vec<(Range<usize>, PartFault)> {
        let mut faults = Vec::new();
        for_each_part_fault(text, &mut |range, fault| faults.push((range, fault)));
        faults
    }

    #[test]
    fn digits_do_not_separate_words() {
        let mixed = |resembles_ascii| PartFault::MixedWord { resembles_ascii };
        assert_eq!(faults("/a7я"), [(1..5, mixed(false))]);
        assert_eq!(faults("/a-я"), []);
        // The digits of an escape are not part of a word.
        assert_eq!(faults("/%D0я"), []);
    }

    #[test]
    fn stacks_of_marks_start_after_the_letter() {
        let marks = "\u{301}".repeat(MAX_MARKS + 1);
        let text = alloc::format!("/ab{marks}c");
        assert_eq!(faults(&text), [(3..3 + marks.len(), PartFault::MarkStack)]);
    }

    #[test]
    fn invisible_characters_with_a_function() {
        for text in [
            "می‌خواهم",
            "ಬ್ಯಾಂಕ್\u{200C}",
            "బ్యాంక్\u{200C}/",
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
        for (text, fault) in [
            ("a\u{200B}b", PartFault::Invisible),
            ("a\u{200D}b", PartFault::Invisible),
            ("a\u{200C}b", PartFault::Invisible),
            ("می\u{200C}", PartFault::Invisible),
            ("क्\u{200C}", PartFault::Invisible),
            ("ക്\u{200C}a", PartFault::Invisible),
            ("a\u{AD}b", PartFault::Invisible),
            ("a\u{2060}b", PartFault::Invisible),
            ("\u{FEFF}a", PartFault::Invisible),
            ("a\u{FE0F}", PartFault::Invisible),
            ("a\u{3164}b", PartFault::Invisible),
            ("a\u{202E}b", PartFault::BidiControl),
            ("a\u{200F}b", PartFault::BidiControl),
            ("a\u{2066}b", PartFault::BidiControl),
            ("a\u{E0041}b", PartFault::Tag),
            ("🏴\u{E0067}\u{E0062}", PartFault::Tag),
            ("a\u{378}", PartFault::Unassigned),
        ] {
            assert_eq!(first_finding(text), Some(fault), "{text:?}");
        }
    }
}
