//! Texts that change and that their host counts in UTF-16 code units or code points.

use std::borrow::Cow;
use std::ops::Range;

use linkspan::Finder;
use linkspan::live::{HostOffsets, HostText, LiveLinks};
use linkspan::offset::{OffsetUnit, convert_ranges};
use proptest::prelude::*;
use proptest::sample::select;

use crate::strategies::config;

/// A text in code points.
struct Characters(Vec<char>);

impl HostText for Characters {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        self.0[range].iter().collect::<String>().into()
    }
}

/// The links are those of the whole text, and their ranges are converted as a pass over the whole text does.
fn assert_same<T: HostText + ?Sized>(
    live: &LiveLinks,
    offsets: &HostOffsets,
    text: &T,
    unit: OffsetUnit,
) {
    let whole = text.slice(0..text.len());
    let expected: Vec<_> = linkspan::links(&whole).map(|link| link.range()).collect();
    let found: Vec<_> = live.links().map(|link| link.range()).collect();
    assert_eq!(found, expected);
    let converted = convert_ranges(&whole, expected.iter().cloned(), unit);
    for (bytes, units) in expected.iter().zip(converted) {
        assert_eq!(offsets.to_host(text, bytes.clone()), units);
        assert_eq!(offsets.to_bytes(text, units), *bytes);
    }
}

const PIECES: &[&str] = &[
    "example.com",
    "a@b.com",
    "https://x.org/\u{1F600}",
    "\u{1F600}",
    "\u{E4}",
    "\u{5B57}",
    "\u{FFFD}",
    ".",
    " ",
    "\n",
    "aaaaaaaaaaaaaaaaaaaaaaaa",
];

fn text(pieces: Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), pieces).prop_map(|pieces| pieces.concat())
}

/// An edit: a start, a length, an inserted text, and halves of a pair at its start and end.
type AnyEdit = (usize, usize, String, Option<u16>, Option<u16>);

fn edits() -> impl Strategy<Value = Vec<AnyEdit>> {
    let half = || prop::option::weighted(0.2, select(&[0xD83D_u16, 0xDE00][..]));
    let len = prop_oneof![Just(0_usize), 1_usize..4, 0_usize..3000];
    let edit = (any::<usize>(), len, text(0..4), half(), half());
    prop::collection::vec(edit, 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases / 8, ..config() })]

    /// Also inside of surrogate pairs, and with surrogates that have no pair.
    #[test]
    fn edits_in_utf16_keep_the_links(first in text(0..300), edits in edits()) {
        let mut text: Vec<u16> = first.encode_utf16().collect();
        let mut offsets = HostOffsets::new(&text[..], OffsetUnit::Utf16);
        let mut live = LiveLinks::new(Finder::new(), &offsets.source(&text[..]));
        for (start, len, inserted, before, after) in edits {
            let start = start % (text.len() + 1);
            let end = (start + len).min(text.len());
            let new: Vec<u16> = before.into_iter().chain(inserted.encode_utf16()).chain(after).collect();
            let new_len = new.len();
            text.splice(start..end, new);
            let edit = offsets.edit(&text[..], start..end, new_len);
            live.edit(&offsets.source(&text[..]), &edit);
            assert_same(&live, &offsets, &text[..], OffsetUnit::Utf16);
        }
    }

    #[test]
    fn edits_in_code_points_keep_the_links(first in text(0..300), edits in edits()) {
        let mut text = Characters(first.chars().collect());
        let mut offsets = HostOffsets::new(&text, OffsetUnit::CodePoint);
        let mut live = LiveLinks::new(Finder::new(), &offsets.source(&text));
        for (start, len, inserted, ..) in edits {
            let start = start % (text.0.len() + 1);
            let end = (start + len).min(text.0.len());
            text.0.splice(start..end, inserted.chars());
            let edit = offsets.edit(&text, start..end, inserted.chars().count());
            live.edit(&offsets.source(&text), &edit);
            assert_same(&live, &offsets, &text, OffsetUnit::CodePoint);
        }
    }
}

#[test]
fn wrong_edits_read_the_text_again() {
    let mut offsets = HostOffsets::new(&[][..], OffsetUnit::Utf16);
    let mut live = LiveLinks::new(Finder::new(), "");
    let text: Vec<u16> = "\u{1F600} a.com".encode_utf16().collect();
    for (range, new_len) in [
        (0..0, 1),
        (7..9, 0),
        (Range { start: 2, end: 1 }, 3),
        (0..usize::MAX, 1),
    ] {
        let edit = offsets.edit(&text[..], range, new_len);
        live.edit(&offsets.source(&text[..]), &edit);
        assert_same(&live, &offsets, &text[..], OffsetUnit::Utf16);
    }
}
