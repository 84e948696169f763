//! Formats a link and its findings as an entry of the output.

use std::borrow::Cow;
use std::fmt;
use std::io::Write as _;

use linkspan::assess::{Code, Finding, Level};
use serde::Serialize;

use super::sarif;
use crate::args::CheckOutput;
use crate::find::{Batch, FoundLink, Location};
use crate::terminal::Styling;
use crate::text::Source;

/// A finding, and its start and end in the input.
pub(super) type LocatedFinding<'a> = (&'a Finding, (u64, u64));

/// Formats links with their findings.
#[derive(Debug)]
pub(crate) struct FindingsFormatter {
    layout: Layout,
    /// Findings below this level are omitted.
    min_level: Level,
    /// Whether links without findings are written, too.
    all: bool,
}

#[derive(Debug)]
enum Layout {
    /// Findings are counted, not written.
    None,
    Text(Styling),
    Json {
        /// Whether offsets count from the start of the line.
        offsets_in_line: bool,
    },
    Sarif,
}

/// A link in JSON. The field names and their order are part of the command line contract.
#[derive(Serialize)]
struct JsonLink<'a> {
    path: Option<Cow<'a, str>>,
    line: u64,
    start: u64,
    end: u64,
    kind: &'static str,
    text: &'a str,
    href: &'a str,
    linked: bool,
    findings: Vec<JsonFinding<'a>>,
}

/// A finding in JSON.
#[derive(Serialize)]
struct JsonFinding<'a> {
    code: &'static str,
    level: &'static str,
    start: u64,
    end: u64,
    message: &'a str,
}

impl FindingsFormatter {
    pub(crate) fn new(output: &CheckOutput, styling: Styling) -> Self {
        let layout = if output.quiet {
            Layout::None
        } else if output.sarif {
            Layout::Sarif
        } else if output.json {
            Layout::Json {
                offsets_in_line: output.lines,
            }
        } else {
            Layout::Text(styling)
        };
        Self {
            layout,
            min_level: output.level,
            all: output.all,
        }
    }

    /// Adds a link to the batch, if it has findings or all links are wanted.
    pub(crate) fn add(
        &self,
        batch: &mut Batch,
        source: &Source,
        found: &FoundLink<'_>,
        location: &Location,
    ) {
        let findings: Vec<LocatedFinding<'_>> = found
            .report
            .findings()
            .iter()
            .zip(location.findings.iter().copied())
            .filter(|(finding, _)| finding.level() >= self.min_level)
            .collect();
        let write = |out: &mut Vec<u8>| match &self.layout {
            Layout::None => {}
            Layout::Text(styling) => {
                write_text(out, *styling, source, found, location, &findings);
            }
            Layout::Json { offsets_in_line } => {
                let base = location.offset_base(*offsets_in_line);
                write_json(out, source, found, location, base, &findings);
            }
            Layout::Sarif => sarif::write_results(out, source, found, location, &findings),
        };
        if !findings.is_empty() {
            batch.add(write);
        } else if self.all && found.rejection.is_none() {
            batch.add_without_findings(write);
        }
    }
}

fn write_text(
    out: &mut Vec<u8>,
    styling: Styling,
    source: &Source,
    found: &FoundLink<'_>,
    location: &Location,
    findings: &[LocatedFinding<'_>],
) {
    styling.name(out, source);
    out.push(b':');
    styling.line(out, location.line);
    // Writing to a vector cannot fail.
    let _ = write!(out, ":{}: ", location.column);
    styling.link(out, &with_visible_characters(found));
    if let Some(rejection) = found.rejection {
        let _ = write!(out, " (not linked: {rejection})");
    }
    out.push(b'\n');
    for (finding, _) in findings {
        out.extend_from_slice(b"    ");
        let level = finding.level().as_str();
        if finding.level() == Level::Info {
            out.extend_from_slice(level.as_bytes());
        } else {
            styling.negative(out, level);
        }
        let _ = writeln!(out, " {}: {}", finding.code(), finding.message());
    }
}

/// The link as written, with invisible and reordering characters shown as `<U+XXXX>`. They would
/// deceive the reader of the report, too.
fn with_visible_characters(found: &FoundLink<'_>) -> String {
    let is_about_hidden = |finding: &&Finding| {
        matches!(
            finding.code(),
            Code::BidiControl
                | Code::Invisible
                | Code::HostInvisible
                | Code::Tag
                | Code::Unassigned
        )
    };
    let mut findings = found
        .report
        .findings()
        .iter()
        .filter(is_about_hidden)
        .peekable();
    let mut out = String::new();
    for (offset, c) in found.link.as_str().char_indices() {
        let offset = found.link.start() + offset;
        while findings
            .next_if(|finding| finding.range().end <= offset)
            .is_some()
        {}
        let is_hidden = findings
            .peek()
            .is_some_and(|finding| finding.range().contains(&offset));
        if is_hidden {
            // Writing to a string cannot fail.
            let _ = fmt::Write::write_fmt(&mut out, format_args!("<U+{:04X}>", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

fn write_json(
    out: &mut Vec<u8>,
    source: &Source,
    found: &FoundLink<'_>,
    location: &Location,
    base: u64,
    findings: &[LocatedFinding<'_>],
) {
    let link = JsonLink {
        path: source.path().map(|path| path.to_string_lossy()),
        line: location.line,
        start: location.start.saturating_sub(base),
        end: location.end.saturating_sub(base),
        kind: found.link.kind().as_str(),
        text: found.link.as_str(),
        href: &found.link.href(),
        linked: found.rejection.is_none(),
        findings: findings
            .iter()
            .map(|(finding, (start, end))| JsonFinding {
                code: finding.code().as_str(),
                level: finding.level().as_str(),
                start: start.saturating_sub(base),
                end: end.saturating_sub(base),
                message: finding.message(),
            })
            .collect(),
    };
    // Neither serializing these types nor writing to a vector can fail.
    let _ = serde_json::to_writer(&mut *out, &link);
    out.push(b'\n');
}
