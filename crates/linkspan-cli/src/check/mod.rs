//! `linkspan check`: links that may deceive their readers.

mod row;
mod sarif;

use anyhow::Result;

use crate::args::CheckArguments;
use crate::find::{self, Output, What};
use crate::outcome::Outcome;
use crate::terminal::Styling;
pub(crate) use row::Rows;

/// Runs the command.
pub(crate) fn run(arguments: CheckArguments, styling: Styling) -> Result<Outcome> {
    let CheckArguments {
        paths,
        output,
        finder,
        files,
        reading,
    } = arguments;
    let what = What {
        paths,
        files,
        finder: &finder,
        reading: &reading,
        only: None,
    };
    let searched = find::search(what, |_, progress| {
        let document = output.sarif.then(sarif::document);
        let rows = find::Rows::risks(Rows::new(&output, styling));
        (rows, Output::plain(document, output.quiet, progress))
    })?;
    // To find something is no success here.
    Ok(match searched.outcome() {
        Outcome::Success => Outcome::Risky,
        Outcome::NothingFound => Outcome::Success,
        other => other,
    })
}
