//! `linkspan check`: reports links that may deceive their readers.

mod formatter;
mod sarif;

use anyhow::Result;

use crate::args::CheckArguments;
use crate::find::{self, LinkFormatter, Output};
use crate::outcome::Outcome;
use crate::terminal::Styling;
pub(crate) use formatter::FindingsFormatter;

/// Runs the command.
pub(crate) fn run(arguments: CheckArguments, styling: Styling) -> Result<Outcome> {
    let CheckArguments { output, search } = arguments;
    if search.files.type_list {
        return find::print_types().map(|()| Outcome::Success);
    }
    let output = find::run_search(search, None, output.lines, |_, progress| {
        let formatter = FindingsFormatter::new(&output, styling);
        let mut sink = Output::unfiltered(output.quiet, progress);
        if output.sarif {
            sink = sink.with_envelope(sarif::envelope());
        }
        (LinkFormatter::findings(formatter), sink)
    })?;
    // For a check, a result is a finding.
    Ok(match output.outcome() {
        Outcome::Success => Outcome::FindingsReported,
        Outcome::NothingFound => Outcome::Success,
        other => other,
    })
}
