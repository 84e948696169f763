//! `LinkFormattingTest.txt` of our Unicode version and of the previous one.
//!
//! Each pair of lines, a source URL and the expected result, follows a comment with the structure of the URL. The
//! expected result is compared with the formatted structure and, where it is equivalent, with the formatted source.

use linkspan::url::UrlParts;

use crate::properties::format::escaped;

/// A source line, the expected result, and the structure comment before them.
struct Case<'a> {
    line: usize,
    structure: Vec<(Mark, &'a str)>,
    source: &'a str,
    result: &'a str,
}

/// The part of a URL that a letter in a structure comment stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Scheme,
    Host,
    Segment,
    Key,
    Value,
    Fragment,
    Directive,
}

impl Mark {
    fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            '𝑺' => Self::Scheme,
            '𝑯' => Self::Host,
            '𝑷' => Self::Segment,
            '𝑸' => Self::Key,
            '𝑽' => Self::Value,
            '𝑭' => Self::Fragment,
            '𝑫' => Self::Directive,
            _ => return None,
        })
    }
}

fn structure(comment: &str) -> Vec<(Mark, &str)> {
    let mut parts = Vec::new();
    let mut rest = comment;
    while let Some(letter) = rest.chars().next() {
        let mark = Mark::from_letter(letter).unwrap();
        let text = rest[letter.len_utf8()..].strip_prefix('=').unwrap();
        // A text ends before a space and the next mark. It may contain other spaces.
        let end = text
            .match_indices(' ')
            .map(|(space, _)| space)
            .find(|&space| {
                let mut next = text[space + 1..].chars();
                next.next().and_then(Mark::from_letter).is_some() && next.next() == Some('=')
            });
        let end = end.unwrap_or(text.len());
        parts.push((mark, &text[..end]));
        rest = text.get(end + 1..).unwrap_or_default();
    }
    parts
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let mut lines = (1..).zip(text.lines());
    let mut cases = Vec::new();
    while let Some((_, comment)) = lines.next() {
        let Some(comment) = comment
            .strip_prefix("# {")
            .and_then(|rest| rest.strip_suffix('}'))
        else {
            assert!(
                comment.is_empty() || comment.starts_with('#'),
                "a URL without structure: {comment}"
            );
            continue;
        };
        let (line, source) = lines.next().unwrap();
        let (_, result) = lines.next().unwrap();
        cases.push(Case {
            line,
            structure: structure(comment),
            source,
            result,
        });
    }
    cases
}

/// Builds a URL from the structure in the comment.
fn build(structure: &[(Mark, &str)]) -> UrlParts<'static> {
    let find = |wanted| {
        structure
            .iter()
            .find(|(mark, _)| *mark == wanted)
            .unwrap()
            .1
    };
    let scheme = find(Mark::Scheme).strip_suffix("://").unwrap();
    let mut builder = UrlParts::builder(find(Mark::Host)).scheme(scheme);
    let mut parts = structure.iter().peekable();
    while let Some(&(mark, text)) = parts.next() {
        builder = match mark {
            Mark::Scheme | Mark::Host => builder,
            Mark::Segment => builder.segment(text),
            Mark::Key => match parts.next_if(|(mark, _)| *mark == Mark::Value) {
                Some((_, value)) => builder.pair(text, value),
                None => builder.key(text),
            },
            Mark::Value => panic!("a value without a key"),
            Mark::Fragment => builder.fragment(text),
            Mark::Directive => builder.directive(text),
        };
    }
    builder.build().unwrap()
}

