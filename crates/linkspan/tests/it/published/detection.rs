//! `LinkDetectionTest.txt` of our Unicode version and of the previous one.

use linkspan::Finder;

use crate::find::{MARKS, mark};

fn check(name: &str, text: &str) {
    let finder = Finder::new();
    let mut lines = 0;
    let mut failures = Vec::new();
    for (number, expected) in (1..).zip(text.lines()) {
        if expected.is_empty() || expected.starts_with('#') {
            continue;
        }
        lines += 1;
        let found = mark(&finder, &expected.replace(MARKS, ""));
        if found != expected {
            failures.push(format!(
                "{name}:{number}: expected {expected}\n{:>28} {found}",
                "found"
            ));
        }
    }
    assert_eq!(lines, 345, "test lines in {name}");
    assert!(
        failures.is_empty(),
        "{} of {lines}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn links_match_the_published_test() {
    if let Some(text) = super::read("LinkDetectionTest.txt") {
        check("LinkDetectionTest.txt", &text);
    }
}

#[test]
fn links_match_the_test_of_the_previous_version() {
    if let Some(text) = super::read_previous("LinkDetectionTest.txt") {
        check("17.0.0/LinkDetectionTest.txt", &text);
    }
}
