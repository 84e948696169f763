//! Combining marks that hide, strike out or crowd the letter they belong to.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use unicode_script::Script;

use super::characters::is_mark;
use super::ordinary::MAX_MARKS;
use crate::unicode::{combining_class, nfd, script, script_extension};

/// What deceives about the marks of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkFault {
    /// A letter has the same mark twice, so that both are drawn at the same position.
    Repeated(char),
    /// The letter before has more marks than any orthography needs.
    Stack,
    /// A dot above a letter that has a dot already, or that looks like one without its dot.
    Dot,
    /// The orthographies of the script of this letter do not use the mark.
    Foreign { mark: char, base: char },
    /// The mark strikes out the letter before it.
    Overlay(char),
}

/// The general marks of the scripts of Europe.
const EUROPEAN_MARKS: RangeInclusive<char> = '\u{300}'..='\u{339}';

/// The first fault of the marks of a label that hides something, or else the first fault.
///
/// Composed letters are judged by their parts: `é` with another acute accent has the same mark twice.
pub(crate) fn mark_fault(label: &str) -> Option<MarkFault> {
    // Fast path: the faults need a mark that is not part of a composed letter.
    if !label.chars().any(is_mark) {
        return None;
    }
    let (mut base, mut marks, mut count) = (None, Vec::new(), 0);
    let mut unusual = None;
    for c in nfd(label.chars()) {
        if !is_mark(c) {
            (base, count) = (Some(c), 0);
            marks.clear();
            continue;
        }
        count += usize::from(is_stackable(c));
        let fault = if is_overlay(c) {
            Some(MarkFault::Overlay(c))
        } else if marks.contains(&c) {
            Some(MarkFault::Repeated(c))
        } else if c == '\u{307}' && matches!(base, Some('i' | 'j' | 'l' | 'ı' | 'і' | 'ј')) {
            Some(MarkFault::Dot)
        } else if let Some(base) = base.filter(|&base| is_foreign(c, base)) {
            Some(MarkFault::Foreign { mark: c, base })
        } else {
            (count > MAX_MARKS).then_some(MarkFault::Stack)
        };
        match fault {
            Some(MarkFault::Stack | MarkFault::Foreign { .. }) => unusual = unusual.or(fault),
            Some(_) => return fault,
            None => {}
        }
        // Invariant: the marks of a letter differ, so there are never more than Unicode has.
        marks.push(c);
    }
    unusual
}

/// Whether a mark strikes out the letter before it: the marks of the combining class "overlay" that belong to no script.
pub(crate) fn is_overlay(c: char) -> bool {
    matches!(c, '\u{334}'..='\u{338}' | '\u{20D2}' | '\u{20D3}' | '\u{20D8}'..='\u{20DA}')
        || matches!(c, '\u{20E5}' | '\u{20E6}' | '\u{20EA}' | '\u{20EB}')
}

/// Whether a mark is drawn above or below the marks before it. Vowel signs, viramas without a position and subjoined
/// letters are parts of a syllable, of which Burmese and Tibetan need more than [`MAX_MARKS`].
pub(crate) fn is_stackable(c: char) -> bool {
    c >= '\u{300}' && combining_class(c) != 0
}

/// Whether a general mark is on a letter without its dot, or on a character of a script that does not use the mark.
fn is_foreign(mark: char, base: char) -> bool {
    let uses = |script| script_extension(mark).contains_script(script);
    EUROPEAN_MARKS.contains(&mark)
        && match script(base) {
            Script::Latin => matches!(base, 'ı' | 'ȷ'),
            Script::Greek | Script::Cyrillic => false,
            Script::Common | Script::Inherited | Script::Unknown => true,
            // The extensions of a mark without a list of scripts contain every script.
            script => script_extension(mark).is_inherited() || !uses(script),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_orthographies_have_no_fault() {
        for label in [
            "cafe\u{301}",
            "tiếngviệt",
            "ẹ\u{300}kọ\u{301}",
            "ᾧ",
            "ю\u{301}",
            "j\u{30C}",
            "g\u{303}uarani",
            "लक्ष्मी",
            "လျှော့",
            "སྒྲུབ",
            "שָּׁלוֹם",
            "น้ำ",
            "か\u{3099}",
            "ܐ\u{308}",
        ] {
            assert_eq!(mark_fault(label), None, "{label}");
        }
    }

    #[test]
    fn faults_of_marks() {
        let foreign = |mark, base| MarkFault::Foreign { mark, base };
        for (label, fault) in [
            ("é\u{301}a", MarkFault::Repeated('\u{301}')),
            ("ก\u{E48}\u{E48}", MarkFault::Repeated('\u{E48}')),
            ("ก\u{E34}\u{E48}\u{E34}", MarkFault::Repeated('\u{E34}')),
            ("a\u{301}\u{302}\u{301}", MarkFault::Repeated('\u{301}')),
            ("ب\u{651}\u{651}", MarkFault::Repeated('\u{651}')),
            ("a\u{301}\u{302}\u{303}\u{304}\u{306}", MarkFault::Stack),
            ("i\u{323}\u{307}", MarkFault::Dot),
            ("l\u{307}", MarkFault::Dot),
            ("ı\u{301}", foreign('\u{301}', 'ı')),
            ("ก\u{301}", foreign('\u{301}', 'ก')),
            ("中\u{323}", foreign('\u{323}', '中')),
            ("2\u{304}", foreign('\u{304}', '2')),
            ("o\u{338}", MarkFault::Overlay('\u{338}')),
            ("я\u{335}", MarkFault::Overlay('\u{335}')),
            ("o\u{20D2}", MarkFault::Overlay('\u{20D2}')),
            ("ก\u{301}o\u{338}", MarkFault::Overlay('\u{338}')),
            (
                "a\u{301}\u{302}\u{303}\u{304}\u{306}l\u{307}",
                MarkFault::Dot,
            ),
        ] {
            assert_eq!(mark_fault(label), Some(fault), "{label}");
        }
    }
}
