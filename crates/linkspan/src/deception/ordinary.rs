//! Texts outside the host that are so ordinary that nothing in them deceives.

use crate::property::host_class;

/// The maximum number of marks of one letter. Biblical Hebrew and polytonic Greek need up to four.
pub(crate) const MAX_MARKS: usize = 4;

/// Whether a text consists of ASCII characters and ordinary letters and marks, and no word of it mixes letters of ASCII with
/// letters that are not Latin. Then nothing in it deceives, and no character above ASCII is invisible. `false` is
/// inconclusive.
pub(crate) fn is_ordinary(text: &str) -> bool {
    // The ranges of letters are not worth their size where programs are downloaded.
    if cfg!(feature = "compact-tables") {
        return false;
    }
    let (mut has_ascii, mut has_other) = (false, false);
    // The length of a run of marks, or more than that.
    let mut marks = 0;
    text.chars().all(|c| {
        let Some(ordinary) = ordinary(c) else {
            return false;
        };
        match ordinary {
            Ordinary::AsciiLetter => has_ascii = true,
            Ordinary::Separator => (has_ascii, has_other) = (false, false),
            Ordinary::DigitOrLatin => {}
            Ordinary::Letter | Ordinary::MarkOrLetter => has_other = true,
        }
        marks = match ordinary {
            Ordinary::MarkOrLetter => marks + 1,
            _ => 0,
        };
        marks <= MAX_MARKS && !(has_ascii && has_other)
    })
}

/// Which characters are ordinary.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ordinary {
    AsciiLetter,
    /// An ASCII character between words.
    Separator,
    /// An ASCII digit, or a Latin letter above ASCII.
    DigitOrLatin,
    /// A letter of another script.
    Letter,
    /// A letter of another script, or a mark that is not an overlay.
    MarkOrLetter,
}

/// Whether a character is ASCII, or is known to be assigned, visible, and unlike a delimiter. `None` is inconclusive. A few
/// signs such as `×` are among the letters, so that there are fewer ranges. As letters they do not separate words, which
/// makes the answer of [`is_ordinary`] inconclusive more often.
pub(super) fn ordinary(c: char) -> Option<Ordinary> {
    match c {
        'a'..='z' | 'A'..='Z' => Some(Ordinary::AsciiLetter),
        '0'..='9' | '\u{C0}'..='\u{240}' | '\u{1E00}'..='\u{1EFF}' => Some(Ordinary::DigitOrLatin),
        '\0'..='\x7F' => Some(Ordinary::Separator),
        // Greek, Cyrillic, Hebrew, Arabic, Thai, Hiragana, Katakana, Han, Hangul.
        '\u{391}'..='\u{3A1}'
        | '\u{3A3}'..='\u{481}'
        | '\u{48A}'..='\u{52F}'
        | '\u{5D0}'..='\u{5EA}'
        | '\u{620}'..='\u{64A}'
        | '\u{671}'..='\u{6D3}'
        | '\u{E01}'..='\u{E30}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30A1}'..='\u{30CD}'
        | '\u{30CF}'..='\u{30FA}'
        | '\u{4E40}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}' => Some(Ordinary::Letter),
        // Signs that look like a colon or a question mark.
        '\u{903}' | '\u{97D}' | '\u{A83}' => None,
        // From Devanagari to Sinhala, in whose blocks the letters have the same positions, and the marks of Thai.
        '\u{900}'..='\u{E7F}' if host_class(c).is_letter() => match u32::from(c) & 0x7F {
            0x05..=0x39 if c < '\u{E00}' => Some(Ordinary::Letter),
            _ => Some(Ordinary::MarkOrLetter),
        },
        _ => None,
    }
}
