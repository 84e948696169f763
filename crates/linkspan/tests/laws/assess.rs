//! Judging links: what holds for every report.

use linkspan::{Code, Finder, Level, Policy, Profile, Userinfo, assess};

/// A finder that finds nearly everything.
pub(crate) fn lenient() -> Finder {
    Finder::builder()
        .profile(Profile::Terminal)
        .userinfo(Userinfo::Allow)
        .build()
        .unwrap()
}

/// All laws of reports and policies.
pub(crate) fn laws(text: &str) {
    reports(text);
    places(text);
    checks(text);
    policies(text);
}

/// Reports are in order, about the link, and fit to be shown.
fn reports(text: &str) {
    for link in lenient().find_iter(text) {
        let report = assess(&link);
        let mut last = 0;
        for finding in report.findings() {
            let range = finding.range();
            assert!(text.get(range.clone()).is_some_and(|it| !it.is_empty()));
            assert!(range.start >= last, "findings are in order");
            last = range.start;
            // What is found beside a link touches it.
            assert!(range.end >= link.start() && range.start <= link.end());
            let hidden = |c: char| {
                c.is_control()
                    || ('\u{200B}'..='\u{200F}').contains(&c)
                    || ('\u{202A}'..='\u{202E}').contains(&c)
            };
            assert!(
                !finding.message().contains(hidden),
                "{:?}",
                finding.message()
            );
        }
        assert_eq!(report.is_empty(), report.level().is_none());
        assert_eq!(
            report.gravest().map(linkspan::Finding::level),
            report.level()
        );
    }
}

/// A report does not depend on where the link is, if it stands alone.
fn places(text: &str) {
    let finder = lenient();
    let moved = format!("Täxt {text} more");
    let alone: Vec<_> = finder.find_iter(text).collect();
    let inside: Vec<_> = finder.find_iter(&moved).collect();
    assert_eq!(alone.len(), inside.len());
    for (alone, inside) in alone.iter().zip(&inside) {
        let shift = inside.start() - alone.start();
        let (alone, inside) = (assess(alone), assess(inside));
        let key = |finding: &linkspan::Finding, shift: usize| {
            let range = finding.range();
            let message = finding.message().to_owned();
            (
                finding.code(),
                finding.level(),
                range.start + shift,
                range.end + shift,
                message,
            )
        };
        let alone: Vec<_> = alone.findings().iter().map(|it| key(it, shift)).collect();
        let inside: Vec<_> = inside.findings().iter().map(|it| key(it, 0)).collect();
        assert_eq!(alone, inside);
    }
}

/// Checking finds the same links as finding, and more that were refused.
fn checks(text: &str) {
    for profile in Profile::all() {
        let finder = Finder::builder().profile(profile).build().unwrap();
        let found: Vec<_> = finder.find_iter(text).collect();
        let checked: Vec<_> = finder.check(text).collect();
        let linked = checked.iter().filter(|it| it.refused.is_none());
        assert_eq!(found, linked.map(|it| it.link).collect::<Vec<_>>());
        let mut end = 0;
        for it in &checked {
            assert!(it.link.start() >= end, "{:?}", it.link.as_str());
            end = it.link.end();
            assert!(it.refused.is_none() || !it.report.is_empty());
        }
    }
}

/// A policy only takes links away.
fn policies(text: &str) {
    let all: Vec<_> = Finder::new().find_iter(text).collect();
    let code = Code::all().cycle().nth(text.len()).unwrap();
    for policy in [
        Policy::strict(),
        Policy::refuse_from(Level::Info),
        Policy::refuse([code]),
    ] {
        let finder = Finder::builder().policy(policy.clone()).build().unwrap();
        let kept: Vec<_> = finder.find_iter(text).collect();
        let passes = |link: &&linkspan::Link<'_>| policy.passes(link, &assess(link));
        let wanted: Vec<_> = all.iter().filter(passes).copied().collect();
        assert_eq!(kept, wanted);
    }
}
