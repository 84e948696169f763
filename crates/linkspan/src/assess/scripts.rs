//! Which scripts a word is written in, and whether they go together (UTS #39 §5).

use unicode_script::Script;
use unicode_security::mixed_script::AugmentedScriptSet;

/// How far the scripts of a word go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mixture {
    /// One script, or Latin with the scripts of Chinese, Japanese or Korean: UTS #39's "highly
    /// restrictive".
    None,
    /// Latin with one other script that is in common use, but Cyrillic or Greek: "moderately
    /// restrictive".
    Moderate,
    /// Anything else.
    Strong,
}

/// The scripts of a word, while it is read.
#[derive(Clone, Copy)]
pub(super) struct Scripts {
    all: AugmentedScriptSet,
    /// Of the characters that are not Latin.
    other: AugmentedScriptSet,
}

impl Scripts {
    pub(super) fn new() -> Self {
        Self {
            all: AugmentedScriptSet::default(),
            other: AugmentedScriptSet::default(),
        }
    }

    pub(super) fn of(word: &str) -> Self {
        let mut scripts = Self::new();
        word.chars().for_each(|c| scripts.add(c));
        scripts
    }

    pub(super) fn add(&mut self, c: char) {
        let set = AugmentedScriptSet::for_char(c);
        self.all.intersect_with(set);
        if !set.base.contains_script(Script::Latin) {
            self.other.intersect_with(set);
        }
    }

    pub(super) fn mixture(&self) -> Mixture {
        if !self.all.is_empty() || self.other.kore || self.other.hanb || self.other.jpan {
            return Mixture::None;
        }
        let mut others = self.other.base.iter();
        match (others.next(), others.next()) {
            (Some(script), None)
                if script.is_recommended()
                    && !matches!(script, Script::Cyrillic | Script::Greek) =>
            {
                Mixture::Moderate
            }
            _ => Mixture::Strong,
        }
    }
}

/// The script of a character, if only one has it.
pub(super) fn script(c: char) -> Option<Script> {
    use unicode_script::UnicodeScript as _;
    match c.script() {
        Script::Common | Script::Inherited | Script::Unknown => None,
        script => Some(script),
    }
}

/// The first script of a word that has one.
pub(super) fn first_script(word: &str) -> Option<Script> {
    word.chars().find_map(script)
}

/// Whether two characters can stand in one word of one writing system.
pub(super) fn go_together(one: char, other: char) -> bool {
    let mut set = AugmentedScriptSet::for_char(one);
    set.intersect_with(AugmentedScriptSet::for_char(other));
    !set.is_empty()
}

/// The first two scripts of a word that mixes them, by name.
pub(super) fn names(word: &str) -> (&'static str, &'static str) {
    let first = first_script(word);
    let second = word.chars().filter_map(script).find(|&s| Some(s) != first);
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
            ("example", Mixture::None),
            ("пример2", Mixture::None),
            ("最高のソニーsony", Mixture::None),
            ("한국tv", Mixture::None),
            ("ㄅ中a", Mixture::None),
            ("ไทยtv", Mixture::Moderate),
            ("pаypal", Mixture::Strong),
            ("αlpha", Mixture::Strong),
            ("한の", Mixture::Strong),
            ("עבערб", Mixture::Strong),
        ] {
            assert_eq!(Scripts::of(word).mixture(), mixture, "{word}");
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
                        RestrictionLevel::ModeratelyRestrictive => Mixture::Moderate,
                        RestrictionLevel::MinimallyRestrictive => Mixture::Strong,
                        RestrictionLevel::Unrestricted => continue,
                        _ => Mixture::None,
                    };
                    assert_eq!(Scripts::of(&word).mixture(), level, "{word}");
                }
            }
        }
    }
}
