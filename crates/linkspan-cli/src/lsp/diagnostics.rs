//! Findings about links as diagnostics.

use std::ops::Range;

use linkspan::assess::{Finding, Level};
use serde::Serialize;

use super::position::{Encoding, PositionRange};
use super::settings::Reported;
use super::text::Text;

/// A finding, and where it is in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextFinding {
    pub(super) range: Range<usize>,
    code: &'static str,
    level: Level,
    message: String,
}

impl TextFinding {
    /// The findings that are reported, with their ranges in the text.
    pub(super) fn reported(
        findings: &[Finding],
        ranges: Vec<Range<usize>>,
        reported: &Reported,
    ) -> impl Iterator<Item = Self> {
        let located = findings.iter().zip(ranges);
        located
            .filter(|(finding, _)| reported.contains(finding))
            .map(|(finding, range)| Self {
                range,
                code: finding.code().as_str(),
                level: finding.level(),
                message: finding.message().to_owned(),
            })
    }

    /// The finding as the protocol represents it.
    pub(super) fn diagnostic<'f>(&'f self, text: &Text, encoding: Encoding) -> Diagnostic<'f> {
        Diagnostic {
            range: text.positions(&self.range, encoding),
            severity: match self.level {
                Level::Danger => 1,
                Level::Warn => 2,
                Level::Info => 3,
            },
            code: self.code,
            source: "linkspan",
            message: &self.message,
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Diagnostic<'f> {
    range: PositionRange,
    severity: u8,
    code: &'static str,
    source: &'static str,
    message: &'f str,
}
