//! The scripts of a word, and whether they are usually combined (UTS #39 §5).
//!
//! `unicode-security` computes the restriction level of a whole identifier. The functions here distinguish only the
//! levels that matter for findings; a test compares them with that crate.

use unicode_script::Script;
use unicode_security::mixed_script::AugmentedScriptSet;

use crate::unicode;

/// How unusual the combination of the scripts of a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScriptMixture {
    /// One script, or Latin with the scripts of Chinese, Japanese or Korean: at least "highly restrictive".
    None,
    /// Latin with one other recommended script that is neither Cyrillic nor Greek: "moderately restrictive".
    Moderate,
    /// Any other combination.
    Strong,
}

/// Which combination of scripts a word has.
pub(crate) fn script_mixture(word: &str) -> ScriptMixture {
    let mut all = AugmentedScriptSet::default();
    // The scripts of the characters that are not Latin.
    let mut other = AugmentedScriptSet::default();
    for c in word.chars() {
        let scripts = augmented_scripts(c);
        all.intersect_with(scripts);
        if !scripts.base.contains_script(Script::Latin) {
            other.intersect_with(scripts);
        }
    }
    if !all.is_empty() || other.kore || other.hanb || other.jpan {
        return ScriptMixture::None;
    }
    let mut others = other.base.iter();
    match (others.next(), others.next()) {
        (Some(script), None)
            if script.is_recommended() && !matches!(script, Script::Cyrillic | Script::Greek) =>
        {
            ScriptMixture::Moderate
        }
        _ => ScriptMixture::Strong,
    }
}

/// The scripts with which a character is used (UTS #39 §5.1).
fn augmented_scripts(c: char) -> AugmentedScriptSet {
    unicode::script_extension(c).into()
}

/// The script of a character. `None` if many scripts share the character.
pub(crate) fn script(c: char) -> Option<Script> {
    match unicode::script(c) {
        Script::Common | Script::Inherited | Script::Unknown => None,
        script => Some(script),
    }
}

/// The script of the first character of a word that has one.
pub(crate) fn first_script(word: &str) -> Option<Script> {
    word.chars().find_map(script)
}

/// Whether two characters can occur in one word of one writing system.
pub(crate) fn share_writing_system(one: char, other: char) -> bool {
    let mut set = augmented_scripts(one);
    set.intersect_with(augmented_scripts(other));
    !set.is_empty()
}

/// The names of the first two scripts of a word, for a message.
pub(crate) fn script_names(word: &str) -> (&'static str, &'static str) {
    let first = first_script(word);
    let second = word
        .chars()
        .filter_map(script)
        .find(|&script| Some(script) != first);
    let name = |script: Option<Script>| script.map_or("another script", Script::full_name);
    (name(first), name(second))
}

#[cfg(test)]
mod tests {
    use unicode_security::{RestrictionLevel, RestrictionLevelDetection as _};

    use super::*;

    #[test]
    fn mixtures() {
        for (word, mixture) in [
            ("example", ScriptMixture::None),
            ("пример2", ScriptMixture::None),
            ("最高のソニーsony", ScriptMixture::None),
            ("한국tv", ScriptMixture::None),
            ("ㄅ中a", ScriptMixture::None),
            ("ไทยtv", ScriptMixture::Moderate),
            ("pаypal", ScriptMixture::Strong),
            ("αlpha", ScriptMixture::Strong),
            ("한の", ScriptMixture::Strong),
            ("עבערб", ScriptMixture::Strong),
        ] {
            assert_eq!(script_mixture(word), mixture, "{word}");
        }
    }

    #[test]
    fn agrees_with_the_restriction_level() {
        let letters = "aéяγאعกあア漢한ㄅहஅ1-ー々";
        for a in letters.chars() {
            for b in letters.chars() {
                for c in letters.chars() {
                    let word: std::string::String = [a, b, c].iter().collect();
                    let level = match word.detect_restriction_level() {
                        RestrictionLevel::ModeratelyRestrictive => ScriptMixture::Moderate,
                        RestrictionLevel::MinimallyRestrictive => ScriptMixture::Strong,
                        RestrictionLevel::Unrestricted => continue,
                        _ => ScriptMixture::None,
                    };
                    assert_eq!(script_mixture(&word), level, "{word}");
                }
            }
        }
    }
}
