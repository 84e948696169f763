//! Tests that an edit examines a bounded part of the text, on ordinary and hostile texts.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use std::path::Path;
use std::string::String;
use std::vec::Vec;
use std::{format, fs, println};

use super::{Edit, LiveLinks, TextSource};
use crate::counter;
use crate::finder::{Finder, Profile};
use crate::offset::floor_char_boundary;

/// The lookahead with the default options: `A` in the derivation in `search`.
const LOOKAHEAD: usize = 16 * 1024;

/// What the derivation leaves out: the context of links, what is typed, characters at the ends of slices.
const SLACK: usize = 1024;

/// The maximum length of the slices that an edit requests in a text without boundaries: `6.25 A`.
const MAX_REQUESTED: usize = LOOKAHEAD * 25 / 4 + SLACK;

/// The maximum length of what is searched for links in these slices: `3.5 A`.
const MAX_SEARCHED: usize = LOOKAHEAD * 7 / 2 + SLACK;

/// The maximum number of bytes that an edit examines in a text of this module: the slices that it requests, and what the
/// search reads of them, where reading a byte again counts again.
///
/// The bound for every text follows from `MAX_REQUESTED` and `MAX_SEARCHED`: a search reads each byte at most 20 times
/// (`scan/growth.rs`), so it is about `6.25 A + 20 * 3.5 A`. No text is known that comes near to it. This value is the
/// maximum of the texts below, `16.1 A`, rounded up, so that the test fails if edits become more expensive.
const MAX_EXAMINED: usize = 17 * LOOKAHEAD;

/// What is typed. Not a path: with one, all that follows would be part of the URL.
const DOMAIN: &str = " see www.example.com ";

/// How much of a real text is edited. A text in memory takes long to search without optimisation.
const MAX_REAL_LEN: usize = 256 * 1024;

/// How often each byte may be read, on average, by an edit that decides whether the whole text is one URL.
const MAX_PER_BYTE: usize = 14;

/// Texts without boundaries.
const HOSTILE: &[&str] = &[
    "a",
    "a.",
    ".",
    "@",
    "a@",
    ":",
    "a:",
    "http:",
    "(a.com)",
    "a.com,",
    "(a.com/x)",
    "a@b.com+",
    "。",
    "谢。谢谢。",
    "字",
    "看a.com。",
    "\"https://a.com/x\",",
    "<a@b.xx>",
    "_a.com_",
    "!",
    "%41",
    "1.",
    "1.1.1.1:",
    "xn--a.",
];

/// What an edit costs, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    /// The slices that it requests, and what the search reads of them, where reading a byte again counts again.
    examined: usize,
    /// The slices that it requests.
    requested: usize,
}

/// A text that counts how much of it is requested.
struct Counted<'t> {
    text: &'t str,
    requested: Cell<usize>,
}

impl TextSource for Counted<'_> {
    fn len(&self) -> usize {
        self.text.len()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        self.requested.set(self.requested.get() + range.len());
        self.text.slice(range)
    }

    fn floor_char_boundary(&self, offset: usize) -> usize {
        TextSource::floor_char_boundary(self.text, offset)
    }
}

/// Types a word in the middle of a text, with hyphens instead of spaces, and deletes it again. Returns the cost of each
/// of these edits.
fn type_into(live: &mut LiveLinks, text: &mut String, at: usize, typed: &str) -> Vec<Cost> {
    let mut costs = Vec::new();
    let mut edit = |live: &mut LiveLinks, text: &str, edit: &Edit| {
        let text = Counted {
            text,
            requested: Cell::new(0),
        };
        counter::take();
        live.edit(&text, edit);
        costs.push(Cost {
            examined: counter::take(),
            requested: text.requested.get(),
        });
    };
    for (offset, c) in typed.char_indices().skip(1) {
        let c = if c == ' ' { '-' } else { c };
        text.insert(at + offset - 1, c);
        edit(live, text, &Edit::insert(at + offset - 1, 1));
    }
    for offset in (0..typed.len() - 1).rev() {
        text.remove(at + offset);
        edit(live, text, &Edit::delete(at + offset..at + offset + 1));
    }
    costs
}

/// The median and the maximum of the bytes that are examined.
fn median_and_maximum(costs: &[Cost]) -> (usize, usize) {
    let mut examined: Vec<usize> = costs.iter().map(|cost| cost.examined).collect();
    examined.sort_unstable();
    let median = examined.get(examined.len() / 2).copied();
    let maximum = examined.last().copied();
    (median.unwrap_or_default(), maximum.unwrap_or_default())
}

