//! URL formatting on random URLs and texts, and its limits and errors.

use std::borrow::Cow;

use linkspan::url::{Component, UrlBuilder, UrlParts, path_to_readable, to_ascii, to_readable};
use proptest::prelude::*;
use proptest::sample::select;

use crate::properties::format::{self, UnescapedTexts};
use crate::strategies::{config, escaped_text, one_of, text};

/// URLs with unusual but mostly valid contents.
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

fn texts() -> impl Strategy<Value = UnescapedTexts> {
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
            UnescapedTexts {
                path,
                query,
                fragment,
                directives,
            }
        },
    )
}

/// Valid and invalid hosts.
fn hosts() -> impl Strategy<Value = String> {
    let pieces = [
        "a.com", "b", "1.2.3.4", "[::1]", "[", "]", "https", ":", "//", "/", "\\", "@", ":80", "?",
        "#", ".",
    ];
    prop::collection::vec(select(pieces.to_vec()), 1..5).prop_map(|pieces| pieces.concat())
}

/// URLs with letters and marks in the host that deceive next to some neighbours and under some top-level domains, written
/// literally or as percent-escapes.
fn rare_hosts() -> impl Strategy<Value = String> {
    let pieces = [
        "a",
        "i",
        "l",
        "l·l",
        "þ",
        "ə",
        "ṣ",
        "ƒ",
        "oʻ",
        "п\u{2BC}я",
        "ー",
        "ス",
        "ぺ",
        "す",
        "・",
        "一",
        "ㄧ",
        "中",
        "з",
        "б",
        "3",
        "О",
        "В",
        "İ",
        "ı",
        "é",
        "\u{307}",
        "\u{301}",
        "\u{338}",
        "ำ",
        "ក",
        "com",
        "com-",
        ".",
        "-",
    ];
    let label = prop::collection::vec((select(pieces.to_vec()), any::<bool>()), 1..7);
    let top_level = one_of(&[
        "com", "cat", "is", "az", "uz", "ng", "tg", "рф", "ru", "ws", "CAT",
    ]);
    (label, top_level).prop_map(|(pieces, top_level)| {
        let written = |&(piece, is_escaped): &(&str, bool)| {
            if is_escaped && !piece.is_ascii() {
                escaped(piece)
            } else {
                piece.to_owned()
            }
        };
        let host: String = pieces.iter().map(written).collect();
        format!("https://{host}.{top_level}/")
    })
}

/// URLs with a path of characters that deceive next to some neighbours, written literally or as percent-escapes, and of
/// brackets, which are escaped if they do not pair.
fn rare_paths() -> impl Strategy<Value = String> {
    let pieces = [
        "a", "1", "é", "я", "カ", "ノ", "中", "／", "⁄", "ː", "٠", "ः", "\u{338}", "\u{301}",
        "\u{200D}", "(", ")", "「", "」", "/", ".", "-",
    ];
    let piece = (select(pieces.to_vec()), any::<bool>());
    prop::collection::vec(piece, 1..9).prop_map(|pieces| {
        let written = |&(piece, is_escaped): &(&str, bool)| {
            if is_escaped {
                escaped(piece)
            } else {
                piece.to_owned()
            }
        };
        let path: String = pieces.iter().map(written).collect();
        format!("https://example.com/{path}")
    })
}

/// URLs with hosts and paths that are read in both directions, written literally or as percent-escapes.
fn urls_of_both_directions() -> impl Strategy<Value = String> {
    let scheme = one_of(&["https", "ssh", "c.a"]);
    let label = one_of(&[
        "login",
        "TWİT",
        "a",
        "بنك",
        "مصر",
        "א",
        "1",
        "é",
        "م\u{735}",
        "xn--4gbrim",
        "xn--hhb49b",
    ]);
    let piece = one_of(&["a", "ح", "אב", "1", "é", "٣", "/", "?", "#", "-", "(", ")"]);
    let host = prop::collection::vec((label, any::<bool>()), 1..4);
    let tail = prop::collection::vec((piece, any::<bool>()), 0..6);
    (scheme, host, tail).prop_map(|(scheme, host, tail)| {
        let written = |(piece, is_escaped): &(&str, bool)| {
            if *is_escaped && !piece.is_ascii() {
                escaped(piece)
            } else {
                (*piece).to_owned()
            }
        };
        let host: Vec<_> = host.iter().map(written).collect();
        let tail: String = tail.iter().map(written).collect();
        format!("{scheme}://{}/{tail}", host.join("."))
    })
}

