//! The properties of UTS #58 and the host class, derived from the Unicode Character Database.
//!
//! `link_properties` implements the formulas of §6.1 of the standard with the data in `icu_properties`. The committed
//! tables are generated from it, and a test compares them with it. It shares only the names of the property values with
//! the library. The host class, which is ours, is derived here.

mod link_properties;

use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::script::{ScriptWithExtensions, ScriptWithExtensionsBorrowed};
use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
use linkspan::property::HostClass;
use linkspan::uts58::LinkTerm;

use link_properties::LinkProperties;

/// A version of the Unicode Character Database, for example `18.0.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnicodeVersion(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// For each Unicode version, a character that is first assigned in it.
///
/// `icu_properties` does not state the version of its data. The last of these characters that is assigned shows it. Add
/// a line for each new Unicode version.
const FIRST_ASSIGNED: &[(UnicodeVersion, char)] = &[
    (UnicodeVersion(16, 0, 0), '\u{1C89}'), // CYRILLIC CAPITAL LETTER TJE
    (UnicodeVersion(17, 0, 0), '\u{0C5C}'), // TELUGU ARCHAIC SHRII
    (UnicodeVersion(18, 0, 0), '\u{2E60}'), // WIGGLY EXCLAMATION MARK
];

impl std::str::FromStr for UnicodeVersion {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        FIRST_ASSIGNED
            .iter()
            .map(|&(version, _)| version)
            .find(|version| version.to_string() == text)
            .ok_or_else(|| {
                let known: Vec<_> = FIRST_ASSIGNED
                    .iter()
                    .map(|(version, _)| version.to_string())
                    .collect();
                anyhow::anyhow!(
                    "expected one of the Unicode versions {}, found '{text}'",
                    known.join(", ")
                )
            })
    }
}

impl std::fmt::Display for UnicodeVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// The scripts without spaces between words, so that a link may directly follow or precede a word. Korean, Tibetan and
/// Ethiopic mark word boundaries and are not in the list.
const UNSPACED_SCRIPTS: &[Script] = &[
    Script::Han,
    Script::Hiragana,
    Script::Katakana,
    Script::Bopomofo,
    Script::Yi,
    Script::Tangut,
    Script::Nushu,
    Script::Jurchen,
    Script::Seal,
    Script::Thai,
    Script::Lao,
    Script::Khmer,
    Script::Myanmar,
    Script::TaiLe,
    Script::NewTaiLue,
    Script::TaiTham,
    Script::TaiViet,
    Script::Ahom,
    Script::Balinese,
    Script::Javanese,
];

/// The printable ASCII characters that are not valid in a host: all except letters, digits, `-`, `_` and `.`.
const INVALID_IN_HOSTS: &str = "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~";

/// Computes the properties of a character.
pub(crate) struct Derivation {
    properties: LinkProperties,
    script: ScriptWithExtensionsBorrowed<'static>,
    host_deny_list: AsciiDenyList,
}

impl Derivation {
    pub(crate) fn new() -> Self {
        Self {
            properties: LinkProperties::new(),
            script: ScriptWithExtensions::new(),
            host_deny_list: AsciiDenyList::new(true, INVALID_IN_HOSTS),
        }
    }

    /// The Unicode version of the `icu_properties` data in this build.
    pub(crate) fn version(&self) -> UnicodeVersion {
        FIRST_ASSIGNED
            .iter()
            .rev()
            .find(|&&(_, c)| self.properties.category(c) != GeneralCategory::Unassigned)
            .map_or(UnicodeVersion(0, 0, 0), |&(version, _)| version)
    }

    pub(crate) fn link_term(&self, c: char) -> LinkTerm {
        self.properties.link_term(c)
    }

    pub(crate) fn link_bracket(&self, c: char) -> Option<char> {
        self.properties.link_bracket(c)
    }

    pub(crate) fn is_link_email(&self, c: char) -> bool {
        self.properties.is_link_email(c)
    }

    /// Whether a character is punctuation outside ASCII. The few marks that IDNA2008 allows in labels are excluded.
    fn is_punctuation(&self, c: char) -> bool {
        let allowed = ['\u{B7}', '\u{5F3}', '\u{5F4}', '\u{F0B}', '\u{30FB}'];
        let category = self.properties.category(c);
        !c.is_ascii()
            && GeneralCategoryGroup::Punctuation.contains(category)
            && !allowed.contains(&c)
    }

    pub(crate) fn host_class(&self, c: char) -> HostClass {
        use GeneralCategory::{LetterNumber, PrivateUse, Unassigned};
        use GeneralCategoryGroup as Group;

        let category = self.properties.category(c);
        if matches!(category, PrivateUse | Unassigned) {
            return HostClass::Outside; // UTS #46 never allows them.
        }
        // UTS #46 validates whole labels, so each character is tried in labels in which it may be valid: between
        // Latin, Hebrew or Arabic letters (a label may not mix directions), and after a virama (the only position
        // in which most scripts allow a joiner).
        let contexts = [("a", "b"), ("א", "ב"), ("ب", "ب"), ("क्", "ष")];
        let mapped = contexts.iter().find_map(|(before, after)| {
            let label = format!("{before}{c}{after}");
            let (shown, validity) =
                Uts46::new().to_unicode(label.as_bytes(), self.host_deny_list, Hyphens::Allow);
            validity.ok()?;
            Some(shown.strip_prefix(before)?.strip_suffix(after)?.to_owned())
        });
        match mapped.as_deref() {
            None => return HostClass::Outside,
            Some(".") => return HostClass::Dot,
            // UTS #46 allows quotes, dashes and full stops, but registries do not, and in running text they are
            // next to a host, not part of it.
            Some(_) if self.link_term(c) != LinkTerm::Include => return HostClass::Outside,
            Some(text) if text.chars().any(|c| self.is_punctuation(c)) => {
                return HostClass::Outside;
            }
            Some("") => return HostClass::Other, // UTS #46 ignores it, so it is not a letter.
            Some(_) => {}
        }
        let letter =
            Group::Letter.union(Group::Mark).contains(category) || category == LetterNumber;
        let scripts = self.script.get_script_extensions_val(c);
        let unspaced = scripts
            .iter()
            .all(|script| UNSPACED_SCRIPTS.contains(&script));
        let latin = [Script::Latin, Script::Inherited, Script::Common]
            .iter()
            .any(|&script| self.script.has_script(c, script));
        match (letter, unspaced, latin) {
            (false, _, _) => HostClass::Other,
            (true, true, _) => HostClass::Unspaced,
            (true, false, true) => HostClass::Latin,
            (true, false, false) => HostClass::Letter,
        }
    }
}
