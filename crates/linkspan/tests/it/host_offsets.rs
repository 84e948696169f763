//! Texts that change and that their host counts in UTF-16 code units or code points.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

use linkspan::Finder;
use linkspan::live::{Edit, HostOffsets, HostText, LiveLinks, TextSource};
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
    whole: &str,
    unit: OffsetUnit,
) {
    let expected: Vec<_> = linkspan::links(whole).map(|link| link.range()).collect();
    let found: Vec<_> = live.links().map(|link| link.range()).collect();
    assert_eq!(found, expected);
    let converted = convert_ranges(whole, expected.iter().cloned(), unit);
    for (bytes, units) in expected.iter().zip(converted) {
        assert_eq!(offsets.to_host(text, bytes.clone()), units);
        assert_eq!(offsets.to_bytes(text, units), *bytes);
    }
}

fn units_of(text: &str, unit: OffsetUnit) -> usize {
    match unit {
        OffsetUnit::Utf16 => text.encode_utf16().count(),
        _ => text.chars().count(),
    }
}

/// All offsets of a text are converted as a pass over the whole text does. An offset inside a character is its start. If
/// the text is long, only each of a `step` is converted.
fn assert_converted<T: HostText + ?Sized>(
    offsets: &HostOffsets,
    text: &T,
    whole: &str,
    unit: OffsetUnit,
    step: usize,
) {
    let source = offsets.source(text);
    assert_eq!(source.len(), whole.len());
    assert_eq!(text.len(), units_of(whole, unit));
    assert_eq!(
        (text.is_empty(), source.is_empty()),
        (whole.is_empty(), whole.is_empty())
    );
    let mut units = 0;
    for (number, (start, c)) in whole.char_indices().enumerate() {
        let len = units_of(c.encode_utf8(&mut [0; 4]), unit);
        if number % step == 0 {
            for at in start..start + c.len_utf8() {
                assert_eq!(offsets.to_host(text, at..at), units..units);
                assert_eq!(source.floor_char_boundary(at), start);
            }
            for at in units..units + len {
                assert_eq!(offsets.to_bytes(text, at..at), start..start);
            }
            assert_eq!(source.slice(start..start + c.len_utf8()), c.to_string());
        }
        units += len;
    }
    assert_eq!(source.slice(0..whole.len()), whole);
    assert_eq!(source.slice(1..1), "");
    for after in [0, 1, 5000] {
        let (bytes, host) = (whole.len() + after, units + after);
        assert_eq!(offsets.to_host(text, bytes..bytes), units..units);
        assert_eq!(offsets.to_bytes(text, host..host), whole.len()..whole.len());
        assert_eq!(source.floor_char_boundary(bytes), whole.len());
    }
}