/// Asserts the bounds for a text without boundaries, and for shorter ones.
fn assert_bounds(name: &str, costs: &[Cost]) {
    for cost in costs {
        let Cost {
            examined,
            requested,
        } = *cost;
        assert!(
            requested <= MAX_REQUESTED,
            "an edit requests {requested} bytes of {name:?}"
        );
        assert!(
            examined <= MAX_EXAMINED,
            "an edit examines {examined} bytes of {name:?}"
        );
    }
}

fn assert_same(finder: &Finder, live: &LiveLinks, text: &str) {
    let found = live.links().map(|link| link.range());
    assert!(found.eq(finder.find_iter(text).map(|link| link.range())));
}

/// Asserts that edits of a repeated text examine a bounded part of it. What they read of the slices that are searched is
/// at most what the search of the whole text reads of as many bytes.
fn assert_bounds_in_repeated(finder: &Finder, pattern: &str, len: usize) -> (usize, usize) {
    let mut text = pattern.repeat(len / pattern.len());
    counter::take();
    let mut live = LiveLinks::new(finder.clone(), &text);
    let reads_per_byte = counter::take().div_ceil(text.len());
    let mut costs = Vec::new();
    for part in [0, 1, 2, 3, 4] {
        let at = text.len() / pattern.len() * part / 4 * pattern.len();
        costs.extend(type_into(&mut live, &mut text, at, DOMAIN));
    }
    assert_same(finder, &live, &text);
    assert_bounds(pattern, &costs);
    for cost in &costs {
        let read = cost.examined - cost.requested;
        assert!(
            read <= reads_per_byte * MAX_SEARCHED,
            "an edit reads {read} bytes of {pattern:?}"
        );
    }
    median_and_maximum(&costs)
}

#[test]
fn an_edit_reads_a_bounded_part_of_a_text_without_boundaries() {
    for profile in [Profile::Uts58, Profile::Prose, Profile::Source] {
        let finder = Finder::builder().profile(profile).build();
        let finder = finder.expect("a profile is valid");
        for pattern in HOSTILE {
            assert_bounds_in_repeated(&finder, pattern, 400_000);
        }
    }
}

/// A path that is typed at the start of a text without boundaries makes all of it one URL, which is too long. The edits
/// that do so and undo it search the text for its end.
#[test]
fn an_edit_that_makes_a_long_url_reads_each_byte_a_few_times() {
    for pattern in HOSTILE {
        let mut text = pattern.repeat(100_000 / pattern.len());
        let mut live = LiveLinks::new(Finder::new(), &text);
        let costs = type_into(&mut live, &mut text, 0, " see www.example.com/a?b ");
        let (_, maximum) = median_and_maximum(&costs);
        assert!(
            maximum <= MAX_EXAMINED + MAX_PER_BYTE * text.len(),
            "an edit reads {maximum} bytes of {pattern:?}"
        );
        assert_same(&Finder::new(), &live, &text);
    }
}

#[test]
fn an_edit_reads_a_bounded_part_of_100_megabytes() {
    for pattern in ["a", "a."] {
        let (median, maximum) = assert_bounds_in_repeated(&Finder::new(), pattern, 100_000_000);
        println!("| `{pattern}` repeated, 100 MB | uts58 | {median} | {maximum} |");
    }
}

#[test]
fn an_edit_in_the_rest_of_a_long_url_reads_a_bounded_part() {
    let mut text = format!("https://a.com/{}", "b.com/".repeat(500_000));
    let finder = Finder::new();
    let mut live = LiveLinks::new(finder.clone(), &text);
    let at = text.len() / 2;
    let costs = type_into(&mut live, &mut text, at, DOMAIN);
    assert_bounds("the rest of a long URL", &costs);
    assert_same(&finder, &live, &text);
}

#[test]
fn an_edit_of_ordinary_text_reads_a_few_words() {
    let mut text = "We met at example.com, see https://example.org/a for more.\n".repeat(1000);
    let mut live = LiveLinks::new(Finder::new(), &text);
    let at = text.len() / 2;
    let costs = type_into(&mut live, &mut text, at, DOMAIN);
    let (_, maximum) = median_and_maximum(&costs);
    assert!(maximum < 4096, "an edit reads {maximum} bytes");
}

