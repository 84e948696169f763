//! `linkspan find`: the links of files, folders or standard input.

mod feed;
mod lines;
mod ordered;
mod output;
mod row;
mod search;
mod walk;
mod work;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use linkspan::Finder;
use linkspan::render::Record;

use crate::args::{FileArguments, FindArguments, FinderArguments, Only, ReadingArguments};
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::terminal::Styling;
use crate::text::{Buffers, Reading, Source};
pub(crate) use lines::{Lines, Place};
pub(crate) use output::{Document, Output};
pub(crate) use row::{Batch, Rows, kind};
pub(crate) use search::Found;
use search::{Flow, Search};
use walk::Walk;

/// Runs the command.
pub(crate) fn run(arguments: FindArguments, styling: Styling) -> Result<Outcome> {
    let FindArguments {
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
        only: output.only,
    };
    let output = search(what, |many, progress| {
        let rows = Rows::new(&output, many, styling);
        (rows, Output::new(&output, many, styling, progress))
    })?;
    Ok(output.outcome())
}

/// What to search, and for what.
pub(crate) struct What<'a> {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) files: FileArguments,
    pub(crate) finder: &'a FinderArguments,
    pub(crate) reading: &'a ReadingArguments,
    pub(crate) only: Option<Only>,
}

/// Searches, and writes what is found as `how` says, given whether there may be many inputs.
pub(crate) fn search(
    what: What<'_>,
    how: impl FnOnce(bool, Progress) -> (Rows, Output),
) -> Result<Output> {
    let threads = what.files.threads();
    let walk = Walk::new(what.paths, what.files)?;
    let many = walk.may_be_many();
    let cut = what.finder.cut();
    let longest = what.finder.longest_link();
    let finder = what.finder.finder()?;
    let progress = Progress::start();
    let counters = progress.counters();
    let (rows, mut output) = how(many, progress);
    let search = Search {
        finder,
        reading: what.reading.reading(longest, cut),
        only: what.only,
        rows,
        progress: counters,
    };

    let in_order = many || (threads > 1 && !walk.is_small());
    let inputs = walk.inputs();
    if in_order {
        ordered::search(&Arc::new(search), inputs, threads, &mut output)?;
        return Ok(output);
    }
    // A single file that is searched sooner than threads are started.
    let mut buffers = Buffers::default();
    for input in inputs {
        let searched = input.and_then(|source| {
            let mut batch = Batch::default();
            let sink = &mut |batch: &mut Batch| output.write(batch);
            let flow = search.run(&source, &mut buffers, &mut batch, sink)?;
            output.end(&source);
            Ok(flow)
        });
        match searched {
            Ok(Flow::Continue) => {}
            Ok(Flow::Stop) => break,
            Err(error) => output.fail(&error),
        }
    }
    output.finish()?;
    Ok(output)
}

/// Writes the links of one input as records, as they come: CSV, or JSON.
pub(crate) fn list(finder: Finder, reading: Reading, source: &Source, csv: bool) -> Result<()> {
    let search = Search {
        finder,
        reading,
        only: None,
        rows: Rows::records(csv),
        progress: Progress::start().counters(),
    };
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    if csv {
        written = writeln!(out, "{}", Record::CSV_HEADER);
    }
    let mut sink = |batch: &mut Batch| {
        if written.is_ok() {
            let batch = std::mem::take(batch);
            written = out.write_all(batch.bytes()).and_then(|()| out.flush());
        }
        match written {
            Ok(()) => Flow::Continue,
            Err(_) => Flow::Stop,
        }
    };
    search.run(
        source,
        &mut Buffers::default(),
        &mut Batch::default(),
        &mut sink,
    )?;
    written.context("cannot write the output")
}
