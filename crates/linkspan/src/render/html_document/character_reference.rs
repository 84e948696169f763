//! Decoding of HTML character references, with a map from decoded offsets back to the source.
//!
//! The finder searches the decoded text, because readers see that, while tags are inserted into the source.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use core::slice;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The named references, with their `&` and `;`, and the text that each stands for.
static NAMES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let entities = entities::ENTITIES.iter();
    entities.map(|e| (e.entity, e.characters)).collect()
});

/// The length of the longest name that is recognised without a final `;`, including its `&`.
const MAX_UNTERMINATED_NAME_LEN: usize = "&frac12".len();

/// The length of the longest name, including its `&`.
const MAX_NAME_LEN: usize = "&CounterClockwiseContourIntegral".len();

/// Replaces, in the decoded text, a literal `<` that does not start a tag.
///
/// It ends a link. If a link could end with `</`, as at the end of a document, the `</a>` after it would be
/// parsed as a comment.
const LESS_THAN_SUBSTITUTE: char = '\n';

/// The text of a part of a document, with its character references decoded.
///
/// This type is not part of the stable API. It exists so that the command-line program and the HTML rewriter decode
/// references in the same way.
#[derive(Debug)]
pub struct DecodedText<'s> {
    text: Cow<'s, str>,
    /// The references, in order.
    references: Vec<Reference>,
}

/// The range of a reference in the source, and that of its decoded text.
#[derive(Clone, Copy, Debug)]
struct Reference {
    source_start: usize,
    source_end: usize,
    text_start: usize,
    text_end: usize,
}

impl<'s> DecodedText<'s> {
    /// Decodes the source of text. The text is borrowed if it contains no references.
    #[must_use]
    pub fn new(source: &'s str) -> Self {
        Self::decode(source, Context::Text)
    }

    /// Decodes the source of an attribute's value, without its quotation marks.
    ///
    /// There, a name without `;` is not a reference if a letter, a digit or `=` follows, as in `?a=1&copy=2`.
    #[must_use]
    pub fn attribute_value(source: &'s str) -> Self {
        Self::decode(source, Context::Attribute)
    }

    fn decode(source: &'s str, context: Context) -> Self {
        let mut references = Vec::new();
        let mut text = String::new();
        let mut done = 0;
        for at in memchr::memchr2_iter(b'&', b'<', source.as_bytes()) {
            let rest = source.get(at..).unwrap_or_default();
            if rest.starts_with('<') {
                if context == Context::Attribute {
                    continue;
                }
                text.push_str(source.get(done..at).unwrap_or_default());
                text.push(LESS_THAN_SUBSTITUTE);
                done = at + 1;
                continue;
            }
            let Some((expansion, length)) = parse_reference(rest) else {
                continue;
            };
            if context == Context::Attribute && is_ambiguous(rest, length) {
                continue;
            }
            text.push_str(source.get(done..at).unwrap_or_default());
            done = at + length;
            let text_start = text.len();
            match expansion {
                Expansion::Char(c) => text.push(c),
                Expansion::Text(characters) => text.push_str(characters),
            }
            references.push(Reference {
                source_start: at,
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

    /// The decoded text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The references in order: the range of each in the text, and in the source.
    pub fn references(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        let references = self.references.iter();
        references.map(|r| (r.text_start..r.text_end, r.source_start..r.source_end))
    }

    /// The same as [`source_offset`](Self::source_offset), for offsets in ascending order.
    pub(super) fn source_offsets(&self) -> SourceOffsets<'_> {
        SourceOffsets {
            next: self.references.iter(),
            last: None,
        }
    }

    /// The offset in the source for an offset in the text, or `None` if the offset is inside the
    /// decoded text of a reference.
    #[must_use]
    pub fn source_offset(&self, offset: usize) -> Option<usize> {
        let before = self.references.partition_point(|r| r.text_start < offset);
        let last = before.checked_sub(1);
        source_offset_after(last.and_then(|last| self.references.get(last)), offset)
    }
}

/// The offset in the source for an offset in the text. `last` is the last reference whose text starts before it.
fn source_offset_after(last: Option<&Reference>, offset: usize) -> Option<usize> {
    match last {
        None => Some(offset),
        Some(last) if last.text_end <= offset => Some(last.source_end + offset - last.text_end),
        Some(_) => None,
    }
}

/// Maps offsets in decoded text to the source, in ascending order.
pub(super) struct SourceOffsets<'r> {
    /// The references whose text does not start before the last offset.
    next: slice::Iter<'r, Reference>,
    last: Option<&'r Reference>,
}

impl SourceOffsets<'_> {
    /// The offset in the source, or `None` if the offset is inside the decoded text of a reference.
    pub(super) fn map(&mut self, offset: usize) -> Option<usize> {
        while let Some(next) = self
            .next
            .as_slice()
            .first()
            .filter(|next| next.text_start < offset)
        {
            self.last = Some(next);
            self.next.next();
        }
        source_offset_after(self.last, offset)
    }
}

/// Where a reference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Context {
    Text,
    Attribute,
}

