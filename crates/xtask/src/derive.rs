//! The properties of UTS #58, derived from the Unicode Character Database.
//!
//! These are the formulas of the standard's §6.1 written out once more, over the data inside
//! `icu_properties`. They are the source of the committed tables and the oracle that those tables
//! are compared with; nothing here is shared with the library but the names of the values.

use icu_properties::props::{
    BidiMirroringGlyph, BidiPairedBracketType, Deprecated, GeneralCategory, GeneralCategoryGroup,
    LineBreak, NoncharacterCodePoint, Script, TerminalPunctuation, WhiteSpace, XidContinue,
};
use icu_properties::script::{ScriptWithExtensions, ScriptWithExtensionsBorrowed};
use icu_properties::{
    CodePointMapData, CodePointMapDataBorrowed, CodePointSetData, CodePointSetDataBorrowed,
};
use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
use linkspan::property::{HostClass, LinkTerm};

/// A version of the Unicode Character Database, as `17.0.0` is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnicodeVersion(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// Characters that tell versions apart: each is assigned from the version beside it on.
///
/// The data crate does not state its version, so it is asked for characters that it must and must
/// not know. A new Unicode version adds one line here.
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

/// The scripts whose running text has no spaces between words, so that a link may be glued to the
/// words around it. Korean, Tibetan and Ethiopic mark word boundaries and are not among them.
const UNSPACED_SCRIPTS: &[Script] = &[
    Script::Han,
    Script::Hiragana,
    Script::Katakana,
    Script::Bopomofo,
    Script::Yi,
    Script::Tangut,
    Script::Nushu,
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

/// Everything in ASCII that a host name does not hold: all but letters, digits, `-`, `_` and `.`.
const NOT_IN_HOSTS: &str = "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~";

/// Answers for each character what the generated table must answer.
pub(crate) struct Derivation {
    white_space: CodePointSetDataBorrowed<'static>,
    noncharacter: CodePointSetDataBorrowed<'static>,
    deprecated: CodePointSetDataBorrowed<'static>,
    terminal: CodePointSetDataBorrowed<'static>,
    xid_continue: CodePointSetDataBorrowed<'static>,
    category: CodePointMapDataBorrowed<'static, GeneralCategory>,
    line_break: CodePointMapDataBorrowed<'static, LineBreak>,
    bidi: CodePointMapDataBorrowed<'static, BidiMirroringGlyph>,
    script: ScriptWithExtensionsBorrowed<'static>,
    host_deny_list: AsciiDenyList,
}

impl Derivation {
    pub(crate) fn new() -> Self {
        Self {
            white_space: CodePointSetData::new::<WhiteSpace>(),
            noncharacter: CodePointSetData::new::<NoncharacterCodePoint>(),
            deprecated: CodePointSetData::new::<Deprecated>(),
            terminal: CodePointSetData::new::<TerminalPunctuation>(),
            xid_continue: CodePointSetData::new::<XidContinue>(),
            category: CodePointMapData::<GeneralCategory>::new(),
            line_break: CodePointMapData::<LineBreak>::new(),
            bidi: CodePointMapData::<BidiMirroringGlyph>::new(),
            script: ScriptWithExtensions::new(),
            host_deny_list: AsciiDenyList::new(true, NOT_IN_HOSTS),
        }
    }

    /// The version of the data that this program was built with.
    pub(crate) fn version(&self) -> UnicodeVersion {
        FIRST_ASSIGNED
            .iter()
            .rev()
            .find(|&&(_, c)| self.category.get(c) != GeneralCategory::Unassigned)
            .map_or(UnicodeVersion(0, 0, 0), |&(version, _)| version)
    }

    pub(crate) fn link_term(&self, c: char) -> LinkTerm {
        use GeneralCategory::{Control, PrivateUse, Surrogate, Unassigned};
        let category = self.category.get(c);
        if self.white_space.contains(c)
            || self.noncharacter.contains(c)
            || self.deprecated.contains(c)
            || matches!(category, Control | PrivateUse | Surrogate | Unassigned)
        {
            return LinkTerm::Hard;
        }
        match (c, self.bidi.get(c).paired_bracket_type) {
            ('<', _) | (_, BidiPairedBracketType::Open) => LinkTerm::Open,
            ('>', _) | (_, BidiPairedBracketType::Close) => LinkTerm::Close,
            _ if self.terminal.contains(c) || self.line_break.get(c) == LineBreak::Quotation => {
                LinkTerm::Soft
            }
            _ => LinkTerm::Include,
        }
    }

    pub(crate) fn link_bracket(&self, c: char) -> Option<char> {
        match c {
            '>' => Some('<'),
            _ if self.link_term(c) == LinkTerm::Close => self.bidi.get(c).mirroring_glyph,
            _ => None,
        }
    }

    pub(crate) fn is_link_email(&self, c: char) -> bool {
        if c.is_ascii() {
            // RFC 5322 `atext`, and the dot between atoms.
            c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c)
        } else {
            self.xid_continue.contains(c)
        }
    }

    /// Punctuation above ASCII, but for the few marks that IDNA2008 lets into labels.
    fn is_punctuation(&self, c: char) -> bool {
        let in_words = ['\u{B7}', '\u{5F3}', '\u{5F4}', '\u{F0B}', '\u{30FB}'];
        let category = self.category.get(c);
        !c.is_ascii()
            && GeneralCategoryGroup::Punctuation.contains(category)
            && !in_words.contains(&c)
    }

    pub(crate) fn host_class(&self, c: char) -> HostClass {
        use GeneralCategory::{LetterNumber, PrivateUse, Unassigned};
        use GeneralCategoryGroup as Group;

        let category = self.category.get(c);
        if matches!(category, PrivateUse | Unassigned) {
            return HostClass::Outside; // UTS #46 disallows them, wherever they stand.
        }
        // UTS #46 judges whole labels, so a character is tried where it may stand: between Latin,
        // Hebrew or Arabic letters (a label may not mix directions), and after a virama (the only
        // place where most scripts allow a joiner).
        let contexts = [("a", "b"), ("א", "ב"), ("ب", "ب"), ("क्", "ष")];
        let mapped = contexts.iter().find_map(|(before, after)| {
            let label = format!("{before}{c}{after}");
            let (shown, verdict) =
                Uts46::new().to_unicode(label.as_bytes(), self.host_deny_list, Hyphens::Allow);
            verdict.ok()?;
            Some(shown.strip_prefix(before)?.strip_suffix(after)?.to_owned())
        });
        match mapped.as_deref() {
            None => return HostClass::Outside,
            Some(".") => return HostClass::Dot,
            // UTS #46 lets quotes, dashes and full stops pass, but no registry does, and in running
            // text they stand around a host, not in it.
            Some(_) if self.link_term(c) != LinkTerm::Include => return HostClass::Outside,
            Some(text) if text.chars().any(|c| self.is_punctuation(c)) => {
                return HostClass::Outside;
            }
            Some("") => return HostClass::Other, // Ignored, so it makes no letter either.
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