/// All bytes of a text as percent-escapes.
fn escaped(text: &str) -> String {
    let escape = |byte: u8| format!("%{byte:02X}");
    text.bytes().map(escape).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn forms_of_urls_of_both_directions_are_stable_and_equivalent(url in urls_of_both_directions()) {
        format::assert_all(&url);
    }

    #[test]
    fn readable_form_of_a_rare_path_is_stable(url in rare_paths()) {
        let readable = to_readable(&url).unwrap();
        prop_assert_eq!(to_readable(&readable).unwrap(), &*readable, "{}", url);
    }

    #[test]
    fn forms_of_a_rare_host_are_stable_and_equivalent(url in rare_hosts()) {
        format::assert_all(&url);
    }

    #[test]
    fn forms_of_a_url_are_stable_and_equivalent(url in urls()) {
        format::assert_all(&url);
    }

    #[test]
    fn tail_is_formatted_as_in_a_url(tail in escaped_text(0..20)) {
        format::tail_is_formatted_as_in_a_url(&format!("/{tail}"));
    }

    #[test]
    fn any_text_is_formatted_or_rejected(text in ".{0,40}") {
        format::assert_all(&text);
    }

    #[test]
    fn built_urls_match_the_reference_and_parse_back(texts in texts()) {
        format::built_url_matches_reference(&texts);
    }

    #[test]
    fn builder_keeps_the_host_or_rejects_it(
        host in hosts(),
        scheme in prop::option::of(one_of(&["https", "git"])),
        port in prop::option::of(0_u16..),
        path in prop::option::of(one_of(&["", "a", "a.com", "]", "@"])),
    ) {
        let mut builder = UrlParts::builder(&host);
        builder = scheme.into_iter().fold(builder, UrlBuilder::scheme);
        builder = port.into_iter().fold(builder, UrlBuilder::port);
        // Two segments, since two slashes could be read as the start of an authority.
        builder = path.into_iter().fold(builder, |builder, text| builder.segment("").segment(text));
        let Ok(parts) = builder.build() else {
            return Ok(());
        };
        prop_assert_eq!((parts.scheme(), parts.userinfo(), parts.host()), (scheme, None, &*host));
        let port = port.map(|port| port.to_string());
        prop_assert_eq!(parts.port(), port.as_deref());
        let segments: Vec<_> = parts.segments().map(Component::as_str).collect();
        prop_assert_eq!(segments, path.map_or(vec![], |text| vec!["", text]));
    }
}

#[test]
fn opening_bracket_above_125_levels_is_escaped() {
    let url = format!("https://example.com/{}", "(".repeat(127));
    let expected = format!("https://example.com/{}%28%28", "(".repeat(125));
    assert_eq!(to_readable(&url).unwrap(), expected);
}

#[test]
fn a_megabyte_of_any_input_is_formatted_or_rejected() {
    let a_megabyte_of = |text: &str| text.repeat((1 << 20) / text.len());
    for text in [
        "%", "a", "(", ".", "%FF", "%E4%B8", ":~:", "=&", "%3A~", " ", "\u{0}", "é", "/", "@", ":",
    ] {
        for prefix in [
            "",
            "https://",
            "https://example.com/",
            "https://example.com?",
            "https://example.com#",
        ] {
            let url = format!("{prefix}{}", a_megabyte_of(text));
            match UrlParts::parse(&url) {
                Ok(parts) => assert!(parts.to_readable().len() >= url.len() / 9),
                Err(error) => {
                    assert!(error.offset() <= url.len());
                    assert!(error.to_string().len() < 300, "the error message is short");
                }
            }
        }
    }
}

#[test]
fn builder_rejects_hosts_and_schemes_with_syntax_characters() {
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
            UrlParts::builder(host).scheme("https").build().is_err(),
            "{host:?}"
        );
    }
    for scheme in ["", "1http", "ht tp", "http:"] {
        assert!(
            UrlParts::builder("example.com")
                .scheme(scheme)
                .build()
                .is_err(),
            "{scheme:?}"
        );
    }
}

#[test]
fn keys_can_be_added_to_an_empty_query() {
    let builder = || UrlParts::builder("example.com").empty_query();
    assert_eq!(builder().build().unwrap().as_str(), "example.com?");
    let parts = builder().key("a").pair("b", "").empty_query().build();
    assert_eq!(parts.unwrap().as_str(), "example.com?a&b=");
    let parts = builder().key("").key("a").build();
    assert_eq!(
        parts.unwrap().as_str(),
        "example.com?&a",
        "an empty key is kept"
    );
}

/// The URL standard keeps these characters in opaque paths, but RFC 3986 does not allow them.
#[test]
fn ascii_form_of_an_opaque_path_has_only_characters_of_rfc_3986() {
    let url = "sms:110com/a://<b>\"`{あ}^%20c";
    let ascii = "sms:110com/a://%3Cb%3E%22%60%7B%E3%81%82%7D%5E%20c";
    assert_eq!(to_ascii(url).unwrap(), ascii);
    format::assert_all(url);
}

