//! The two sources of data, compared.

use std::string::String;
use std::vec::Vec;

use proptest::prelude::*;

use super::{compact, crates};

#[test]
fn every_code_point_has_the_same_properties_in_both_sources() {
    let properties = |c: char| {
        let ours = (
            (compact::category(c), compact::bidi(c), compact::joins(c)),
            (
                compact::is_han(c),
                compact::is_mongolian(c),
                compact::is_khmer(c),
            ),
            (
                compact::is_indic(c),
                compact::is_wide(c),
                compact::is_deprecated(c),
            ),
            (
                compact::is_bidi_control(c),
                compact::is_default_ignorable(c),
                compact::is_pictograph(c),
            ),
        );
        let theirs = (
            (crates::category(c), crates::bidi(c), crates::joins(c)),
            (
                crates::is_han(c),
                crates::is_mongolian(c),
                crates::is_khmer(c),
            ),
            (
                crates::is_indic(c),
                crates::is_wide(c),
                crates::is_deprecated(c),
            ),
            (
                crates::is_bidi_control(c),
                crates::is_default_ignorable(c),
                crates::is_pictograph(c),
            ),
        );
        (ours, theirs)
    };
    for c in '\0'..=char::MAX {
        let (ours, theirs) = properties(c);
        assert_eq!(ours, theirs, "{c:?}");
    }
}

#[cfg(feature = "assess")]
#[test]
fn every_code_point_has_the_same_forms_in_both_sources() {
    for c in '\0'..=char::MAX {
        let text = String::from(c);
        assert_eq!(
            compact::combining_class(c),
            crates::combining_class(c),
            "{c:?}"
        );
        assert_eq!(compact::script(c), crates::script(c), "{c:?}");
        assert_eq!(
            compact::script_extension(c),
            crates::script_extension(c),
            "{c:?}"
        );
        assert_eq!(compact::identifier(c), crates::identifier(c), "{c:?}");
        assert!(
            compact::nfc([c].into_iter()).eq(crates::nfc([c].into_iter())),
            "{c:?}"
        );
        assert!(
            compact::nfd([c].into_iter()).eq(crates::nfd([c].into_iter())),
            "{c:?}"
        );
        assert!(
            compact::skeleton(&text).eq(crates::skeleton(&text)),
            "{c:?}"
        );
    }
}

/// Characters that combine with others, and any others.
#[cfg(feature = "assess")]
fn character() -> impl Strategy<Value = char> {
    use proptest::char::range;
    prop_oneof![
        any::<char>(),
        range('\u{300}', '\u{345}'),
        range('a', 'z'),
        range('\u{1100}', '\u{11FF}'),
        range('가', '힣'),
        range('\u{5B0}', '\u{5C7}'),
        range('\u{900}', '\u{DFF}'),
        range('\u{1EA0}', '\u{1EFF}'),
        range('\u{3040}', '\u{30FF}'),
    ]
}

#[cfg(feature = "assess")]
proptest! {
    #[test]
    fn texts_have_the_same_forms_in_both_sources(chars in prop::collection::vec(character(), 0..12)) {
        let text: String = chars.iter().collect();
        let ours: Vec<char> = compact::nfc(text.chars()).collect();
        prop_assert_eq!(ours, crates::nfc(text.chars()).collect::<Vec<_>>());
        let ours: Vec<char> = compact::nfd(text.chars()).collect();
        prop_assert_eq!(ours, crates::nfd(text.chars()).collect::<Vec<_>>());
        let ours: String = compact::skeleton(&text).collect();
        prop_assert_eq!(ours, crates::skeleton(&text).collect::<String>());
    }
}

/// Characters of each class of grapheme clusters, and any others.
fn cluster_character() -> impl Strategy<Value = char> {
    let classes = "a\r\n\u{1}\u{300}\u{200C}\u{200D}🇦🇧\u{600}\u{903}\u{1100}\u{1160}\u{11A8}가각😀👩❤\u{FE0F}कष\u{94D}\u{9CD}ক";
    let classes: Vec<char> = classes.chars().collect();
    prop_oneof![
        10 => prop::sample::select(classes),
        1 => any::<char>(),
        1 => proptest::char::range('\u{900}', '\u{DFF}'),
        1 => proptest::char::range('\u{1F000}', '\u{1FAFF}'),
    ]
}

#[test]
fn every_code_point_has_the_same_place_in_grapheme_clusters_in_both_sources() {
    for c in '\0'..=char::MAX {
        for (before, after) in [
            ("a", "a"),
            ("क\u{94D}", "क"),
            ("क", "\u{94D}क"),
            ("😀\u{200D}", "\u{200D}😀"),
            ("\u{1100}", "\u{11A8}"),
            ("🇦", "🇦"),
        ] {
            let text = std::format!("{before}{c}{after}");
            let ours = compact::grapheme_indices(&text);
            assert!(ours.eq(crates::grapheme_indices(&text)), "{text:?}");
        }
    }
}

proptest! {
    #[test]
    fn texts_have_the_same_grapheme_clusters_in_both_sources(
        chars in prop::collection::vec(cluster_character(), 0..12),
    ) {
        let text: String = chars.iter().collect();
        let ours: Vec<_> = compact::grapheme_indices(&text).collect();
        prop_assert_eq!(ours, crates::grapheme_indices(&text).collect::<Vec<_>>());
    }
}