/// The texts of the corpora, or some test data without them.
fn real_texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["../shared/corpora", "testdata/cli/texts"].map(|folder| root.join(folder));
    let entries = folders.iter().find_map(|folder| fs::read_dir(folder).ok());
    let mut texts = Vec::new();
    for path in entries.into_iter().flatten().flatten().map(|it| it.path()) {
        if let (Ok(text), Some(name)) = (fs::read(&path), path.file_name()) {
            let mut text = String::from_utf8_lossy(&text).into_owned();
            text.truncate(floor_char_boundary(&text, MAX_REAL_LEN));
            texts.push((name.to_string_lossy().into_owned(), text));
        }
    }
    texts.sort();
    texts
}

/// Prints the table of the bytes that are read per keystroke, with `--nocapture`.
#[test]
fn an_edit_of_real_text_reads_a_bounded_part() {
    println!("| text | profile | median | maximum |\n|---|---|--:|--:|");
    for (name, original) in real_texts() {
        for profile in [Profile::Uts58, Profile::Prose, Profile::Source] {
            let finder = Finder::builder().profile(profile).build();
            let finder = finder.expect("a profile is valid");
            let mut text = original.clone();
            let mut live = LiveLinks::new(finder.clone(), &text);
            let mut costs = Vec::new();
            for number in 0..50 {
                let at = floor_char_boundary(&text, text.len() / 50 * number);
                costs.extend(type_into(&mut live, &mut text, at, DOMAIN));
            }
            assert_same(&finder, &live, &text);
            let (median, maximum) = median_and_maximum(&costs);
            println!("| {name} | {profile} | {median} | {maximum} |");
            assert_bounds(&name, &costs);
        }
    }
    for pattern in HOSTILE {
        let (median, maximum) = assert_bounds_in_repeated(&Finder::new(), pattern, 400_000);
        println!("| `{pattern}` repeated | uts58 | {median} | {maximum} |");
    }
}

/// A finder with the shortest lookahead: 4 KiB, so that short texts are long for it.
fn near_sighted() -> Finder {
    let finder = Finder::builder().length_limit(16).build();
    finder.expect("the limit is valid")
}

/// The lookahead of [`near_sighted`].
const SHORT_LOOKAHEAD: usize = LOOKAHEAD / 4;

/// The distance between its checkpoints.
const SHORT_SPACING: usize = SHORT_LOOKAHEAD / 4;

#[test]
fn an_edit_with_a_short_lookahead_reads_a_shorter_part() {
    let finder = near_sighted();
    for pattern in ["a", "a.", "a.com,", "\u{5B57}", "(a.com/x)", "http:"] {
        let mut text = pattern.repeat(60_000 / pattern.len());
        let mut live = LiveLinks::new(finder.clone(), &text);
        for at in [30_000, 0, 60_000] {
            let at = at / pattern.len() * pattern.len();
            let costs = type_into(&mut live, &mut text, at, " see a.com ");
            for Cost { requested, .. } in costs {
                assert!(
                    requested <= SHORT_LOOKAHEAD * 25 / 4 + SLACK,
                    "an edit requests {requested} bytes of {pattern:?}"
                );
            }
        }
        assert_same(&finder, &live, &text);
    }
}

/// The boundaries beside an edit are further away than the first slices that are searched for them.
#[test]
fn an_edit_of_a_long_word_reads_a_few_words() {
    let word = "abcdefghij".repeat(20);
    let mut text = format!("{word} ").repeat(1000);
    let mut live = LiveLinks::new(Finder::new(), &text);
    for at in [0, 100, 199, 100_500, 200_900] {
        let costs = type_into(&mut live, &mut text, at, " see a.com ");
        for Cost { requested, .. } in costs {
            assert!(
                requested <= 2048,
                "an edit requests {requested} bytes at {at}"
            );
        }
    }
}

#[test]
fn a_new_text_is_requested_once() {
    let text = "see a.com, ".repeat(100);
    let counted = Counted {
        text: &text,
        requested: Cell::new(0),
    };
    let mut live = LiveLinks::new(Finder::new(), &counted);
    assert_eq!(counted.requested.take(), text.len());
    // So is a text that replaces it.
    live.set_finder(Finder::new(), &counted);
    assert_eq!(counted.requested.take(), text.len());
}

/// A link that was found before ends the search, although no boundary follows.
#[test]
fn an_edit_between_links_reads_the_text_up_to_the_next_link() {
    for end in ["", " "] {
        let mut text = "a.com,".repeat(10_000) + end;
        let mut live = LiveLinks::new(near_sighted(), &text);
        for at in [0, 60, 300] {
            for cost in type_into(&mut live, &mut text, at, " see-b ") {
                let read = cost.examined - cost.requested;
                assert!(read <= 4096, "an edit reads {read} bytes at {at}");
            }
        }
    }
}

