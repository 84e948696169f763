//! Names of other scripts that can be read as ASCII ones.

use alloc::string::String;

use unicode_script::Script;
use unicode_security::skeleton;

use super::scripts::{first_script, script};

/// The ASCII name that a label of another script can be read as (UTS #39 §4): every character of it
/// looks like one of ASCII.
///
/// Latin labels do not count: `ısparta` and `straße` are spelled so, and not to deceive.
pub(super) fn reads_as(label: &str) -> Option<String> {
    let is_foreign = |c: char| script(c).is_some_and(|script| script != Script::Latin);
    if !label.chars().any(is_foreign) {
        return None;
    }
    let seen: String = skeleton(label).collect();
    seen.bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'-')
        .then(|| seen.to_ascii_lowercase())
}

/// Whether all letters of other scripts in a word that mixes them pass for ASCII ones.
pub(super) fn passes_for_ascii(word: &str) -> bool {
    let mut buffer = [0; 4];
    word.chars()
        .filter(|c| !c.is_ascii())
        .all(|c| skeleton(c.encode_utf8(&mut buffer)).all(|c| c.is_ascii_alphanumeric()))
}

/// Whether readers of this top-level domain expect names in the script of the label, so that they
/// are not taken for ASCII: the domain is of that script itself, or of a country that writes it.
pub(super) fn expects(top_level: &str, label: &str) -> bool {
    let Some(script) = first_script(label) else {
        return false;
    };
    if top_level.is_ascii() {
        let expected = CUSTOMARY.iter().find(|&&(of, _)| of == script);
        return expected.is_some_and(|(_, domains)| {
            domains
                .iter()
                .any(|domain| top_level.eq_ignore_ascii_case(domain))
        });
    }
    first_script(top_level) == Some(script)
}

/// Countries whose languages are written in a script that has letters like ASCII ones.
const CUSTOMARY: &[(Script, &[&str])] = &[
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
    use crate::SuffixList;

    #[test]
    fn whole_labels() {
        assert_eq!(reads_as("аррӏе").as_deref(), Some("apple"));
        assert_eq!(reads_as("ѕсоре-2").as_deref(), Some("scope-2"));
        assert_eq!(reads_as("օօօ").as_deref(), Some("ooo"));
        for innocent in [
            "example",
            "ısparta",
            "пример",
            "тест",
            "привет",
            "日本",
            "עברית",
        ] {
            assert_eq!(reads_as(innocent), None, "{innocent}");
        }
    }

    #[test]
    fn customary_domains_are_domains() {
        for domain in CUSTOMARY.iter().flat_map(|(_, domains)| *domains) {
            assert!(SuffixList::embedded().is_top_level(domain), "{domain}");
        }
    }

    #[test]
    fn expected_scripts() {
        assert!(expects("рф", "сор") && expects("ru", "сор"));
        assert!(!expects("com", "сор") && !expects("ελ", "сор"));
    }
}
