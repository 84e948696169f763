//! Assessments as JSON, their links as records in the same order.

use alloc::string::String;

use linkspan::assess::{Concern, ExistingLink, Finding, Level, Report, SafeDisplay};
use linkspan::{Finder, Link};

use crate::explain::write_rejection;
use crate::fields::{Field, Fields};
use crate::json;
use crate::output::{Output, message};
use crate::record;
use crate::render::isolation;
use crate::units::Units;

/// Writes the links of a text with their reports.
pub(crate) fn assess(finder: &Finder, text: &str, is_ascii: bool, out: &mut Output) {
    out.clear();
    let mut units = Units::new(text, is_ascii);
    let mut written = String::new();
    json::array(&mut written, finder.assess_iter(text), |json, found| {
        record::write(&found.link, &mut units, out);
        json.push('{');
        let safe = finder.safe_display().format(&found.link, &found.report);
        write_report(&found.report, &safe, &mut units, json);
        if let Some(rejection) = &found.rejection {
            json::name(json, "rejection");
            write_rejection(rejection, json);
        }
        json.push('}');
    });
    out.json = written;
}

/// Writes the report of one URL. The error is a message for people.
pub(crate) fn assess_url(finder: &Finder, url: &str, out: &mut Output) -> Result<(), String> {
    out.clear();
    let link = Link::parse(url).map_err(message)?;
    let report = finder.assess(&link);
    let safe = finder.safe_display().format(&link, &report);
    out.json.push('{');
    write_report(&report, &safe, &mut Units::new(url, false), &mut out.json);
    out.json.push('}');
    Ok(())
}

/// Writes the findings of an existing link. The arguments are its target, and the address of its page.
pub(crate) fn assess_anchor(finder: &Finder, text: &str, arguments: &[u8], out: &mut Output) {
    out.clear();
    let mut fields = Fields(arguments);
    let href = fields.next().map_or("", Field::text);
    let mut anchor = ExistingLink::new(text, href);
    if let Some(base) = fields.next() {
        anchor = anchor.base(base.text());
    }
    let found = finder.assess_anchor_links(&anchor);
    let findings = found.iter().flat_map(|found| found.report.findings());
    let level = findings.clone().map(Finding::level).max();
    out.json.push('{');
    write_findings(findings, level, &mut Units::new(text, false), &mut out.json);
    out.json.push('}');
}

/// The safe form of a URL. The error is a message for people.
pub(crate) fn safe_display(finder: &Finder, url: &str, arguments: &[u8]) -> Result<String, String> {
    let link = Link::parse(url).map_err(message)?;
    let mut display: SafeDisplay<'_> = finder.safe_display();
    for field in Fields(arguments) {
        display = match field.tag {
            0 => display.limit(field.number() as usize),
            _ => display.isolation(isolation(field)),
        };
    }
    Ok(display.format(&link, &finder.assess(&link)))
}

fn write_report(report: &Report, safe: &str, units: &mut Units<'_>, json: &mut String) {
    write_findings(report.findings(), report.level(), units, json);
    json::text(json, "safeDisplay", safe);
}

fn write_findings<'r>(
    findings: impl IntoIterator<Item = &'r Finding>,
    level: Option<Level>,
    units: &mut Units<'_>,
    json: &mut String,
) {
    json::name(json, "findings");
    json::array(json, findings, |json, finding| {
        let range = finding.range();
        json.push('{');
        json::text(json, "code", finding.code());
        json::text(json, "level", finding.level());
        let concern = match finding.concern() {
            Concern::Look => "look",
            _ => "target",
        };
        json::text(json, "concern", concern);
        json::text(json, "message", finding.message());
        json::text(json, "title", finding.code().title());
        json::text(json, "advice", finding.code().advice());
        json::number(json, "start", units.unit(range.start));
        json::number(json, "end", units.unit(range.end));
        json.push('}');
    });
    if let Some(level) = level {
        json::text(json, "level", level);
    }
}
