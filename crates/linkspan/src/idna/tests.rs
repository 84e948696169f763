//! UTS #46 by the crate `idna` and with compact tables, compared; and what both do.

use std::format;
use std::string::String;
use std::vec::Vec;

use proptest::prelude::*;

use super::{
    DomainBuffer, Form, MAX_DOMAIN_BYTES, Policy, compact, crates, is_stable, process_in_text,
    stable_form,
};

/// All forms of a name from both sources.
fn assert_same(name: &str) {
    for policy in [Policy::Url, Policy::Registry] {
        let bytes = name.as_bytes();
        let ours = (
            compact::to_ascii(policy, bytes),
            compact::to_unicode(policy, bytes),
        );
        let theirs = (
            crates::to_ascii(policy, bytes),
            crates::to_unicode(policy, bytes),
        );
        assert_eq!(ours, theirs, "{name:?} {policy:?}");
    }
    for form in [Form::Ascii, Form::Unicode] {
        let (mut one, mut other) = (DomainBuffer::new(), DomainBuffer::new());
        let ours = compact::process_in_text(name, form, &mut one);
        let theirs = crates::process_in_text(name, form, &mut other);
        assert_eq!(ours, theirs, "{name:?} {form:?}");
    }
}

#[test]
fn every_code_point_is_treated_alike() {
    // The planes in between are unassigned, and those after them are for private use.
    let planes = ('\0'..='\u{3FFFF}').chain('\u{E0000}'..='\u{E0FFF}');
    // Most are ideographs and Hangul syllables. A tenth of them is enough.
    let is_tested =
        |c: &char| !is_stable(*c) && !matches!(c, '\u{20000}'..) || u32::from(*c) % 10 == 0;
    for c in planes.filter(is_tested).chain(['\u{F0000}', char::MAX]) {
        assert_same(&format!("a{c}b"));
        if !c.is_ascii() {
            // As it is, not mapped.
            let encoded = idna::punycode::encode_str(&format!("a{c}")).unwrap_or_default();
            assert_same(&format!("xn--{encoded}"));
        }
    }
}

#[test]
fn unusual_names_are_treated_alike() {
    let long = "ü".repeat(1001);
    for name in [
        "",
        ".",
        "..",
        "a.",
        ".a",
        "-a",
        "a-",
        "a--b",
        "xn--",
        "XN--",
        "xn---",
        "xn--a",
        "xn--a-",
        "xn--maana-pta",
        "XN--MAANA-PTA",
        "xn---maana-pta",
        "xn--ü",
        "ｘｎ－－ｍａａｎａ－ｐｔａ",
        "ｘｎ－－",
        "a。b．c｡d",
        "…",
        "⒈a",
        "ß.de",
        "ς",
        "a_b",
        "a b",
        "1a.שלום",
        "a1.שלום",
        "שלום1",
        "שלום٣",
        "1שלום",
        "ש١1ב",
        "abc-.שלום",
        "-.שלום",
        "ab.ش1",
        "क्\u{200D}ष",
        "क\u{200D}ष",
        "ب\u{200C}ب",
        "ب\u{200C}",
        "\u{200C}ب",
        "a\u{200C}b",
        "\u{301}a",
        "a\u{301}",
        "<\u{338}",
        "=\u{338}a",
        "\u{AD}",
        "a\u{AD}b",
        "ÄÖ.DE",
        "a.ÄÖ.De",
        "\u{1F468}\u{200D}\u{1F469}",
        "xn--zn7c.com",
        "xn--ls8h",
        "faß",
        &long,
        "xn--xn---epa",
        "xn--a.ü",
        "xn--0",
        "xn--99999999",
        "xn--\u{80}",
        "\u{FFFD}",
        "a.\u{FFFD}",
    ] {
        assert_same(name);
    }
    assert_same(&"a".repeat(1100));
    assert_same(&format!("{}.ü", "a".repeat(1100)));
    assert_same(&format!("xn--{}", "a".repeat(2001)));
    let invalid = b"a\xFF.com";
    assert_eq!(
        compact::to_ascii(Policy::Url, invalid),
        crates::to_ascii(Policy::Url, invalid)
    );
}

fn character() -> impl Strategy<Value = char> {
    use proptest::char::range;
    prop_oneof![
        4 => prop::sample::select(&['.', '-', 'a', 'Z', '1', '。', '\u{200C}', '\u{200D}', '\u{94D}', '\u{301}', '\u{338}', '\u{AD}']),
        1 => any::<char>(),
        1 => range('\u{300}', '\u{345}'),
        1 => range('\u{5D0}', '\u{5EA}'),
        2 => range('\u{620}', '\u{66C}'),
        1 => range('\u{900}', '\u{DFF}'),
        1 => range('\u{1100}', '\u{11FF}'),
        1 => range('À', 'ž'),
        1 => range('\u{FF00}', '\u{FFEF}'),
        1 => range('\u{840}', '\u{8FF}'),
    ]
}

