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

/// Schemes that could never match are errors that name those that can.
#[test]
fn schemes_without_authority_are_supported_or_rejected() {
    for scheme in ["javascript", "DATA", "about", "blob", "view-source"] {
        let error = Finder::builder().schemes([scheme]).build().unwrap_err();
        let message = error.to_string();
        let ending = format!("; found {:?}", scheme.to_ascii_lowercase());
        assert!(message.ends_with(&ending), "{message}");
        let supported = message.split("one of ").nth(1).unwrap();
        let supported = supported.split(';').next().unwrap();
        assert!(supported.split(", ").count() > 10, "{message}");
        let finder = Finder::builder().schemes(supported.split(", ")).build();
        let text = "tel:110 geo:1,2 urn:isbn:1 magnet:?xt=a xmpp:a@b news:a.b doi:10.1234/a";
        let found = finder.unwrap().find_iter(text).count();
        assert_eq!(found, text.split(' ').count());
    }
}

#[test]
fn schemes_restrict_the_profile_before_them() {
    let text = "https://a.com ftp://a.com foo://a.com";
    let count = |builder: FinderBuilder| builder.build().unwrap().find_iter(text).count();
    let terminal = || Finder::builder().profile(Profile::Terminal);
    assert_eq!(count(terminal()), 3);
    assert_eq!(count(terminal().schemes(["https"])), 1);
    let with_others = terminal().schemes(["https"]);
    assert_eq!(count(with_others.unknown_schemes(UnknownSchemes::Link)), 3);
}

#[test]
fn links_without_authority_have_parts_and_forms() {
    let finder = Finder::builder()
        .schemes(["tel", "xmpp", "urn", "magnet", "file", "sms"])
        .build()
        .unwrap();
    for (text, path, query, href, display) in [
        ("TEL:+1-201", "+1-201", None, "tel:+1-201", "tel:+1-201"),
        (
            "xmpp:юля@пример.рф?message",
            "юля@пример.рф",
            Some("message"),
            "xmpp:%D1%8E%D0%BB%D1%8F@%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.%D1%80%D1%84?message",
            "xmpp:юля@пример.рф?message",
        ),
        (
            "sms:110?body=%C3%A4",
            "110",
            Some("body=%C3%A4"),
            "sms:110?body=%C3%A4",
            "sms:110?body=ä",
        ),
        (
            "magnet:?xt=urn:btih:a&tr=udp://t.example:80",
            "",
            Some("xt=urn:btih:a&tr=udp://t.example:80"),
            "magnet:?xt=urn:btih:a&tr=udp://t.example:80",
            "magnet:?xt=urn:btih:a&tr=udp://t.example:80",
        ),
        (
            "file:///Größe.txt",
            "/Größe.txt",
            None,
            "file:///Gr%C3%B6%C3%9Fe.txt",
            "file:///Größe.txt",
        ),
    ] {
        let link = finder.find(text).unwrap();
        assert_eq!((link.as_str(), link.host()), (text, ""));
        assert_eq!(link.is_opaque(), !text.starts_with("file"));
        assert_eq!((link.path(), link.query()), (path, query));
        assert_eq!((&*link.href(), &*link.display()), (href, display));
        assert_eq!(link.userinfo(), None);
        assert_eq!(link.registrable_domain(finder.suffixes()), None);
        let parsed = linkspan::Link::parse(text).unwrap();
        assert_eq!(parsed.parts(), link.parts());
        assert!(link.parts().is_some());
        #[cfg(feature = "assess")]
        {
            let report = finder.assess(&link);
            assert_eq!(report.level(), None, "{text}");
            assert_eq!(finder.safe_display().format(&link, &report), display);
        }
    }
}
