//! The cases of `testdata/assess/anchors.toml`: existing links whose text shows a host.

use linkspan::Finder;
use linkspan::assess::{Code, ExistingLink, Finding};
use serde::Deserialize;

use crate::data::{Cases, check_cases, expect_equal, read_data};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) href: String,
    pub(super) base: Option<String>,
    /// The level of the finding `other-host`.
    level: Option<String>,
    /// The host that the finding is about.
    shown: Option<String>,
    why: String,
}

impl Case {
    /// The findings about another host.
    pub(super) fn findings(&self, finder: &Finder) -> Vec<Finding> {
        let mut anchor = ExistingLink::new(&self.text, &self.href);
        if let Some(base) = &self.base {
            anchor = anchor.base(base);
        }
        let found = finder.assess_anchor_links(&anchor);
        let findings = found.iter().flat_map(|found| found.report.findings());
        findings
            .filter(|finding| finding.code() == Code::OtherHost)
            .cloned()
            .collect()
    }
}

#[test]
fn other_hosts_are_reported() {
    let cases: Cases<Case> = read_data("assess/anchors.toml");
    assert!(cases.case.len() >= 100, "{} cases", cases.case.len());
    let finder = Finder::new();
    check_cases(
        &cases.case,
        |case| &case.name,
        |case| {
            assert!(!case.why.is_empty());
            let findings = case.findings(&finder);
            let levels: Vec<_> = findings
                .iter()
                .map(|finding| finding.level().as_str())
                .collect();
            expect_equal(levels, Vec::from_iter(case.level.as_deref()))?;
            if let (Some(shown), Some(finding)) = (&case.shown, findings.first()) {
                expect_equal(&case.text[finding.range()], shown)?;
            }
            // Without a base, the function gives the same findings.
            if case.base.is_none() {
                let report = finder.assess_anchor(&case.text, &case.href);
                let other = |finding: &&Finding| finding.code() == Code::OtherHost;
                let reported: Vec<_> = report.findings().iter().filter(other).cloned().collect();
                expect_equal(reported, findings)?;
            }
            Ok(())
        },
    );
}
