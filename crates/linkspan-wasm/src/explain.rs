//! Explanations: the candidates of a text as JSON, their links as records in the same order.

use alloc::string::String;

use linkspan::explain::{EndReason, Rejection};
use linkspan::uts58::{Effect, Part, Step, Steps, StopReason};
use linkspan::{Finder, Link, LinkKind};

use crate::json;
use crate::output::Output;
use crate::record;
use crate::units::Units;

/// Writes all candidates.
pub(crate) fn explain(finder: &Finder, text: &str, is_ascii: bool, out: &mut Output) {
    out.clear();
    let mut units = Units::new(text, is_ascii);
    let mut written = String::new();
    json::array(&mut written, finder.explain(text), |json, candidate| {
        json.push('{');
        json::number(json, "offset", units.unit(candidate.offset));
        match candidate.outcome {
            Ok(link) => {
                record::write(&link, &mut units, out);
                write_end(finder, text, &link, &mut units, json);
            }
            Err(rejection) => {
                json::name(json, "rejection");
                write_rejection(&rejection, json);
            }
        }
        json.push('}');
    });
    out.json = written;
}

/// Writes why something is not a link.
pub(crate) fn write_rejection(rejection: &Rejection, json: &mut String) {
    json.push('{');
    json::text(json, "message", rejection);
    json::text(json, "rule", rejection.rule());
    json.push('}');
}

/// Writes how the end of a link was found.
fn write_end(
    finder: &Finder,
    text: &str,
    link: &Link<'_>,
    units: &mut Units<'_>,
    json: &mut String,
) {
    let early_end = finder.explain_end(link);
    json::name(json, "steps");
    let limit = early_end.map_or(text.len(), |end| end.offset);
    let steps = steps(text, link).take_while(|step| step.offset < limit);
    json::array(json, steps, |json, step| write_step(step, units, json));
    if let Some(end) = early_end {
        json::name(json, "earlyEnd");
        json.push('{');
        json::number(json, "offset", units.unit(end.offset));
        json::text(json, "reason", reason_name(end.reason));
        json::text(json, "message", end.reason);
        json.push('}');
    }
}

/// The steps after the host. An email address without a query has none.
fn steps<'t>(text: &'t str, link: &Link<'_>) -> impl Iterator<Item = Step> + use<'t> {
    let has_none = link.kind() == LinkKind::Email && link.query().is_none();
    let authority_end = link.path_range().start;
    let steps = if link.is_opaque() {
        Steps::in_path(text, authority_end)
    } else {
        Steps::new(text, authority_end)
    };
    steps.take(if has_none { 0 } else { usize::MAX })
}

fn write_step(step: Step, units: &mut Units<'_>, json: &mut String) {
    let start = units.unit(step.offset);
    json.push('{');
    json::number(json, "start", start);
    json::number(
        json,
        "end",
        units.unit(step.offset + step.character.len_utf8()),
    );
    json::text(json, "character", step.character);
    if let Some(part) = step.part {
        json::text(json, "part", part_name(part));
    }
    let (effect, reason) = effect_names(step.effect);
    json::text(json, "effect", effect);
    if let Some(reason) = reason {
        json::text(json, "reason", reason);
    }
    json.push('}');
}

fn part_name(part: Part) -> &'static str {
    match part {
        Part::Path => "path",
        Part::Query => "query",
        Part::Fragment => "fragment",
        _ => "directive",
    }
}

fn effect_names(effect: Effect) -> (&'static str, Option<&'static str>) {
    match effect {
        Effect::Starts => ("starts", None),
        Effect::Waits => ("waits", None),
        Effect::Opens => ("opens", None),
        Effect::Closes => ("closes", None),
        Effect::Clears => ("clears", None),
        Effect::Stops(StopReason::Unmatched) => ("stops", Some("unmatched")),
        Effect::Stops(StopReason::TooDeep) => ("stops", Some("too-deep")),
        Effect::Stops(StopReason::NoPart) => ("stops", Some("no-part")),
        Effect::Stops(_) => ("stops", Some("hard")),
        _ => ("includes", None),
    }
}

fn reason_name(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Quote => "quote",
        EndReason::Delimiter => "delimiter",
        EndReason::Separator => "separator",
        EndReason::Escape => "escape",
        _ => "word",
    }
}
