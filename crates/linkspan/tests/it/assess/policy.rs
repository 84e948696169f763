//! Finders with a policy.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use linkspan::assess::{Code, Level, Policy};
use linkspan::explain::Rejection;
use linkspan::find::Segment;
use linkspan::{Finder, Profile};

/// The texts of all links.
fn link_texts(finder: &Finder, text: &str) -> Vec<String> {
    finder
        .find_iter(text)
        .map(|link| link.as_str().to_owned())
        .collect()
}

#[test]
fn strict_profile_rejects_mixed_script_labels_and_links_the_rest() {
    let strict = Finder::builder().profile(Profile::Strict).build().unwrap();
    // A label with mixed scripts is not linked (guideline 1.4a, see CONFORMANCE.md).
    let text = "https://pаypal.com/ and https://example.com/";
    assert_eq!(link_texts(&strict, text), ["https://example.com/"]);
    let rejections: Vec<_> = strict
        .explain(text)
        .filter_map(|it| it.outcome.err())
        .collect();
    assert!(
        rejections.contains(&Rejection::Refused(Some("host-mixed-scripts"))),
        "{rejections:?}"
    );
    // Mixed scripts after the host are linked with an escaped `href` (guideline 1.4b).
    let link = strict
        .find("https://example.com/pаypal?q=gооgle#αdmin")
        .unwrap();
    assert_eq!(
        link.href(),
        "https://example.com/p%D0%B0ypal?q=g%D0%BE%D0%BEgle#%CE%B1dmin"
    );
    for rejected in [
        "аррӏе.com",
        "see readme.md",
        "https://example.com:25/",
        "https://example.com/\u{202E}a",
        "ann@exаmple.com",
        "https://xn--80ak6aa92e.com/",
        "https://xn--pypal-4ve.com/",
    ] {
        assert_eq!(link_texts(&strict, rejected), [""; 0], "{rejected}");
    }
    for linked in [
        "https://пример.рф/",
        "https://最高のソニーsony.jp/",
        "https://example.com:1234/",
        "https://example.com/é／b",
        "https://xn--e1afmkfd.xn--p1ai/",
        "https://xn--ls8h.la/",
    ] {
        assert_eq!(link_texts(&strict, linked), [linked]);
    }
}

#[test]
fn rejected_links_are_text_segments() {
    let finder = Finder::builder()
        .policy(Policy::refuse_from(Level::Danger))
        .build()
        .unwrap();
    let text = "a https://pаypal.com/ b example.com c";
    let pieces: Vec<_> = finder.segments(text).collect();
    assert_eq!(pieces.len(), 3);
    assert_eq!(pieces[0], Segment::Text("a https://pаypal.com/ b "));
    assert!(finder.link_at(text, 10).is_none());
}

#[test]
fn policy_can_be_a_closure() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&calls);
    let policy = Policy::custom(move |link, report| {
        counter.fetch_add(1, Ordering::Relaxed);
        report.is_empty() && link.scheme().is_some()
    });
    let finder = Finder::builder().policy(policy).build().unwrap();
    assert_eq!(
        link_texts(&finder, "https://example.com/ example.org"),
        ["https://example.com/"]
    );
    assert_eq!(calls.load(Ordering::Relaxed), 2);
    let rejection = finder
        .explain("example.org")
        .next()
        .unwrap()
        .outcome
        .unwrap_err();
    assert_eq!(rejection, Rejection::Refused(None));
    assert_eq!(rejection.to_string(), "the policy refuses it");
    assert!(format!("{finder:?}").contains("Policy::custom"));
}

#[test]
fn later_profile_replaces_the_policy() {
    let finder = Finder::builder()
        .policy(Policy::refuse(Code::ALL.iter().copied()))
        .profile(Profile::Uts58)
        .build()
        .unwrap();
    assert_eq!(
        link_texts(&finder, "https://pаypal.com/"),
        ["https://pаypal.com/"]
    );
}
