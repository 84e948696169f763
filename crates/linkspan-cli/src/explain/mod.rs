//! `linkspan explain`: why something is a link, or is not, and what ended it.

mod report;
mod screen;

use std::io::{self, Read as _, Write as _};

use anyhow::{Context as _, Result};

use crate::args::ExplainArguments;
use crate::explain::report::Report;
use crate::outcome::Outcome;
use crate::terminal::Styling;

/// Runs the command.
pub(crate) fn run(arguments: &ExplainArguments, styling: Styling) -> Result<Outcome> {
    let finder = arguments.finder.finder()?;
    let text = if arguments.text.is_empty() {
        standard_input()?
    } else {
        arguments.text.join(" ")
    };
    let mut out = Vec::new();
    let mut found = false;
    for candidate in finder.explain(&text) {
        let report = Report::new(&text, &candidate);
        found |= report.linked;
        if arguments.json {
            serde_json::to_writer(&mut out, &report).context("cannot write JSON")?;
            out.push(b'\n');
        } else {
            screen::write(&mut out, &report, styling);
        }
    }
    if out.is_empty() && !arguments.json {
        out.extend_from_slice(b"nothing here looks like a link\n");
    }
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(&out)
        .and_then(|()| stdout.flush())
        .context("cannot write the output")?;
    Ok(if found {
        Outcome::Success
    } else {
        Outcome::NothingFound
    })
}

fn standard_input() -> Result<String> {
    let mut bytes = Vec::new();
    io::stdin()
        .read_to_end(&mut bytes)
        .context("cannot read standard input")?;
    let text = String::from_utf8(bytes);
    text.context("standard input is no UTF-8 (to search other encodings, use 'linkspan find')")
}