/// An edit in bytes makes one text of the other. It replaces no more than the edit of the host, except for half of a
/// character beside it that the edit split or joined.
fn assert_edit(
    edit: &Edit,
    [before, after]: [&str; 2],
    range: Range<usize>,
    new_len: usize,
    unit: OffsetUnit,
) {
    let Range { start, end } = edit.range;
    let new_end = start + edit.new_len;
    assert_eq!(before[..start], after[..start]);
    assert_eq!(before[end..], after[new_end..]);
    let is_half = |c: Option<char>| c.is_some_and(|c| c == '\u{FFFD}' || c.len_utf16() == 2);
    let new = &after[start..new_end];
    let first = units_of(&after[..start], unit);
    assert!(first == range.start || first + 1 == range.start && is_half(new.chars().next()));
    let last = units_of(&after[..new_end], unit);
    let expected = range.start + new_len;
    assert!(last == expected || last == expected + 1 && is_half(new.chars().next_back()));
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

/// Short texts, and texts of several blocks.
fn any_length() -> impl Strategy<Value = String> {
    prop_oneof![text(0..300), text(600..900)]
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
    fn edits_in_utf16_keep_the_links(first in any_length(), edits in edits()) {
        let mut whole = first.clone();
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
            let after = String::from_utf16_lossy(&text);
            assert_edit(&edit, [&whole, &after], start..end, new_len, OffsetUnit::Utf16);
            assert_same(&live, &offsets, &text[..], &after, OffsetUnit::Utf16);
            assert_converted(&offsets, &text[..], &after, OffsetUnit::Utf16, 499);
            whole = after;
        }
    }

    #[test]
    fn edits_in_code_points_keep_the_links(first in any_length(), edits in edits()) {
        let mut whole = first.clone();
        let mut text = Characters(first.chars().collect());
        let mut offsets = HostOffsets::new(&text, OffsetUnit::CodePoint);
        let mut live = LiveLinks::new(Finder::new(), &offsets.source(&text));
        for (start, len, inserted, ..) in edits {
            let start = start % (text.0.len() + 1);
            let end = (start + len).min(text.0.len());
            text.0.splice(start..end, inserted.chars());
            let new_len = inserted.chars().count();
            let edit = offsets.edit(&text, start..end, new_len);
            live.edit(&offsets.source(&text), &edit);
            let after: String = text.0.iter().collect();
            assert_edit(&edit, [&whole, &after], start..end, new_len, OffsetUnit::CodePoint);
            assert_same(&live, &offsets, &text, &after, OffsetUnit::CodePoint);
            assert_converted(&offsets, &text, &after, OffsetUnit::CodePoint, 499);
            whole = after;
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
        let whole = String::from_utf16_lossy(&text);
        assert_same(&live, &offsets, &text[..], &whole, OffsetUnit::Utf16);
        assert_converted(&offsets, &text[..], &whole, OffsetUnit::Utf16, 1);
    }
}

/// All sequences of up to `max_len` units: a letter, and both halves of a pair.
fn sequences(max_len: usize) -> Vec<Vec<u16>> {
    let mut sequences = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..max_len {
        let last = sequences.len();
        for index in first..last {
            for unit in [0x61, 0xD83D, 0xDE00] {
                sequences.push([&sequences[index][..], &[unit]].concat());
            }
        }
        first = last;
    }
    sequences
}

#[test]
fn edits_split_and_join_surrogate_pairs() {
    let inserted = sequences(2);
    for before in sequences(4) {
        let offsets = HostOffsets::new(&before[..], OffsetUnit::Utf16);
        let whole = String::from_utf16_lossy(&before);
        assert_converted(&offsets, &before[..], &whole, OffsetUnit::Utf16, 1);
        for start in 0..=before.len() {
            for end in start..=before.len() {
                for new in &inserted {
                    let after = [&before[..start], new, &before[end..]].concat();
                    let mut offsets = offsets.clone();
                    let edit = offsets.edit(&after[..], start..end, new.len());
                    let edited = String::from_utf16_lossy(&after);
                    assert_edit(
                        &edit,
                        [&whole, &edited],
                        start..end,
                        new.len(),
                        OffsetUnit::Utf16,
                    );
                    assert_converted(&offsets, &after[..], &edited, OffsetUnit::Utf16, 1);
                }
            }
        }
    }
}

/// A text that counts how many units of it are requested, and is asked only for parts that are not empty.
struct Counted<'t> {
    text: &'t [u16],
    requested: Cell<usize>,
}

impl HostText for Counted<'_> {
    fn len(&self) -> usize {
        self.text.len()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        assert!(!range.is_empty() && range.end <= self.text.len());
        self.requested.set(self.requested.get() + range.len());
        self.text.slice(range)
    }
}

#[test]
fn conversions_and_edits_request_a_few_kilobytes() {
    let mut units: Vec<u16> = "see \u{1F600} a.com. "
        .repeat(10_000)
        .encode_utf16()
        .collect();
    let mut offsets = HostOffsets::new(&units[..], OffsetUnit::Utf16);
    for at in [0, 1, 999, 1024, 50_000, usize::MAX, 150_000] {
        let at = at.min(units.len());
        units.insert(at, 0x78);
        let text = Counted {
            text: &units,
            requested: Cell::new(0),
        };
        let edit = offsets.edit(&text, at..at, 1);
        assert_eq!(edit.new_len, 1);
        let requested = text.requested.take();
        assert!(requested <= 8 * 1024, "an edit requests {requested} units");
        let bytes = edit.range.start;
        assert_eq!(offsets.to_host(&text, bytes..bytes + 1), at..at + 1);
        assert_eq!(offsets.to_bytes(&text, at..at + 1), bytes..bytes + 1);
        let requested = text.requested.take();
        assert!(
            requested <= 8 * 1024,
            "conversions request {requested} units"
        );
    }
}
