//! Errors of the builder: contradictory and invalid options.

use linkspan::{
    BadDots, BareDomains, Emails, Finder, FinderBuilder, OneLabelHosts, Profile, QuotedLocalParts,
    UnknownSchemes, Userinfo,
};

const NO_SCHEMES: [&str; 0] = [];

fn message(builder: FinderBuilder) -> String {
    builder.build().unwrap_err().to_string()
}

#[test]
fn contradictory_options_are_both_named() {
    let builder = || Finder::builder().schemes(NO_SCHEMES);
    assert_eq!(
        message(builder().userinfo(Userinfo::Allow)),
        "`schemes([])` contradicts `userinfo(Allow)`"
    );
    assert_eq!(
        message(builder().one_label_hosts(OneLabelHosts::Allow)),
        "`schemes([])` contradicts `one_label_hosts(Allow)`"
    );
    let builder = || Finder::builder().emails(Emails::Skip);
    assert_eq!(
        message(builder().bad_dots(BadDots::Recover)),
        "`emails(Skip)` contradicts `bad_dots(Recover)`"
    );
    assert_eq!(
        message(builder().quoted_local_parts(QuotedLocalParts::Link)),
        "`emails(Skip)` contradicts `quoted_local_parts(Link)`"
    );
}

#[test]
fn invalid_values_are_rejected() {
    assert_eq!(
        message(Finder::builder().schemes(["https", "ht tp"])),
        "expected a scheme of ASCII letters, digits, '+', '-' and '.' in `schemes`, found \"ht tp\""
    );
    assert_eq!(
        message(Finder::builder().length_limit(0)),
        "expected at least 1 byte as `length_limit`, found 0"
    );
    let without_any_kind = Finder::builder()
        .schemes(NO_SCHEMES)
        .bare_domains(BareDomains::Skip)
        .emails(Emails::Skip);
    assert_eq!(
        message(without_any_kind.clone()),
        "`schemes([])`, `bare_domains(Skip)` and `emails(Skip)` leave nothing to find"
    );
    assert!(
        without_any_kind
            .unknown_schemes(UnknownSchemes::Link)
            .build()
            .is_ok()
    );
    let terminal = Finder::builder()
        .profile(Profile::Terminal)
        .schemes(NO_SCHEMES);
    assert!(
        terminal.build().is_ok(),
        "the options of a profile do not count as contradictions"
    );
}

#[test]
fn profile_replaces_earlier_options() {
    let before = Finder::builder()
        .emails(Emails::Skip)
        .profile(Profile::Uts58)
        .build()
        .unwrap();
    assert!(before.first("ann@example.com").is_some());
    let after = Finder::builder()
        .profile(Profile::Uts58)
        .emails(Emails::Skip)
        .build()
        .unwrap();
    assert!(after.first("ann@example.com").is_none());
}
