//! Protected names: the cases of `testdata/assess/names.toml`, and what uses the names.

use std::sync::Arc;

use linkspan::assess::{Code, Concern, Level, Policy, ProtectedNames, punycode};
use linkspan::explain::Rejection;
use linkspan::suffix::SuffixList;
use linkspan::{Finder, Profile};
use serde::Deserialize;

use crate::data::{check_cases, expect_equal, read_data};

#[derive(Deserialize)]
struct Cases {
    names: Vec<String>,
    case: Vec<Case>,
    malformed: Vec<Malformed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    level: Option<String>,
    message: Option<String>,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Malformed {
    name: String,
    text: String,
    error: String,
    why: String,
}

fn protected(names: &[impl AsRef<str>]) -> ProtectedNames {
    ProtectedNames::new(names, SuffixList::embedded()).unwrap()
}

#[test]
fn hosts_are_compared_with_the_names() {
    let cases: Cases = read_data("assess/names.toml");
    let finder = Finder::builder().protected_names(protected(&cases.names));
    let finder = finder.build().unwrap();
    check_cases(
        &cases.case,
        |case| &case.name,
        |case| {
            assert!(!case.why.is_empty());
            let found: Vec<_> = finder.assess_iter(&case.text).collect();
            expect_equal(found.is_empty() && case.name != "public-suffix", false)?;
            let findings = found.iter().flat_map(|found| found.report.findings());
            let findings: Vec<_> = findings
                .filter(|finding| finding.code() == Code::HostImitates)
                .map(|finding| (finding.level().as_str(), finding.message()))
                .collect();
            let expected = case.level.as_deref().zip(case.message.as_deref());
            expect_equal(findings, expected.into_iter().collect())
        },
    );
}

#[test]
fn malformed_lists_are_errors() {
    let cases: Cases = read_data("assess/names.toml");
    check_cases(
        &cases.malformed,
        |case| &case.name,
        |case| {
            assert!(!case.why.is_empty());
            let error = ProtectedNames::from_text(&case.text, SuffixList::embedded()).err();
            let error = error.ok_or("expected an error, found none")?;
            expect_equal(error.to_string(), case.error.clone())?;
            let line = error.line().map(|line| format!("line {line}: "));
            expect_equal(line.is_some_and(|line| case.error.starts_with(&line)), true)
        },
    );
}

#[test]
fn lists_are_read_in_any_form() {
    let text = "\u{FEFF}# names\r\nPayPal.com.\r\n\r\n  xn--bcher-kva.example # a comment\r\nbücher.example";
    let names = ProtectedNames::from_text(text, SuffixList::embedded()).unwrap();
    assert_eq!(names.len(), 2);
    assert!(!names.is_empty());
    let finder = Finder::builder().protected_names(names).build().unwrap();
    let level = |text: &str| finder.assess(&finder.find(text).unwrap()).level();
    assert_eq!(level("https://paypa1.com"), Some(Level::Danger));
    assert_eq!(
        level("https://bücher.example"),
        Some(Level::Info),
        "tld-unlisted"
    );
    assert_eq!(level("https://bucher.example"), Some(Level::Danger));
}

#[test]
fn strict_policy_refuses_imitations() {
    let names = Arc::new(protected(&["paypal.com"]));
    let text = "https://paypal.com https://paypa1.com https://paypal-login.com https://example.com";
    let finders = [
        Finder::builder().policy(Policy::strict()),
        Finder::builder().profile(Profile::Strict),
    ];
    for builder in finders {
        let finder = builder.protected_names(Arc::clone(&names)).build().unwrap();
        let found: Vec<_> = finder.find_iter(text).map(|link| link.as_str()).collect();
        assert_eq!(found, ["https://paypal.com", "https://example.com"]);
        let rejections: Vec<_> = finder
            .assess_iter(text)
            .map(|found| found.rejection)
            .collect();
        let refused = Some(Rejection::Refused(Some("host-imitates")));
        assert_eq!(rejections, [None, refused, refused, None]);
    }
}

#[test]
fn profiles_keep_the_names() {
    let builder = Finder::builder().protected_names(protected(&["paypal.com"]));
    let strict = builder.profile(Profile::Strict).build().unwrap();
    assert!(!strict.is_match("https://paypa1.com") && strict.is_match("https://paypal.com"));
}

#[test]
fn the_text_of_an_anchor_is_compared_too() {
    let finder = Finder::builder().protected_names(protected(&["paypal.com"]));
    let finder = finder.build().unwrap();
    let report = finder.assess_anchor("https://paypa1.com/", "https://paypa1.com/");
    assert!(report.has(Code::HostImitates));
}

#[test]
fn imitations_are_displayed_in_punycode() {
    let finder = Finder::builder().protected_names(protected(&["bücher.com", "paypal.com"]));
    let finder = finder.build().unwrap();
    let displayed = |text: &str| {
        let link = finder.find(text).unwrap();
        finder.safe_display().format(&link, &finder.assess(&link))
    };
    assert_eq!(displayed("https://bücher.com/é"), "https://bücher.com/é");
    assert_eq!(
        displayed("https://xn--bcher-kva.com/"),
        "https://bücher.com/"
    );
    assert_eq!(
        displayed("https://www.bùcher.com/é"),
        "https://www.xn--bcher-1ua.com/é"
    );
    assert_eq!(
        displayed("https://xn--bcher-1ua.com/"),
        "https://xn--bcher-1ua.com/"
    );
    assert_eq!(displayed("https://paypa1.com/"), "https://paypa1.com/");
    let link = finder.find("https://bùcher.com/").unwrap();
    let report = finder.assess(&link);
    assert_eq!(punycode(&link, &report), "https://xn--bcher-1ua.com/");
    // No other way of writing it makes it another name.
    assert_eq!(Code::HostImitates.concern(), Concern::Target);
}

#[test]
fn the_suffix_list_decides_what_is_compared() {
    let suffixes = SuffixList::from_psl("com\nexample\nshops.example\n").unwrap();
    let names = ProtectedNames::new(["paypal.shops.example"], &suffixes).unwrap();
    let finder = Finder::builder().suffixes(suffixes).protected_names(names);
    let finder = finder.build().unwrap();
    let level = |text: &str| finder.assess(&finder.find(text).unwrap()).level();
    assert_eq!(level("https://paypa1.shops.example"), Some(Level::Danger));
    assert_eq!(level("https://www.paypal.shops.example"), None);
    assert_eq!(level("https://paypa1.example"), Some(Level::Warn));
}

/// Others register names below a public suffix, so these are not protected with it.
#[test]
fn a_public_suffix_protects_only_itself() {
    let suffixes = SuffixList::from_psl("com\nblogs.com\n").unwrap();
    let names = ProtectedNames::new(["blogs.com", "paypal.com"], &suffixes).unwrap();
    let finder = Finder::builder().suffixes(suffixes).protected_names(names);
    let finder = finder.build().unwrap();
    let level = |text: &str| finder.assess(&finder.find(text).unwrap()).level();
    assert_eq!(level("https://ann.blogs.com"), None);
    assert_eq!(level("https://paypal-login.blogs.com"), Some(Level::Warn));
    assert_eq!(level("https://b1ogs.com"), Some(Level::Danger));
}

/// The names of a long list are found and distinguished.
#[test]
fn a_list_may_have_a_hundred_thousand_names() {
    let name = |number: usize| {
        let letters = "abdfghjkpq".as_bytes();
        let digit = |place: u32| char::from(letters[number / 10_usize.pow(place) % 10]);
        let label: String = (0..6).map(digit).collect();
        format!("{label}x.com")
    };
    let names: Vec<String> = (0..100_000).map(name).collect();
    let protected = protected(&names);
    assert_eq!(protected.len(), 100_000);
    let finder = Finder::builder()
        .protected_names(protected)
        .build()
        .unwrap();
    for number in (0..100_000).step_by(997) {
        let domain = name(number);
        let level = |text: &str| finder.assess(&finder.find(text).unwrap()).level();
        assert_eq!(level(&domain), None, "{domain}");
        assert_eq!(
            level(&domain.replace('a', "à")),
            Some(Level::Danger),
            "{domain}"
        );
        assert_eq!(
            level(&domain.replace("x.", "xy.")),
            Some(Level::Warn),
            "{domain}"
        );
        assert_eq!(level(&domain.replace("x.", "xyz.")), None, "{domain}");
    }
}
