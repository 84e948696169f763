//! The findings about characters of the link, and of its parts outside of the host.

use linkspan::Link;
use linkspan::assess::{Code, Level};

use super::Bounds;
use super::labels::{has_stack, letters_with_marks};
use super::unicode::{
    is_arabic, is_bidi_control, is_blank, is_han, is_mark, is_pictograph, is_stroke, is_unassigned,
    is_word_character, joins,
};

pub(super) fn bounds(text: &str, link: &Link<'_>) -> Vec<(Code, Bounds)> {
    let host = link.host_range();
    let outside = [&text[link.start()..host.start], &text[host.end..link.end()]];
    let whole = link.as_str();
    let exactly =
        |code, is_reported: bool, level| (code, Bounds::exactly(is_reported.then_some(level)));
    let has_bidi_control = whole.contains(is_bidi_control);
    let has_tags =
        link.host().contains(is_tag) || outside.iter().any(|part| has_tags_outside_flags(part));
    let has_unassigned = outside.iter().any(|part| part.contains(is_unassigned));
    let has_marks = outside.iter().any(|part| has_marks(part));
    vec![
        exactly(Code::BidiControl, has_bidi_control, Level::Danger),
        exactly(Code::Tag, has_tags, Level::Danger),
        exactly(Code::Unassigned, has_unassigned, Level::Warn),
        exactly(Code::Marks, has_marks, Level::Warn),
        (
            Code::Invisible,
            invisible(outside[0]).max(invisible(outside[1])),
        ),
    ]
}

pub(super) fn is_tag(c: char) -> bool {
    ('\u{E0000}'..='\u{E007F}').contains(&c)
}

/// A flag is a black flag, tags for letters and digits, and the end of tags.
fn has_tags_outside_flags(text: &str) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find(is_tag) {
        let (before, tags) = rest.split_at(start);
        let end = tags.find(|c| !is_tag(c)).unwrap_or(tags.len());
        let name = tags[..end].strip_suffix('\u{E007F}');
        let is_name = |name: &str| {
            (3..=6).contains(&name.chars().count())
                && name
                    .chars()
                    .all(|c| matches!(c, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}'))
        };
        if !before.ends_with('🏴') || !name.is_some_and(is_name) {
            return true;
        }
        rest = &tags[end..];
    }
    false
}

/// Strokes through letters, and more than four marks on a letter.
fn has_marks(text: &str) -> bool {
    letters_with_marks(text.chars())
        .iter()
        .any(|(letter, marks)| {
            has_stack(marks)
                || is_word_character(*letter) && marks.iter().any(|mark| is_stroke(*mark))
        })
}

fn invisible(part: &str) -> Bounds {
    let chars: Vec<char> = part.chars().collect();
    let neighbour = |index: Option<usize>| index.and_then(|index| chars.get(index)).copied();
    let mut sum = Bounds::exactly(None);
    for (index, c) in chars.iter().enumerate() {
        let before = neighbour(index.checked_sub(1));
        sum = sum.max(invisible_between(before, *c, neighbour(Some(index + 1))));
    }
    sum
}

/// An invisible character without a purpose between its neighbours.
fn invisible_between(before: Option<char>, c: char, after: Option<char>) -> Bounds {
    let reported = Bounds::exactly(Some(Level::Warn));
    let ordinary = Bounds::exactly(None);
    if !is_blank(c) || is_bidi_control(c) || is_tag(c) || is_unassigned(c) {
        return ordinary;
    }
    let (Some(before), Some(after)) = (before, after) else {
        return Bounds::OPEN;
    };
    let is_braille = |c: char| ('\u{2801}'..='\u{28FF}').contains(&c);
    let is_base = |c: char| is_pictograph(c) && !c.is_ascii();
    let has_purpose = match c {
        // Joiners between letters that join others, also where these two would not join, and between emoji.
        '\u{200C}' if is_arabic(before) && is_arabic(after) => joins(before).1 && joins(after).1,
        '\u{200D}' if is_base(before) => is_base(after),
        // Variation selectors after what has variants.
        '\u{FE0F}' if is_base(before) => true,
        '\u{E0100}'..='\u{E01EF}' if is_han(before) => true,
        // The blank Braille pattern.
        '\u{2800}' if before == c || after == c => return Bounds::OPEN,
        '\u{2800}' => is_braille(before) || is_braille(after),
        // Joiners and space of zero width, marks such as variation selectors, and the Mongolian vowel separator.
        _ if is_mark(c) || "\u{200B}\u{200C}\u{200D}\u{180E}".contains(c) => {
            return if before.is_ascii_alphabetic() {
                reported
            } else {
                Bounds::OPEN
            };
        }
        _ => false,
    };
    if has_purpose { ordinary } else { reported }
}
