//! LinkDetectionTest.txt, of our Unicode version and of the draft of the next one.

use linkspan::Finder;

use crate::find::{MARKS, mark};

fn check(name: &str, text: &str) {
    let finder = Finder::new();
    let mut lines = 0;
    let mut failures = Vec::new();
    for (number, want) in (1..).zip(text.lines()) {
        if want.is_empty() || want.starts_with('#') {
            continue;
        }
        lines += 1;
        let have = mark(&finder, &want.replace(MARKS, ""));
        if have != want {
            failures.push(format!(
                "{name}:{number}: expected {want}\n{:>28} {have}",
                "found"
            ));
        }
    }
    assert!(lines > 300, "only {lines} lines in {name}");
    assert!(
        failures.is_empty(),
        "{} of {lines}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn detects_as_published() {
    if let Some(text) = super::read("LinkDetectionTest.txt") {
        check("LinkDetectionTest.txt", &text);
    }
}

#[test]
fn detects_as_in_the_draft_of_the_next_version() {
    if let Some(text) = super::read_draft("LinkDetectionTest.txt") {
        check("18.0 draft LinkDetectionTest.txt", &text);
    }
}
