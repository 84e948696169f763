//! Writes a report as text for people.

use std::io::Write as _;

use super::report::{Details, Report};
use crate::terminal::Styling;

/// The maximum width of a text column, in characters.
const MAX_COLUMN_WIDTH: usize = 40;

/// Writes the report of a candidate.
pub(super) fn write(out: &mut Vec<u8>, report: &Report<'_>, styling: Styling) {
    // Writing to a vector cannot fail.
    let _ = match &report.details {
        Details::Link {
            kind,
            href,
            parts,
            steps,
            ended,
            rule,
        } => {
            styling.positive(out, kind);
            let _ = write!(out, " {}..{}  ", report.start, report.end);
            styling.link(out, report.text);
            let _ = writeln!(out);
            for part in parts {
                write_span(out, part.name, part.start, part.end, part.text, &part.rule);
            }
            for (index, step) in steps.iter().enumerate() {
                let label = if index == 0 { "steps" } else { "" };
                write_span(out, label, step.start, step.end, step.text, &step.does);
            }
            let _ = writeln!(out, "  {:<11}{ended} ({rule})", "end");
            writeln!(out, "  {:<11}{href}", "href")
        }
        Details::Rejected { reason, rule } => {
            styling.negative(out, "rejected");
            let _ = writeln!(out, " {}  {}", report.offset, report.text);
            let _ = writeln!(out, "  {:<11}{reason}", "reason");
            writeln!(out, "  {:<11}{rule}", "rule")
        }
    };
}

/// Writes a line about a part of the text.
fn write_span(
    out: &mut Vec<u8>,
    label: &str,
    start: usize,
    end: usize,
    text: &str,
    description: &str,
) {
    let text = shortened(text);
    // Writing to a vector cannot fail.
    let _ = writeln!(out, "  {label:<11}{start}..{end}  {text}  {description}");
}

/// The text, with its middle omitted if it is too wide for a column.
fn shortened(text: &str) -> String {
    let length = text.chars().count();
    if length <= MAX_COLUMN_WIDTH {
        return text.to_owned();
    }
    let half = MAX_COLUMN_WIDTH / 2;
    let front: String = text.chars().take(half).collect();
    let back: String = text.chars().skip(length - half).collect();
    format!("{front}…{back}")
}
