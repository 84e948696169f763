//! Tests of the size and variety of the test data, so that a machine without the published Unicode files still tests
//! the rules for most scripts.

use std::collections::BTreeSet;

use icu_properties::CodePointMapData;
use icu_properties::props::Script;

/// The texts of the files with cases for the normative algorithms.
fn normative_cases() -> Vec<String> {
    let directory = crate::root().unwrap().join("testdata");
    let files = [
        "terminate.toml",
        "correct.toml",
        "format.toml",
        "email.toml",
    ];
    let read = |name: &&str| std::fs::read_to_string(directory.join(name)).unwrap();
    files.iter().map(read).collect()
}

#[test]
fn at_least_150_normative_cases() {
    let cases: usize = normative_cases()
        .iter()
        .map(|text| text.lines().filter(|line| line.starts_with("[[")).count())
        .sum();
    assert!(cases >= 150, "{cases} cases");
}

#[test]
fn at_least_25_scripts() {
    let script = CodePointMapData::<Script>::new();
    let found: BTreeSet<_> = normative_cases()
        .iter()
        .flat_map(|text| text.chars())
        .map(|c| script.get(c))
        .filter(|script| ![Script::Common, Script::Inherited, Script::Unknown].contains(script))
        .collect();
    assert!(found.len() >= 25, "{} scripts: {found:?}", found.len());
}
