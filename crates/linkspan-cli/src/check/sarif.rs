//! Writes findings as a SARIF 2.1.0 log, the format that code hosting sites import.

use std::fmt::Write as _;
use std::path::Path;

use linkspan::assess::{Code, Finding, Level};
use serde_json::{Value, json};

use super::formatter::LocatedFinding;
use crate::find::{Envelope, FoundLink, Location};
use crate::text::Source;

/// The log without its results.
pub(super) fn envelope() -> Envelope {
    let rules: Vec<Value> = Code::ALL.iter().copied().map(rule).collect();
    let driver = json!({
        "name": "linkspan",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    // Formatted by hand: results are written as they are found, so the log is never one value.
    let prefix = format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
         \"runs\":[{{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":["
    );
    Envelope {
        prefix,
        suffix: "\n]}]}\n",
    }
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": code.title() },
        "help": { "text": code.advice() },
        "properties": { "tags": ["security", "links"] },
    })
}

fn sarif_level(level: Level) -> &'static str {
    match level {
        Level::Info => "note",
        Level::Warn => "warning",
        Level::Danger => "error",
    }
}

/// Writes one result per finding, each with a comma before it.
pub(super) fn write_results(
    out: &mut Vec<u8>,
    source: &Source,
    found: &FoundLink<'_>,
    location: &Location,
    findings: &[LocatedFinding<'_>],
) {
    let uri = source.path().map_or_else(|| String::from("stdin"), uri);
    for (finding, (start, end)) in findings {
        let (column, length) = columns(found, location, finding);
        let result = json!({
            "ruleId": finding.code().as_str(),
            "ruleIndex": Code::ALL.iter().copied().position(|code| code == finding.code()),
            "level": sarif_level(finding.level()),
            "message": { "text": sentence(finding.message()) },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": { "uri": uri },
                    "region": {
                        "startLine": location.line,
                        "startColumn": column,
                        "endLine": location.line,
                        "endColumn": column + length,
                        "byteOffset": start,
                        "byteLength": end.saturating_sub(*start),
                    },
                },
            }],
        });
        out.extend_from_slice(b",\n");
        out.extend_from_slice(result.to_string().as_bytes());
    }
}

/// The column of a finding, from 1, and its length, both in characters.
fn columns(found: &FoundLink<'_>, location: &Location, finding: &Finding) -> (u64, u64) {
    let link = &found.link;
    let range = finding.range();
    let count = |text: Option<&str>| text.map_or(1, |text| text.chars().count() as u64);
    let slice = |from: usize, to: usize| {
        let start = link.start();
        link.as_str()
            .get(from.checked_sub(start)?..to.checked_sub(start)?)
    };
    // A finding about the text before a link is about a single character.
    if range.end <= link.start() {
        return (location.character_column.saturating_sub(1).max(1), 1);
    }
    let start = location.character_column + count(slice(link.start(), range.start));
    (start, count(slice(range.start, range.end)))
}

/// A path as a percent-encoded relative reference.
fn uri(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = path.strip_prefix("./").unwrap_or(&path).replace('\\', "/");
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            byte => {
                // Writing to a string cannot fail.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// A message as a sentence: with a capital letter and a full stop.
fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}
