//! A link and what was found about it, as output.

use std::borrow::Cow;
use std::io::Write as _;

use linkspan::{Code, Finding, Level};
use serde::Serialize;

use super::sarif;
use crate::args::CheckOutput;
use crate::find::{Batch, Found, Place, kind};
use crate::terminal::Styling;
use crate::text::Source;

/// How links with findings are written.
#[derive(Debug)]
pub(crate) struct Rows {
    layout: Layout,
    level: Level,
    /// Whether links without findings are written, too.
    all: bool,
}

#[derive(Debug)]
enum Layout {
    Nothing,
    Text(Styling),
    Json {
        /// Offsets count from the start of the line.
        in_line: bool,
    },
    Sarif,
}

/// A link as the JSON contract has it.
#[derive(Serialize)]
struct Object<'a> {
    path: Option<Cow<'a, str>>,
    line: u64,
    start: u64,
    end: u64,
    kind: &'static str,
    text: &'a str,
    href: &'a str,
    linked: bool,
    findings: Vec<FindingObject<'a>>,
}

#[derive(Serialize)]
struct FindingObject<'a> {
    code: &'static str,
    level: &'static str,
    start: u64,
    end: u64,
    message: &'a str,
}

impl Rows {
    pub(crate) fn new(output: &CheckOutput, styling: Styling) -> Self {
        let layout = if output.quiet {
            Layout::Nothing
        } else if output.sarif {
            Layout::Sarif
        } else if output.json {
            Layout::Json {
                in_line: output.lines,
            }
        } else {
            Layout::Text(styling)
        };
        Self {
            layout,
            level: output.level,
            all: output.all,
        }
    }

    /// Writes a link, if there is something to say about it or all are wanted.
    pub(crate) fn add(&self, batch: &mut Batch, source: &Source, found: &Found<'_>, place: &Place) {
        let findings: Vec<(&Finding, (u64, u64))> = found
            .report
            .findings()
            .iter()
            .zip(place.findings.iter().copied())
            .filter(|(finding, _)| finding.level() >= self.level)
            .collect();
        let clean = findings.is_empty();
        if clean && (!self.all || found.refused.is_some()) {
            return;
        }
        batch.add(clean, |out| match &self.layout {
            Layout::Nothing => {}
            Layout::Text(styling) => text(out, *styling, source, found, place, &findings),
            Layout::Json { in_line } => {
                let base = if *in_line { place.line_start } else { 0 };
                json(out, source, found, place, base, &findings);
            }
            Layout::Sarif => sarif::results(out, source, found, place, &findings),
        });
    }
}

fn text(
    out: &mut Vec<u8>,
    styling: Styling,
    source: &Source,
    found: &Found<'_>,
    place: &Place,
    findings: &[(&Finding, (u64, u64))],
) {
    styling.name(out, source);
    out.push(b':');
    styling.line(out, place.line);
    // A vector takes everything. What would deceive here as well is escaped.
    let _ = write!(out, ":{}: ", place.column);
    styling.link(out, &visible(found));
    if let Some(why) = found.refused {
        let _ = write!(out, " (not linked: {why})");
    }
    out.push(b'\n');
    for (finding, _) in findings {
        out.extend_from_slice(b"    ");
        let level = finding.level().name();
        if finding.level() == Level::Info {
            out.extend_from_slice(level.as_bytes());
        } else {
            styling.refused(out, level);
        }
        let _ = writeln!(out, " {}: {}", finding.code(), finding.message());
    }
}

/// The link as it is written, with characters named that nobody would see, or that change the order.
fn visible(found: &Found<'_>) -> String {
    let hidden = |code| {
        matches!(
            code,
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
        .filter(|finding| hidden(finding.code()))
        .peekable();
    let mut out = String::new();
    for (at, c) in found.link.as_str().char_indices() {
        let at = found.link.start() + at;
        while findings
            .next_if(|finding| finding.range().end <= at)
            .is_some()
        {}
        let is_hidden = findings
            .peek()
            .is_some_and(|finding| finding.range().contains(&at));
        if is_hidden {
            out.extend(format!("<U+{:04X}>", u32::from(c)).chars());
        } else {
            out.push(c);
        }
    }
    out
}

fn json(
    out: &mut Vec<u8>,
    source: &Source,
    found: &Found<'_>,
    place: &Place,
    base: u64,
    findings: &[(&Finding, (u64, u64))],
) {
    let object = Object {
        path: source.path().map(|path| path.to_string_lossy()),
        line: place.line,
        start: place.start - base,
        end: place.end - base,
        kind: kind(&found.link),
        text: found.link.as_str(),
        href: &found.link.href(),
        linked: found.refused.is_none(),
        findings: findings
            .iter()
            .map(|(finding, (start, end))| FindingObject {
                code: finding.code().as_str(),
                level: finding.level().name(),
                start: start - base,
                end: end - base,
                message: finding.message(),
            })
            .collect(),
    };
    // Neither strings and numbers nor a vector can fail.
    let _ = serde_json::to_writer(&mut *out, &object);
    out.push(b'\n');
}
