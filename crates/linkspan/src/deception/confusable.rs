//! Words of other scripts that readers take for ASCII ones (UTS #39 §4).

use alloc::string::String;

use unicode_script::Script;
use unicode_security::skeleton;

use super::scripts::{first_script, script};

/// The ASCII label that a label of another script looks like. `None` unless every character looks like an ASCII one.
///
/// Latin labels are never reported. `ısparta` and `straße` are correctly spelled words, and only a list of brands could
/// tell them from imitations.
pub(crate) fn ascii_lookalike(label: &str) -> Option<String> {
    let is_foreign = |c: char| script(c).is_some_and(|script| script != Script::Latin);
    if !label.chars().any(is_foreign) {
        return None;
    }
    let skeleton: String = skeleton(label).collect();
    skeleton
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'-')
        .then(|| skeleton.to_ascii_lowercase())
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
