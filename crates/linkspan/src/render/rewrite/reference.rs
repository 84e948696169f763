//! Character references, and the way back from what they spell to where they stand.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What the references are called, with their `&` and `;`, and what they stand for.
static NAMES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let entities = entities::ENTITIES.iter();
    entities.map(|e| (e.entity, e.characters)).collect()
});

/// The longest name, with its `&`, that counts without a `;` after it.
const LONGEST_BARE: usize = "&frac12".len();

/// The longest name of all, with its `&`.
const LONGEST: usize = "&CounterClockwiseContourIntegral".len();

/// What stands in the text for a `<` that is written as such, and starts no tag. It ends a link: right
/// behind one that ends in `</`, which the end of a document may, an end tag would be a comment.
const BARE_LESS_THAN: char = '\n';

/// Text as readers see it.
pub(super) struct Decoded<'s> {
    text: Cow<'s, str>,
    /// The references, in order.
    references: Vec<Reference>,
}

/// A reference: where it ends, and where the text is that it spells.
#[derive(Clone, Copy)]
struct Reference {
    source_end: usize,
    text_start: usize,
    text_end: usize,
}

impl<'s> Decoded<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        let mut references = Vec::new();
        let mut text = String::new();
        let mut done = 0;
        for at in memchr::memchr2_iter(b'&', b'<', source.as_bytes()) {
            let from = source.get(at..).unwrap_or_default();
            if from.starts_with('<') {
                text.push_str(source.get(done..at).unwrap_or_default());
                text.push(BARE_LESS_THAN);
                done = at + 1;
                continue;
            }
            let Some((spelled, length)) = reference(from) else {
                continue;
            };
            text.push_str(source.get(done..at).unwrap_or_default());
            done = at + length;
            let text_start = text.len();
            match spelled {
                Spelled::Char(c) => text.push(c),
                Spelled::Text(spelled) => text.push_str(spelled),
            }
            references.push(Reference {
                source_end: done,
                text_start,
                text_end: text.len(),
            });
        }
        let text = if done == 0 {
            Cow::Borrowed(source)
        } else {
            text.push_str(source.get(done..).unwrap_or_default());
            Cow::Owned(text)
        };
        Self { text, references }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The place in the source that an offset in the text comes from. `None` in the middle of what
    /// a reference spells.
    pub(super) fn source(&self, offset: usize) -> Option<usize> {
        let passed = self.references.partition_point(|r| r.text_start < offset);
        match passed
            .checked_sub(1)
            .and_then(|last| self.references.get(last))
        {
            None => Some(offset),
            Some(last) if last.text_end <= offset => Some(last.source_end + offset - last.text_end),
            Some(_) => None,
        }
    }
}

enum Spelled {
    Char(char),
    Text(&'static str),
}

/// Reads the reference that a text starts with, as HTML has it outside of attributes: what it
/// spells, and its length.
fn reference(text: &str) -> Option<(Spelled, usize)> {
    if let Some(number) = text.strip_prefix("&#") {
        let (c, length) = numeric(number)?;
        return Some((Spelled::Char(c), 2 + length));
    }
    let name = text.bytes().skip(1).take(LONGEST);
    let length = 1 + name.take_while(u8::is_ascii_alphanumeric).count();
    let named = |end: usize| {
        let spelled = NAMES.get(text.get(..end)?)?;
        Some((Spelled::Text(spelled), end))
    };
    let whole = text.as_bytes().get(length) == Some(&b';');
    let bare = || (1..=length.min(LONGEST_BARE)).rev().find_map(named);
    whole.then(|| named(length + 1)).flatten().or_else(bare)
}

/// Reads the number of a character, without the `&#` before it.
fn numeric(number: &str) -> Option<(char, usize)> {
    let (radix, digits) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (16, digits),
        None => (10, number),
    };
    let count = digits.chars().take_while(|c| c.is_digit(radix)).count();
    if count == 0 {
        return None;
    }
    let value = digits
        .chars()
        .take(count)
        .filter_map(|c| c.to_digit(radix))
        .fold(0_u32, |value, digit| {
            value.saturating_mul(radix).saturating_add(digit)
        });
    let end = number.len() - digits.len() + count;
    let ended = number.as_bytes().get(end) == Some(&b';');
    Some((numbered(value), end + usize::from(ended)))
}

/// The character of a number. Those from 80 to 9F are taken for windows-1252, as on the early web.
fn numbered(value: u32) -> char {
    const WINDOWS_1252: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž',
        '\u{8F}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}',
        'ž', 'Ÿ',
    ];
    let early = value
        .checked_sub(0x80)
        .and_then(|at| usize::try_from(at).ok());
    match early.and_then(|at| WINDOWS_1252.get(at)) {
        Some(&c) => c,
        None => char::from_u32(value)
            .filter(|&c| c != '\0')
            .unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_as_html_has_it() {
        let cases = [
            ("", ""),
            ("a&b", "a&b"),
            ("&", "&"),
            ("&;", "&;"),
            ("&amp;", "&"),
            ("&amp", "&"),
            ("&ampx;", "&x;"),
            ("&AMP;&AMP", "&&"),
            ("&notit;", "¬it;"),
            ("&notin;", "∉"),
            ("&hellip", "&hellip"),
            ("&CounterClockwiseContourIntegral;", "∳"),
            (
                "&CounterClockwiseContourIntegralx;",
                "&CounterClockwiseContourIntegralx;",
            ),
            ("&#58;&#x3a;&#X3A&#0000058x", "::::x"),
            ("&#;&#x;&#xg", "&#;&#x;&#xg"),
            (
                "&#0;&#xD800;&#x110000;&#99999999999999;",
                "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
            ),
            ("&#128;&#x9f;&#x81;", "€Ÿ\u{81}"),
            ("é&eacute;é", "ééé"),
            ("&fjlig;", "fj"),
            ("a<b&lt;", "a\nb<"),
        ];
        for (source, expected) in cases {
            assert_eq!(Decoded::new(source).text(), expected, "{source}");
        }
    }

    #[test]
    fn the_way_back() {
        let decoded = Decoded::new("a&amp;b&fjlig;c");
        assert_eq!(decoded.text(), "a&bfjc");
        let places: Vec<_> = (0..=6).map(|at| decoded.source(at)).collect();
        let expected = [Some(0), Some(1), Some(6), Some(7), None, Some(14), Some(15)];
        assert_eq!(places, expected);
    }

    #[test]
    fn the_longest_names_are_known() {
        let longest = |ended: bool| {
            let entities = entities::ENTITIES.iter().map(|e| e.entity);
            let those = entities.filter(|name| name.ends_with(';') == ended);
            those.map(|name| name.trim_end_matches(';').len()).max()
        };
        assert_eq!(longest(true), Some(LONGEST));
        assert_eq!(longest(false), Some(LONGEST_BARE));
    }
}
