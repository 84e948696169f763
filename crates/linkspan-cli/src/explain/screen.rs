//! A report for people, on one screen.

use std::io::Write as _;

use super::report::{Report, Verdict};
use crate::terminal::Styling;

/// The widest piece of text in a column, in characters.
const WIDEST: usize = 40;

/// Writes what is to be said about a candidate.
pub(super) fn write(out: &mut Vec<u8>, report: &Report<'_>, styling: Styling) {
    // A vector takes everything.
    let _ = match &report.verdict {
        Verdict::Link {
            kind,
            href,
            parts,
            steps,
            ended,
            rule,
        } => {
            styling.found(out, kind);
            let _ = write!(out, " {}..{}  ", report.start, report.end);
            styling.link(out, report.text);
            let _ = writeln!(out);
            for part in parts {
                let text = shortened(part.text);
                row(out, part.name, part.start, part.end, &text, &part.rule);
            }
            for (index, step) in steps.iter().enumerate() {
                let name = if index == 0 { "walk" } else { "" };
                row(
                    out,
                    name,
                    step.start,
                    step.end,
                    &shortened(step.text),
                    &step.does,
                );
            }
            let _ = writeln!(out, "  {:<11}{ended} ({rule})", "ends");
            writeln!(out, "  {:<11}{href}", "leads to")
        }
        Verdict::NoLink { reason, rule } => {
            styling.refused(out, "none");
            let _ = writeln!(out, " {}  {}", report.offset, report.text);
            let _ = writeln!(out, "  {:<11}{reason}", "because");
            writeln!(out, "  {:<11}{rule}", "rule")
        }
    };
}

fn row(out: &mut Vec<u8>, name: &str, start: usize, end: usize, text: &str, what: &str) {
    let _ = writeln!(out, "  {name:<11}{start}..{end}  {text}  {what}");
}

/// A text that fits into a column, with its middle left out if need be.
fn shortened(text: &str) -> String {
    let length = text.chars().count();
    if length <= WIDEST {
        return text.to_owned();
    }
    let half = WIDEST / 2;
    let front: String = text.chars().take(half).collect();
    let back: String = text.chars().skip(length - half).collect();
    format!("{front}…{back}")
}
