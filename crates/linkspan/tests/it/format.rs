//! Formatting: the laws, a plain twin, and the WHATWG parser as oracle.

use std::borrow::Cow;

use linkspan::{
    LinkTerm, Parts, UrlError, link_bracket, link_term, minimal, minimal_tail, terminate, wire,
};
use proptest::prelude::*;
use url::Url;

use crate::alphabet::{config, escaped_text, one_of, text};

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

/// What a browser makes of a URL, apart from how its characters are escaped.
#[derive(Debug, PartialEq)]
struct Seen {
    front: Vec<u8>,
    segments: Vec<Vec<u8>>,
    query: Option<Vec<Vec<Vec<u8>>>>,
    fragment: Option<Vec<u8>>,
}

/// One form of a URL that is known to have one.
fn formatted(form: fn(&str) -> Result<Cow<'_, str>, UrlError>, url: &str) -> String {
    form(url).unwrap().into_owned()
}

/// The escapes of a character, one for each byte of its UTF-8 form.
pub(crate) fn escaped(c: char) -> String {
    let bytes = c.to_string().into_bytes();
    let escapes: Vec<_> = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
    escapes.concat()
}

fn decode(text: &str) -> Vec<u8> {
    percent_encoding::percent_decode_str(text).collect()
}

fn seen(url: &str) -> Option<Seen> {
    // Of the authorities above, this one alone has no scheme.
    let implied = if url.starts_with("example.com") {
        "https://"
    } else {
        ""
    };
    let url = format!("{implied}{url}");
    let url = Url::parse(&url).ok()?;
    let query = url.query().map(|query| {
        // `+` may mean a space, so it must not be taken for an escaped one.
        let plus = |text: &str| decode(&text.replace('+', "%00+"));
        let pair = |pair: &str| pair.splitn(2, '=').map(plus).collect();
        query.split('&').map(pair).collect()
    });
    let front = &url[..url::Position::BeforePath];
    Some(Seen {
        // Only where hosts are opaque can there be escapes in them.
        front: if url.is_special() {
            front.into()
        } else {
            decode(front)
        },
        segments: url.path().split('/').map(decode).collect(),
        query,
        fragment: url.fragment().map(decode),
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_browser_sees_the_same_url(url in urls()) {
        if let (Ok(readable), Some(before)) = (minimal(&url), seen(&url)) {
            prop_assert_eq!(seen(&readable), Some(before), "{}", readable);
        }
    }

    #[test]
    fn a_browser_sees_exactly_the_same_url_in_the_wire_form(url in urls()) {
        if let Ok(wired) = wire(&url) {
            prop_assert!(wired.is_ascii());
            if let Ok(before) = Url::parse(&url) {
                // The URL standard has '^' escaped in paths; this parser does not do so yet.
                let caret = |url: &str| url.replace('^', "%5E");
                let after = Url::parse(&wired).unwrap();
                prop_assert_eq!(caret(after.as_str()), caret(before.as_str()));
            }
        }
    }

    #[test]
    fn both_forms_are_stable_and_agree(url in urls()) {
        if let Ok(readable) = minimal(&url) {
            let wired = wire(&url).unwrap();
            prop_assert_eq!(formatted(minimal, &readable), &*readable);
            prop_assert_eq!(formatted(wire, &wired), &*wired);
            prop_assert_eq!(formatted(minimal, &wired), &*readable);
            prop_assert_eq!(formatted(minimal, &formatted(wire, &readable)), &*readable);
        }
    }

    #[test]
    fn the_readable_form_is_one_link_between_two_spaces(url in urls()) {
        if let Ok(readable) = minimal(&url) {
            let host_end = readable.len() - Parts::parse(&readable).unwrap().tail().len();
            let text = format!(" {readable} ");
            prop_assert_eq!(terminate(&text, 1 + host_end), 1 + readable.len(), "{}", readable);
        }
    }

    #[test]
    fn nothing_is_lost_in_taking_apart(url in urls()) {
        if let Ok(parts) = Parts::parse(&url) {
            prop_assert_eq!(parts.as_str(), &url);
            if let Cow::Borrowed(same) = parts.minimal() {
                prop_assert_eq!(same, &url);
            }
            let mut written = String::new();
            parts.write_minimal(&mut written).unwrap();
            prop_assert_eq!(&written, &*parts.minimal());
        }
    }

    #[test]
    fn the_tail_by_itself_is_formatted_as_in_the_whole(tail in escaped_text(0..20)) {
        let tail = format!("/{tail}");
        if let Ok(readable) = minimal_tail(&tail) {
            let whole = formatted(minimal, &format!("example.com{tail}"));
            prop_assert_eq!(whole, format!("example.com{readable}"));
        }
    }

    #[test]
    fn any_text_is_formatted_or_refused(text in ".{0,40}") {
        match Parts::parse(&text) {
            Ok(parts) => prop_assert!(!parts.minimal().is_empty()),
            Err(error) => prop_assert!(error.offset() <= text.len()),
        }
    }
}

/// Texts that are not escaped, by part.
#[derive(Clone, Debug, Default)]
struct Texts {
    path: Vec<String>,
    query: Option<Vec<(String, Option<String>)>>,
    fragment: Option<String>,
    directives: Vec<String>,
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

impl Texts {
    fn build(&self) -> Parts<'static> {
        let mut builder = Parts::builder("example.com").scheme("https");
        for segment in &self.path {
            builder = builder.segment(segment);
        }
        for (key, value) in self.query.iter().flatten() {
            builder = match value {
                Some(value) => builder.pair(key, value),
                None => builder.key(key),
            };
        }
        if let Some(fragment) = &self.fragment {
            builder = builder.fragment(fragment);
        }
        for directive in &self.directives {
            builder = builder.directive(directive);
        }
        builder.build().unwrap()
    }

    /// What a URL of these texts holds after its host, as syntax and content.
    fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut push = |syntax, text: &str, escaped| {
            tokens.push(Token::Syntax(syntax));
            tokens.extend(text.chars().map(|c| Token::Content(c, escaped)));
        };
        for segment in &self.path {
            push("/", segment, "/?#\\");
        }
        for (index, (key, value)) in self.query.iter().flatten().enumerate() {
            push(if index == 0 { "?" } else { "&" }, key, "+#=&");
            if let Some(value) = value {
                push("=", value, "+#=&");
            }
        }
        if let Some(fragment) = &self.fragment {
            push("#", fragment, "");
        }
        for directive in &self.directives {
            push(":~:", directive, "&,");
        }
        tokens
    }
}

#[derive(Clone, Copy)]
enum Token {
    /// Text that stands as it is and empties the stack of brackets.
    Syntax(&'static str),
    /// A character, and which characters would be syntax beside it.
    Content(char, &'static str),
}

impl Token {
    fn text(self) -> String {
        match self {
            Self::Syntax(text) => text.to_owned(),
            Self::Content(c, _) => c.to_string(),
        }
    }
}

/// §4.1 as it reads: all content in a row, each character escaped or not. But a closing bracket
/// that gets escaped leaves the stack alone, for it will not be there when the link is detected.
fn twin(texts: &Texts) -> String {
    let tokens = texts.tokens();
    let mut out = String::from("https://example.com");
    let mut stack = Vec::new();
    let mut in_fragment = false;
    for (index, &token) in tokens.iter().enumerate() {
        let Token::Content(c, syntax) = token else {
            let text = token.text();
            in_fragment |= text == "#";
            stack.clear();
            out.push_str(&text);
            continue;
        };
        let rest: String = tokens[index..].iter().map(|token| token.text()).collect();
        let hex = |at: usize| rest.chars().nth(at).is_some_and(|c| c.is_ascii_hexdigit());
        let escape = syntax.contains(c)
            || (c == '%' && hex(1) && hex(2))
            || (in_fragment && rest.starts_with(":~:"))
            || match link_term(c) {
                LinkTerm::Include => false,
                LinkTerm::Soft => index + 1 == tokens.len(),
                LinkTerm::Open if stack.len() == 125 => true,
                LinkTerm::Open => {
                    stack.push(c);
                    false
                }
                LinkTerm::Close if stack.last().copied() == link_bracket(c) => {
                    stack.pop();
                    false
                }
                LinkTerm::Close | LinkTerm::Hard => true,
            };
        if escape {
            out.push_str(&escaped(c));
        } else {
            out.push(c);
        }
    }
    out
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_built_is_formatted_as_by_the_twin(texts in texts()) {
        let parts = texts.build();
        prop_assert_eq!(&*parts.minimal(), twin(&texts));
        prop_assert_eq!(formatted(minimal, &parts.wire()), twin(&texts));
    }

    #[test]
    fn what_is_built_is_read_back(texts in texts()) {
        let parts = texts.build();
        for url in [parts.minimal(), parts.wire(), parts.as_str().into()] {
            let read = Parts::parse(&url).unwrap();
            let decoded = |component: linkspan::Component<'_>| component.decode_utf8().unwrap().into_owned();
            prop_assert_eq!(read.segments().map(decoded).collect::<Vec<_>>(), texts.path.clone());
            let query = read.query().map(|pairs| {
                pairs.map(|(key, value)| (decoded(key), value.map(decoded))).collect::<Vec<_>>()
            });
            // A single empty key cannot be told from an empty query.
            let empty_key = [(String::new(), None)];
            let expected = texts.query.clone().map(|pairs| if pairs == empty_key { vec![] } else { pairs });
            prop_assert_eq!(query, expected);
            prop_assert_eq!(read.fragment().map(decoded), texts.fragment.clone());
            prop_assert_eq!(read.directives().map(decoded).collect::<Vec<_>>(), texts.directives.clone());
        }
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
