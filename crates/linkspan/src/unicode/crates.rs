//! The data of crates.

use icu_properties::props::{
    BidiClass, BidiControl, DefaultIgnorableCodePoint, ExtendedPictographic, GeneralCategory,
    GeneralCategoryGroup, IndicSyllabicCategory, JoiningType, Script,
};
#[cfg(any(test, feature = "assess"))]
use icu_properties::props::{Deprecated, EastAsianWidth};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::{Bidi, Category};

/// The grapheme clusters of a text (UAX #29), with their offsets.
pub(crate) fn grapheme_indices(text: &str) -> impl Iterator<Item = (usize, &str)> {
    unicode_segmentation::UnicodeSegmentation::grapheme_indices(text, true)
}

pub(crate) fn category(c: char) -> Category {
    use GeneralCategoryGroup as Group;

    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    match category {
        GeneralCategory::DecimalNumber => Category::DecimalNumber,
        GeneralCategory::PrivateUse => Category::PrivateUse,
        GeneralCategory::Unassigned => Category::Unassigned,
        _ if Group::Letter.contains(category) => Category::Letter,
        _ if Group::Mark.contains(category) => Category::Mark,
        _ if Group::Separator.contains(category) => Category::Separator,
        _ => Category::Other,
    }
}

pub(crate) fn bidi(c: char) -> Bidi {
    match CodePointMapData::<BidiClass>::new().get(c) {
        BidiClass::LeftToRight => Bidi::LeftToRight,
        BidiClass::RightToLeft | BidiClass::ArabicLetter => Bidi::RightToLeft,
        BidiClass::ArabicNumber => Bidi::ArabicNumber,
        BidiClass::EuropeanNumber => Bidi::EuropeanNumber,
        BidiClass::NonspacingMark => Bidi::NonspacingMark,
        BidiClass::FirstStrongIsolate
        | BidiClass::LeftToRightEmbedding
        | BidiClass::LeftToRightIsolate
        | BidiClass::LeftToRightOverride
        | BidiClass::PopDirectionalFormat
        | BidiClass::PopDirectionalIsolate
        | BidiClass::RightToLeftEmbedding
        | BidiClass::RightToLeftIsolate
        | BidiClass::RightToLeftOverride => Bidi::ExplicitFormatting,
        BidiClass::ParagraphSeparator | BidiClass::SegmentSeparator | BidiClass::WhiteSpace => {
            Bidi::Space
        }
        _ => Bidi::Neutral,
    }
}

/// Whether a letter joins its neighbours.
pub(crate) fn joins(c: char) -> bool {
    matches!(
        CodePointMapData::<JoiningType>::new().get(c),
        JoiningType::DualJoining | JoiningType::LeftJoining | JoiningType::RightJoining
    )
}

/// Whether a character is part of syllables of an Indic script.
pub(crate) fn is_indic(c: char) -> bool {
    CodePointMapData::<IndicSyllabicCategory>::new().get(c) != IndicSyllabicCategory::Other
}

fn has_script(c: char, script: Script) -> bool {
    CodePointMapData::<Script>::new().get(c) == script
}

pub(crate) fn is_han(c: char) -> bool {
    has_script(c, Script::Han)
}

pub(crate) fn is_mongolian(c: char) -> bool {
    has_script(c, Script::Mongolian)
}

pub(crate) fn is_khmer(c: char) -> bool {
    has_script(c, Script::Khmer)
}

/// `Bidi_Control`
pub(crate) fn is_bidi_control(c: char) -> bool {
    CodePointSetData::new::<BidiControl>().contains(c)
}

/// `Default_Ignorable_Code_Point`
pub(crate) fn is_default_ignorable(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// `Extended_Pictographic`
pub(crate) fn is_pictograph(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

/// `Deprecated`
#[cfg(any(test, feature = "assess"))]
pub(crate) fn is_deprecated(c: char) -> bool {
    CodePointSetData::new::<Deprecated>().contains(c)
}

/// Whether the width of a character is that of East Asian typography: wide, full or half.
#[cfg(any(test, feature = "assess"))]
pub(crate) fn is_wide(c: char) -> bool {
    matches!(
        CodePointMapData::<EastAsianWidth>::new().get(c),
        EastAsianWidth::Wide | EastAsianWidth::Fullwidth | EastAsianWidth::Halfwidth
    )
}

#[cfg(feature = "assess")]
pub(crate) use self::security::{
    combining_class, identifier, nfc, nfd, script, script_extension, skeleton,
};

#[cfg(feature = "assess")]
mod security {
    use unicode_normalization::UnicodeNormalization as _;
    use unicode_script::{Script, ScriptExtension, UnicodeScript as _};
    use unicode_security::GeneralSecurityProfile as _;
    use unicode_security::general_security_profile::IdentifierType;

    use super::super::Identifier;

    /// Normalization Form C.
    pub(crate) fn nfc(chars: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
        chars.nfc()
    }

    /// Normalization Form D.
    pub(crate) fn nfd(chars: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
        chars.nfd()
    }

    /// `Canonical_Combining_Class`
    pub(crate) fn combining_class(c: char) -> u8 {
        unicode_normalization::char::canonical_combining_class(c)
    }

    pub(crate) fn identifier(c: char) -> Identifier {
        if c.identifier_allowed() {
            return Identifier::Allowed;
        }
        match c.identifier_type() {
            Some(IdentifierType::Limited_Use) => Identifier::LimitedUse,
            Some(IdentifierType::Not_NFKC) => Identifier::NotNfkc,
            Some(IdentifierType::Not_XID) => Identifier::NotXid,
            Some(IdentifierType::Exclusion) => Identifier::Exclusion,
            _ => Identifier::Restricted,
        }
    }

    /// `Script`
    pub(crate) fn script(c: char) -> Script {
        c.script()
    }

    /// `Script_Extensions`
    pub(crate) fn script_extension(c: char) -> ScriptExtension {
        c.script_extension()
    }

    /// What a text looks like, by UTS #39: texts with the same skeleton are confusable.
    pub(crate) fn skeleton(text: &str) -> impl Iterator<Item = char> {
        unicode_security::skeleton(text)
    }
}
