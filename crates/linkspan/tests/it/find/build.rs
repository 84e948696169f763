//! The builder: which options are errors, and how profiles and options combine.

use linkspan::find::FinderBuilder;
use linkspan::options::{
    AttachedWords, BadDots, BareDomains, Delimiters, Emails, OneLabelHosts, QuotedLocalParts,
    UnknownSchemes, Userinfo,
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

#[test]
fn each_option_ends_links_early_on_its_own() {
    let first = |builder: FinderBuilder, text: &str| {
        let finder = builder.build().unwrap();
        finder.find(text).unwrap().as_str().to_owned()
    };
    let quotes = || Finder::builder().delimiters(Delimiters::Quotes);
    let words = || Finder::builder().attached_words(AttachedWords::Trim);
    for front in [
        "https://example.com/a",
        "https://éxample.com/a",
        "example.com/a",
    ] {
        let (in_quotation, attached) = (format!("{front}“b"), format!("{front}详见"));
        assert_eq!(first(quotes(), &in_quotation), front);
        assert_eq!(first(quotes(), &attached), attached);
        assert_eq!(first(words(), &in_quotation), in_quotation);
        assert_eq!(first(words(), &attached), front);
        // Only delimiters make the dot before the closing bracket part of the link.
        let (delimited, with_dot) = (format!("<{front}.>"), format!("{front}."));
        assert_eq!(first(quotes(), &delimited), with_dot);
        assert_eq!(first(words(), &delimited), front);
    }
}

#[test]
fn urls_with_any_host_have_parts() {
    let finder = Finder::builder()
        .unknown_schemes(UnknownSchemes::Link)
        .userinfo(Userinfo::Link)
        .build()
        .unwrap();
    let link = finder.find("see foo://ann:b@the_server:80/a?b").unwrap();
    assert_eq!(link.as_str(), "foo://ann:b@the_server:80/a?b");
    assert_eq!(
        (link.scheme(), link.userinfo()),
        (Some("foo"), Some("ann:b"))
    );
    assert_eq!((link.host(), link.port()), ("the_server", Some("80")));
    assert_eq!((link.path(), link.query()), ("/a", Some("b")));
}

#[test]
fn email_addresses_have_parts() {
    let finder = Finder::builder().profile(Profile::Prose).build().unwrap();
    for (text, scheme, query) in [
        ("ann@example.com", None, None),
        ("mailto:ann@example.com", Some("mailto"), None),
        ("mailto:ann@example.com?a=b", Some("mailto"), Some("a=b")),
    ] {
        let link = finder.find(text).unwrap();
        assert_eq!(link.as_str(), text);
        assert_eq!((link.scheme(), link.query()), (scheme, query));
        assert_eq!(link.local_part(), Some("ann"), "{text}");
        assert_eq!(link.host(), "example.com", "{text}");
    }
}
