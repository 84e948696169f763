//! Formats a link and its findings as an entry of the output.

use std::borrow::Cow;
use std::fmt;
use std::io::Write as _;

use linkspan::assess::{Code, Finding, Level};
use serde::Serialize;

use super::entry::{AllowedCounts, Entry, EntryFinding};
use super::sarif;
use crate::args::{CheckExceptions, CheckOutput};
use crate::find::{Batch, FindingLocation, FoundLink, Location};
use crate::terminal::Styling;
use crate::text::Source;

/// Formats links with their findings.
#[derive(Debug)]
pub(crate) struct FindingsFormatter {
    layout: Layout,
    /// Findings below this level are omitted.
    min_level: Level,
    /// Findings with these codes are omitted.
    allowed: Vec<Code>,
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
    Sarif(sarif::Locations),
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
    /// Always empty: the findings are written after the link.
    findings: [JsonFinding<'a>; 0],
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
    pub(crate) fn new(
        output: &CheckOutput,
        exceptions: &CheckExceptions,
        styling: Styling,
    ) -> Self {
        let layout = if output.quiet || exceptions.write_baseline.is_some() {
            Layout::None
        } else if output.sarif {
            Layout::Sarif(sarif::Locations::new())
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
            allowed: exceptions.allow.clone(),
            all: output.all,
        }
    }

    /// Whether [`add`](Self::add) does nothing with a link, wherever it is.
    pub(crate) fn has_no_entry(&self, found: &FoundLink<'_>) -> bool {
        found.findings.is_empty() && !self.all
    }

    /// Adds a link to the batch, if it has findings or all links are wanted.
    pub(crate) fn add(
        &self,
        batch: &mut Batch,
        source: &Source,
        found: &FoundLink<'_>,
        location: &Location,
    ) {
        for name in &location.allowed.unknown {
            batch.add_note(unknown_code_note(source, location.line, name));
        }
        let mut allowed = AllowedCounts::default();
        let mut findings = Vec::new();
        for (finding, place) in found.findings.iter().zip(&location.findings) {
            if finding.level() < self.min_level {
                continue;
            }
            if self.allowed.contains(&finding.code()) {
                allowed.option += 1;
            } else if location.allowed.codes.contains(&finding.code()) {
                allowed.comment += 1;
            } else {
                findings.push((finding, place));
            }
        }
        let is_listed = self.all && found.rejection.is_none();
        if findings.is_empty() && !is_listed && allowed == AllowedCounts::default() {
            return;
        }
        let mut entry = Entry {
            path: source.path().map(ToOwned::to_owned),
            link: found.link.as_str().to_owned(),
            is_listed,
            allowed,
            ..Entry::default()
        };
        match &self.layout {
            Layout::None | Layout::Sarif(_) => {}
            Layout::Text(styling) => {
                entry.prefix = text_prefix(*styling, source, found, location);
            }
            Layout::Json { offsets_in_line } => {
                let base = location.offset_base(*offsets_in_line);
                entry.prefix = json_prefix(source, found, location, base);
                entry.separator = ",";
                entry.suffix = "]}\n";
            }
        }
        let formatted = findings.into_iter().map(|(finding, place)| EntryFinding {
            code: finding.code(),
            level: finding.level(),
            bytes: match &self.layout {
                Layout::None => Vec::new(),
                Layout::Text(styling) => text_finding(*styling, finding),
                Layout::Json { offsets_in_line } => {
                    json_finding(finding, place, location.offset_base(*offsets_in_line))
                }
                Layout::Sarif(locations) => locations.result(source, found, finding, place),
            },
        });
        entry.findings = formatted.collect();
        batch.add_findings(entry);
    }
}

/// The message about a comment that allows something else than a finding.
fn unknown_code_note(source: &Source, line: u64, name: &str) -> String {
    let source = source.name();
    let place = format!("a comment for line {line} of {source}");
    if name.is_empty() {
        format!("{place} names no finding; expected 'linkspan: allow CODE'")
    } else {
        format!("{place} allows '{name}', which is not the code of a finding")
    }
}

fn text_prefix(
    styling: Styling,
    source: &Source,
    found: &FoundLink<'_>,
    location: &Location,
) -> Vec<u8> {
    let mut out = Vec::new();
    styling.name(&mut out, source);
    out.push(b':');
    styling.line(&mut out, location.line);
    // Writing to a vector cannot fail.
    let _ = write!(out, ":{}: ", location.column);
    styling.link(&mut out, &with_visible_characters(found));
    if let Some(rejection) = found.rejection {
        let _ = write!(out, " (not linked: {rejection})");
    }
    out.push(b'\n');
    out
}

fn text_finding(styling: Styling, finding: &Finding) -> Vec<u8> {
    let mut out = b"    ".to_vec();
    let level = finding.level().as_str();
    if finding.level() == Level::Info {
        out.extend_from_slice(level.as_bytes());
    } else {
        styling.negative(&mut out, level);
    }
    // Writing to a vector cannot fail.
    let _ = writeln!(out, " {}: {}", finding.code(), finding.message());
    out
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
    let mut findings = found.findings.iter().filter(is_about_hidden).peekable();
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

/// A link as JSON, up to the start of the list of findings.
fn json_prefix(source: &Source, found: &FoundLink<'_>, location: &Location, base: u64) -> Vec<u8> {
    let link = JsonLink {
        path: source.path().map(|path| path.to_string_lossy()),
        line: location.line,
        start: location.start.saturating_sub(base),
        end: location.end.saturating_sub(base),
        kind: found.link.kind().as_str(),
        text: found.link.as_str(),
        href: &found.link.href(),
        linked: found.rejection.is_none(),
        findings: [],
    };
    let mut json = to_json(&link);
    // The findings are the last field.
    json.truncate(json.len().saturating_sub("]}".len()));
    json
}

fn json_finding(finding: &Finding, place: &FindingLocation, base: u64) -> Vec<u8> {
    to_json(&JsonFinding {
        code: finding.code().as_str(),
        level: finding.level().as_str(),
        start: place.start.saturating_sub(base),
        end: place.end.saturating_sub(base),
        message: finding.message(),
    })
}

fn to_json(value: &impl Serialize) -> Vec<u8> {
    // Serializing these types cannot fail.
    serde_json::to_vec(value).unwrap_or_default()
}
