//! Our own cases, from `testdata/assess/`.

use std::collections::BTreeSet;

use linkspan::Finder;
use serde::Deserialize;

use crate::data::{Cases, check, read, same};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    name: String,
    text: String,
    codes: BTreeSet<String>,
    /// Whether the finder links it nevertheless.
    #[serde(default = "linked")]
    linked: bool,
    why: String,
}

fn linked() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Innocent {
    name: String,
    text: String,
    why: String,
}

#[test]
fn attacks_are_caught() {
    let cases: Cases<Attack> = read("assess/attacks.toml");
    assert!(cases.case.len() >= 120, "{} cases", cases.case.len());
    let finder = Finder::new();
    check(
        &cases.case,
        |case| &case.name,
        |case| {
            assert!(!case.why.is_empty());
            let found: Vec<_> = finder.check(&case.text).collect();
            let codes: BTreeSet<String> = found
                .iter()
                .flat_map(|found| found.report.findings())
                .map(|finding| finding.code().to_string())
                .collect();
            same(&codes, &case.codes)?;
            let risky = found.iter().filter(|found| !found.report.is_empty());
            let linked = risky.map(|found| found.refused.is_none());
            same(linked.collect::<Vec<_>>().contains(&true), case.linked)
        },
    );
}

#[test]
fn innocents_are_not_flagged() {
    let cases: Cases<Innocent> = read("assess/benign.toml");
    assert!(cases.case.len() >= 120, "{} cases", cases.case.len());
    let finder = Finder::new();
    check(
        &cases.case,
        |case| &case.name,
        |case| {
            assert!(!case.why.is_empty());
            let found: Vec<_> = finder.check(&case.text).collect();
            let findings: Vec<_> = found
                .iter()
                .flat_map(|found| found.report.findings())
                .map(ToString::to_string)
                .collect();
            same(findings, Vec::new())?;
            same(found.is_empty(), false)
        },
    );
}
