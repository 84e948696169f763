//! Formatting: the laws, on many texts.

use std::borrow::Cow;

use linkspan::{Component, Parts, PartsBuilder, minimal, minimal_tail, wire};
use proptest::prelude::*;
use proptest::sample::select;

use crate::alphabet::{config, escaped_text, one_of, text};
use crate::laws::format::{self, Texts};

/// URL strings, most of them odd and nearly all of them URLs.
fn urls() -> impl Strategy<Value = String> {
    let authority = one_of(&[
        "example.com",
        "https://example.com",
        "HTTP://EXAMPLE.com:8080",
        "https://bücher.example:443",
        "https://xn--bcher-kva.example",
        "https://%E4%BE%8B。中国.",
        "ws://user:p%40ss@[::1]:1",
        "ftp://1.2.3.4",
        "https://example.com:",
        "git://Example.org",
    ]);
    (
        authority,
        one_of(&["", "/", "?", "#", "\\"]),
        escaped_text(0..20),
    )
        .prop_map(|(authority, start, tail)| {
            if start.is_empty() {
                authority.to_owned()
            } else {
                format!("{authority}{start}{tail}")
            }
        })
}

fn texts() -> impl Strategy<Value = Texts> {
    let few = || prop::collection::vec(text(0..8), 0..3);
    let pair = (text(0..5), prop::option::of(text(0..5)));
    let query = prop::option::of(prop::collection::vec(pair, 1..4));
    (few(), query, prop::option::of(text(0..8)), few()).prop_map(
        |(path, query, fragment, directives)| {
            let fragment = if directives.is_empty() {
                fragment
            } else {
                Some(fragment.unwrap_or_default())
            };
            Texts {
                path,
                query,
                fragment,
                directives,
            }
        },
    )
}

/// Hosts, and what pretends to be one.
fn hosts() -> impl Strategy<Value = String> {
    let pieces = [
        "a.com", "b", "1.2.3.4", "[::1]", "[", "]", "https", ":", "//", "/", "\\", "@", ":80", "?",
        "#", ".",
    ];
    prop::collection::vec(select(pieces.to_vec()), 1..5).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn laws_hold(url in urls()) {
        format::url(&url);
    }

    #[test]
    fn the_tail_by_itself_is_formatted_as_in_the_whole(tail in escaped_text(0..20)) {
        format::tail(&format!("/{tail}"));
    }

    #[test]
    fn any_text_is_formatted_or_refused(text in ".{0,40}") {
        format::url(&text);
    }

    #[test]
    fn what_is_built_is_formatted_as_by_the_twin_and_read_back(texts in texts()) {
        format::building(&texts);
    }

    #[test]
    fn a_builder_takes_the_host_as_it_is_or_refuses_it(
        host in hosts(),
        scheme in prop::option::of(one_of(&["https", "git"])),
        port in prop::option::of(0_u16..),
        path in prop::option::of(one_of(&["", "a", "a.com", "]", "@"])),
    ) {
        let mut builder = Parts::builder(&host);
        builder = scheme.into_iter().fold(builder, PartsBuilder::scheme);
        builder = port.into_iter().fold(builder, PartsBuilder::port);
        // Two, since two slashes may be mistaken.
        builder = path.into_iter().fold(builder, |builder, text| builder.segment("").segment(text));
        let Ok(parts) = builder.build() else {
            return Ok(());
        };
        prop_assert_eq!((parts.scheme(), parts.userinfo(), parts.host()), (scheme, None, &*host));
        prop_assert_eq!(parts.port(), port);
        let segments: Vec<_> = parts.segments().map(Component::as_str).collect();
        prop_assert_eq!(segments, path.map_or(vec![], |text| vec!["", text]));
    }
}

#[test]
fn an_open_bracket_past_125_is_escaped() {
    let url = format!("https://example.com/{}", "(".repeat(127));
    let expected = format!("https://example.com/{}%28%28", "(".repeat(125));
    assert_eq!(minimal(&url).unwrap(), expected);
}

