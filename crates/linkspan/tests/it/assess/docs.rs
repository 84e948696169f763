//! The table of codes in `docs/safety.md` is complete and correct.

use std::collections::{BTreeMap, BTreeSet};

use linkspan::assess::{Code, Finding, Level, ProtectedNames};
use linkspan::options::FileNames;
use linkspan::suffix::SuffixList;
use linkspan::{Finder, Link};
use serde::Deserialize;

use super::anchors;
use crate::data::{Cases, read_data};

/// The levels of each code.
type Levels = BTreeMap<Code, BTreeSet<Level>>;

/// The rows of the table: code and level.
fn rows() -> Vec<(&'static str, &'static str)> {
    let page = include_str!("../../../../../docs/safety.md");
    let rows = page.lines().filter_map(|line| {
        let (code, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((code, rest.split(" | ").next()?))
    });
    rows.collect()
}

#[test]
fn safety_page_lists_every_code_once() {
    let rows: Vec<&str> = rows().iter().map(|&(code, _)| code).collect();
    let codes: Vec<&str> = Code::ALL.iter().copied().map(Code::as_str).collect();
    assert_eq!(rows, codes);
}

#[derive(Deserialize)]
struct Attack {
    text: String,
}

/// Links with levels that no attack has: a finder does not find some of them, others are nearly honest.
const OTHER_LINKS: &[&str] = &[
    "lib.rs",
    "https://example.c0m/",
    "https://www.example。com/",
    "https://example.com/\u{378}",
    "https://example.com/mapжя",
];

/// Findings about hosts that imitate a protected name, of both levels.
fn imitations() -> Vec<Finding> {
    let names = ProtectedNames::new(["example.com"], SuffixList::embedded()).unwrap();
    let finder = Finder::builder().protected_names(names).build().unwrap();
    let found = finder.assess_iter("https://examp1e.com https://example-login.com");
    found
        .flat_map(|found| found.report.findings().to_vec())
        .collect()
}

/// The levels that occur in the data cases.
fn levels_of_cases() -> Levels {
    let finder = Finder::builder().file_names(FileNames::Link).build();
    let finder = finder.unwrap();
    let attacks: Cases<Attack> = read_data("assess/attacks.toml");
    let anchors: Cases<anchors::Case> = read_data("assess/anchors.toml");
    let mut findings = Vec::new();
    for attack in &attacks.case {
        for found in finder.assess_iter(&attack.text) {
            findings.extend(found.report.findings().iter().cloned());
        }
    }
    for url in OTHER_LINKS {
        let bare = finder.find(url).filter(|link| link.as_str() == *url);
        let link = bare.unwrap_or_else(|| Link::parse(url).unwrap());
        findings.extend(finder.assess(&link).findings().iter().cloned());
    }
    findings.extend(anchors.case.iter().flat_map(|case| case.findings(&finder)));
    findings.extend(imitations());
    let mut levels = Levels::new();
    // A label in Punycode has the findings of its decoded form one level lower: a paragraph of the page says so.
    for finding in findings
        .iter()
        .filter(|finding| finding.concern() == finding.code().concern())
    {
        levels
            .entry(finding.code())
            .or_default()
            .insert(finding.level());
    }
    levels
}

/// The page names exactly the levels that occur.
#[test]
fn safety_page_names_the_levels_of_every_code() {
    let mut occurring = levels_of_cases();
    // The cases of this code need tables of registries: `assess::tables`.
    occurring.insert(Code::HostNotInTable, BTreeSet::from([Level::Warn]));
    let mut named = Levels::new();
    for (code, text) in rows() {
        let words = text.split(|c: char| !c.is_ascii_alphabetic());
        let levels = words.filter_map(|word| word.parse::<Level>().ok());
        named.insert(code.parse().unwrap(), levels.collect());
    }
    assert_eq!(named, occurring);
}
