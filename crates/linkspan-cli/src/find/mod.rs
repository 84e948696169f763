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
use std::sync::Arc;

use anyhow::{Context as _, Result};
use linkspan::Finder;
use linkspan::render::Record;

use crate::args::FindArguments;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::terminal::Styling;
use crate::text::{Buffers, Reading, Source};
use output::Output;
use row::{Batch, Rows};
use search::{Flow, Search};
use walk::Walk;

/// Runs the command.
pub(crate) fn run(arguments: FindArguments, styling: Styling) -> Result<Outcome> {
    let threads = arguments.files.threads();
    let walk = Walk::new(arguments.paths, arguments.files)?;
    let many = walk.may_be_many();
    let cut = arguments.finder.cut();
    let longest = arguments.finder.longest_link();
    let progress = Progress::start();
    let search = Search {
        finder: arguments.finder.finder()?,
        reading: arguments.reading.reading(longest, cut),
        only: arguments.output.only,
        rows: Rows::new(&arguments.output, many, styling),
        progress: progress.counters(),
    };
    let mut output = Output::new(&arguments.output, many, progress);

    let in_order = many || (threads > 1 && !walk.is_small());
    let inputs = walk.inputs();
    if in_order {
        ordered::search(&Arc::new(search), inputs, threads, &mut output)?;
        return Ok(output.outcome());
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
    Ok(output.outcome())
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
