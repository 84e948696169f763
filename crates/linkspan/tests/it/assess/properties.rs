//! Reports on random texts and on hostile links.

use std::collections::BTreeMap;

use linkspan::assess::{Code, Finding, Level, assess, assess_anchor};
use linkspan::options::{TopLevel, UnknownSchemes};
use linkspan::{Finder, Link};
use proptest::prelude::*;
use proptest::sample::select;

use super::rare::{link_of_two_directions, rare_link};
use super::{link_text, reference, text};
use crate::find::properties::options;
use crate::properties::assess::assert_all;
use crate::properties::options::Options;
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

    #[test]
    fn findings_match_the_reference(
        text in prop_oneof![text(), link_text(), rare_link(), link_of_two_directions()],
        options in options(),
    ) {
        findings_of_the_reference(options, &text);
    }

    /// A finder links less than what can be parsed.
    #[test]
    fn findings_of_parsed_links_match_the_reference(
        text in prop_oneof![rare_link(), link_of_two_directions()],
    ) {
        if let Ok(link) = Link::parse(&text) {
            levels_are_within_bounds(&text, &link);
        }
    }

    #[test]
    fn findings_about_other_hosts_match_the_reference(anchor in reference::anchors::anchor()) {
        let report = assess_anchor(&anchor.text, &anchor.href);
        let level = levels(report.findings().iter()).remove(&Code::OtherHost);
        prop_assert_eq!(level, anchor.level);
    }

    #[test]
    fn policies_match_the_reference(
        text in prop_oneof![text(), link_text()],
        options in options(),
        policy in policy(),
    ) {
        links_of_the_reference(options, &policy, &text);
    }
}

fn policy() -> impl Strategy<Value = reference::Policy> {
    let codes = prop::collection::vec(select(Code::ALL), 0..6);
    prop_oneof![
        Just(reference::Policy::Report),
        codes.prop_map(reference::Policy::Refuse),
        select(Level::ALL).prop_map(reference::Policy::RefuseFrom),
        Just(reference::Policy::Strict),
    ]
}

/// Every link has the findings of the reference implementation, and no others with the same codes.
fn findings_of_the_reference(options: Options, text: &str) {
    let Some(finder) = options.finder_without_policy() else {
        return;
    };
    for link in finder.find_iter(text) {
        levels_are_within_bounds(text, &link);
        let report = assess(&link);
        let findings = report.findings().iter();
        let findings = findings.filter(|finding| is_inside(finding, &link));
        let findings = findings.map(|finding| (finding.code(), finding.level()));
        let unify = |(code, level)| match code {
            Code::TldUnlisted if reference::has_international_top_level(link.host()) => {
                (Code::TldInvalid, Level::Warn)
            }
            _ => (code, level),
        };
        let mut found: Vec<_> = findings
            .filter(|(code, _)| reference::CODES.contains(code))
            .map(unify)
            .collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, reference::findings(text, &link), "{}", link.as_str());
    }
}

/// What is reported about the text next to a link is not part of the reference.
fn is_inside(finding: &Finding, link: &Link<'_>) -> bool {
    finding.range().start >= link.start() && finding.range().end <= link.end()
}

/// The highest level of each code.
fn levels<'f>(findings: impl Iterator<Item = &'f Finding>) -> BTreeMap<Code, Level> {
    let mut levels = BTreeMap::new();
    for finding in findings {
        let level = levels.entry(finding.code()).or_insert(finding.level());
        *level = finding.level().max(*level);
    }
    levels
}

/// The highest level of each code is what the reference implementation says, as far as it says something.
fn levels_are_within_bounds(text: &str, link: &Link<'_>) {
    let report = assess(link);
    let findings = report.findings().iter();
    let levels = levels(findings.filter(|finding| is_inside(finding, link)));
    for (code, bounds) in reference::bounds(text, link) {
        let level = levels.get(&code).copied();
        assert!(
            bounds.contain(level),
            "{code} of {:?}: {level:?} is not within {bounds:?}",
            link.as_str()
        );
    }
}

/// A policy leaves those links that it does not refuse, whatever the other options.
fn links_of_the_reference(options: Options, policy: &reference::Policy, text: &str) {
    let builder = || options.builder().policy(policy.of_library());
    let (Some(all), Ok(finder)) = (options.finder_without_policy(), builder().build()) else {
        return;
    };
    let passes = |link: &Link<'_>| !policy.refuses(&all.assess(link));
    let expected: Vec<_> = all.find_iter(text).filter(passes).collect();
    assert_eq!(finder.find_iter(text).collect::<Vec<_>>(), expected);
    // `assess_iter` says of the others why they are not linked.
    let assessed = finder.assess_iter(text).filter(|it| it.rejection.is_none());
    assert_eq!(assessed.map(|it| it.link).collect::<Vec<_>>(), expected);
}

/// Browsers remove the soft hyphen before they read the host, so it has no top-level domain.
#[test]
fn invisible_characters_do_not_make_an_address_a_domain() {
    let finder = Finder::builder().scheme_tld(TopLevel::Any).build().unwrap();
    let link = finder.find("http://example.\u{AD}0x7f/").unwrap();
    let report = assess(&link);
    assert!(report.has(Code::OddAddress));
    assert!(!report.has(Code::TldInvalid));
}

/// The hosts of unknown schemes may have any characters.
#[test]
fn invalid_punycode_does_not_hide_characters() {
    let builder = Finder::builder().unknown_schemes(UnknownSchemes::Link);
    let finder = builder.build().unwrap();
    let link = finder.find("foo://xn--a\u{2069}я\u{200B}b/").unwrap();
    let report = assess(&link);
    for code in [Code::HostPunycode, Code::BidiControl, Code::HostInvisible] {
        assert!(report.has(code), "{code}");
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
