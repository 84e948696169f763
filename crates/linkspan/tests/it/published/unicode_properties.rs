//! The properties of every code point, compared with the published property files.
//!
//! Two programs run these tests. Here the properties are those of the library. In `crates/xtask/unicode-17` they are
//! derived from the data of Unicode 17.0.

use std::fmt::Debug;

use super::property_file;
use super::{LinkTerm, is_link_email, link_bracket, link_term};

/// Compares a property of all code points with a file, and reports every difference.
fn compare<T: Copy + PartialEq + Debug>(
    name: &str,
    default: T,
    value: impl Fn(&str) -> T,
    property: impl Fn(char) -> T,
) {
    let Some(text) = super::read(name) else {
        return;
    };
    let published = property_file::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut differences = Vec::new();
    for c in '\0'..=char::MAX {
        let found = property(c);
        let code = u32::from(c);
        let (expected, location) = match published.get(&code) {
            Some(entry) => (
                value(entry.value),
                format!("{name}:{}, {}", entry.line, entry.comment),
            ),
            None => (default, format!("{name}, not listed")),
        };
        if found != expected {
            differences.push(format!(
                "U+{code:04X}: found {found:?}, published {expected:?} ({location})"
            ));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn link_term_matches_the_published_file() {
    let value = |value: &str| match value {
        "Include" => LinkTerm::Include,
        "Hard" => LinkTerm::Hard,
        "Soft" => LinkTerm::Soft,
        "Close" => LinkTerm::Close,
        "Open" => LinkTerm::Open,
        other => panic!("expected a Link_Term value, found {other:?}"),
    };
    compare("LinkTerm.txt", LinkTerm::Hard, value, link_term);
}

#[test]
fn link_bracket_matches_the_published_file() {
    let value = |value: &str| {
        let open = u32::from_str_radix(value, 16).unwrap();
        Some(char::from_u32(open).unwrap())
    };
    compare("LinkBracket.txt", None, value, link_bracket);
}

#[test]
fn link_email_matches_the_published_file() {
    compare("LinkEmail.txt", false, |_| true, is_link_email);
}
