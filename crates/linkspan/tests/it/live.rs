//! Texts that change: edits, typing, unlinked strings.

#![allow(clippy::single_range_in_vec_init, reason = "ranges are expected")]

use std::ops::Range;

use linkspan::live::{Changes, Edit, LiveLinks, Shift, TextSource, Unlinked};
use linkspan::options::Linking;
use linkspan::{Finder, Profile};
use proptest::prelude::*;
use proptest::sample::select;

use crate::find::properties::{any_text, options};
use crate::properties::live::{
    assert_all, edits_keep_the_links, replace, typing_gives_the_links,
    undoing_at_once_restores_decisions, undoing_restores_decisions, unlinked_strings_stay_text,
};
use crate::strategies::config;

type AnyEdit = (u32, u32, String);

/// Replacements of short and of long ranges.
fn edits() -> impl Strategy<Value = Vec<AnyEdit>> {
    let edit = (any::<u32>(), 0_u32..8, any::<bool>(), any_text()).prop_map(
        |(start, len, is_long, inserted)| {
            let len = if is_long { len * 3 } else { 0 };
            (start, start.saturating_add(len), inserted)
        },
    );
    let typed = (
        any::<u32>(),
        select(&[".", "a", "/", " ", "@", ":", "m", "\n", ")", "字"][..]),
    )
        .prop_map(|(start, typed)| (start, start, typed.to_owned()));
    let deleted = (any::<u32>(), 1_u32..4)
        .prop_map(|(start, len)| (start, start.saturating_add(len), String::new()));
    prop::collection::vec(prop_oneof![edit, typed, deleted], 1..8)
}

fn as_str(edits: &[AnyEdit]) -> Vec<(u32, u32, &str)> {
    let edits = edits.iter();
    edits
        .map(|(start, end, text)| (*start, *end, text.as_str()))
        .collect()
}

/// Long texts with few or no boundaries: repeated texts.
pub(crate) fn long_text() -> impl Strategy<Value = String> {
    let part = (any_text(), 1_usize..400, any::<bool>()).prop_map(|(text, count, keeps)| {
        let is_kept = |c: &char| keeps || !(c.is_whitespace() || c.is_control());
        let text: String = text.chars().filter(is_kept).collect();
        text.repeat(count)
    });
    prop::collection::vec(part, 1..6).prop_map(|parts| parts.concat())
}

