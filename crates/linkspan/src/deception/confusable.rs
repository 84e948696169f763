//! Words of other scripts that readers take for ASCII ones (UTS #39 §4).

use alloc::string::String;

use unicode_script::Script;

use super::scripts::{first_script, script};
use crate::unicode::skeleton;

/// The ASCII label that a label of another script looks like. `None` unless every character looks like an ASCII one.
///
/// Latin labels are never reported. `ısparta` and `straße` are correctly spelled words, and only a list of brands could
/// tell them from imitations. Nor are Arabic ones: only two of their letters look like `l` and `o`, and letters join.
pub(crate) fn ascii_lookalike(label: &str) -> Option<String> {
    let has_lookalikes = |script| !matches!(script, Script::Latin | Script::Arabic);
    if !label.chars().any(|c| script(c).is_some_and(has_lookalikes)) {
        return None;
    }
    // Readers take `з` for a letter unless the rest of the label reads as a number.
    if label.chars().any(is_digit_like_letter) {
        return None;
    }
    let skeleton: String = skeleton(label).collect();
    skeleton
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'-')
        .then(|| skeleton.to_ascii_lowercase())
}

/// Letters that look like a digit beside digits, apart from those of UTS #39.
const LETTERS_AMONG_DIGITS: &[(char, char)] = &[
    ('θ', '0'),
    ('շ', '2'),
    ('ҙ', '3'),
    ('उ', '3'),
    ('ও', '3'),
    ('ਤ', '3'),
    ('ੜ', '3'),
    ('ဒ', '3'),
    ('ვ', '3'),
    ('კ', '3'),
    ('პ', '3'),
    ('ㄐ', '4'),
    ('ճ', '6'),
];

/// The digit that a letter looks like beside digits.
fn digit_among_digits(c: char) -> Option<char> {
    let letter = LETTERS_AMONG_DIGITS
        .iter()
        .find(|&&(letter, _)| letter == c);
    letter.map(|&(_, digit)| digit)
}

/// The number that a label looks like. `None` unless it consists of digits and letters that look like digits, and
/// at least one of the letters is not ASCII.
pub(crate) fn number_lookalike(label: &str) -> Option<String> {
    let has_letter = label.chars().any(|c| !c.is_ascii() && c.is_alphabetic());
    let has_ascii_digit = label.bytes().any(|b| b.is_ascii_digit());
    if !has_letter || !(has_ascii_digit || label.chars().any(is_digit_like_letter)) {
        return None;
    }
    let read_beside_digits = |c: char| digit_among_digits(c).filter(|_| has_ascii_digit);
    let label: String = label
        .chars()
        .map(|c| read_beside_digits(c).unwrap_or(c))
        .collect();
    // UTS #39 represents 0 and 1 by the letters that they look like.
    let digit = |c: char| match c {
        'O' => Some('0'),
        'l' => Some('1'),
        '-' => Some('-'),
        _ => digit_like(c),
    };
    skeleton(&label).map(digit).collect()
}

/// The digit from 2 to 9 that a character of a skeleton is or looks like. UTS #39 has skeletons other than `3` for the
/// small letters ze, yogh and ezh, though it has `3` for the capital ones.
fn digit_like(c: char) -> Option<char> {
    match c {
        'ɜ' | 'ȝ' => Some('3'),
        _ => c.is_ascii_digit().then_some(c),
    }
}

/// Whether a letter looks like one of the digits from 2 to 9. No ASCII letter looks like them.
fn is_digit_like_letter(c: char) -> bool {
    let mut buffer = [0; 4];
    let mut skeleton = skeleton(c.encode_utf8(&mut buffer));
    !c.is_ascii()
        && c.is_alphabetic()
        && skeleton.next().is_some_and(|c| digit_like(c).is_some())
        && skeleton.next().is_none()
}

/// Whether all characters of a word that are not ASCII look like ASCII letters or digits.
pub(crate) fn resembles_ascii(word: &str) -> bool {
    let mut buffer = [0; 4];
    word.chars()
        .filter(|c| !c.is_ascii())
        .all(|c| skeleton(c.encode_utf8(&mut buffer)).all(|c| c.is_ascii_alphanumeric()))
}

/// Whether readers expect labels in the script of `label` under a top-level domain, and so do not take them for ASCII:
/// the domain has the same script, or belongs to a country that uses the script.
pub(crate) fn is_script_expected(top_level: &str, label: &str) -> bool {
    let Some(script) = first_script(label) else {
        return false;
    };
    if !top_level.is_ascii() {
        return first_script(top_level) == Some(script);
    }
    COUNTRY_DOMAINS
        .iter()
        .filter(|&&(used, _)| used == script)
        .flat_map(|&(_, domains)| domains)
        .any(|domain| top_level.eq_ignore_ascii_case(domain))
}

/// Scripts with letters that look like ASCII ones, and the domains of the countries that use them.
const COUNTRY_DOMAINS: &[(Script, &[&str])] = &[
    (Script::Armenian, &["am"]),
    (
        Script::Cyrillic,
        &[
            "bg", "by", "kg", "kz", "me", "mk", "mn", "rs", "ru", "su", "tj", "ua",
        ],
    ),
    (Script::Ethiopic, &["er", "et"]),
    (Script::Georgian, &["ge"]),
    (Script::Greek, &["cy", "gr"]),
    (Script::Hebrew, &["il"]),
    (Script::Lao, &["la"]),
    (Script::Myanmar, &["mm"]),
    (Script::Thai, &["th"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suffix::SuffixList;

    #[test]
    fn labels_that_look_like_ascii() {
        assert_eq!(ascii_lookalike("аррӏе").as_deref(), Some("apple"));
        assert_eq!(ascii_lookalike("ѕсоре-2").as_deref(), Some("scope-2"));
        assert_eq!(ascii_lookalike("օօօ").as_deref(), Some("ooo"));
        for label in [
            "example",
            "ısparta",
            "пример",
            "тест",
            "привет",
            "日本",
            "עברית",
        ] {
            assert_eq!(ascii_lookalike(label), None, "{label}");
        }
    }

    #[test]
    fn labels_that_look_like_numbers() {
        assert_eq!(number_lookalike("зб5").as_deref(), Some("365"));
        assert_eq!(number_lookalike("Зб0-ӏ").as_deref(), Some("360-1"));
        assert_eq!(number_lookalike("ȝȝ").as_deref(), Some("33"));
        assert_eq!(number_lookalike("12ვ4").as_deref(), Some("1234"));
        assert_eq!(number_lookalike("1շз-ㄐ").as_deref(), Some("123-4"));
        assert_eq!(number_lookalike("16θ").as_deref(), Some("160"));
        for label in [
            "365",
            "обсе",
            "зоо",
            "з5а",
            "бюро",
            "ӏӏ",
            "२०२६",
            "l0l",
            "θ",
            "ვვ",
            "ვ3ა",
            "2უვ",
        ] {
            assert_eq!(number_lookalike(label), None, "{label}");
        }
        for label in ["обсе", "зоо"] {
            assert_eq!(ascii_lookalike(label), None, "{label}");
        }
    }

    #[test]
    fn country_domains_are_top_level_domains() {
        for domain in COUNTRY_DOMAINS.iter().flat_map(|(_, domains)| *domains) {
            assert!(SuffixList::embedded().is_top_level(domain), "{domain}");
        }
    }

    #[test]
    fn scripts_of_the_top_level_domain_are_expected() {
        assert!(is_script_expected("рф", "сор") && is_script_expected("ru", "сор"));
        assert!(!is_script_expected("com", "сор") && !is_script_expected("ελ", "сор"));
    }
}
