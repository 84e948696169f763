//! The properties of every code point, compared with the published property files.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use linkspan::uts58::{LinkTerm, is_link_email, link_bracket, link_term};

/// The data lines of a file: line number, range of code points, and the other fields.
fn lines(text: &str) -> impl Iterator<Item = (usize, RangeInclusive<u32>, Vec<&str>)> {
    (1..).zip(text.lines()).filter_map(|(number, line)| {
        let data = line.split('#').next()?.trim();
        let mut fields = data.split(';').map(str::trim);
        let range = fields.next().filter(|range| !range.is_empty())?;
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let parse = |hex| u32::from_str_radix(hex, 16).unwrap();
        Some((number, parse(first)..=parse(last), fields.collect()))
    })
}

/// Compares a property of all code points with a file, and reports every difference.
fn compare<T: Copy + PartialEq + Debug>(
    name: &str,
    default: T,
    value: impl Fn(&[&str]) -> T,
    property: impl Fn(char) -> T,
) {
    let Some(text) = super::read(name) else {
        return;
    };
    let mut published = HashMap::new();
    for (number, range, fields) in lines(&text) {
        for code in range {
            let before = published.insert(code, (value(&fields), number));
            assert!(
                before.is_none(),
                "{name}:{number}: U+{code:04X} is listed twice"
            );
        }
    }
    assert!(!published.is_empty(), "{name} has no data lines");
    let mut differences = Vec::new();
    for c in '\0'..=char::MAX {
        let found = property(c);
        let code = u32::from(c);
        let (expected, location) = match published.get(&code) {
            Some(&(expected, number)) => (expected, format!("{name}:{number}")),
            None => (default, format!("{name}, not listed")),
        };
        if found != expected {
            differences.push(format!(
                "U+{code:04X}: table {found:?}, published {expected:?} ({location})"
            ));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn link_term_matches_the_published_file() {
    let value = |fields: &[&str]| match fields {
        ["Include"] => LinkTerm::Include,
        ["Hard"] => LinkTerm::Hard,
        ["Soft"] => LinkTerm::Soft,
        ["Close"] => LinkTerm::Close,
        ["Open"] => LinkTerm::Open,
        other => panic!("expected a Link_Term value, found {other:?}"),
    };
    compare("LinkTerm.txt", LinkTerm::Hard, value, link_term);
}

#[test]
fn link_bracket_matches_the_published_file() {
    let value = |fields: &[&str]| {
        let open = u32::from_str_radix(fields[0], 16).unwrap();
        Some(char::from_u32(open).unwrap())
    };
    compare("LinkBracket.txt", None, value, link_bracket);
}

#[test]
fn link_email_matches_the_published_file() {
    compare("LinkEmail.txt", false, |_| true, is_link_email);
}
