//! A link with its findings, formatted, on its way from searching to writing.
//!
//! Searching runs on several threads. Which findings a baseline accepts depends on the order of the input, so it is
//! decided where entries are written. An entry therefore keeps its findings apart.

use std::path::PathBuf;

use linkspan::assess::{Code, Level};

/// A link with its findings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    /// The input, or `None` for standard input.
    pub(super) path: Option<PathBuf>,
    /// The link as written.
    pub(super) link: String,
    /// What is written before and after the findings.
    pub(super) prefix: Vec<u8>,
    pub(super) suffix: &'static str,
    /// What is written between two findings.
    pub(super) separator: &'static str,
    pub(super) findings: Vec<EntryFinding>,
    /// Whether the link is written without findings, too.
    pub(super) is_listed: bool,
    /// How many findings were allowed by options and by comments.
    pub(super) allowed: AllowedCounts,
}

/// A finding, formatted.
#[derive(Clone, Debug)]
pub(super) struct EntryFinding {
    pub(super) code: Code,
    pub(super) level: Level,
    pub(super) bytes: Vec<u8>,
}

/// How many findings are not reported, by the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AllowedCounts {
    pub(super) option: u64,
    pub(super) comment: u64,
    pub(super) baseline: u64,
}

impl Entry {
    /// The number of bytes that it takes in the output.
    pub(crate) fn len(&self) -> usize {
        let findings = self.findings.iter().map(|finding| finding.bytes.len());
        self.prefix.len() + findings.sum::<usize>()
    }

    /// Appends the entry to the output, unless there is nothing to report.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        if self.findings.is_empty() && !self.is_listed {
            return;
        }
        out.extend_from_slice(&self.prefix);
        for (index, finding) in self.findings.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(self.separator.as_bytes());
            }
            out.extend_from_slice(&finding.bytes);
        }
        out.extend_from_slice(self.suffix.as_bytes());
    }
}
