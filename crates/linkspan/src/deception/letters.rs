//! Letters and punctuation that belong to few languages and look like common characters everywhere else.

use unicode_script::Script;

use crate::unicode;

/// The first character of a label that readers do not expect under a top-level domain, because hardly any language uses
/// it, and that they take for a more common one.
pub(super) fn unexpected_letter(label: &str, top_level: &str) -> Option<char> {
    let is_unexpected = |&(offset, c): &(usize, char)| {
        if c.is_ascii() {
            return false;
        }
        let previous = label
            .get(..offset)
            .and_then(|text| text.chars().next_back());
        let next = label
            .get(offset + c.len_utf8()..)
            .and_then(|text| text.chars().next());
        is_unexpected_punctuation(c, previous, next, top_level)
            || is_regional(c) && !is_used_below(c, top_level)
    };
    let found = label.char_indices().find(is_unexpected);
    found.map(|(_, c)| c)
}

/// Whether a character that looks like a dot, a hyphen or a quote is not part of the orthography of its neighbours.
fn is_unexpected_punctuation(
    c: char,
    previous: Option<char>,
    next: Option<char>,
    top_level: &str,
) -> bool {
    let both = |script: Script| [previous, next].iter().all(|c| has_script(*c, script));
    match c {
        // Catalan.
        '\u{B7}' => previous != Some('l') || next != Some('l') || top_level != "cat",
        '\u{30A0}' => !both(Script::Katakana),
        '\u{58A}' | '\u{2010}' | '\u{2019}' | '\u{2027}' | '\u{2EC}' => true,
        // Uzbek has it after o and g.
        '\u{2BB}' => top_level != "uz" || !matches!(previous, Some('o' | 'g')),
        // The apostrophe of Ukrainian and Belarusian.
        '\u{2BC}' => !both(Script::Cyrillic),
        _ => false,
    }
}

fn has_script(c: Option<char>, script: Script) -> bool {
    c.is_some_and(|c| unicode::script(c) == script)
}

/// Whether only languages of few countries use a Latin letter.
pub(super) fn is_regional(c: char) -> bool {
    matches!(c,
        'þ' | 'ð' | 'ə'
        | '\u{1CD}'..='\u{1DC}' // Pinyin
        | '\u{1E00}'..='\u{1E9B}' // mostly transliteration
        | '\u{A720}'..='\u{A7FF}' // medieval and phonetic letters
        | 'ɩ' | 'ʋ' | 'ɨ' | 'ʉ' | 'ƒ'
    )
}

/// Whether a language of the country of a top-level domain uses a letter.
fn is_used_below(letter: char, top_level: &str) -> bool {
    ORTHOGRAPHIES
        .iter()
        .any(|&(letters, domains)| letters.contains(letter) && domains.contains(&top_level))
}

/// The letters of living orthographies, and the domains of the countries that use them.
const ORTHOGRAPHIES: &[(&str, &[&str])] = &[
    // Icelandic and Faroese.
    ("þð", &["is", "fo"]),
    // Azerbaijani.
    ("ə", &["az"]),
    // Yoruba and Igbo.
    ("ṣṅṁḿ", &["bj", "ng"]),
    // Ewe, Mossi and Kabiye.
    ("ƒʋɩ", &["bf", "bj", "gh", "tg"]),
    // The languages of Cameroon and the Congo, with tone marks, and Maasai.
    ("ɨʉǎǐǒǔ", &["cd", "cg", "cm", "ke", "tz"]),
    // The Berber languages.
    ("ḍḥṛṣṭẓ", &["dz", "ly", "ma", "tn"]),
    // Venda.
    ("ḓḽṅṋṱ", &["za", "zw"]),
    // The languages of central Australia.
    ("ḏḻṉṟṯ", &["au"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suffix::SuffixList;

    #[test]
    fn letters_are_expected_where_a_language_uses_them() {
        for (label, top_level) in [
            ("col·lecció", "cat"),
            ("þjóðin", "is"),
            ("azərbaycan", "az"),
            ("п\u{2BC}ять", "com"),
            ("o\u{2BB}zbekiston", "uz"),
            ("tŷ", "com"),
            ("ẹṣin", "ng"),
            ("ƒʋ", "tg"),
            ("tiếngviệt", "com"),
            ("hausaɓɗƙ", "com"),
            ("straße", "com"),
        ] {
            assert_eq!(unexpected_letter(label, top_level), None, "{label}");
        }
        for (label, top_level, c) in [
            ("col·lecció", "com", '·'),
            ("a·b", "cat", '·'),
            ("þing", "com", 'þ'),
            ("googlə", "com", 'ə'),
            ("a\u{2010}b", "com", '\u{2010}'),
            ("a\u{2BC}b", "com", '\u{2BC}'),
            ("ḁpple", "com", 'ḁ'),
            ("ƒacebook", "com", 'ƒ'),
        ] {
            assert_eq!(unexpected_letter(label, top_level), Some(c), "{label}");
        }
    }

    #[test]
    fn the_domains_of_orthographies_are_top_level_domains() {
        for (letters, domains) in ORTHOGRAPHIES {
            assert!(letters.chars().all(is_regional), "{letters}");
            for domain in *domains {
                assert!(SuffixList::embedded().is_top_level(domain), "{domain}");
            }
        }
    }
}
