//! The feature `serde`: what is serialised, and that it is read back or rejected.

use linkspan::find::OwnedLink;
use linkspan::options::{ImpliedScheme, QuotedLocalParts, Userinfo};
use linkspan::{Finder, LinkKind, Profile};

fn permissive_finder() -> Finder {
    Finder::builder()
        .profile(Profile::Terminal)
        .userinfo(Userinfo::Link)
        .quoted_local_parts(QuotedLocalParts::Link)
        .build()
        .unwrap()
}

#[test]
fn links_are_serialised_as_in_the_output_of_the_program() {
    let link = linkspan::links("see bücher.de/ä").next().unwrap();
    let json = serde_json::to_string(&link).unwrap();
    assert_eq!(
        json,
        "{\"start\":4,\"end\":17,\"kind\":\"url\",\"text\":\"bücher.de/ä\",\"href\":\"https://xn--bcher-kva.de/%C3%A4\"}"
    );
    assert_eq!(serde_json::to_string(&link.into_owned()).unwrap(), json);
}

#[test]
fn owned_links_are_read_back() {
    let text = "https://ann:b@bücher.de:80/a?b#c:~:text=d http://[::1]:8080/ file:///etc/hosts foo://a|b/ \
                MailTo:jörg@example.com \"ann lee\"@example.com example.com./x? 例え.jp/と#x \
                mailto:a@example.com?cc=b@example.org?c \"a@b?c\"@example.com a?b@example.com";
    let implied_http = Finder::builder()
        .implied_scheme(ImpliedScheme::Http)
        .build()
        .unwrap();
    for finder in [permissive_finder(), implied_http] {
        let links: Vec<OwnedLink> = finder.find_iter(text).map(OwnedLink::from).collect();
        assert!(links.len() >= 4);
        for link in links {
            let json = serde_json::to_string(&link).unwrap();
            let read: OwnedLink = serde_json::from_str(&json).unwrap();
            let (ours, theirs) = (link.as_link(), read.as_link());
            assert_eq!(
                (ours.href(), ours.display()),
                (theirs.href(), theirs.display())
            );
            assert_eq!(ours.scheme_range(), theirs.scheme_range(), "{json}");
            assert_eq!(ours.host_range(), theirs.host_range(), "{json}");
            assert_eq!(ours.query_range(), theirs.query_range(), "{json}");
            assert_eq!(ours.directive(), theirs.directive(), "{json}");
            assert_eq!((link.range(), link.kind()), (read.range(), read.kind()));
        }
    }
}

#[test]
fn inconsistent_links_are_rejected() {
    for json in [
        r#"{"start":0,"end":5,"kind":"url","text":"example.com","href":"https://example.com"}"#,
        r#"{"start":0,"end":11,"kind":"url","text":"example.com","href":"https://evil.example"}"#,
        r#"{"start":0,"end":11,"kind":"email","text":"example.com","href":"mailto:example.com"}"#,
        r#"{"start":18446744073709551615,"end":10,"kind":"url","text":"example.com","href":"https://example.com"}"#,
    ] {
        assert!(serde_json::from_str::<OwnedLink>(json).is_err(), "{json}");
    }
}

#[test]
fn names_are_serialised_as_strings() {
    assert_eq!(
        serde_json::to_string(Profile::ALL).unwrap(),
        r#"["uts58","prose","source","terminal","strict"]"#
    );
    assert_eq!(
        serde_json::from_str::<LinkKind>(r#""email""#).unwrap(),
        LinkKind::Email
    );
    let error = serde_json::from_str::<Profile>(r#""chat""#).unwrap_err();
    assert!(error.to_string().starts_with(
        "expected a profile (uts58, prose, source, terminal, strict), found \"chat\""
    ));
}

#[cfg(feature = "assess")]
#[test]
fn reports_are_serialised_as_lists_of_findings() {
    let link = linkspan::Link::parse("helpers.py").unwrap();
    let json = serde_json::to_value(linkspan::assess::assess(&link)).unwrap();
    assert_eq!(json[0]["code"], "tld-file-name");
    assert_eq!(json[0]["level"], "warn");
    assert_eq!(
        (&json[0]["start"], &json[0]["end"]),
        (&0.into(), &10.into())
    );
}