/// Found by fuzzing: an invalid A-label kept its upper case in the readable form but not in the ASCII form.
#[test]
fn undecodable_a_label_is_lower_cased_in_both_forms() {
    let url = "http://xn--xn--xE--xn--xn--com/";
    format::assert_all(url);
    assert_eq!(to_readable(url).unwrap(), url.to_lowercase());
    assert!(
        to_readable("http://XN--A/").is_err(),
        "the A-label is not a valid host"
    );
}

#[test]
fn parts_give_access_to_components_and_the_whole_url() {
    let parts = UrlParts::parse("https://example.com:8080/%C3%A4?a").unwrap();
    assert_eq!(parts.port(), Some("8080"));
    let segment = parts.segments().next().unwrap();
    assert_eq!(
        (segment.as_str(), &*segment.decode()),
        ("%C3%A4", "ä".as_bytes())
    );
    assert_eq!(parts.to_string(), "https://example.com:8080/%C3%A4?a");
    assert_eq!(String::from(parts), "https://example.com:8080/%C3%A4?a");
    assert_eq!(
        UrlParts::parse("https://example.com:").unwrap().port(),
        None
    );
}

#[test]
fn every_part_is_a_slice_of_the_url() {
    let url = "https://ann:b@example.com:80/a/b?c=d&e#f:~:text=g";
    let parts = UrlParts::parse(url).unwrap();
    assert_eq!(parts.scheme(), Some("https"));
    assert_eq!(parts.userinfo(), Some("ann:b"));
    assert_eq!(parts.host(), "example.com");
    assert_eq!(parts.port(), Some("80"));
    assert_eq!(parts.path(), "/a/b");
    assert_eq!(parts.query(), Some("c=d&e"));
    assert_eq!(parts.fragment(), Some("f"));
    assert_eq!(parts.directive(), Some("text=g"));
    assert_eq!(parts.after_authority(), "/a/b?c=d&e#f:~:text=g");
    let whole: &str = parts.as_ref();
    assert_eq!((parts.as_str(), whole), (url, url));
    assert_eq!(format!("{parts:?}"), format!("UrlParts({url:?})"));
    let parts = UrlParts::parse("HTTPS://example.com/%C3%A4)").unwrap();
    assert_eq!(parts.to_literal(), "https://example.com/ä%29");
}

#[test]
fn components_are_written_as_text() {
    let parts = UrlParts::parse("example.com/%C3%A4").unwrap();
    let segment = parts.segments().next().unwrap();
    let written: &str = segment.as_ref();
    assert_eq!(written, "%C3%A4");
    assert_eq!(format!("{segment:>8}"), "  %C3%A4");
}

#[test]
fn errors_have_the_offset_of_the_unexpected_text() {
    for (url, offset) in [
        ("https://example.com/\u{7F}", 20),
        ("https://example.com:x/", 20),
        ("https://", 8),
        (" a.com", 0),
    ] {
        assert_eq!(to_readable(url).unwrap_err().offset(), offset, "{url:?}");
    }
}

#[test]
fn builder_escapes_colons_only_where_a_directive_would_start() {
    let url = |fragment| {
        let builder = UrlParts::builder("example.com").segment("a:~:b");
        builder
            .fragment(fragment)
            .build()
            .unwrap()
            .as_str()
            .to_owned()
    };
    assert_eq!(url("c:d"), "example.com/a:~:b#c:d");
    assert_eq!(url("c:~:d"), "example.com/a:~:b#c%3A~:d");
    assert_eq!(url("c:~"), "example.com/a:~:b#c%3A~");
    assert_eq!(url("c:~d"), "example.com/a:~:b#c:~d");
}

#[test]
fn tail_must_start_with_a_delimiter() {
    assert_eq!(path_to_readable("").unwrap(), "");
    let error = path_to_readable("example.com/").unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected '/', '?' or '#' at byte 0, found 'e'"
    );
    assert!(path_to_readable("/a\u{0}").is_err());
}

#[test]
fn unchanged_urls_are_borrowed() {
    for url in [
        "https://example.com/α?β=γ#δ",
        "example.com",
        "https://bücher.example/%2F",
    ] {
        assert!(
            matches!(to_readable(url), Ok(Cow::Borrowed(unchanged)) if unchanged == url),
            "{url}"
        );
    }
    assert!(matches!(
        to_ascii("https://example.com/%2f"),
        Ok(Cow::Borrowed(_))
    ));
    assert!(matches!(path_to_readable("/α"), Ok(Cow::Borrowed("/α"))));
}

#[test]
fn write_errors_are_returned() {
    struct FullBuffer;
    impl std::fmt::Write for FullBuffer {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    let parts = UrlParts::parse("https://example.com/").unwrap();
    assert!(parts.write_readable(&mut FullBuffer).is_err());
    assert!(parts.write_ascii(&mut FullBuffer).is_err());
}
