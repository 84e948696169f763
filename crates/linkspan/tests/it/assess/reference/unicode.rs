//! Properties of characters, from the data of the ICU and from the tables of UTS #39.
//!
//! The library takes scripts from another crate, and whether a code point is assigned from a table of its own.

use icu_properties::props::{
    BidiControl, CanonicalCombiningClass, DefaultIgnorableCodePoint, ExtendedPictographic,
    GeneralCategory, GeneralCategoryGroup, JoiningType, Script,
};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData};

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

pub(super) fn is_unassigned(c: char) -> bool {
    category(c) == GeneralCategory::Unassigned
}

pub(super) fn is_mark(c: char) -> bool {
    GeneralCategoryGroup::Mark.contains(category(c))
}

/// A letter, a mark or a digit.
pub(super) fn is_word_character(c: char) -> bool {
    GeneralCategoryGroup::Letter.contains(category(c)) || is_mark(c) || zero(c).is_some()
}

pub(super) fn is_bidi_control(c: char) -> bool {
    CodePointSetData::new::<BidiControl>().contains(c)
}

/// A character that is displayed as nothing or as a blank, and is no space.
pub(super) fn is_blank(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c) || c == '\u{2800}'
}

pub(super) fn is_pictograph(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

/// A character of an emoji: also skin tones, keycaps and the letters of flags.
pub(super) fn is_emoji(c: char) -> bool {
    is_pictograph(c)
        || matches!(c, '\u{1F3FB}'..='\u{1F3FF}' | '\u{20E3}' | '\u{1F1E6}'..='\u{1F1FF}')
}

pub(super) fn script(c: char) -> Script {
    CodePointMapData::<Script>::new().get(c)
}

pub(super) fn is_arabic(c: char) -> bool {
    script(c) == Script::Arabic
}

pub(super) fn is_bopomofo(c: char) -> bool {
    script(c) == Script::Bopomofo
}

pub(super) fn is_han(c: char) -> bool {
    script(c) == Script::Han
}

pub(super) fn is_kana(c: char) -> bool {
    [Script::Hiragana, Script::Katakana].contains(&script(c))
}

/// Whether a letter joins with the next one, and whether with the one before it.
pub(super) fn joins(c: char) -> (bool, bool) {
    let joining = CodePointMapData::<JoiningType>::new().get(c);
    let is_dual = joining == JoiningType::DualJoining;
    (is_dual, is_dual || joining == JoiningType::RightJoining)
}

/// The zero of the set of digits that a digit belongs to. The digits of a set are ten consecutive code points.
pub(super) fn zero(c: char) -> Option<u32> {
    if category(c) != GeneralCategory::DecimalNumber {
        return None;
    }
    let mut digits = CodePointMapData::<GeneralCategory>::new()
        .iter_ranges_for_value(GeneralCategory::DecimalNumber);
    let range = digits.find(|range| range.contains(&u32::from(c)))?;
    Some(u32::from(c) - (u32::from(c) - range.start()) % 10)
}

fn combining_class(c: char) -> CanonicalCombiningClass {
    CodePointMapData::<CanonicalCombiningClass>::new().get(c)
}

/// A mark that is drawn above, below or through the letter before it.
pub(super) fn is_stackable(c: char) -> bool {
    combining_class(c) != CanonicalCombiningClass::NotReordered
}

/// A stroke through the letter before it. Those of a script are part of its letters.
pub(super) fn is_stroke(c: char) -> bool {
    combining_class(c) == CanonicalCombiningClass::Overlay && scripts(c).is_none()
}

/// The scripts of a character (`Script_Extensions`), or `None` if it is in every script.
pub(super) fn scripts(c: char) -> Option<Vec<Script>> {
    let scripts = ScriptWithExtensions::new().get_script_extensions_val(c);
    let scripts: Vec<_> = scripts.iter().collect();
    let is_any = scripts.contains(&Script::Common) || scripts.contains(&Script::Inherited);
    (!is_any).then_some(scripts)
}

/// `Identifier_Status` of UTS #39.
pub(super) fn is_allowed_in_identifiers(c: char) -> bool {
    unicode_security::GeneralSecurityProfile::identifier_allowed(c)
}

/// `Identifier_Type` of UTS #39.
pub(super) fn is_in_limited_use(c: char) -> bool {
    use unicode_security::general_security_profile::IdentifierType;
    let kind = unicode_security::GeneralSecurityProfile::identifier_type(c);
    kind == Some(IdentifierType::Limited_Use)
}