proptest! {
    #[test]
    fn names_are_treated_alike(chars in prop::collection::vec(character(), 0..10)) {
        assert_same(&chars.iter().collect::<String>());
    }

    /// Labels that are encoded whether they are valid or not, and Punycode of any kind.
    #[test]
    fn a_labels_are_treated_alike(
        chars in prop::collection::vec(character(), 1..6),
        punycode in "[a-zA-Z0-9-]{0,8}",
        upper in any::<bool>(),
    ) {
        let chars: String = chars.into_iter().filter(|&c| c != '.').collect();
        let encoded = idna::punycode::encode_str(&chars).unwrap_or_default();
        let prefix = if upper { "Xn--" } else { "xn--" };
        assert_same(&[prefix, &encoded].concat());
        assert_same(&[prefix, &punycode].concat());
        assert_same(&[prefix, &encoded, ".", &chars, ".", &punycode].concat());
    }
}

fn processed(label: &str) -> Option<String> {
    let mut buffer = DomainBuffer::new();
    process_in_text(label, Form::Unicode, &mut buffer).map(String::from)
}

#[test]
fn stable_ideographs_and_syllables_are_unchanged_by_uts46() {
    let blocks = [
        '\u{4E00}'..='\u{9FFF}',
        'ぁ'..='ゖ',
        'ァ'..='ヺ',
        '가'..='힣',
    ];
    let stable: Vec<char> = blocks.into_iter().flatten().collect();
    assert!(stable.iter().all(|&c| is_stable(c)));
    // Ten at a time, since the length of a label is limited.
    for ten in stable.chunks(10) {
        let label: String = ten.iter().collect();
        assert_eq!(processed(&label), Some(label));
    }
}

#[test]
fn stable_characters_are_unchanged_by_uts46_or_rejected() {
    let is_tested = |c: &char| is_stable(*c) && *c < '\u{4E00}';
    for c in ('\0'..=char::MAX).filter(is_tested) {
        let block = u32::from(c) & !0x7F;
        let neighbours = (block..block + 0x80).filter_map(char::from_u32);
        for before in neighbours.filter(|&c| is_stable(c)).chain('a'..='z') {
            // Labels do not start with marks.
            for letter in ["", "क"] {
                let written = format!("{letter}{before}{c}");
                assert!(
                    processed(&written).is_none_or(|label| label == written),
                    "{written:?}"
                );
            }
        }
        if c.is_alphabetic() {
            let mut letters = "αяשعაअঅਅઅଅஅఅಅഅඅกກ".chars();
            let is_unchanged = |letter: char| processed(&format!("{letter}{c}")).is_some();
            assert!(letters.any(is_unchanged), "{c:?}");
        }
    }
}

/// Characters that have a stable form.
fn stable_characters() -> impl Strategy<Value = Vec<char>> {
    let ideographs = ['日', '本', 'が', 'ー', '한'];
    let is_tested = |&c: &char| stable_form(c).is_some() && c != '.';
    let chars = ('\0'..='\u{2FFF}').chain(ideographs).filter(is_tested);
    prop::collection::vec(prop::sample::select(chars.collect::<Vec<_>>()), 1..8)
}

proptest! {
    #[test]
    fn stable_forms_are_those_of_uts46(chars in stable_characters()) {
        let label: String = chars.iter().collect();
        let expected: String = chars.into_iter().filter_map(stable_form).collect();
        if let Some(processed) = processed(&label) {
            prop_assert!(processed == expected || expected.starts_with("xn--"), "{:?}", label);
        }
        // The rules for whole labels, such as those about directions, reject most labels of several scripts.
        if expected.chars().any(char::is_alphanumeric) {
            let unchecked = idna::uts46::Uts46::new().to_unicode(
                label.as_bytes(), idna::AsciiDenyList::EMPTY, idna::uts46::Hyphens::Allow,
            );
            let has_invalid = unchecked.0.contains('\u{FFFD}');
            prop_assert!(has_invalid || expected.starts_with("xn--") || unchecked.0 == expected, "{:?}", label);
        }
    }
}

#[test]
fn a_result_that_does_not_fit_is_rejected() {
    let long = "ü".repeat(MAX_DOMAIN_BYTES);
    let mut buffer = DomainBuffer::new();
    assert_eq!(process_in_text(&long, Form::Unicode, &mut buffer), None);
}
