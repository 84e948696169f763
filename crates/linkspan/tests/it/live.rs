//! Texts that change: edits, typing, unlinked strings.

use std::ops::Range;

use linkspan::live::{Edit, LiveLinks};
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
    let stored: Vec<linkspan::live::Unlinked> = serde_json::from_str(&json).unwrap();
    let mut live = LiveLinks::new(Finder::new(), text);
    assert_eq!(live.restore(text, &stored).removed().len(), 1);
}