/// Whether the reference of this length at the start of an attribute's text is taken for text: it has no `;`, and a
/// letter, a digit or `=` follows.
fn is_ambiguous(text: &str, length: usize) -> bool {
    let bytes = text.as_bytes();
    let is_name = !text.starts_with("&#");
    let is_terminated = bytes.get(length - 1) == Some(&b';');
    let next = bytes.get(length);
    is_name && !is_terminated && next.is_some_and(|&c| c == b'=' || c.is_ascii_alphanumeric())
}

/// What a reference stands for.
enum Expansion {
    Char(char),
    Text(&'static str),
}

/// Parses the reference at the start of a text, by the rules of HTML for references outside of attributes.
/// Returns its expansion and its length.
fn parse_reference(text: &str) -> Option<(Expansion, usize)> {
    if let Some(number) = text.strip_prefix("&#") {
        let (c, length) = parse_number(number)?;
        return Some((Expansion::Char(c), 2 + length));
    }
    let name = text.bytes().skip(1).take(MAX_NAME_LEN);
    let length = 1 + name.take_while(u8::is_ascii_alphanumeric).count();
    let look_up = |end: usize| {
        let characters = NAMES.get(text.get(..end)?)?;
        Some((Expansion::Text(characters), end))
    };
    let is_terminated = text.as_bytes().get(length) == Some(&b';');
    // Without a `;`, the longest known name counts: "&notit;" is "¬it;".
    let unterminated = || {
        (1..=length.min(MAX_UNTERMINATED_NAME_LEN))
            .rev()
            .find_map(look_up)
    };
    is_terminated
        .then(|| look_up(length + 1))
        .flatten()
        .or_else(unterminated)
}

/// Parses a numeric reference without its `&#`. Returns the character and the length.
fn parse_number(number: &str) -> Option<(char, usize)> {
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
    let is_terminated = number.as_bytes().get(end) == Some(&b';');
    Some((char_for_number(value), end + usize::from(is_terminated)))
}

/// Returns the character for the number of a reference. As HTML requires, 80 to 9F are read as
/// windows-1252, and an invalid number is U+FFFD.
fn char_for_number(value: u32) -> char {
    const WINDOWS_1252: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž',
        '\u{8F}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}',
        'ž', 'Ÿ',
    ];
    let index = value
        .checked_sub(0x80)
        .and_then(|index| usize::try_from(index).ok());
    match index.and_then(|index| WINDOWS_1252.get(index)) {
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
    fn references_are_decoded_as_in_html() {
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
            assert_eq!(DecodedText::new(source).text(), expected, "{source}");
        }
    }

    #[test]
    fn references_in_attributes_are_decoded_as_in_html() {
        for (source, expected) in [
            ("?a=1&copy=2&amp;b&lt;", "?a=1&copy=2&b<"),
            ("?a&copyx", "?a&copyx"),
            ("?a&copy", "?a©"),
            ("&#58;&#58x<", "::x<"),
        ] {
            let decoded = DecodedText::attribute_value(source);
            assert_eq!(decoded.text(), expected, "{source}");
        }
    }

    #[test]
    fn offsets_map_back_to_the_source() {
        let decoded = DecodedText::new("a&amp;b&fjlig;c");
        assert_eq!(decoded.text(), "a&bfjc");
        let offsets: Vec<_> = (0..=6).map(|at| decoded.source_offset(at)).collect();
        let expected = [Some(0), Some(1), Some(6), Some(7), None, Some(14), Some(15)];
        assert_eq!(offsets, expected);
        let mut ascending = decoded.source_offsets();
        let offsets: Vec<_> = (0..=6).map(|at| ascending.map(at)).collect();
        assert_eq!(offsets, expected);
        let references: Vec<_> = decoded.references().collect();
        assert_eq!(references, [(1..2, 1..6), (3..5, 7..14)]);
        assert_eq!(DecodedText::new("a&b").references().count(), 0);
    }

    #[test]
    fn name_length_limits_are_exact() {
        let max_len = |is_terminated: bool| {
            let names = entities::ENTITIES.iter().map(|e| e.entity);
            let names = names.filter(|name| name.ends_with(';') == is_terminated);
            names.map(|name| name.trim_end_matches(';').len()).max()
        };
        assert_eq!(max_len(true), Some(MAX_NAME_LEN));
        assert_eq!(max_len(false), Some(MAX_UNTERMINATED_NAME_LEN));
    }
}