/// Finders with a small lookahead, so that texts of some kilobytes are long.
pub(crate) fn near_sighted() -> impl Strategy<Value = Finder> {
    (select(Profile::ALL), select(&[16, 64, 2048][..])).prop_map(|(profile, limit)| {
        let builder = Finder::builder().profile(profile).length_limit(limit);
        builder.build().unwrap()
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn edits_keep_the_links_with_any_options(text in any_text(), options in options(), edits in edits()) {
        if let Some(finder) = options.finder() {
            edits_keep_the_links(&finder, &text, &as_str(&edits));
        }
    }

    #[test]
    fn typing_gives_the_links_with_any_options(text in any_text(), options in options()) {
        if let Some(finder) = options.finder() {
            typing_gives_the_links(&finder, &text);
        }
    }

    #[test]
    fn unlinked_strings_stay_text_with_any_options(text in any_text(), options in options(), edits in edits()) {
        if let Some(finder) = options.finder() {
            unlinked_strings_stay_text(&finder, &text, &as_str(&edits));
        }
    }

    #[test]
    fn undoing_restores_decisions_with_any_options(text in any_text(), options in options(), edits in edits()) {
        if let Some(finder) = options.finder() {
            undoing_restores_decisions(&finder, &text.repeat(4), &as_str(&edits));
        }
    }

    #[test]
    fn undoing_at_once_restores_decisions_with_any_options(text in any_text(), options in options(), edits in edits()) {
        if let Some(finder) = options.finder() {
            undoing_at_once_restores_decisions(&finder, &text.repeat(4), &as_str(&edits));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases / 16, ..config() })]

    #[test]
    fn properties_hold_in_repeated_texts(
        text in any_text(),
        options in options(),
        count in any::<u8>(),
        edits in any::<[(u32, u8, u16); 4]>(),
    ) {
        assert_all(options, &text, count, edits);
    }

    #[test]
    fn edits_keep_the_links_of_long_texts(text in long_text(), finder in near_sighted(), edits in edits()) {
        edits_keep_the_links(&finder, &text, &as_str(&edits));
    }
}

#[test]
fn wrong_edits_search_the_text_again() {
    let mut live = LiveLinks::new(Finder::new(), "see example.com");
    for edit in [
        Edit {
            range: Range { start: 4, end: 2 },
            new_len: 0,
        },
        Edit::insert(100, 2),
        Edit::insert(0, 1),
        Edit::delete(0..1000),
        Edit::insert(usize::MAX, usize::MAX),
    ] {
        let text = "see example.com, a.com";
        live.edit(text, &edit);
        assert!(live.links().map(|link| link.range()).eq([4..15, 17..22]));
    }
}

#[test]
fn edits_inside_a_character_are_followed() {
    // The second byte of `ä` becomes that of `ö`.
    let mut live = LiveLinks::new(Finder::new(), "see xä.com now");
    live.edit(
        "see xö.com now",
        &Edit {
            range: 6..7,
            new_len: 1,
        },
    );
    assert_eq!(live.links().next().unwrap().range(), 4..11);
}

#[test]
fn links_may_grow_at_the_caret_only() {
    for (text, is_growing) in [
        ("example.co", true),
        ("example.com/a.", true),
        ("example.com.", true),
        ("example.com:", true),
        ("ann@example.co", true),
        ("(example.com/a", true),
        ("https://example.com/?q=a,", true),
        ("example.com ", false),
        ("example.com\n", false),
        ("(example.com)", false),
        ("(example.com/a)", false),
        ("example.com, ", false),
        ("example.com and", false),
        ("no link", false),
        ("", false),
    ] {
        let live = LiveLinks::new(Finder::new(), text);
        assert_eq!(
            live.growing(text, text.len()).is_some(),
            is_growing,
            "{text}"
        );
    }
    let live = LiveLinks::new(Finder::new(), "a.com b.com");
    let growing = |caret| live.growing("a.com b.com", caret).map(|link| link.range());
    assert_eq!(growing(0), None);
    assert_eq!(growing(3), Some(0..5));
    assert_eq!(growing(5), Some(0..5));
    assert_eq!(growing(6), None);
    assert_eq!(growing(1000), Some(6..11), "the end of the text");
}

fn visible(live: &LiveLinks, text: &str) -> Vec<String> {
    let links = live.links();
    links.map(|link| text[link.range()].to_owned()).collect()
}

#[test]
fn undoing_character_by_character_restores_a_decision() {
    let original = "see a.com and b.com now";
    let mut text = original.to_owned();
    let mut live = LiveLinks::new(Finder::new(), &text);
    live.unlink(&text, 14..19);
    // Backspace from the end to the start of the text, and back.
    for len in (0..text.len()).rev() {
        text.truncate(len);
        live.edit(&text, &Edit::delete(len..len + 1));
    }
    for c in original.chars() {
        text.push(c);
        live.edit(&text, &Edit::insert(text.len() - 1, 1));
    }
    assert_eq!(visible(&live, &text), ["a.com"]);
    // The whole text is deleted and restored at once.
    live.edit("", &Edit::delete(0..original.len()));
    live.edit(original, &Edit::insert(0, original.len()));
    assert_eq!(visible(&live, &text), ["a.com"]);
}

/// The edits of the host, each as a range and its replacement. The last of them undo the others.
#[test]
fn hosts_undo_in_several_ways() {
    let original = "see a.com and b.com now, or b.com";
    let at = 14..19;
    for (edits, what) in [
        (
            &[(16..16, "x"), (17..17, "y"), (16..18, "")][..],
            "typed characters, at once",
        ),
        (
            &[(18..19, ""), (17..18, ""), (16..17, ""), (16..16, "com")],
            "deleted characters, at once",
        ),
        (
            &[
                (10..18, ""),
                (3..12, ""),
                (3..3, " a.com m "),
                (10..11, "and b.com"),
            ],
            "a longer deletion, in other steps",
        ),
        (
            &[
                (10..11, ""),
                (10..14, ""),
                (10..15, ""),
                (10..10, "and b.com "),
            ],
            "what precedes it was deleted before",
        ),
        (&[(0..33, "other"), (0..5, original)], "the whole text"),
    ] {
        let mut text = original.to_owned();
        let mut live = LiveLinks::new(Finder::new(), &text);
        live.unlink(&text, at.clone());
        for (range, new) in edits {
            text.replace_range(range.clone(), new);
            let edit = Edit {
                range: range.clone(),
                new_len: new.len(),
            };
            live.edit(&text, &edit);
        }
        assert_eq!(text, original, "{what}");
        assert!(!live.links().any(|link| link.range() == at), "{what}");
        assert_eq!(live.links().count(), 2, "{what}");
    }
}

#[test]
fn a_string_that_is_typed_after_an_edit_is_another_one() {
    let mut text = String::from("see a.com");
    let mut live = LiveLinks::new(Finder::new(), &text);
    live.unlink(&text, 4..9);
    let edit = replace(&mut text, 4, 5, "b");
    live.edit(&text, &edit);
    for c in " and a.com".chars() {
        text.push(c);
        live.edit(&text, &Edit::insert(text.len() - 1, 1));
    }
    assert_eq!(visible(&live, &text), ["b.com", "a.com"]);
}

#[test]
fn decisions_survive_edits_that_are_described_wrongly() {
    let mut live = LiveLinks::new(Finder::new(), "a.com b.com c.com");
    live.unlink("a.com b.com c.com", 6..11);
    // The edit is not mentioned, and what is now at the place of the string is another one.
    let text = "x a.com b.com c.com";
    live.edit(text, &Edit::insert(0, 1));
    assert_eq!(visible(&live, text), ["a.com", "c.com"]);
    let text = "d.org e.org";
    live.edit(text, &Edit::delete(0..1));
    assert_eq!(visible(&live, text), ["d.org", "e.org"]);
    live.set_finder(Finder::new(), "x a.com b.com c.com");
    assert_eq!(visible(&live, "x a.com b.com c.com"), ["a.com", "c.com"]);
}

#[test]
fn a_decision_is_about_one_place() {
    let text = "a.com a.com a.com";
    let mut live = LiveLinks::new(Finder::new(), text);
    live.unlink(text, 6..11);
    assert!(live.links().map(|link| link.range()).eq([0..5, 12..17]));
    assert_eq!(live.unlink(text, 8..8).removed(), [], "it is text already");
    assert_eq!(live.unlink(text, 0..17).removed().len(), 2);
    assert_eq!(live.relink(0..0).added().len(), 1);
}

#[test]
fn decisions_survive_edits_that_were_not_seen() {
    let text = "Use node.com and deno.com. Then node.com again.";
    let mut live = LiveLinks::new(Finder::new(), text);
    live.unlink(text, 32..40);
    live.unlink(text, 17..25);
    let stored = live.unlinked(text);
    for (edited, expected) in [
        (text, &["node.com"][..]),
        ("Then node.com again.", &[]),
        ("New. Use node.com! Then node.com again.", &["node.com"]),
        ("node.com node.com", &["node.com", "node.com"]),
        ("node.org", &["node.org"]),
    ] {
        let mut live = LiveLinks::new(Finder::new(), edited);
        live.restore(edited, &stored);
        assert_eq!(visible(&live, edited), expected, "{edited}");
    }
}

#[test]
fn disabled_links_are_followed() {
    let mut text = String::from("a.com b.com");
    let mut live = LiveLinks::new(Finder::new(), &text);
    live.unlink(&text, 0..5);
    assert_eq!(live.set_linking(Linking::Off).removed().len(), 1);
    let edit = replace(&mut text, 5, 5, " c.com");
    assert!(live.edit(&text, &edit).added().is_empty());
    assert_eq!(live.links().count(), 0);
    assert!(live.growing(&text, 3).is_none());
    live.set_linking(Linking::On);
    assert_eq!(visible(&live, &text), ["c.com", "b.com"]);
}

/// The links of a text after an edit that replaces a range, and what the edit changed.
fn edit(live: &mut LiveLinks, text: &mut String, range: Range<usize>, new: &str) -> Changes {
    text.replace_range(range.clone(), new);
    let new_len = new.len();
    live.edit(text, &Edit { range, new_len })
}

fn ranges(live: &LiveLinks) -> Vec<Range<usize>> {
    live.links().map(|link| link.range()).collect()
}

#[test]
fn an_edit_changes_only_the_links_whose_strings_it_changes() {
    let mut text = String::from("a.com,b.com,c.com");
    let mut live = LiveLinks::new(Finder::new(), &text);
    let ids: Vec<_> = live.links().map(|link| link.id()).collect();
    assert!(ids.iter().map(|id| id.as_u64()).eq([1, 2, 3]));
    let changes = edit(&mut live, &mut text, 6..7, "d");
    assert_eq!(changes.removed(), [ids[1]]);
    assert_eq!(changes.added().len(), 1);
    assert_eq!(changes.added()[0].range(), 6..11);
    // The first link of the text has no text before it.
    let changes = edit(&mut live, &mut text, 0..1, "e");
    assert_eq!(changes.removed(), [ids[0]]);
    assert_eq!(changes.added()[0].range(), 0..5);
    assert!(!changes.is_empty());
    let changes = edit(&mut live, &mut text, 5..6, "!");
    assert!(changes.is_empty(), "{changes:?}");
    let changes = edit(&mut live, &mut text, 5..6, ", ");
    let shift = Shift { from: 6, by: 1 };
    assert_eq!((changes.removed(), changes.added()), (&[][..], &[][..]));
    assert_eq!((changes.shift(), changes.is_empty()), (shift, false));
    let last = live.links().last().unwrap();
    assert_eq!((last.id(), last.range()), (ids[2], 13..18));
}

#[test]
fn changes_are_empty_if_nothing_is_added_removed_or_moved() {
    let mut text = String::from("a.com x");
    let mut live = LiveLinks::new(Finder::new(), &text);
    assert!(edit(&mut live, &mut text, 6..7, "y").is_empty());
    let added = edit(&mut live, &mut text, 6..7, "b.com");
    assert!(!added.is_empty());
    let only_removed = live.unlink(&text, 0..5);
    assert!(!only_removed.is_empty() && only_removed.added().is_empty());
    let only_added = live.relink(0..5);
    assert!(!only_added.is_empty() && only_added.removed().is_empty());
    let only_moved = edit(&mut live, &mut text, 5..6, "  ");
    assert!(!only_moved.is_empty() && only_moved.added().is_empty());
    assert!(live.relink(0..12).is_empty());
}

#[test]
fn edits_outside_the_text_search_it_again() {
    let mut live = LiveLinks::new(Finder::new(), "a.com");
    // The lengths agree, but the text was shorter.
    let outside = Edit {
        range: 10..12,
        new_len: 2,
    };
    let changes = live.edit("b com", &outside);
    assert_eq!(changes.removed().len(), 1);
    assert_eq!(live.links().count(), 0);
}

/// The edits are given in bytes that are not whole characters.
#[test]
fn edits_of_a_part_of_a_character_replace_all_of_it() {
    for (before, after, range, expected) in [
        // The first byte of a character.
        ("see x\u{E4}.com", "see x\u{124}.com", 5..6, 5..7),
        // The second byte.
        ("see x\u{E4}.com", "see x\u{E5}.com", 6..7, 5..7),
        // The first byte of three.
        ("see \u{4E00}.com", "see \u{5E00}.com", 4..5, 4..7),
        ("see \u{4E00}.com", "see \u{4E40}.com", 5..6, 4..7),
    ] {
        let mut live = LiveLinks::new(Finder::new(), before);
        let changes = live.edit(after, &Edit { range, new_len: 1 });
        assert_eq!(changes.shift().from, expected.end, "{after}");
        assert_eq!(
            visible(&live, after),
            visible(&LiveLinks::new(Finder::new(), after), after)
        );
        // An unlinked string that contains the character is changed.
        let mut live = LiveLinks::new(Finder::new(), before);
        live.unlink(before, 0..before.len());
        let edit = Edit {
            range: expected.clone(),
            new_len: expected.len(),
        };
        live.edit(after, &edit);
        assert_eq!(live.links().count(), 1, "{after}");
    }
}

/// A space ends a URL that is too long. What follows it is searched, up to the next URL that is too long.
#[test]
fn an_edit_that_ends_a_long_url_shows_the_links_after_it() {
    let finder = Finder::builder().length_limit(16).build().unwrap();
    let long = "b".repeat(20_000);
    for (len, distance, next) in [
        (20_000, 2000, 5000),
        (20_000, 2500, 5500),
        (20_000, 2800, 6000),
        (20_000, 1000, 7000),
        // The search starts at the start of the text.
        (2000, 1900, 5000),
        (2600, 2500, 5500),
    ] {
        let before = &long[..len];
        let mut text = format!("https://a.com/{before},c.com,https://d.com/{long}");
        let mut live = LiveLinks::new(finder.clone(), &text);
        assert_eq!(live.links().count(), 0);
        let at = 14 + len - distance;
        edit(&mut live, &mut text, at..at, " ");
        assert_eq!(visible(&live, &text), ["c.com"]);
        // The search is resumed between the space and the link.
        edit(&mut live, &mut text, at + next..at + next, "x");
        assert_eq!(visible(&live, &text), ["c.com"]);
        edit(&mut live, &mut text, at..at + 1, "");
        assert_eq!(live.links().count(), 0);
    }
}

/// The URL ends before the next one that is too long, further away than an edit is searched at once.
#[test]
fn an_edit_that_starts_a_long_url_keeps_the_links_after_it() {
    let finder = Finder::builder().length_limit(16).build().unwrap();
    let long = "b".repeat(20_000);
    let mut text = format!("{} c.com https://d.com/{long}", &long[..10_000]);
    let mut live = LiveLinks::new(finder, &text);
    edit(&mut live, &mut text, 0..0, "https://a.com/");
    assert_eq!(visible(&live, &text), ["c.com"]);
    edit(&mut live, &mut text, 0..14, "");
    assert_eq!(visible(&live, &text), ["c.com"]);
}

#[test]
fn links_in_a_range_overlap_it() {
    let text = "a.com b.com,c.com";
    let live = LiveLinks::new(Finder::new(), text);
    for start in 0..=text.len() + 1 {
        for end in start..=text.len() + 1 {
            let overlaps = |link: &Range<usize>| link.start < end && start < link.end;
            let mut expected = ranges(&live);
            expected.retain(overlaps);
            let found: Vec<_> = live.links_in(start..end).map(|it| it.range()).collect();
            assert_eq!(found, expected, "{start}..{end}");
        }
        let expected = ranges(&live).into_iter().find(|it| it.contains(&start));
        assert_eq!(live.link_at(start).map(|link| link.range()), expected);
    }
}

#[test]
fn a_link_that_was_removed_has_no_text() {
    let mut text = String::from("see a.com");
    let mut live = LiveLinks::new(Finder::new(), &text);
    let old = live.links().next().unwrap();
    assert_eq!(live.owned(&text, &old).unwrap().as_str(), "a.com");
    edit(&mut live, &mut text, 4..5, "b");
    assert_eq!(live.owned(&text, &old), None, "another link is there");
    let new = live.links().next().unwrap();
    edit(&mut live, &mut text, 0..4, "");
    assert_eq!(live.owned(&text, &new), None, "the link has moved");
    let moved = live.links().next().unwrap();
    assert_eq!(moved.id(), new.id());
    assert_eq!(live.owned(&text, &moved).unwrap().as_str(), "b.com");
}

#[test]
fn links_far_from_the_start_grow_and_settle() {
    let before = "x ".repeat(20_000);
    for (end, is_growing) in [("a.com.", true), ("a.com!", false), ("(a.com)", false)] {
        let text = format!("{before}{end}");
        let live = LiveLinks::new(Finder::new(), &text);
        let growing = live.growing(&text, text.len());
        assert_eq!(growing.is_some(), is_growing, "{end}");
    }
}

/// A link has a maximum length.
#[test]
fn a_link_grows_to_its_maximum_length() {
    for (distance, is_growing) in [(1, true), (8000, true), (20_000, false)] {
        let text = format!("see a.com/x{}", "!".repeat(distance));
        let live = LiveLinks::new(Finder::new(), &text);
        assert_eq!(live.links().next().map(|link| link.range()), Some(4..11));
        let growing = live.growing(&text, text.len());
        assert_eq!(growing.is_some(), is_growing, "{distance}");
    }
}

#[test]
fn a_range_selects_the_links_that_it_overlaps_or_an_empty_one_those_it_touches() {
    let text = "a.com,b.com c.com";
    for (range, expected) in [
        (0..6, &[0..5][..]),
        (0..7, &[0..5, 6..11]),
        (1..3, &[0..5]),
        (5..6, &[]),
        (5..12, &[6..11]),
        (11..13, &[12..17]),
        (0..0, &[0..5]),
        (3..3, &[0..5]),
        (5..5, &[0..5]),
        (6..6, &[6..11]),
        (11..11, &[6..11]),
        (12..12, &[12..17]),
        (17..17, &[12..17]),
        (18..18, &[]),
        (0..17, &[0..5, 6..11, 12..17]),
    ] {
        let mut live = LiveLinks::new(Finder::new(), text);
        let all = ranges(&live);
        let unlinked = live.unlink(text, range.clone()).removed().len();
        assert_eq!(unlinked, expected.len(), "{range:?}");
        let mut left = all.clone();
        left.retain(|link| !expected.contains(link));
        assert_eq!(ranges(&live), left, "{range:?}");
        // The same range makes them links again, and no others.
        live.unlink(text, 0..text.len());
        live.relink(range.clone());
        assert_eq!(ranges(&live), expected, "{range:?}");
    }
}

#[test]
fn a_decision_is_applied_once() {
    let text = "see a.com";
    let mut live = LiveLinks::new(Finder::new(), text);
    live.unlink(text, 4..9);
    let stored = live.unlinked(text);
    let mut live = LiveLinks::new(Finder::new(), text);
    assert_eq!(live.restore(text, &stored).removed().len(), 1);
    assert_eq!(live.restore(text, &stored).removed(), []);
    assert_eq!(live.unlinked(text), stored);
}

#[test]
fn decisions_are_listed_in_the_order_of_the_text() {
    let text = "a.com b.com a.com, a.com";
    let mut live = LiveLinks::new(Finder::new(), text);
    for range in [19..24, 0..5, 6..11] {
        live.unlink(text, range);
    }
    let listed = |live: &LiveLinks| -> Vec<_> {
        let unlinked = live.unlinked(text).into_iter();
        unlinked.map(|it| (it.text, it.occurrence)).collect()
    };
    let expected = [("a.com", 0), ("b.com", 0), ("a.com", 2)];
    assert_eq!(
        listed(&live),
        expected.map(|(text, number)| (text.to_owned(), number))
    );
    live.relink(0..5);
    let expected = [("b.com", 0), ("a.com", 2)];
    assert_eq!(
        listed(&live),
        expected.map(|(text, number)| (text.to_owned(), number))
    );
}

/// Edits beside strings search for their links again.
#[test]
fn decisions_are_known_when_their_strings_are_searched_again() {
    let mut text = String::from("a.com b.com c.com d.com");
    let mut live = LiveLinks::new(Finder::new(), &text);
    for range in [18..23, 12..17, 6..11, 0..5] {
        live.unlink(&text, range);
    }
    for at in [23, 17, 11, 5] {
        assert!(edit(&mut live, &mut text, at..at, "!").removed().is_empty());
        assert_eq!(visible(&live, &text), [] as [&str; 0], "{text}");
    }
    live.relink(7..12);
    for at in [26, 19, 12, 5] {
        edit(&mut live, &mut text, at..at, ";");
        assert_eq!(visible(&live, &text), ["b.com"], "{text}");
    }
    assert_eq!(live.unlinked(&text).len(), 3);
}

/// The lengths are those of an undo.
#[test]
fn another_string_of_the_same_length_is_a_link() {
    let mut text = String::from("see a.com now");
    let mut live = LiveLinks::new(Finder::new(), &text);
    live.unlink(&text, 4..9);
    edit(&mut live, &mut text, 4..9, "");
    edit(&mut live, &mut text, 4..4, "b.com");
    assert_eq!(visible(&live, &text), ["b.com"]);
    // Undo leads back to the string.
    edit(&mut live, &mut text, 4..9, "");
    edit(&mut live, &mut text, 4..4, "a.com");
    assert_eq!(visible(&live, &text), [] as [&str; 0]);
}

/// Both edits keep the length, so an edit that replaces the whole text may undo one or both.
#[test]
fn an_edit_undoes_as_many_edits_as_restore_most_strings() {
    let original = "a.com and b.com";
    for (undone, expected) in [
        (original, &[][..]),
        ("a.com and x.com", &["x.com"]),
        ("y.com and x.com", &["y.com", "x.com"]),
    ] {
        let mut text = original.to_owned();
        let mut live = LiveLinks::new(Finder::new(), &text);
        live.unlink(&text, 0..text.len());
        edit(&mut live, &mut text, 10..11, "x");
        edit(&mut live, &mut text, 0..1, "y");
        edit(&mut live, &mut text, 0..original.len(), undone);
        assert_eq!(visible(&live, &text), expected, "{undone}");
    }
}

/// A text that is the same before one edit and before several: decisions of either are restored.
#[test]
fn an_edit_may_undo_one_edit_or_several() {
    let finder = Finder::new();
    let text = "*pal\u{301}\u{301}.com/";
    let edits = [(0, 0, "*pal\u{301}\u{301}"), (4, 12, ""), (0, 10, "")];
    undoing_restores_decisions(&finder, text, &edits);
}

#[test]
fn a_string_that_is_deleted_and_typed_again_is_the_same() {
    let mut text = String::from("see a.com");
    let mut live = LiveLinks::new(Finder::new(), &text);
    live.unlink(&text, 4..9);
    edit(&mut live, &mut text, 6..9, "");
    for typed in ["c", "o", "m"] {
        let end = text.len();
        edit(&mut live, &mut text, end..end, typed);
    }
    assert_eq!(visible(&live, &text), [] as [&str; 0]);
}

/// Two strings are equal. One of them is replaced, together with text around it.
#[test]
fn a_string_is_found_again_beside_an_equal_one() {
    let mut text = String::from("a.com or a.com now");
    let mut live = LiveLinks::new(Finder::new(), &text);
    live.unlink(&text, 0..14);
    edit(&mut live, &mut text, 6..14, "x");
    edit(&mut live, &mut text, 6..11, "or a.com then");
    assert_eq!(text, "a.com or a.com then");
    assert_eq!(visible(&live, &text), [] as [&str; 0]);
    // Neither of them is taken for the other.
    let mut text = String::from("a.com or a.com now");
    let mut live = LiveLinks::new(Finder::new(), &text);
    live.unlink(&text, 9..14);
    edit(&mut live, &mut text, 6..14, "x");
    edit(&mut live, &mut text, 0..7, "see a.com or a.com");
    assert_eq!(text, "see a.com or a.com now");
    assert_eq!(ranges(&live).len(), 1);
}

/// A string that was edited is not found again by an edit that did not change it.
#[test]
fn undoing_does_not_hide_what_was_a_link() {
    let mut text = String::from("see a.com");
    let mut live = LiveLinks::new(Finder::new(), &text);
    live.unlink(&text, 4..9);
    edit(&mut live, &mut text, 4..5, "b");
    for c in " and a.com".chars() {
        let end = text.len();
        edit(&mut live, &mut text, end..end, c.encode_utf8(&mut [0; 4]));
    }
    assert_eq!(visible(&live, &text), ["b.com", "a.com"]);
    edit(&mut live, &mut text, 14..19, "c.com");
    live.unlink(&text, 14..19);
    edit(&mut live, &mut text, 14..19, "a.com");
    assert_eq!(text, "see b.com and a.com");
    assert_eq!(visible(&live, &text), ["b.com", "a.com"]);
}

#[test]
fn stored_decisions_apply_to_strings_in_a_similar_context() {
    let stored = |text: &str, range: Range<usize>| {
        let mut live = LiveLinks::new(Finder::new(), text);
        live.unlink(text, range);
        live.unlinked(text)
    };
    let left = |stored: &[Unlinked], text: &str| {
        let mut live = LiveLinks::new(Finder::new(), text);
        live.restore(text, stored);
        ranges(&live)
    };
    let middle = stored("we use a.com here", 7..12);
    // The only one, in whatever context.
    assert_eq!(left(&middle, "(a.com)"), []);
    assert_eq!(left(&middle, "a.com"), []);
    // One side is enough: `use ` has four bytes, `se ` only three.
    assert_eq!(left(&middle, "a.com! We reuse a.com!"), [0..5]);
    assert_eq!(left(&middle, "a.com! I use a.com!"), [0..5]);
    assert_eq!(left(&middle, "a.com! In case a.com!"), [0..5, 15..20]);
    assert_eq!(left(&middle, "a.com her, a.com!"), [11..16]);
    assert_eq!(left(&middle, "a.com he, a.com!"), [0..5, 10..15]);
    // Both sides count.
    assert_eq!(left(&middle, "a.com! In case a.com h!"), [0..5]);
    assert_eq!(left(&middle, "The a.com, house a.com he"), [4..9]);
    // There is no text before it.
    let first = stored("a.com is new", 0..5);
    assert_eq!(left(&first, "Both a.com, and a.com!"), [5..10, 16..21]);
    assert_eq!(left(&first, "Both a.com, and a.com is"), [5..10, 16..21]);
    assert_eq!(left(&first, "Both a.com, and a.com is "), [5..10]);
    // A text of its own has no context at all.
    let alone = stored("a.com", 0..5);
    assert_eq!(left(&alone, "a.com, a.com"), [7..12]);
}

#[test]
fn disabled_links_report_how_they_move() {
    let mut text = String::from("a.com b.com");
    let mut live = LiveLinks::new(Finder::new(), &text);
    live.set_linking(Linking::Off);
    let changes = edit(&mut live, &mut text, 5..6, ", c.com, ");
    assert_eq!((changes.removed(), changes.added()), (&[][..], &[][..]));
    assert_eq!(changes.shift(), Shift { from: 6, by: 8 });
}

#[test]
fn the_text_may_be_passed_by_reference() {
    let text = String::from("see \u{E4}.com");
    let source: &&str = &text.as_str();
    let live = LiveLinks::new(Finder::new(), source);
    assert_eq!(ranges(&live), [4..10]);
    assert_eq!(TextSource::len(source), 10);
    assert_eq!(TextSource::slice(source, 4..6), "\u{E4}");
    assert_eq!(TextSource::floor_char_boundary(source, 5), 4);
    assert_eq!(TextSource::floor_char_boundary(source, 99), 10);
    assert!(!TextSource::is_empty(source) && TextSource::is_empty(""));
}

#[cfg(feature = "serde")]
#[test]
fn decisions_are_serialised_by_name() {
    let text = "see a.com!";
    let mut live = LiveLinks::new(Finder::new(), text);
    live.unlink(text, 4..9);
    let json = serde_json::to_string(&live.unlinked(text)).unwrap();
    assert_eq!(
        json,
        r#"[{"text":"a.com","before":"see ","after":"!","occurrence":0}]"#
    );
    let stored: Vec<Unlinked> = serde_json::from_str(&json).unwrap();
    let mut live = LiveLinks::new(Finder::new(), text);
    assert_eq!(live.restore(text, &stored).removed().len(), 1);
}