/// Asserts that checkpoints are neither too few nor too many.
fn assert_checkpoints(live: &LiveLinks, text: &str, min_distance: usize, max_distance: usize) {
    let count = live.checkpoints.count();
    let mut before = 0;
    for (at, _) in (0..count).filter_map(|index| live.checkpoints.get(index)) {
        let distance = at.checked_sub(before).expect("checkpoints are in order");
        let is_last = at == text.len();
        assert!(
            is_last || distance >= min_distance,
            "{distance} bytes before {at}"
        );
        assert!(distance <= max_distance, "{distance} bytes before {at}");
        before = at;
    }
    assert!(text.len() - before <= max_distance);
    let max_count = text.len() / SHORT_SPACING * 3 / 2 + 1;
    let len = text.len();
    assert!(count <= max_count, "{count} checkpoints in {len} bytes");
}

#[test]
fn checkpoints_stay_in_about_the_same_distance() {
    let finder = near_sighted();
    for (start, pattern, max_spacings) in [
        ("", "a", 1),
        ("", "\u{5B57}", 1),
        // The search ends after a link, wherever the next checkpoint is.
        ("", "a.com,", 3),
        ("https://a.com/", "b.com/", 2),
    ] {
        let mut text = String::from(start) + &pattern.repeat(30_000 / pattern.len());
        let mut live = LiveLinks::new(finder.clone(), &text);
        assert_checkpoints(&live, &text, SHORT_SPACING - 4, SHORT_SPACING + 8);
        for number in 0..100 {
            let at = floor_char_boundary(&text, number * 7919 % text.len()).max(start.len());
            let (end, new) = match number % 4 {
                0 => (at + 300, ""),
                1 => (at + 3, "bcd"),
                _ => (at, "b.com."),
            };
            let range = at..floor_char_boundary(&text, end);
            text.replace_range(range.clone(), new);
            let new_len = new.len();
            live.edit(&text, &Edit { range, new_len });
            assert_checkpoints(&live, &text, 1, max_spacings * SHORT_SPACING + 8);
        }
        assert_same(&finder, &live, &text);
    }
}

/// Edits of the rest of a URL, each further on, keep its checkpoints.
#[test]
fn edits_all_over_the_rest_of_a_long_url_read_a_bounded_part() {
    let finder = near_sighted();
    let mut text = format!("https://a.com/{}", "b.com/".repeat(20_000));
    let mut live = LiveLinks::new(finder.clone(), &text);
    for _ in 0..2 {
        for at in (1000..text.len()).step_by(3000) {
            text.insert(at, 'x');
            let counted = Counted {
                text: &text,
                requested: Cell::new(0),
            };
            live.edit(&counted, &Edit::insert(at, 1));
            let requested = counted.requested.get();
            assert!(
                requested <= SHORT_LOOKAHEAD * 25 / 4 + SLACK,
                "an edit requests {requested} bytes at {at}"
            );
        }
    }
    assert_same(&finder, &live, &text);
}

/// Both searches find out in the same slice that the URL is too long.
#[test]
fn an_edit_near_the_start_of_a_long_url_reads_a_bounded_part() {
    let finder = near_sighted();
    let start = format!("{}https://a.com/", "see ".repeat(100));
    let mut text = format!("{start}{}", "bc/".repeat(20_000));
    let mut live = LiveLinks::new(finder.clone(), &text);
    let costs = type_into(&mut live, &mut text, start.len() + 6, " see b ");
    for Cost { requested, .. } in costs {
        assert!(
            requested <= SHORT_LOOKAHEAD * 25 / 4 + SLACK,
            "an edit requests {requested} bytes"
        );
    }
    assert_same(&finder, &live, &text);
}

#[test]
fn a_link_far_before_the_caret_is_settled_without_reading() {
    let text = format!("see a.com/x{}", "!".repeat(LOOKAHEAD + 1));
    let live = LiveLinks::new(Finder::new(), &text);
    let counted = Counted {
        text: &text,
        requested: Cell::new(0),
    };
    assert!(live.growing(&counted, text.len()).is_none());
    assert_eq!(counted.requested.take(), 0);
    assert!(live.growing(&counted, 100).is_some());
    assert_eq!(counted.requested.take(), 100);
}
