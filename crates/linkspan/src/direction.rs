//! The direction in which characters are written (`Bidi_Class`, UAX #9).
//!
//! The safe display form and the HTML renderer isolate links that contain right-to-left text. The assessment
//! reports hosts whose labels swap positions when displayed. All of them use this module, so that they
//! cannot disagree.

use crate::unicode::{Bidi, bidi};

/// When a link is isolated from the direction of the surrounding text.
///
/// The HTML renderer isolates with a `<bdi>` element, the safe display form with the characters U+2068 and
/// U+2069.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Anchor, Html, Isolation, Rel, render};
///
/// let html = || Html::new().anchor(Anchor::new().rel(Rel::NONE));
/// let text = "יש: אתר.קום";
/// assert_eq!(
///     render(&Finder::new(), text, html()),
///     "יש: <bdi><a href=\"https://xn--4db2cf.xn--9dbq2a\">אתר.קום</a></bdi>"
/// );
/// assert_eq!(
///     render(&Finder::new(), text, html().isolation(Isolation::Never)),
///     "יש: <a href=\"https://xn--4db2cf.xn--9dbq2a\">אתר.קום</a>"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isolation {
    /// If it contains right-to-left characters, or characters that set a direction.
    #[default]
    RightToLeft,
    /// Always. The text before and after it may be right-to-left, too.
    Always,
    /// Never. The program that displays the output isolates it by other means.
    Never,
}

impl Isolation {
    /// Whether a text is isolated, for renderers of other formats.
    ///
    /// ```
    /// use linkspan::render::Isolation;
    ///
    /// assert!(Isolation::RightToLeft.applies_to("אתר.קום"));
    /// assert!(!Isolation::RightToLeft.applies_to("example.com"));
    /// assert!(Isolation::Always.applies_to("example.com"));
    /// ```
    #[must_use]
    pub fn applies_to(self, text: &str) -> bool {
        match self {
            Self::RightToLeft => has_right_to_left(text),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// Whether the first character of a text with a direction is written from right to left.
pub(crate) fn is_right_to_left_text(text: &str) -> bool {
    starts_right_to_left(text, false)
}

/// Whether a text continues a run of right-to-left text that precedes it, so that its start is displayed to the left of the
/// run. Numbers do, too: they are displayed where a right-to-left reader expects them (UAX #9, rules W2, W7 and N1).
pub(crate) fn continues_right_to_left(text: &str) -> bool {
    starts_right_to_left(text, true)
}

fn starts_right_to_left(text: &str, follows_right_to_left: bool) -> bool {
    // Other characters have the direction of the text around them.
    let is_right_to_left = |c| match bidi(c) {
        Bidi::LeftToRight => Some(false),
        Bidi::RightToLeft | Bidi::ArabicNumber => Some(true),
        Bidi::EuropeanNumber => follows_right_to_left.then_some(true),
        _ => None,
    };
    text.chars().find_map(is_right_to_left) == Some(true)
}

/// Whether a text contains right-to-left characters, or formatting characters that set a direction
/// explicitly.
///
/// Such a text can change the order in which its surroundings are displayed, unless it is isolated.
pub(crate) fn has_right_to_left(text: &str) -> bool {
    /// No character below has one of these classes.
    const FIRST: char = '\u{590}';
    if text.is_ascii() {
        return false;
    }
    text.chars().any(|c| c >= FIRST && changes_order(c))
}

/// Whether a character is written from right to left, or sets a direction explicitly.
fn changes_order(c: char) -> bool {
    matches!(
        bidi(c),
        Bidi::RightToLeft | Bidi::ArabicNumber | Bidi::ExplicitFormatting
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_to_left_text_is_recognized() {
        for text in ["אתר", "a/بنك", "٣", "\u{202E}", "\u{2066}a\u{2069}", "𞤀"] {
            assert!(has_right_to_left(text), "{text:?}");
        }
        for text in [
            "",
            "example.com/a?b#c",
            "пример",
            "例え",
            "ไทย",
            "۳",
            "\u{300}",
        ] {
            assert!(!has_right_to_left(text), "{text:?}");
        }
    }

    #[test]
    fn the_fast_path_skips_no_character() {
        for c in '\0'..'\u{590}' {
            assert!(!changes_order(c), "{c:?}");
        }
    }

    #[test]
    fn numbers_continue_right_to_left_text() {
        for text in ["א", ".א", "/1a", ":8080", "٣", "۳", "²", "/-_~א", "%31"] {
            assert!(continues_right_to_left(text), "{text:?}");
        }
        for text in ["", "/", "/a1", ".a.א", "%D7%90", "字1"] {
            assert!(!continues_right_to_left(text), "{text:?}");
        }
    }

    #[test]
    fn the_first_letter_has_the_direction_of_a_text() {
        for text in ["א", "ب", "٣", "1א", ".-א1a", "\u{5B0}א"] {
            assert!(is_right_to_left_text(text), "{text:?}");
        }
        for text in ["", "a", "字", "aא", "1", "۳", ".", "\u{202E}", "1aא"] {
            assert!(!is_right_to_left_text(text), "{text:?}");
        }
    }
}
