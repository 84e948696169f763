//! The reasons that `explain` gives for rejected candidates, and the steps of termination.

use linkspan::explain::{DomainError, EndReason, Rejection};
use linkspan::options::{BareDomains, Emails};
use linkspan::uts58::{Effect, Part, Steps, StopReason};
use linkspan::{Finder, Profile};

/// The offset of each candidate with its link or the reason for its rejection.
fn explanations(finder: &Finder, text: &str) -> Vec<String> {
    finder
        .explain(text)
        .map(|candidate| match candidate.outcome {
            Ok(link) => format!("{}: {}", candidate.offset, link.as_str()),
            Err(reason) => format!("{}: {reason}", candidate.offset),
        })
        .collect()
}

#[test]
fn rejected_candidates_have_the_expected_reason() {
    let finder = Finder::new();
    for (text, expected) in [
        ("a.txt", "1: no top-level domain follows the dot"),
        ("example..com", "8: no host can start before the dot"),
        ("example.com..foo", "7: two dots follow one another"),
        ("-a.com", "2: a label starts or ends with a hyphen"),
        (
            "co.uk",
            "2: the domain is a public suffix, not a registrable domain",
        ),
        (
            "a_b.com",
            "3: the registrable domain contains an underscore",
        ),
        ("a\u{200D}b.com", "5: UTS #46 does not allow the domain"),
        (r"C:\x.com", "4: it is part of a file path"),
        ("src/main.rs", "8: it is part of a file path"),
        (
            "a.com@b",
            "1: an '@' is next to it, but the whole is not an email address",
        ),
        ("://a", "0: no scheme precedes '://'"),
        ("foo://a.com", "3: the scheme is not in the list"),
        ("http:// ", "4: no host follows '://'"),
        ("http://u@a.com", "4: it has a user name"),
        ("http://localhost", "4: the host has a single label"),
        (
            "http://1.2.3.456",
            "4: its host is not a valid IP address, or IP addresses are not linked",
        ),
        (
            "http://[::g]",
            "4: its host is not a valid IP address, or IP addresses are not linked",
        ),
        (
            "http://a.c0m",
            "4: the last label is not a top-level domain",
        ),
        (
            "a.com:99999",
            "1: the number after the host is not a valid port",
        ),
        ("a@b", "1: no domain follows the '@'"),
        (
            "a..b@c.com",
            "4: expected single dots in a local part at byte 1, found '..'",
        ),
    ] {
        let found = explanations(&finder, text);
        assert_eq!(
            found.first().map(String::as_str),
            Some(expected),
            "{text}: {found:?}"
        );
        assert!(finder.find(text).is_none(), "{text}");
    }
}

#[test]
fn candidates_decided_by_a_later_trigger_say_so() {
    let finder = Finder::new();
    assert_eq!(
        explanations(
            &finder,
            "www.example.com.cn a.com+b@c.org http://http://a.com"
        ),
        [
            "3: another label follows; the next dot decides",
            "11: another label follows; the next dot decides",
            "15: www.example.com.cn",
            "20: it is in the local part of an email address; the '@' decides",
            "26: a.com+b@c.org",
            "37: it is the scheme of what follows",
            "44: http://a.com",
        ]
    );
    // The `@` after the second domain is known from the first one.
    assert_eq!(
        explanations(&finder, "a.com b.com@c.org"),
        [
            "1: a.com",
            "7: it is in the local part of an email address; the '@' decides",
            "11: b.com@c.org",
        ]
    );
}

#[test]
fn a_placeholder_instead_of_a_host_is_no_host() {
    let finder = Finder::builder().profile(Profile::Source).build().unwrap();
    for (text, expected) in [
        ("foo://{server}/a", Rejection::NoHost),
        ("foo://server{port}/a", Rejection::Template),
    ] {
        let candidate = finder.explain(text).next().unwrap();
        assert_eq!(candidate.outcome, Err(expected), "{text}");
    }
}

#[test]
fn every_rejection_names_the_rule_behind_it() {
    let rules = [
        (Rejection::Userinfo, "option `userinfo`"),
        (Rejection::FileName, "option `file_names`"),
        (Rejection::CodeName, "option `code_names`"),
        (Rejection::NoTopLevel, "option `bare_tld`"),
        (Rejection::EmptyLabel, "UTS #58 §3.3"),
        (
            Rejection::InvalidDomain(DomainError::OneLabel),
            "option `one_label_hosts`",
        ),
    ];
    for (rejection, source) in rules {
        let rule = rejection.rule();
        assert!(rule.contains(source), "{rejection:?}: {rule}");
    }
}

