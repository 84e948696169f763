//! What holds for every report.

use linkspan::{Code, Finder, Level, Profile, assess};
use proptest::prelude::*;

use super::{lenient, link_text, text};
use crate::alphabet::config;

fn check_report(text: &str) -> Result<(), TestCaseError> {
    for link in lenient().find_iter(text) {
        let report = assess(&link);
        let mut last = 0;
        for finding in report.findings() {
            let range = finding.range();
            prop_assert!(text.get(range.clone()).is_some_and(|it| !it.is_empty()));
            prop_assert!(range.start >= last, "findings are in order");
            last = range.start;
            // What is found beside a link touches it.
            prop_assert!(range.end >= link.start() && range.start <= link.end());
            let hidden = |c: char| {
                c.is_control()
                    || ('\u{200B}'..='\u{200F}').contains(&c)
                    || ('\u{202A}'..='\u{202E}').contains(&c)
            };
            prop_assert!(
                !finding.message().contains(hidden),
                "{:?}",
                finding.message()
            );
        }
        prop_assert_eq!(report.is_empty(), report.level().is_none());
        prop_assert_eq!(
            report.gravest().map(linkspan::Finding::level),
            report.level()
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn reports_are_well_formed(text in text()) {
        check_report(&text)?;
    }

    #[test]
    fn reports_of_links_are_well_formed(text in link_text()) {
        check_report(&text)?;
    }

    #[test]
    fn a_report_does_not_depend_on_where_the_link_is(text in link_text()) {
        let finder = lenient();
        let moved = format!("Täxt {text} more");
        let alone: Vec<_> = finder.find_iter(&text).collect();
        let inside: Vec<_> = finder.find_iter(&moved).collect();
        prop_assert_eq!(alone.len(), inside.len());
        for (alone, inside) in alone.iter().zip(&inside) {
            let shift = inside.start() - alone.start();
            let (alone, inside) = (assess(alone), assess(inside));
            let key = |finding: &linkspan::Finding, shift: usize| {
                let range = finding.range();
                (finding.code(), finding.level(), range.start + shift, range.end + shift, finding.message().to_owned())
            };
            let alone: Vec<_> = alone.findings().iter().map(|it| key(it, shift)).collect();
            let inside: Vec<_> = inside.findings().iter().map(|it| key(it, 0)).collect();
            prop_assert_eq!(alone, inside);
        }
    }

    #[test]
    fn checking_finds_the_same_links(text in text()) {
        for profile in Profile::ALL {
            let finder = Finder::builder().profile(profile).build().unwrap();
            let found: Vec<_> = finder.find_iter(&text).collect();
            let checked: Vec<_> = finder.check(&text).collect();
            let linked: Vec<_> = checked.iter().filter(|it| it.refused.is_none()).map(|it| it.link).collect();
            prop_assert_eq!(found, linked);
            let mut end = 0;
            for it in &checked {
                prop_assert!(it.link.start() >= end, "{:?}", it.link.as_str());
                end = it.link.end();
                prop_assert!(it.refused.is_none() || !it.report.is_empty());
            }
        }
    }
}

#[test]
fn codes_have_names_that_lead_back() {
    for code in Code::ALL {
        assert_eq!(code.as_str().parse(), Ok(code));
        assert!(code.title().ends_with('.'));
    }
    assert!("no-such-code".parse::<Code>().is_err());
    let levels: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
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
