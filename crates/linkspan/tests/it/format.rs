//! Formatting: the laws, on many texts.

use std::borrow::Cow;

use linkspan::{Parts, minimal, minimal_tail, wire};
use proptest::prelude::*;

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
        "[::1",
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
