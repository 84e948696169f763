//! The builder: which options are errors, and how profiles and options combine.

use linkspan::find::FinderBuilder;
use linkspan::options::{
    BadDots, BareDomains, Emails, OneLabelHosts, QuotedLocalParts, UnknownSchemes, Userinfo,
};
use linkspan::{Finder, Profile};

const NO_SCHEMES: [&str; 0] = [];

#[test]
fn invalid_schemes_are_rejected() {
    let error = Finder::builder().schemes(["https", "ht tp"]).build();
    assert_eq!(
        error.unwrap_err().to_string(),
        "expected a scheme of ASCII letters, digits, '+', '-' and '.', found \"ht tp\""
    );
}

#[test]
fn options_without_effect_are_not_errors() {
    let text =
        "https://ann@example.com http://localhost a..b@example.com \"a b\"@example.com foo://bar";
    let count = |builder: FinderBuilder| builder.build().unwrap().find_iter(text).count();
    let without_schemes = Finder::builder()
        .schemes(NO_SCHEMES)
        .userinfo(Userinfo::Link)
        .one_label_hosts(OneLabelHosts::Link);
    assert_eq!(count(without_schemes), 0);
    let without_emails = Finder::builder()
        .emails(Emails::Skip)
        .bad_dots(BadDots::Recover)
        .quoted_local_parts(QuotedLocalParts::Link);
    assert_eq!(count(without_emails), 0);
    let without_any_kind = Finder::builder()
        .schemes(NO_SCHEMES)
        .bare_domains(BareDomains::Skip)
        .emails(Emails::Skip);
    assert_eq!(count(without_any_kind.clone()), 0);
    assert_eq!(
        count(without_any_kind.unknown_schemes(UnknownSchemes::Link)),
        2
    );
    assert_eq!(count(Finder::builder().length_limit(0)), 0);
}

#[test]
fn profile_replaces_earlier_options() {
    let before = Finder::builder()
        .emails(Emails::Skip)
        .profile(Profile::Uts58)
        .build()
        .unwrap();
    assert!(before.find("ann@example.com").is_some());
    let after = Finder::builder()
        .profile(Profile::Uts58)
        .emails(Emails::Skip)
        .build()
        .unwrap();
    assert!(after.find("ann@example.com").is_none());
}
