//! LinkFormattingTest.txt, of our Unicode version and of the draft of the next one.

use linkspan::{Parts, minimal};

use crate::laws::format::escaped;

/// A pair of lines and the comment that gives its structure.
struct Case<'a> {
    line: usize,
    structure: Vec<(Mark, &'a str)>,
    source: &'a str,
    result: &'a str,
}

/// What the marks in a structure comment stand for.
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
        // A text ends before a space and the next mark; it may hold spaces itself.
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

/// Makes a URL by hand, from the structure in the comment.
fn build(structure: &[(Mark, &str)]) -> Parts<'static> {
    let find = |wanted| {
        structure
            .iter()
            .find(|(mark, _)| *mark == wanted)
            .unwrap()
            .1
    };
    let scheme = find(Mark::Scheme).strip_suffix("://").unwrap();
    let mut builder = Parts::builder(find(Mark::Host)).scheme(scheme);
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

/// The structure that a source line has if it is read as a URL.
fn read(source: &str) -> Vec<(Mark, String)> {
    let parts = Parts::parse(source).unwrap();
    let mut read = vec![
        (Mark::Scheme, format!("{}://", parts.scheme().unwrap())),
        (Mark::Host, parts.host().to_owned()),
    ];
    let decoded =
        |component: linkspan::Component<'_>| component.decode_utf8().unwrap().into_owned();
    read.extend(
        parts
            .segments()
            .map(|segment| (Mark::Segment, decoded(segment))),
    );
    for (key, value) in parts.query().into_iter().flatten() {
        read.push((Mark::Key, decoded(key)));
        read.extend(value.map(|value| (Mark::Value, decoded(value))));
    }
    read.extend(
        parts
            .fragment()
            .map(|fragment| (Mark::Fragment, decoded(fragment))),
    );
    read.extend(
        parts
            .directives()
            .map(|directive| (Mark::Directive, decoded(directive))),
    );
    read
}

/// Whether a source line says what its structure comment says. Some hold raw syntax characters
/// that are meant as content, so that only the comment can be followed.
fn is_well_formed(case: &Case<'_>) -> bool {
    let read = read(case.source);
    let read = read.iter().map(|(mark, text)| (*mark, text.as_str()));
    read.eq(case.structure.iter().copied())
}

/// How many source lines are not well formed, in both versions of the file.
const ILL_FORMED: usize = 5;

/// The results of version 17.0.0 that leave a final Soft character as it is, against §4.1 and
/// against the first section of the same file: the host, and the character. The draft of 18.0
/// corrects all of them.
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

/// What a listed erratum should have been: its last character escaped.
fn corrected(case: &Case<'_>) -> Option<String> {
    let (_, host) = case.structure[1];
    let (_, last) = ERRATA
        .iter()
        .find(|(listed, last)| *listed == host && case.result.ends_with(*last))?;
    let kept = case.result.strip_suffix(*last)?;
    Some(format!("{kept}{}", escaped(*last)))
}

/// Formats all cases from their structure and, where it says the same, from their source line.
fn check(name: &str, text: &str, expected: impl Fn(&Case<'_>) -> String) {
    let cases = cases(text);
    assert_eq!(cases.len(), 55, "pairs in {name}");
    let mut ill_formed = 0;
    for case in &cases {
        let expected = expected(case);
        let line = case.line;
        assert_eq!(
            build(&case.structure).minimal(),
            expected,
            "{name}:{line}, from its structure"
        );
        if is_well_formed(case) {
            assert_eq!(
                minimal(case.source).unwrap(),
                expected,
                "{name}:{line}, from its source"
            );
        } else {
            ill_formed += 1;
        }
    }
    assert_eq!(
        ill_formed, ILL_FORMED,
        "source lines of {name} that are not well formed"
    );
}

#[test]
fn formats_as_published_but_for_the_errata() {
    let Some(text) = super::read("LinkFormattingTest.txt") else {
        return;
    };
    let errata = cases(&text)
        .iter()
        .filter(|case| corrected(case).is_some())
        .count();
    // One that is no longer in the file would be an erratum that passes.
    assert_eq!(
        errata,
        ERRATA.len(),
        "each listed erratum is in the file once"
    );
    check("LinkFormattingTest.txt", &text, |case| {
        corrected(case).unwrap_or_else(|| case.result.to_owned())
    });
}

#[test]
fn formats_as_in_the_draft_of_the_next_version() {
    let Some(text) = super::read_draft("LinkFormattingTest.txt") else {
        return;
    };
    check("18.0 draft LinkFormattingTest.txt", &text, |case| {
        case.result.to_owned()
    });
}
