//! What single characters are, as far as it matters here.

use icu_properties::props::{
    BidiControl, DefaultIgnorableCodePoint, Deprecated, EastAsianWidth, ExtendedPictographic,
    GeneralCategory, GeneralCategoryGroup, IndicSyllabicCategory, JoiningType,
};
use icu_properties::{CodePointMapData, CodePointSetData};

use crate::property::{LinkTerm, link_term};

/// Whether a character changes the order of what is shown.
pub(super) fn is_bidi_control(c: char) -> bool {
    c >= '\u{61C}' && CodePointSetData::new::<BidiControl>().contains(c)
}

/// Whether a character is not shown, unless its neighbours make something of it.
pub(super) fn is_ignorable(c: char) -> bool {
    c >= '\u{AD}' && CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// Whether a character is one of the tags that spell out the names of flags.
pub(super) fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

/// Whether a code point has no character in the version of Unicode that our tables are of.
pub(super) fn is_unassigned(c: char) -> bool {
    // Unassigned code points are Hard, which is asked of our own table: the data crate may be newer.
    !c.is_ascii()
        && link_term(c) == LinkTerm::Hard
        && !c.is_whitespace()
        && !c.is_control()
        && !is_private(c)
        && !CodePointSetData::new::<Deprecated>().contains(c)
        && !is_separator(c)
}

/// Whether nothing is seen of a character, so that a message must name it.
pub(super) fn is_unseen(c: char) -> bool {
    c.is_control() || is_ignorable(c) || link_term(c) == LinkTerm::Hard && c != ' '
}

fn is_private(c: char) -> bool {
    category(c) == GeneralCategory::PrivateUse
}

fn is_separator(c: char) -> bool {
    GeneralCategoryGroup::Separator.contains(category(c))
}

fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// Whether a character belongs to the word that it stands in.
pub(super) fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    let category = category(c);
    GeneralCategoryGroup::Letter.contains(category)
        || GeneralCategoryGroup::Mark.contains(category)
        || category == GeneralCategory::DecimalNumber
}

/// The first digit of the set that a decimal digit is of.
pub(super) fn digit_set(c: char) -> Option<char> {
    let is_digit = |c| category(c) == GeneralCategory::DecimalNumber;
    if c.is_ascii_digit() {
        return Some('0');
    }
    if c.is_ascii() || !is_digit(c) {
        return None;
    }
    // Sets are ten in a row, and but for those of mathematics, which UTS #46 maps to ASCII, no two of
    // them touch.
    ('\u{80}'..=c).rev().take_while(|&c| is_digit(c)).last()
}

/// Whether a character is as wide as an ideograph.
pub(super) fn is_wide(c: char) -> bool {
    !c.is_ascii()
        && matches!(
            CodePointMapData::<EastAsianWidth>::new().get(c),
            EastAsianWidth::Wide | EastAsianWidth::Fullwidth | EastAsianWidth::Halfwidth
        )
}

/// Whether joiners may stand beside a character: a letter or mark of a script whose letters join,
/// or of one of the Indic family.
pub(super) fn takes_joiners(c: char) -> bool {
    !c.is_ascii()
        && is_word(c)
        && (matches!(
            CodePointMapData::<JoiningType>::new().get(c),
            JoiningType::DualJoining | JoiningType::LeftJoining | JoiningType::RightJoining
        ) || CodePointMapData::<IndicSyllabicCategory>::new().get(c)
            != IndicSyllabicCategory::Other)
}

/// Whether a character is the picture that an emoji is made of.
pub(super) fn is_pictograph(c: char) -> bool {
    !c.is_ascii() && CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

/// Whether a character is a mark, which goes with the one before it.
pub(super) fn is_mark(c: char) -> bool {
    !c.is_ascii() && GeneralCategoryGroup::Mark.contains(category(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unassigned_is_what_our_table_has_no_character_for() {
        assert!(is_unassigned('\u{378}') && is_unassigned('\u{E0080}'));
        for c in [
            'a', ' ', '\u{2028}', '\u{A0}', '\u{E000}', '\u{149}', '漢', '\u{85}', '\u{206A}',
        ] {
            assert!(!is_unassigned(c), "{c:?}");
        }
    }

    #[test]
    fn digits_of_one_set_have_the_same_first_digit() {
        assert_eq!(digit_set('٣'), Some('٠'));
        assert_eq!(digit_set('۳'), Some('۰'));
        assert_eq!(digit_set('९'), Some('०'));
        assert_eq!(digit_set('三'), None);
    }
}
