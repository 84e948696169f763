//! Reports on random texts and on hostile links.

use linkspan::Finder;
use linkspan::assess::{Code, Level, assess};
use proptest::prelude::*;

use super::{link_text, text};
use crate::properties::assess::assert_all;
use crate::strategies::config;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn properties_hold_in_any_text(text in text()) {
        assert_all(&text);
    }

    #[test]
    fn properties_hold_in_links(text in link_text()) {
        assert_all(&text);
    }
}

#[test]
fn codes_can_be_parsed_from_their_names() {
    for code in Code::ALL.iter().copied() {
        assert_eq!(code.as_str().parse(), Ok(code));
        assert!(code.title().ends_with('.'));
    }
    assert!("no-such-code".parse::<Code>().is_err());
    let levels: Vec<_> = Level::ALL.iter().copied().map(Level::as_str).collect();
    assert_eq!(levels, ["info", "warn", "danger"]);
}

#[test]
fn too_long_depends_on_the_length_limit() {
    let text = format!("https://example.com/{}", "a".repeat(9000));
    let finder = Finder::builder().length_limit(100_000).build().unwrap();
    let link = finder.find(&text).unwrap();
    assert!(assess(&link).has(Code::TooLong));
    assert!(finder.assess(&link).is_empty());
    let found: Vec<_> = Finder::new().assess_iter(&text).collect();
    assert_eq!(found.len(), 1);
    assert!(found[0].rejection.is_some());
}

#[test]
fn hostile_links_have_a_short_safe_form() {
    let finder = Finder::builder().length_limit(usize::MAX).build().unwrap();
    let pieces = [
        "\u{202E}",
        "／",
        "pа.",
        "%E2%80%8B",
        "👩\u{200D}",
        "\u{E0041}",
        "א/",
        "א.",
        "://",
        "ノa",
        "一",
        "アへ",
        "РО.",
        "\u{301}",
        "com-a.",
        "١",
        "a.",
        "é",
        "xn--a.",
        "@",
        "0x1.",
        "\u{AD}",
    ];
    for piece in pieces {
        let repeated = piece.repeat((1 << 18) / piece.len());
        for text in [
            format!("https://example.com/{repeated}"),
            format!("https://{repeated}.com/"),
            format!("https://{repeated}@example.com/"),
            format!("https://example.com{repeated}"),
            repeated,
        ] {
            for found in finder.assess_iter(&text) {
                let displayed = linkspan::assess::SafeDisplay::new()
                    .limit(80)
                    .format(&found.link, &found.report);
                assert!(
                    !displayed.is_empty() && displayed.len() < 2048,
                    "{piece:?}: {displayed}"
                );
            }
        }
    }
}
