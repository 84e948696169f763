//! `linkspan check`: reports links that may deceive their readers.
//!
//! Data flow: [`formatter`] turns a link with its findings into an [`entry`], without findings that options or comments
//! allow ([`allow_comment`]). [`results`] receives the entries in the order of the input, removes what a [`baseline`]
//! accepts, and writes the rest.

mod allow_comment;
mod baseline;
mod entry;
mod formatter;
mod results;
mod sarif;

use anyhow::Result;

use crate::args::CheckArguments;
use crate::find::{self, LinkFormatter, Output};
use crate::message;
use crate::outcome::Outcome;
use crate::stdout;
use crate::terminal::Styling;
pub(crate) use allow_comment::{AllowComments, Allowed};
pub(crate) use entry::Entry;
pub(crate) use formatter::FindingsFormatter;
pub(crate) use results::Results;

/// Runs the command.
pub(crate) fn run(arguments: CheckArguments, styling: Styling) -> Result<Outcome> {
    let CheckArguments {
        output,
        exceptions,
        search,
    } = arguments;
    if search.files.type_list {
        return find::print_types().map(|()| Outcome::Success);
    }
    let results = Results::new(
        exceptions.baseline.as_deref(),
        exceptions.write_baseline.as_deref(),
    )?;
    // Without output, the first finding decides the exit status, unless something is to be counted.
    let stops_early = output.quiet && !output.summary && exceptions.baseline.is_none();
    let mut sink = find::run_search(search, None, output.lines, |_, progress| {
        let formatter = FindingsFormatter::new(&output, &exceptions, styling);
        let mut sink = Output::unfiltered(stops_early, progress).with_results(results);
        if output.sarif {
            sink = sink.with_envelope(sarif::envelope());
        }
        (LinkFormatter::findings(formatter), sink)
    })?;
    let outcome = match sink.outcome() {
        // For a check, a result is a finding.
        Outcome::Success => Outcome::FindingsReported,
        Outcome::NothingFound => Outcome::Success,
        other => other,
    };
    let Some(results) = sink.take_results() else {
        return Ok(outcome);
    };
    drop(sink);
    // A baseline of a part of the findings would hide the others.
    if outcome != Outcome::Failed
        && let Some(note) = results.write_baseline()?
    {
        message::print(note);
    }
    if output.summary {
        let summary = results.summary();
        if output.json || output.sarif {
            summary.lines().for_each(message::print);
        } else {
            stdout::write(summary.as_bytes())?;
        }
    }
    results.stale().iter().for_each(message::print);
    Ok(outcome)
}
