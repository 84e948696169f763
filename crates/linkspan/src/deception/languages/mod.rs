//! Latin letters that no single language uses together.

mod table;

#[cfg(feature = "assess")]
use unicode_script::Script;

use self::table::{LETTERS, SEQUENCES};
#[cfg(feature = "assess")]
use super::letters::is_regional;
use crate::invisible::is_mark;
#[cfg(feature = "assess")]
use crate::unicode::{Identifier, identifier, nfc, script};

/// Whether no language that is written with Latin letters uses all letters of a label. `label` is the Unicode form, so
/// it is normalized.
///
/// The letters of a language include those of common loanwords, so that a name such as `straßencafé` has a language. A
/// letter that another rule reports decides nothing.
#[cfg(feature = "assess")]
pub(super) fn has_no_language(label: &str) -> bool {
    let is_latin = |c: char| script(c) == Script::Latin;
    let is_special = |c: char| !c.is_ascii() && (is_latin(c) || is_mark(c));
    // A letter that is not normalized is a letter of its normal form.
    let is_reported = |c: char| {
        identifier(c) != Identifier::Allowed
            || is_regional(c)
            || nfc([c].into_iter()).next() != Some(c)
    };
    label.contains(is_special) && common_languages(label, is_latin, is_reported) == 0
}

/// The set of languages that use all Latin letters of a label, except for those that are ignored. ASCII letters belong to
/// every language.
pub(super) fn common_languages(
    label: &str,
    is_latin: impl Fn(char) -> bool,
    is_ignored: impl Fn(char) -> bool,
) -> u64 {
    let mut languages = u64::MAX;
    let mut rest = label;
    while let Some(base) = rest.chars().next() {
        let after_base = rest.get(base.len_utf8()..).unwrap_or_default();
        let next = after_base.trim_start_matches(is_mark);
        let letter = rest.get(..rest.len() - next.len()).unwrap_or_default();
        rest = next;
        if letter.is_ascii() || !is_latin(base) {
            continue;
        }
        languages &= match languages_of(letter) {
            None if letter.contains(&is_ignored) => u64::MAX,
            found => found.unwrap_or(0),
        };
    }
    languages
}

/// The set of languages that use a Latin letter with its marks.
fn languages_of(letter: &str) -> Option<u64> {
    let mut chars = letter.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        // Hosts of other schemes than those of the web keep their capital letters.
        return languages_of_small(c).or_else(|| languages_of_small(small(c)?));
    }
    let index = SEQUENCES.binary_search_by_key(&letter, |&(letter, _)| letter);
    SEQUENCES.get(index.ok()?).map(|&(_, languages)| languages)
}

/// The set of languages that use a small letter.
fn languages_of_small(c: char) -> Option<u64> {
    if c.is_ascii() {
        return Some(u64::MAX);
    }
    let index = LETTERS.binary_search_by_key(&c, |&(c, _)| c).ok()?;
    LETTERS.get(index).map(|&(_, languages)| languages)
}

/// The small letter of a capital letter of the table; anything for other characters that are not in the table. The table of
/// the standard library is larger than everything else here.
fn small(capital: char) -> Option<char> {
    Some(match capital {
        '\u{130}' => 'i',
        '\u{178}' => '\u{FF}',
        '\u{181}' => '\u{253}',
        '\u{186}' => '\u{254}',
        '\u{189}' => '\u{256}',
        '\u{18A}' => '\u{257}',
        '\u{18F}' => '\u{259}',
        '\u{190}' => '\u{25B}',
        '\u{194}' => '\u{263}',
        '\u{19D}' => '\u{272}',
        '\u{1B2}' => '\u{28B}',
        '\u{1E9E}' => '\u{DF}',
        '\u{212A}' => 'k',
        '\u{212B}' => '\u{E5}',
        '\u{C0}'..='\u{DE}' => return char::from_u32(u32::from(capital) + 0x20),
        // The capital letter precedes the small one.
        '\u{100}'..'\u{250}' | '\u{1E00}'..'\u{1F00}' => {
            return char::from_u32(u32::from(capital) + 1);
        }
        _ => return None,
    })
}

#[cfg(test)]
mod letters {
    use super::{LETTERS, languages_of, languages_of_small};

    #[test]
    fn capital_letters_have_the_languages_of_small_ones() {
        assert!(LETTERS.iter().all(|&(c, _)| c.to_lowercase().eq([c])));
        let mut count = 0;
        for c in '\u{80}'..=char::MAX {
            let small = c.to_lowercase().next().unwrap_or(c);
            let expected = languages_of_small(small);
            assert_eq!(languages_of(c.encode_utf8(&mut [0; 4])), expected, "{c}");
            count += usize::from(expected.is_some() && small != c);
        }
        assert!(count > 150);
    }
}

#[cfg(all(test, feature = "assess"))]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_language_have_a_language() {
        for label in [
            "example",
            "straßencafé",
            "café-müller",
            "kâğıt",
            "piteşti",
            "chișinău",
            "pãoemaçã",
            "smörgåsbord",
            "tiếngviệt",
            "ẹ\u{300}kọ\u{301}",
            "þjóðin",
            "łódź",
            "žluťoučký",
            "g\u{303}uarani",
            "ŝanĝiĝi",
            "hausaɓɗƙ",
            "ħaġar",
            "tūī",
            "ῥόδον",
            "привет",
            "漢字café",
            "col·lecció",
            "año",
            "íslenskæ",
            "ısparta",
            "kêr-fañch",
            "čáhppesvárri",
            "o\u{2BB}zbek",
        ] {
            assert!(!has_no_language(label), "{label}");
        }
    }

    #[test]
    fn letters_of_several_languages_have_none() {
        for label in [
            "gòögłe",
            "pàypąl",
            "ămåzon",
            "facębøok",
            "gőøgle",
            "mícřøsoft",
            "ğòogle",
            "mícrosoğt",
            "dig\u{331}",
            "ñetflįx",
        ] {
            assert!(has_no_language(label), "{label}");
        }
    }

    #[test]
    fn letters_that_other_rules_report_have_a_language() {
        for label in ["digĸlmo", "ḷily", "ꝴode", "ɡɡ"] {
            assert!(!has_no_language(label), "{label}");
        }
    }

    #[test]
    fn the_tables_are_sorted() {
        assert!(LETTERS.is_sorted_by(|(one, _), (other, _)| one < other));
        assert!(SEQUENCES.is_sorted_by(|(one, _), (other, _)| one < other));
    }
}
