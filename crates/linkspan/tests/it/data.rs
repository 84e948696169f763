//! The cases of `testdata/*.toml`, and helpers for all tests that read such files.

use std::collections::HashSet;
use std::path::Path;

use linkspan::email::{quote_local_part, unquote_local_part};
use linkspan::url::{UrlParts, correct_span, to_ascii, to_readable};
use linkspan::uts58::{local_part, minimal_escape, terminate};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Reads a TOML file of `testdata/`.
pub(crate) fn read_data<T: DeserializeOwned>(name: &str) -> T {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let text = std::fs::read_to_string(root.join(name)).unwrap();
    toml::from_str(&text).unwrap_or_else(|error| panic!("testdata/{name}: {error}"))
}

/// A file with cases of a single kind.
#[derive(Deserialize)]
pub(crate) struct Cases<T> {
    pub(crate) case: Vec<T>,
}

/// Runs all cases and then reports every failure by the name of its case.
pub(crate) fn check_cases<'a, T>(
    cases: &'a [T],
    name: impl Fn(&'a T) -> &'a str,
    run: impl Fn(&T) -> Result<(), String>,
) {
    let mut names = HashSet::new();
    let mut failures = Vec::new();
    for case in cases {
        assert!(
            names.insert(name(case)),
            "two cases have the name {}",
            name(case)
        );
        if let Err(failure) = run(case) {
            failures.push(format!("{}: {failure}", name(case)));
        }
    }
    assert!(!cases.is_empty(), "no cases");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "most callers pass a temporary value"
)]
/// An error message for [`check_cases`] if two values differ.
pub(crate) fn expect_equal<T: PartialEq + std::fmt::Debug>(
    found: T,
    expected: T,
) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("expected {expected:?}, found {found:?}"))
    }
}

#[test]
fn terminate_matches_the_cases() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        #[serde(default = "example_host")]
        host: String,
        tail: String,
        #[serde(default)]
        rest: String,
        #[serde(rename = "why")]
        _why: String,
    }
    fn example_host() -> String {
        "example.com".into()
    }
    let file: Cases<Case> = read_data("terminate.toml");
    check_cases(
        &file.case,
        |case| &case.name,
        |Case {
             host, tail, rest, ..
         }| {
            let text = format!("{host}{tail}{rest}");
            let end = terminate(&text, host.len());
            expect_equal(&text[host.len()..end], tail)
        },
    );
}

#[test]
fn correct_span_matches_the_cases() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        text: String,
        given: String,
        corrected: String,
        #[serde(rename = "why")]
        _why: String,
    }
    let file: Cases<Case> = read_data("correct.toml");
    check_cases(
        &file.case,
        |case| &case.name,
        |Case {
             text,
             given,
             corrected,
             ..
         }| {
            let start = text
                .find(given.as_str())
                .ok_or("`given` is not in `text`")?;
            let span = correct_span(text, start..start + given.len());
            expect_equal((span.start, &text[span]), (start, corrected))
        },
    );
}