#[test]
fn options_are_given_as_reasons() {
    let finder = Finder::builder()
        .bare_domains(BareDomains::Skip)
        .emails(Emails::Skip)
        .length_limit(12)
        .build()
        .unwrap();
    let reason = |text| finder.explain(text).next().unwrap().outcome.unwrap_err();
    assert_eq!(reason("example.com"), Rejection::Disabled);
    assert_eq!(reason("a@example.com"), Rejection::Disabled);
    assert_eq!(reason("http://example.com"), Rejection::TooLong);
    assert_eq!(
        reason("http://a"),
        Rejection::InvalidDomain(DomainError::OneLabel)
    );
}

#[test]
fn punctuation_of_sentences_is_not_a_candidate() {
    assert!(explanations(&Finder::new(), "One. Two: three... 谢谢。 No links here.").is_empty());
}

#[test]
fn explain_finds_the_same_links() {
    let text = "請看example.com。再看https://例え.jp/と ann@example.org co.uk a.txt";
    let finder = Finder::new();
    let explained: Vec<_> = finder
        .explain(text)
        .filter_map(|candidate| candidate.outcome.ok())
        .collect();
    assert_eq!(explained, finder.find_iter(text).collect::<Vec<_>>());
}

#[test]
fn steps_state_why_a_link_ends() {
    let last_step = |text| {
        Steps::new(text, 5)
            .last()
            .map(|step| (step.character, step.effect))
    };
    assert_eq!(
        last_step("a.com/b c"),
        Some((' ', Effect::Stops(StopReason::Hard)))
    );
    assert_eq!(
        last_step("a.com!"),
        Some(('!', Effect::Stops(StopReason::NoPart)))
    );
    assert_eq!(
        last_step("a.com/(b]"),
        Some((']', Effect::Stops(StopReason::Unmatched)))
    );
    assert_eq!(last_step("a.com/b"), Some(('b', Effect::Includes)));
    let deep = format!("a.com/{}", "(".repeat(126));
    assert_eq!(
        last_step(&deep),
        Some(('(', Effect::Stops(StopReason::TooDeep)))
    );
    let parts: Vec<_> = Steps::new("a.com/?#:~:", 5).map(|step| step.part).collect();
    let expected = [Part::Path, Part::Query, Part::Fragment, Part::Directive];
    assert_eq!(parts, expected.map(Some));
}

#[test]
fn early_ends_have_a_place_and_a_reason() {
    let finder = |profile| Finder::builder().profile(profile).build().unwrap();
    let (prose, source) = (finder(Profile::Prose), finder(Profile::Source));
    for (finder, text, expected) in [
        (
            &prose,
            "«https://example.com/a»b",
            Some(("»", EndReason::Quote)),
        ),
        (
            &prose,
            "*https://example.com/a*b",
            Some(("*b", EndReason::Delimiter)),
        ),
        (
            &source,
            "https://example.com/a|b",
            Some(("|", EndReason::Separator)),
        ),
        (
            &source,
            r"https://example.com/a\nb",
            Some((r"\n", EndReason::Escape)),
        ),
        (
            &prose,
            "看https://example.com/a看看",
            Some(("看看", EndReason::Word)),
        ),
        (&prose, "https://example.com/a b", None),
        // What follows the host ends every link.
        (&prose, "«https://example.com»b", None),
        (&prose, "«ann@example.com»b", None),
    ] {
        let link = finder.find(text).unwrap();
        let found = finder.explain_end(&link);
        let expected = expected.map(|(before, reason)| (text.rfind(before).unwrap(), reason));
        assert_eq!(
            found.map(|end| (end.offset, end.reason)),
            expected,
            "{text}"
        );
    }
}

#[test]
fn every_reason_for_an_early_end_has_a_message() {
    let reasons = [
        EndReason::Quote,
        EndReason::Delimiter,
        EndReason::Separator,
        EndReason::Escape,
        EndReason::Word,
    ];
    let messages: std::collections::HashSet<_> = reasons.iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), reasons.len());
    assert!(
        messages.iter().all(|message| message.starts_with("it ")),
        "{messages:?}"
    );
}
