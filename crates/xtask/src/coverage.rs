//! What our own test data covers, so that a machine without the published files still proves the
//! rules for most of the world.

use std::collections::BTreeSet;

use icu_properties::CodePointMapData;
use icu_properties::props::Script;

fn testdata() -> Vec<(String, String)> {
    let folder = crate::root().unwrap().join("testdata");
    let files = [
        "terminate.toml",
        "correct.toml",
        "format.toml",
        "email.toml",
    ];
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    files
        .iter()
        .map(|&name| (name.to_owned(), read(name)))
        .collect()
}

#[test]
fn at_least_150_cases_for_the_normative_core() {
    let cases: usize = testdata()
        .iter()
        .map(|(_, text)| text.lines().filter(|line| line.starts_with("[[")).count())
        .sum();
    assert!(cases >= 150, "{cases} cases");
}

#[test]
fn at_least_25_scripts() {
    let script = CodePointMapData::<Script>::new();
    let found: BTreeSet<_> = testdata()
        .iter()
        .flat_map(|(_, text)| text.chars())
        .map(|c| script.get(c))
        .filter(|script| ![Script::Common, Script::Inherited, Script::Unknown].contains(script))
        .collect();
    assert!(found.len() >= 25, "{} scripts: {found:?}", found.len());
}