#[derive(Deserialize)]
struct FormatCases {
    case: Vec<FormatCase>,
    built: Vec<BuiltCase>,
    refused: Vec<RefusedUrl>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormatCase {
    name: String,
    url: String,
    readable: String,
    ascii: Option<String>,
    /// The result of minimal escaping to the letter, where it differs.
    literal: Option<String>,
    /// Whether the readable form depends on the data of the feature `assess`.
    #[serde(default)]
    needs_assess: bool,
    #[serde(rename = "why")]
    _why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BuiltCase {
    name: String,
    scheme: Option<String>,
    host: String,
    port: Option<u16>,
    #[serde(default)]
    path: Vec<String>,
    query: Option<Vec<Vec<String>>>,
    fragment: Option<String>,
    #[serde(default)]
    directives: Vec<String>,
    readable: String,
    literal: Option<String>,
    #[serde(rename = "why")]
    _why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RefusedUrl {
    name: String,
    url: String,
    error: String,
    #[serde(rename = "why")]
    _why: String,
}

/// Compares what follows the authority with minimal escaping to the letter.
fn expect_literal(parts: &UrlParts<'_>, expected: &str) -> Result<(), String> {
    let escaped = minimal_escape(parts.after_authority());
    let expected = UrlParts::parse(expected).map_err(|error| error.to_string())?;
    expect_equal(&*escaped, expected.after_authority())
}

#[test]
fn formatting_matches_the_cases() {
    let file: FormatCases = read_data("format.toml");
    check_cases(
        &file.case,
        |case| &case.name,
        |case| {
            if !case.needs_assess || cfg!(feature = "assess") {
                expect_equal(to_readable(&case.url).as_deref(), Ok(&case.readable))?;
                expect_equal(to_readable(&case.readable).as_deref(), Ok(&case.readable))?;
            }
            let parts = UrlParts::parse(&case.url).map_err(|error| error.to_string())?;
            let literal = case.literal.as_ref().unwrap_or(&case.readable);
            expect_literal(&parts, literal)?;
            match &case.ascii {
                Some(expected) => expect_equal(to_ascii(&case.url).as_deref(), Ok(expected)),
                None => Ok(()),
            }
        },
    );
}

#[test]
fn builder_matches_the_cases() {
    let file: FormatCases = read_data("format.toml");
    check_cases(
        &file.built,
        |case| &case.name,
        |case| {
            let mut builder = UrlParts::builder(&case.host);
            if let Some(scheme) = &case.scheme {
                builder = builder.scheme(scheme);
            }
            if let Some(port) = case.port {
                builder = builder.port(port);
            }
            for segment in &case.path {
                builder = builder.segment(segment);
            }
            if let Some(query) = &case.query {
                builder =
                    query
                        .iter()
                        .fold(
                            builder.empty_query_if(query.is_empty()),
                            |builder, pair| match pair.as_slice() {
                                [key] => builder.key(key),
                                [key, value] => builder.pair(key, value),
                                _ => panic!("{}: expected a key and an optional value", case.name),
                            },
                        );
            }
            if let Some(fragment) = &case.fragment {
                builder = builder.fragment(fragment);
            }
            for directive in &case.directives {
                builder = builder.directive(directive);
            }
            let parts = builder.build().map_err(|error| error.to_string())?;
            expect_equal(&*parts.to_readable(), &case.readable)?;
            expect_literal(&parts, case.literal.as_ref().unwrap_or(&case.readable))?;
            expect_equal(
                to_readable(&parts.to_ascii()).as_deref(),
                Ok(&case.readable),
            )
        },
    );
}

trait EmptyQuery {
    fn empty_query_if(self, empty: bool) -> Self;
}

impl EmptyQuery for linkspan::url::UrlBuilder<'_> {
    fn empty_query_if(self, empty: bool) -> Self {
        if empty { self.empty_query() } else { self }
    }
}

#[test]
fn invalid_urls_are_rejected_as_in_the_cases() {
    let file: FormatCases = read_data("format.toml");
    check_cases(
        &file.refused,
        |case| &case.name,
        |case| match to_readable(&case.url) {
            Ok(formatted) => Err(format!("expected an error, found {formatted:?}")),
            Err(error) => expect_equal(error.to_string(), case.error.clone()),
        },
    );
}

#[derive(Deserialize)]
struct EmailCases {
    found: Vec<FoundEmail>,
    refused: Vec<RefusedText>,
    quoted: Vec<QuotedCase>,
    misquoted: Vec<RefusedText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundEmail {
    name: String,
    #[serde(default)]
    before: String,
    #[serde(default)]
    mailto: String,
    local: String,
    #[serde(rename = "why")]
    _why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RefusedText {
    name: String,
    text: String,
    error: String,
    #[serde(rename = "why")]
    _why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuotedCase {
    name: String,
    local: String,
    quoted: String,
    #[serde(rename = "why")]
    _why: String,
}

#[test]
fn local_part_matches_the_cases() {
    let file: EmailCases = read_data("email.toml");
    check_cases(
        &file.found,
        |case| &case.name,
        |FoundEmail {
             before,
             mailto,
             local,
             ..
         }| {
            let text = format!("{before}{mailto}{local}@example.com");
            let link_start = before.len();
            let start = link_start + mailto.len();
            let found =
                local_part(&text, start + local.len()).map_err(|error| error.to_string())?;
            expect_equal((found.link_start, found.start), (link_start, start))
        },
    );
    check_cases(
        &file.refused,
        |case| &case.name,
        |case| {
            let at = case.text.rfind('@').ok_or("no '@' in `text`")?;
            match local_part(&case.text, at) {
                Ok(found) => Err(format!("expected an error, found {found:?}")),
                Err(error) => expect_equal(error.to_string(), case.error.clone()),
            }
        },
    );
}

#[test]
fn quoting_matches_the_cases() {
    let file: EmailCases = read_data("email.toml");
    check_cases(
        &file.quoted,
        |case| &case.name,
        |case| {
            expect_equal(&*quote_local_part(&case.local), &case.quoted)?;
            expect_equal(unquote_local_part(&case.quoted).as_deref(), Ok(&case.local))
        },
    );
    check_cases(
        &file.misquoted,
        |case| &case.name,
        |case| match unquote_local_part(&case.text) {
            Ok(local) => Err(format!("expected an error, found {local:?}")),
            Err(error) => {
                expect_equal(error.to_string(), case.error.clone())?;
                let place = format!(" at byte {}, ", error.offset());
                expect_equal(case.error.contains(&place), true)
            }
        },
    );
}
