//! SARIF 2.1.0, the format in which code hosts take reports.

use std::fmt::Write as _;
use std::path::Path;

use linkspan::{Code, Finding, Level};
use serde_json::{Value, json};

use crate::find::{Document, Found, Place};
use crate::text::Source;

/// What stands before and after the results.
pub(super) fn document() -> Document {
    let rules: Vec<Value> = Code::all().map(rule).collect();
    let driver = json!({
        "name": "linkspan",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    // By hand from here on, since results are written as they come.
    let head = format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
         \"runs\":[{{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":["
    );
    Document {
        head,
        tail: "\n]}]}\n",
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

fn level(level: Level) -> &'static str {
    match level {
        Level::Info => "note",
        Level::Warn => "warning",
        Level::Danger => "error",
    }
}

/// Writes one result for each finding, with a comma before it.
pub(super) fn results(
    out: &mut Vec<u8>,
    source: &Source,
    found: &Found<'_>,
    place: &Place,
    findings: &[(&Finding, (u64, u64))],
) {
    let uri = source.path().map_or_else(|| String::from("stdin"), uri);
    for (finding, (start, end)) in findings {
        let (column, length) = columns(found, place, finding);
        let result = json!({
            "ruleId": finding.code().as_str(),
            "ruleIndex": Code::all().position(|code| code == finding.code()),
            "level": level(finding.level()),
            "message": { "text": sentence(finding.message()) },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": { "uri": uri },
                    "region": {
                        "startLine": place.line,
                        "startColumn": column,
                        "endLine": place.line,
                        "endColumn": column + length,
                        "byteOffset": start,
                        "byteLength": end - start,
                    },
                },
            }],
        });
        out.extend_from_slice(b",\n");
        out.extend_from_slice(result.to_string().as_bytes());
    }
}

/// Where a finding starts in its line, from 1, and how long it is, in characters.
fn columns(found: &Found<'_>, place: &Place, finding: &Finding) -> (u64, u64) {
    let link = &found.link;
    let range = finding.range();
    let count = |text: Option<&str>| text.map_or(1, |text| text.chars().count() as u64);
    let within = |from: usize, to: usize| {
        let start = link.start();
        link.as_str()
            .get(from.checked_sub(start)?..to.checked_sub(start)?)
    };
    // What stands beside a link is one character.
    if range.end <= link.start() {
        return (place.character.saturating_sub(1).max(1), 1);
    }
    let start = place.character + count(within(link.start(), range.start));
    (start, count(within(range.start, range.end)))
}

/// A path as a relative reference, escaped as needed.
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
                // A string takes everything.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// A message with its capital and full stop.
fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}
