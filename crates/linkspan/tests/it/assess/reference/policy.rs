//! Policies, as `docs/safety.md` describes them.

use linkspan::assess::{Code, Level, Report};

/// A policy, as a user would describe it.
#[derive(Clone, Debug)]
pub(in super::super) enum Policy {
    Report,
    Refuse(Vec<Code>),
    RefuseFrom(Level),
    Strict,
}

impl Policy {
    pub(in super::super) fn of_library(&self) -> linkspan::assess::Policy {
        match self {
            Self::Report => linkspan::assess::Policy::report(),
            Self::Refuse(codes) => linkspan::assess::Policy::refuse(codes.iter().copied()),
            Self::RefuseFrom(level) => linkspan::assess::Policy::refuse_from(*level),
            Self::Strict => linkspan::assess::Policy::strict(),
        }
    }

    /// Whether a link with these findings is not linked.
    pub(in super::super) fn refuses(&self, report: &Report) -> bool {
        let findings = report.findings().iter();
        let mut findings = findings.map(|finding| (finding.level(), finding.code()));
        match self {
            Self::Report => false,
            Self::Refuse(codes) => findings.any(|(_, code)| codes.contains(&code)),
            Self::RefuseFrom(least) => findings.any(|(level, _)| level >= *least),
            Self::Strict => findings.any(|(level, code)| match level {
                Level::Danger => true,
                Level::Warn => !is_about_what_follows_the_host(code),
                Level::Info => false,
            }),
        }
    }
}

/// `strict` links these with a warning, since they are percent-encoded in the `href`.
fn is_about_what_follows_the_host(code: Code) -> bool {
    let name = code.as_str();
    [
        "mixed-scripts",
        "syntax-lookalike",
        "marks",
        "invisible",
        "unassigned",
    ]
    .contains(&name)
}
