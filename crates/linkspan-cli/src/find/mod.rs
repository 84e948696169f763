//! `linkspan find`: lists the links in files, directories or standard input.
//!
//! Data flow: [`inputs`] expands the paths to files, [`search`] finds the links of one input,
//! [`formatter`] appends each link to a [`batch`] of output, and [`output`] writes the batches.
//! [`parallel`] runs the same steps on several threads and keeps the output in input order.
//! `linkspan check` and the link lists of `linkspan linkify` share all of this.

mod batch;
mod chunked_input;
mod dispatch;
mod fields;
mod filter;
mod formatter;
mod found_link;
mod in_memory;
mod inputs;
mod location;
mod ordered_results;
mod output;
mod parallel;
mod ranged_file;
mod search;
mod shared_input;
mod shared_ranges;
mod stats;
mod template;
mod worker;

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use linkspan::render::Record;
use linkspan::{Finder, Profile};

use crate::args::{FindArguments, SearchArguments};
use crate::message;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::read::{Buffers, Choice, FinderSet, Format, Opened, ProfileRules, ReadAs};
use crate::stdout;
use crate::terminal::Styling;
use crate::text::{ReadOptions, Source};
pub(crate) use batch::Batch;
use filter::LinkFilter;
pub(crate) use formatter::LinkFormatter;
pub(crate) use found_link::{FoundLink, FoundLinks};
pub(crate) use in_memory::{PlacedLink, for_each_link};
pub(crate) use inputs::{Inputs, print_types};
pub(crate) use location::{FindingLocation, LineCounter, Location, LocationNeeds};
pub(crate) use output::{Envelope, Output};
pub(crate) use search::malformed_note;
use search::{Flow, Search, Searched};
pub(crate) use template::Template;

/// Runs the command.
pub(crate) fn run(arguments: FindArguments, styling: Styling) -> Result<Outcome> {
    let FindArguments { output, search } = arguments;
    if search.files.type_list {
        return print_types().map(|()| Outcome::Success);
    }
    let output = output.effective();
    let lines = output.lines;
    // Later links of a file do not change the output, unless they are compared or counted.
    let limit = match output.max_count {
        _ if output.unique || output.stats => None,
        _ if output.files_with_links || output.files_without_links => Some(1),
        // Even if no links are printed, the first one is looked for: the output skips it.
        max_count => max_count.map(|max| max.max(1)),
    };
    let output = run_search(search, limit, lines, |many_inputs, progress| {
        let formatter = LinkFormatter::new(&output, many_inputs, styling);
        let output = Output::new(&output, many_inputs, styling, progress);
        (formatter, output)
    })?;
    Ok(output.outcome())
}

/// Searches all inputs, each up to `limit` links. With `lines`, every line is plain text.
/// `configure` chooses the output; its first argument says whether there may be more than one input.
pub(crate) fn run_search(
    arguments: SearchArguments,
    limit: Option<u64>,
    lines: bool,
    configure: impl FnOnce(bool, Progress) -> (LinkFormatter, Output),
) -> Result<Output> {
    let read_options = arguments.input.read_options();
    let finders = FinderSet::new(&arguments.finder)?;
    let read_as = ReadAs {
        format: arguments.reading.format.or(lines.then_some(Format::Text)),
        profile: arguments.finder.profile(),
        profiles: ProfileRules::new(&arguments.reading.profile_rules.profile_for)?,
        decompress: arguments.reading.search_zip,
    };
    let verbose = arguments.reading.verbose;
    let threads = arguments.files.threads();
    let filter = LinkFilter::new(&arguments.filter)?;
    let inputs = Inputs::new(&arguments.paths, arguments.files)?;
    let many_inputs = inputs.may_be_many();
    let progress = Progress::start(inputs.expected());
    let counters = progress.counters();
    let (formatter, mut output) = configure(many_inputs, progress);
    let search = Search {
        finders,
        read_options,
        read_as,
        verbose,
        filter,
        limit,
        formatter,
        counters,
    };

    let in_parallel = many_inputs || (threads > 1 && !inputs.is_single_small_file());
    let sources = inputs.sources();
    if in_parallel {
        return parallel::run(&Arc::new(search), sources, threads, output);
    }
    // A single small file: starting threads would take longer than searching it.
    let mut buffers = Buffers::default();
    for source in sources {
        let searched = source.and_then(|source| {
            let mut batch = Batch::default();
            let sink = &mut |batch: &mut Batch| output.write_now(batch);
            let searched = search.run(&source, &mut buffers, &mut batch, sink)?;
            if searched == Searched::Whole {
                output.end_input(&source);
            }
            Ok(searched)
        });
        match searched {
            Ok(Searched::Whole | Searched::Skipped) => {}
            Ok(Searched::Stopped) => break,
            Err(error) => output.report_error(&error),
        }
    }
    output.finish()?;
    Ok(output)
}

/// Writes the links of one input as JSON records, or as CSV with or without a row of field names, as soon as they are
/// found.
pub(crate) fn list(
    finder: &Finder,
    read_options: ReadOptions,
    source: &Source,
    decompress: bool,
    csv: Option<bool>,
    out: &mut dyn Write,
) -> Result<()> {
    let search = Search {
        finders: FinderSet::single(finder),
        read_options,
        read_as: ReadAs {
            format: Some(Format::Text),
            profile: Some(Profile::Uts58),
            decompress,
            ..ReadAs::default()
        },
        verbose: false,
        filter: LinkFilter::default(),
        limit: None,
        formatter: LinkFormatter::records(csv.is_some()),
        counters: Arc::default(),
    };
    let mut notes = Vec::new();
    let mut written = Ok(());
    if csv == Some(true) {
        written = writeln!(out, "{}", Record::CSV_HEADER);
    }
    let mut sink = |batch: &mut Batch| {
        if written.is_ok() {
            let batch = std::mem::take(batch);
            notes.extend_from_slice(batch.notes());
            written = out.write_all(batch.bytes()).and_then(|()| out.flush());
        }
        match written {
            Ok(()) => Flow::Continue,
            Err(_) => Flow::Stop,
        }
    };
    let searched = search.run(
        source,
        &mut Buffers::default(),
        &mut Batch::default(),
        &mut sink,
    )?;
    if searched == Searched::Skipped {
        // The notes say why. A list without the links of an input would be wrong.
        bail!("{}", notes.join("; "));
    }
    notes.iter().for_each(message::print);
    written.context(stdout::WRITE_ERROR)
}

/// The links of bytes in a format, as JSON. For tests.
pub(crate) fn list_bytes(bytes: Vec<u8>, format: Format, options: ReadOptions) -> String {
    let search = Search {
        finders: FinderSet::single(&Finder::new()),
        read_options: options,
        read_as: ReadAs {
            format: Some(format),
            profile: Some(Profile::Uts58),
            ..ReadAs::default()
        },
        verbose: false,
        filter: LinkFilter::default(),
        limit: None,
        formatter: LinkFormatter::records(false),
        counters: Arc::default(),
    };
    let opened = Opened {
        input: Box::new(io::Cursor::new(bytes)),
        options,
        choice: Choice::new(format, Profile::Uts58),
        large_file: None,
    };
    let mut batch = Batch::default();
    let sink = &mut |_: &mut Batch| Flow::Continue;
    // Reading from memory cannot fail.
    let _ = search.run_opened(
        &Source::Stdin,
        opened,
        &mut Buffers::default(),
        &mut batch,
        sink,
    );
    String::from_utf8_lossy(batch.bytes()).into_owned()
}
