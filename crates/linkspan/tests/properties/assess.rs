//! Properties of reports, checks and policies.

use linkspan::assess::{Code, Finding, Level, Policy, assess};
use linkspan::options::Userinfo;
use linkspan::{Finder, Profile};

/// A finder that also links unknown schemes, single-label hosts and URLs with user names, since these can have
/// findings that the default finder never reports.
pub(crate) fn terminal_finder() -> Finder {
    Finder::builder()
        .profile(Profile::Terminal)
        .userinfo(Userinfo::Link)
        .build()
        .unwrap()
}

/// Checks all properties of reports and policies.
pub(crate) fn assert_all(text: &str) {
    findings_are_ordered_and_touch_the_link(text);
    reports_are_independent_of_the_position(text);
    check_yields_the_links_of_find_iter(text);
    a_policy_only_removes_links(text);
}

/// Findings are sorted by position, are inside the link or adjacent to it, and have printable messages.
fn findings_are_ordered_and_touch_the_link(text: &str) {
    for link in terminal_finder().find_iter(text) {
        let report = assess(&link);
        let mut last = 0;
        for finding in report.findings() {
            let range = finding.range();
            assert!(text.get(range.clone()).is_some_and(|it| !it.is_empty()));
            assert!(range.start >= last, "findings are sorted");
            last = range.start;
            assert!(range.end >= link.start() && range.start <= link.end());
            let is_invisible = |c: char| {
                c.is_control()
                    || ('\u{200B}'..='\u{200F}').contains(&c)
                    || ('\u{202A}'..='\u{202E}').contains(&c)
            };
            assert!(
                !finding.message().contains(is_invisible),
                "{:?}",
                finding.message()
            );
        }
        assert_eq!(report.is_empty(), report.level().is_none());
        assert_eq!(report.most_severe().map(Finding::level), report.level());
    }
}

/// Text in other lines does not change the report about a link.
fn reports_are_independent_of_the_position(text: &str) {
    let finder = terminal_finder();
    // In the same line, it may change where a link ends: at the start of a line, a comma separates fields.
    let embedded_text = format!("Täxt\n{text}\nmore");
    let alone: Vec<_> = finder.find_iter(text).collect();
    let embedded: Vec<_> = finder.find_iter(&embedded_text).collect();
    assert_eq!(alone.len(), embedded.len());
    for (alone, embedded) in alone.iter().zip(&embedded) {
        let shift = embedded.start() - alone.start();
        let (alone, embedded) = (assess(alone), assess(embedded));
        let fields = |finding: &Finding, shift: usize| {
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
        let alone: Vec<_> = alone
            .findings()
            .iter()
            .map(|it| fields(it, shift))
            .collect();
        let embedded: Vec<_> = embedded.findings().iter().map(|it| fields(it, 0)).collect();
        assert_eq!(alone, embedded);
    }
}

/// `check` yields every link of `find_iter` and, between them, rejected candidates with their findings.
fn check_yields_the_links_of_find_iter(text: &str) {
    for profile in Profile::ALL.iter().copied() {
        let finder = Finder::builder().profile(profile).build().unwrap();
        let found: Vec<_> = finder.find_iter(text).collect();
        let assessed: Vec<_> = finder.assess_iter(text).collect();
        let linked = assessed.iter().filter(|it| it.rejection.is_none());
        assert_eq!(found, linked.map(|it| it.link).collect::<Vec<_>>());
        let mut end = 0;
        for it in &assessed {
            assert!(it.link.start() >= end, "{:?}", it.link.as_str());
            end = it.link.end();
            assert!(it.rejection.is_none() || !it.report.is_empty());
        }
    }
}

/// The links of a finder with a policy are those links of the default finder that pass the policy.
fn a_policy_only_removes_links(text: &str) {
    let all: Vec<_> = Finder::new().find_iter(text).collect();
    let code = Code::ALL.iter().copied().cycle().nth(text.len()).unwrap();
    for policy in [
        Policy::strict(),
        Policy::refuse_from(Level::Info),
        Policy::refuse([code]),
    ] {
        let finder = Finder::builder().policy(policy.clone()).build().unwrap();
        let found: Vec<_> = finder.find_iter(text).collect();
        let passes = |link: &&linkspan::Link<'_>| policy.passes(link, &assess(link));
        let expected: Vec<_> = all.iter().filter(passes).copied().collect();
        assert_eq!(found, expected);
    }
}
