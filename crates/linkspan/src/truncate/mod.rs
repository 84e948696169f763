//! Truncation of text to a number of user-perceived characters.
//!
//! A user-perceived character is a grapheme cluster (UAX #29), so that an emoji sequence or a letter with
//! its marks is kept or dropped as a whole. Unicode does not limit the length of a cluster: a letter may
//! carry a million marks. In a cluster of more than [`MAX_CLUSTER_LEN`] bytes each code point counts as a
//! character, so that a length limit also limits the number of bytes.

mod link;

use alloc::borrow::Cow;

pub(crate) use link::{LinkParts, truncate_link};

use crate::unicode::grapheme_indices;

/// Replaces the part of a text that was removed. It is one character.
pub(crate) const ELLIPSIS: &str = "…";

/// The maximum length in bytes of a grapheme cluster that counts as one character. The longest emoji
/// sequences have about 40 bytes.
const MAX_CLUSTER_LEN: usize = 128;

/// The offsets at which the characters of a text start.
pub(crate) fn character_starts(text: &str) -> impl Iterator<Item = usize> {
    grapheme_indices(text).flat_map(|(start, cluster)| {
        let is_one = cluster.len() <= MAX_CLUSTER_LEN;
        let count = if is_one { 1 } else { usize::MAX };
        let starts = cluster
            .char_indices()
            .map(move |(offset, _)| start + offset);
        starts.take(count)
    })
}

/// The number of characters of a text.
pub(crate) fn character_count(text: &str) -> usize {
    character_starts(text).count()
}

/// Whether a text has at most `limit` characters. It reads no more of the text than needed.
pub(crate) fn fits(text: &str, limit: usize) -> bool {
    // Fast path: a character has at least one byte.
    text.len() <= limit || character_starts(text).nth(limit).is_none()
}

/// The first `count` characters of a text, or all of it if it has fewer.
pub(crate) fn prefix(text: &str, count: usize) -> &str {
    let end = character_starts(text).nth(count);
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// A text of at most `limit` characters, including the [`ELLIPSIS`] at the end if the text was too long.
///
/// A limit of 0 counts as 1, so that the ellipsis fits.
pub(crate) fn truncate(text: Cow<'_, str>, limit: usize) -> Cow<'_, str> {
    let limit = limit.max(1);
    if fits(&text, limit) {
        return text;
    }
    Cow::Owned([prefix(&text, limit - 1), ELLIPSIS].concat())
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn truncation_keeps_characters_whole() {
        let cases = [
            ("abc", 3, "abc"),
            ("abcd", 3, "ab…"),
            ("abcd", 1, "…"),
            ("abcd", 0, "…"),
            ("a", 1, "a"),
            ("a", 0, "a"),
            ("", 0, ""),
            ("", 5, ""),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
            ("👩‍👩‍👧‍👧🇩🇪x", 3, "👩‍👩‍👧‍👧🇩🇪x"),
            ("👩‍👩‍👧‍👧🇩🇪xy", 3, "👩‍👩‍👧‍👧🇩🇪…"),
            ("क्षत्रिय", 2, "क्ष…"),
        ];
        for (text, limit, expected) in cases {
            let short = truncate(Cow::Borrowed(text), limit);
            assert_eq!(short, expected, "{text} to {limit}");
        }
    }

    #[test]
    fn a_text_that_fits_is_not_copied() {
        assert!(matches!(
            truncate(Cow::Borrowed("abc"), 3),
            Cow::Borrowed("abc")
        ));
    }

    #[test]
    fn prefixes() {
        for (count, expected) in [
            (0, ""),
            (1, "e\u{301}"),
            (2, "e\u{301}字"),
            (9, "e\u{301}字"),
        ] {
            assert_eq!(prefix("e\u{301}字", count), expected);
        }
    }

    #[test]
    fn fits_is_what_counting_says() {
        let long = "a".repeat(50) + &"\u{301}".repeat(100) + "b";
        for text in ["", "a", "e\u{301}", "👩‍👩‍👧‍👧", "क्षत्रिय", &long]
        {
            let count = character_starts(text).count();
            for limit in 0..count + 3 {
                assert_eq!(fits(text, limit), count <= limit, "{text} in {limit}");
            }
        }
    }

    #[test]
    fn the_code_points_of_an_overlong_cluster_count_one_by_one() {
        let cluster = |marks: usize| String::from("a") + &"\u{301}".repeat(marks);
        assert_eq!(character_starts(&cluster(63)).collect::<Vec<_>>(), [0]);
        assert_eq!(character_starts(&cluster(64)).count(), 65);
        assert_eq!(prefix(&cluster(1000), 10), cluster(9));
    }
}
