//! Properties of single characters.
//!
//! The data comes from `unicode`, except for the question which code points are assigned: our own table answers it,
//! because a data crate may be of a newer version of Unicode.

pub(crate) use crate::invisible::{
    is_bidi_control, is_blank, is_emoji_modifier, is_mark, is_pictograph, is_tag, is_word_character,
};
use crate::property::{LinkTerm, link_term};
use crate::unicode::{self, Category, category};

/// Whether a code point is unassigned in the version of Unicode of our tables.
pub(crate) fn is_unassigned(c: char) -> bool {
    // Unassigned code points have the value Hard in our table. All others with that value are excluded one by one.
    !c.is_ascii()
        && link_term(c) == LinkTerm::Hard
        && !c.is_whitespace()
        && !c.is_control()
        && !matches!(category(c), Category::PrivateUse | Category::Separator)
        && !unicode::is_deprecated(c)
}

/// Whether a character cannot be seen in a message.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control() || is_blank(c) || link_term(c) == LinkTerm::Hard && c != ' '
}

/// The zero of the decimal number system that a digit belongs to. `None` if the character is not a decimal digit.
pub(crate) fn decimal_zero(c: char) -> Option<char> {
    let is_digit = |c| category(c) == Category::DecimalNumber;
    if c.is_ascii_digit() {
        return Some('0');
    }
    if c.is_ascii() || !is_digit(c) {
        return None;
    }
    // The ten digits of a system are consecutive, and no two systems are adjacent. The exceptions are the mathematical
    // digits, which UTS #46 maps to ASCII.
    ('\u{80}'..=c).rev().take_while(|&c| is_digit(c)).last()
}

/// Whether a character is an ideograph or another character of East Asian typography, of full or half width.
pub(crate) fn is_wide(c: char) -> bool {
    !c.is_ascii() && unicode::is_wide(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unassigned_code_points() {
        assert!(is_unassigned('\u{378}') && is_unassigned('\u{E0080}'));
        for c in [
            'a', ' ', '\u{2028}', '\u{A0}', '\u{E000}', '\u{149}', '漢', '\u{85}', '\u{206A}',
        ] {
            assert!(!is_unassigned(c), "{c:?}");
        }
    }

    #[test]
    fn digits_of_one_system_have_the_same_zero() {
        assert_eq!(decimal_zero('٣'), Some('٠'));
        assert_eq!(decimal_zero('۳'), Some('۰'));
        assert_eq!(decimal_zero('९'), Some('०'));
        assert_eq!(decimal_zero('三'), None);
    }
}
