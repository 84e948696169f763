//! `linkspan explain`: explains why text is or is not a link, and why a link ends where it does.

mod report;
mod text;

use std::io::Read as _;

use anyhow::{Context as _, Result};
use linkspan::{Finder, Link, Profile};

use crate::args::ExplainArguments;
use crate::explain::report::Report;
use crate::outcome::Outcome;
use crate::stdout;
use crate::terminal::Styling;
use crate::text::Source;

/// Runs the command.
pub(crate) fn run(arguments: &ExplainArguments, styling: Styling) -> Result<Outcome> {
    let finder = arguments.finder.finder(Profile::Uts58)?;
    let text = if arguments.text.is_empty() {
        read_stdin()?
    } else {
        arguments.text.join(" ")
    };
    let mut out = Vec::new();
    let mut found = false;
    for candidate in finder.explain(&text) {
        let report = Report::new(&text, &candidate, &finder);
        found |= report.linked;
        if arguments.json {
            serde_json::to_writer(&mut out, &report).context("cannot write JSON")?;
            out.push(b'\n');
        } else {
            text::write(&mut out, &report, styling);
        }
    }
    if out.is_empty() && !arguments.json {
        out.extend_from_slice(b"nothing here looks like a link\n");
    }
    stdout::write(&out)?;
    Ok(if found {
        Outcome::Success
    } else {
        Outcome::NothingFound
    })
}

/// Why a link of a text ends where it does, and the rule that says so. Offsets count from the start of the text.
pub(crate) fn end_of_link(text: &str, link: &Link<'_>, finder: &Finder) -> String {
    let (ended, rule) = report::end_of_link(text, link, finder);
    format!("{ended} ({rule})")
}

fn read_stdin() -> Result<String> {
    let mut bytes = Vec::new();
    // Standard input is never found in a directory, so there is an input.
    if let Some(mut input) = Source::Stdin.bytes()? {
        let read = input.read_to_end(&mut bytes);
        read.context("cannot read standard input")?;
    }
    let text = String::from_utf8(bytes);
    text.context(
        "expected UTF-8 on standard input (to search other encodings: linkspan find --encoding)",
    )
}
