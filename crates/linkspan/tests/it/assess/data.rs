//! The cases of `testdata/assess/`.

use std::collections::BTreeSet;

use linkspan::Finder;
use linkspan::assess::Code;
use linkspan::options::FileNames;
use serde::Deserialize;

use crate::data::{Cases, check_cases, expect_equal, read_data};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    name: String,
    text: String,
    codes: BTreeSet<String>,
    /// Whether the finder links it.
    #[serde(default = "linked_by_default")]
    linked: bool,
    why: String,
}

fn linked_by_default() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BenignLink {
    name: String,
    text: String,
    why: String,
}

#[test]
fn attacks_are_reported() {
    let cases: Cases<Attack> = read_data("assess/attacks.toml");
    assert!(cases.case.len() >= 120, "{} cases", cases.case.len());
    // By default, file names are not linked and so cannot deceive.
    let finder = Finder::builder().file_names(FileNames::Link).build();
    let finder = finder.unwrap();
    check_cases(
        &cases.case,
        |case| &case.name,
        |case| {
            assert!(!case.why.is_empty());
            let found: Vec<_> = finder.assess_iter(&case.text).collect();
            let codes: BTreeSet<String> = found
                .iter()
                .flat_map(|found| found.report.findings())
                .map(|finding| finding.code().to_string())
                .collect();
            expect_equal(&codes, &case.codes)?;
            let with_findings = found.iter().filter(|found| !found.report.is_empty());
            let linked = with_findings.map(|found| found.rejection.is_none());
            expect_equal(linked.collect::<Vec<_>>().contains(&true), case.linked)
        },
    );
}

#[test]
fn benign_links_have_no_findings() {
    let cases: Cases<BenignLink> = read_data("assess/benign.toml");
    assert!(cases.case.len() >= 120, "{} cases", cases.case.len());
    let finder = Finder::new();
    check_cases(
        &cases.case,
        |case| &case.name,
        |case| {
            assert!(!case.why.is_empty());
            let found: Vec<_> = finder.assess_iter(&case.text).collect();
            let findings: Vec<_> = found
                .iter()
                .flat_map(|found| found.report.findings())
                .map(ToString::to_string)
                .collect();
            expect_equal(findings, Vec::new())?;
            expect_equal(found.is_empty(), false)
        },
    );
}

#[test]
fn message_about_an_embedded_domain_ends_with_that_domain() {
    let text = "https://www.usps.com-track.example.org/";
    let found = Finder::new().assess_iter(text).next().unwrap();
    let mut findings = found.report.findings().iter();
    let finding = findings.find(|it| it.code() == Code::HostEmbeddedDomain);
    let message = finding.unwrap().message();
    assert_eq!(
        message,
        "the host starts like 'www.usps.com', but continues"
    );
}