#[test]
fn a_megabyte_of_anything_is_formatted_or_refused() {
    let many = |text: &str| text.repeat((1 << 20) / text.len());
    for text in [
        "%", "a", "(", ".", "%FF", "%E4%B8", ":~:", "=&", "%3A~", " ", "\u{0}", "é", "/", "@", ":",
    ] {
        for front in [
            "",
            "https://",
            "https://example.com/",
            "https://example.com?",
            "https://example.com#",
        ] {
            let url = format!("{front}{}", many(text));
            match Parts::parse(&url) {
                Ok(parts) => assert!(parts.minimal().len() >= url.len() / 9),
                Err(error) => {
                    assert!(error.offset() <= url.len());
                    assert!(error.to_string().len() < 300, "an error stays readable");
                }
            }
        }
    }
}

#[test]
fn a_builder_refuses_what_would_change_the_url() {
    for host in [
        "",
        "a b",
        "evil.example/path",
        "user@evil.example",
        "evil.example:1",
        "evil.example?q",
        "evil.example\\path",
        "https://evil.example",
        "[::1",
        "[::1]a",
        "a\u{0}b",
    ] {
        assert!(
            Parts::builder(host).scheme("https").build().is_err(),
            "{host:?}"
        );
    }
    for scheme in ["", "1http", "ht tp", "http:"] {
        assert!(
            Parts::builder("example.com")
                .scheme(scheme)
                .build()
                .is_err(),
            "{scheme:?}"
        );
    }
}

#[test]
fn an_empty_query_takes_keys() {
    let builder = || Parts::builder("example.com").empty_query();
    assert_eq!(builder().build().unwrap().as_str(), "example.com?");
    let parts = builder().key("a").pair("b", "").empty_query().build();
    assert_eq!(parts.unwrap().as_str(), "example.com?a&b=");
    let parts = builder().key("").key("a").build();
    assert_eq!(
        parts.unwrap().as_str(),
        "example.com?&a",
        "an empty key is a key"
    );
}

/// Found by fuzzing: the case of letters stayed in an A-label that is none, for people but not for machines.
#[test]
fn what_cannot_be_read_is_shown_as_machines_have_it() {
    let url = "http://xn--xn--xE--xn--xn--com/";
    format::url(url);
    assert_eq!(minimal(url).unwrap(), url.to_lowercase());
    assert!(minimal("http://XN--A/").is_err(), "no host at all");
}

#[test]
fn parts_show_themselves() {
    let parts = Parts::parse("https://example.com:8080/%C3%A4?a").unwrap();
    assert_eq!(parts.port(), Some(8080));
    let segment = parts.segments().next().unwrap();
    assert_eq!(
        (segment.as_str(), &*segment.decode()),
        ("%C3%A4", "ä".as_bytes())
    );
    assert_eq!(parts.to_string(), "https://example.com:8080/%C3%A4?a");
    assert_eq!(String::from(parts), "https://example.com:8080/%C3%A4?a");
    assert_eq!(Parts::parse("https://example.com:").unwrap().port(), None);
}

#[test]
fn a_tail_starts_with_syntax() {
    assert_eq!(minimal_tail("").unwrap(), "");
    let error = minimal_tail("example.com/").unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected '/', '?' or '#' at byte 0, found 'e'"
    );
    assert!(minimal_tail("/a\u{0}").is_err());
}

#[test]
fn what_needs_no_change_is_borrowed() {
    for url in [
        "https://example.com/α?β=γ#δ",
        "example.com",
        "https://bücher.example/%2F",
    ] {
        assert!(
            matches!(minimal(url), Ok(Cow::Borrowed(same)) if same == url),
            "{url}"
        );
    }
    assert!(matches!(
        wire("https://example.com/%2f"),
        Ok(Cow::Borrowed(_))
    ));
    assert!(matches!(minimal_tail("/α"), Ok(Cow::Borrowed("/α"))));
}

#[test]
fn an_own_buffer_may_refuse() {
    struct Full;
    impl std::fmt::Write for Full {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    let parts = Parts::parse("https://example.com/").unwrap();
    assert!(parts.write_minimal(&mut Full).is_err());
    assert!(parts.write_wire(&mut Full).is_err());
}
