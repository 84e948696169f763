//! What holds for every report.

use linkspan::{Code, Finder, Level, assess};
use proptest::prelude::*;

use super::{link_text, text};
use crate::alphabet::config;
use crate::laws::assess::laws;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn laws_hold(text in text()) {
        laws(&text);
    }

    #[test]
    fn laws_hold_for_links(text in link_text()) {
        laws(&text);
    }
}

#[test]
fn codes_have_names_that_lead_back() {
    for code in Code::all() {
        assert_eq!(code.as_str().parse(), Ok(code));
        assert!(code.title().ends_with('.'));
    }
    assert!("no-such-code".parse::<Code>().is_err());
    let levels: Vec<_> = Level::all().map(Level::name).collect();
    assert_eq!(levels, ["info", "warn", "danger"]);
}

#[test]
fn a_long_link_is_reported_once_for_its_length() {
    let text = format!("https://example.com/{}", "a".repeat(9000));
    let finder = Finder::builder().length_limit(100_000).build().unwrap();
    let link = finder.first(&text).unwrap();
    assert!(assess(&link).has(Code::TooLong));
    assert!(finder.assess(&link).is_empty());
    let found: Vec<_> = Finder::new().check(&text).collect();
    assert_eq!(found.len(), 1);
    assert!(found[0].refused.is_some());
}

#[test]
fn hostile_links_are_judged() {
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
        "١",
        "a.",
        "é",
        "xn--a.",
        "@",
        "0x1.",
        "\u{AD}",
    ];
    for piece in pieces {
        let many = piece.repeat((1 << 18) / piece.len());
        for text in [
            format!("https://example.com/{many}"),
            format!("https://{many}.com/"),
            format!("https://{many}@example.com/"),
            format!("https://example.com{many}"),
            many,
        ] {
            for found in finder.check(&text) {
                let shown = linkspan::SafeDisplay::new()
                    .limit(80)
                    .of(&found.link, &found.report);
                assert!(
                    !shown.is_empty() && shown.len() < 2048,
                    "{piece:?}: {shown}"
                );
            }
        }
    }
}
