//! Assessments as JSON, their links as records in the same order.

use alloc::string::{String, ToString as _};

use linkspan::assess::{Concern, Report, SafeDisplay};
use linkspan::{Finder, Link};

use crate::explain::write_rejection;
use crate::fields::Fields;
use crate::json;
use crate::output::Output;
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
        write_report(&found.report, Some(&safe), &mut units, json);
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
    let link = Link::parse(url).map_err(|error| error.to_string())?;
    let report = finder.assess(&link);
    let safe = finder.safe_display().format(&link, &report);
    out.json.push('{');
    write_report(
        &report,
        Some(&safe),
        &mut Units::new(url, false),
        &mut out.json,
    );
    out.json.push('}');
    Ok(())
}

/// Writes the report of an existing link; its target is the first argument.
pub(crate) fn assess_anchor(finder: &Finder, text: &str, arguments: &[u8], out: &mut Output) {
    out.clear();
    let href = Fields(arguments).next();
    let report = finder.assess_anchor(text, href.map_or("", |field| field.text()));
    out.json.push('{');
    write_report(&report, None, &mut Units::new(text, false), &mut out.json);
    out.json.push('}');
}

/// The safe form of a URL. The error is a message for people.
pub(crate) fn safe_display(finder: &Finder, url: &str, arguments: &[u8]) -> Result<String, String> {
    let link = Link::parse(url).map_err(|error| error.to_string())?;
    let mut display: SafeDisplay<'_> = finder.safe_display();
    for field in Fields(arguments) {
        display = match field.tag {
            0 => display.limit(field.number() as usize),
            _ => display.isolation(isolation(field)),
        };
    }
    Ok(display.format(&link, &finder.assess(&link)))
}

fn write_report(report: &Report, safe: Option<&str>, units: &mut Units<'_>, json: &mut String) {
    json::name(json, "findings");
    json::array(json, report.findings(), |json, finding| {
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
    if let Some(level) = report.level() {
        json::text(json, "level", level);
    }
    if let Some(safe) = safe {
        json::text(json, "safeDisplay", safe);
    }
}