/// Parses a source line as a URL and returns its structure.
fn parse_structure(source: &str) -> Vec<(Mark, String)> {
    let parts = UrlParts::parse(source).unwrap();
    let mut structure = vec![
        (Mark::Scheme, format!("{}://", parts.scheme().unwrap())),
        (Mark::Host, parts.host().to_owned()),
    ];
    let decoded =
        |component: linkspan::url::Component<'_>| component.decode_utf8().unwrap().into_owned();
    structure.extend(
        parts
            .segments()
            .map(|segment| (Mark::Segment, decoded(segment))),
    );
    for (key, value) in parts.query_pairs() {
        structure.push((Mark::Key, decoded(key)));
        structure.extend(value.map(|value| (Mark::Value, decoded(value))));
    }
    structure.extend(
        parts
            .fragment()
            .map(|fragment| (Mark::Fragment, decoded(fragment.into()))),
    );
    structure.extend(
        parts
            .directives()
            .map(|directive| (Mark::Directive, decoded(directive))),
    );
    structure
}

/// Whether a source line has the structure of its comment. Some source lines contain unescaped syntax characters that
/// are meant as content, so only their comment can be used.
fn source_matches_structure(case: &Case<'_>) -> bool {
    let parsed = parse_structure(case.source);
    let parsed = parsed.iter().map(|(mark, text)| (*mark, text.as_str()));
    parsed.eq(case.structure.iter().copied())
}

/// The number of source lines that do not match their structure, in both versions of the file.
const MISMATCHED_SOURCES: usize = 5;

/// Results of version 17.0.0 in which the Soft character at the end is not escaped, which contradicts §4.1 and the
/// first section of the same file: the host and that character. Version 18.0.0 corrects all of them.
const ERRATA: &[(&str, char)] = &[
    ("bo.wikipedia.org", '།'),
    ("mni.wikipedia.org", '.'),
    ("azb.wikipedia.org", '.'),
    ("mad.wikipedia.org", '’'),
    ("vep.wikipedia.org", '\''),
    ("ja.wikibooks.org", '？'),
    ("new.wikipedia.org", ':'),
    ("ks.wikipedia.org", '۔'),
    ("am.wikipedia.org", '»'),
    ("it.wikibooks.org", '!'),
];

/// The corrected result of a listed erratum: its last character is escaped.
fn corrected(case: &Case<'_>) -> Option<String> {
    let (_, host) = case.structure[1];
    let (_, last) = ERRATA
        .iter()
        .find(|(listed, last)| *listed == host && case.result.ends_with(*last))?;
    let kept = case.result.strip_suffix(*last)?;
    Some(format!("{kept}{}", escaped(*last)))
}

/// Formats all cases from their structure and, where it matches, from their source line.
fn check(name: &str, text: &str, expected: impl Fn(&Case<'_>) -> String) {
    let cases = cases(text);
    assert_eq!(cases.len(), 55, "pairs in {name}");
    let mut mismatched = 0;
    for case in &cases {
        let expected = expected(case);
        let line = case.line;
        assert_eq!(
            build(&case.structure).to_literal(),
            expected,
            "{name}:{line}, from its structure"
        );
        if source_matches_structure(case) {
            assert_eq!(
                UrlParts::parse(case.source).unwrap().to_literal(),
                expected,
                "{name}:{line}, from its source"
            );
        } else {
            mismatched += 1;
        }
    }
    assert_eq!(
        mismatched, MISMATCHED_SOURCES,
        "source lines of {name} that do not match their structure"
    );
}

#[test]
fn formatting_matches_the_published_test() {
    let Some(text) = super::read("LinkFormattingTest.txt") else {
        return;
    };
    check("LinkFormattingTest.txt", &text, |case| {
        case.result.to_owned()
    });
}

#[test]
fn formatting_matches_the_test_of_the_previous_version_except_errata() {
    let Some(text) = super::read_previous("LinkFormattingTest.txt") else {
        return;
    };
    let errata = cases(&text)
        .iter()
        .filter(|case| corrected(case).is_some())
        .count();
    assert_eq!(
        errata,
        ERRATA.len(),
        "every listed erratum is still in the file, once"
    );
    check("17.0.0/LinkFormattingTest.txt", &text, |case| {
        corrected(case).unwrap_or_else(|| case.result.to_owned())
    });
}
