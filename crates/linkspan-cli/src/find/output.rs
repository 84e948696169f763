//! Writes batches of links to standard output, in order.

use std::collections::HashSet;
use std::io::{self, BufWriter, Stdout, Write as _};

use anyhow::{Error, Result};

use super::batch::Batch;
use super::formatter::header;
use super::search::Flow;
use super::stats::Statistics;
use crate::args::OutputArguments;
use crate::check::Results;
use crate::message;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::stdout;
use crate::terminal::Styling;
use crate::text::Source;

/// Writes batches to standard output, and determines the outcome of the search.
pub(crate) struct Output {
    out: BufWriter<Stdout>,
    /// The first write error. Nothing is written after it.
    write_error: Option<io::Error>,
    /// The keys of all links that were written, if links are deduplicated.
    seen: Option<HashSet<Box<str>>>,
    /// What is written at the end of each input.
    summary: Option<Summary>,
    /// How many links of each input are written.
    max_count: Option<u64>,
    /// How many links of the current input were added.
    input_links: u64,
    statistics: Option<(Statistics, StatisticsStyle)>,
    envelope: Option<Envelope>,
    /// Receives findings, for `linkspan check`.
    results: Option<Results>,
    /// Whether the first link ends the search.
    stops_at_link: bool,
    found: bool,
    failed: bool,
    progress: Progress,
}

/// The text before and after all entries. Each entry starts with a comma; the comma of the first one
/// is removed.
pub(crate) struct Envelope {
    pub(crate) prefix: String,
    pub(crate) suffix: &'static str,
}

/// What is written at the end of each input.
struct Summary {
    contents: SummaryContents,
    /// How to write the name of the input; `None` to omit it.
    name: Option<Styling>,
    terminator: u8,
}

/// The contents of a summary.
#[derive(Clone, Copy)]
enum SummaryContents {
    /// The number of links.
    Count {
        /// Whether a count of zero is written.
        show_zero: bool,
    },
    /// The name, if there are links.
    WithLinks,
    /// The name, if there are no links.
    WithoutLinks,
}

/// How statistics are written.
struct StatisticsStyle {
    /// How many hosts are listed.
    max_hosts: usize,
    /// Whether they have bars.
    chart: bool,
    /// Whether other output comes before the statistics.
    follows_output: bool,
    /// Whether they go to standard error, because the output is for programs.
    apart: bool,
}

impl Output {
    /// The output of `linkspan find`. `many_inputs` says whether there may be more than one input.
    pub(crate) fn new(
        arguments: &OutputArguments,
        many_inputs: bool,
        styling: Styling,
        progress: Progress,
    ) -> Self {
        let contents = if arguments.count {
            let show_zero = !many_inputs;
            Some(SummaryContents::Count { show_zero })
        } else if arguments.files_with_links {
            Some(SummaryContents::WithLinks)
        } else if arguments.files_without_links {
            Some(SummaryContents::WithoutLinks)
        } else {
            None
        };
        let summary = contents.map(|contents| Summary {
            contents,
            name: match contents {
                SummaryContents::Count { .. } => {
                    arguments.shows_path(many_inputs).then_some(styling)
                }
                _ => Some(styling),
            },
            terminator: if arguments.null { 0 } else { b'\n' },
        });
        let apart = arguments.is_for_programs();
        let style = StatisticsStyle {
            max_hosts: arguments.top,
            chart: styling.is_for_terminal() && !apart,
            follows_output: !arguments.quiet && !apart,
            apart,
        };
        let mut output = Self {
            seen: arguments.unique.then(HashSet::new),
            summary,
            max_count: arguments.max_count,
            statistics: arguments.stats.then(|| (Statistics::default(), style)),
            ..Self::unfiltered(arguments.quiet && !arguments.stats, progress)
        };
        if let Some(header) = header(arguments) {
            let written = output.out.write_all(header.as_bytes());
            output.check_write(written);
        }
        output
    }

    /// The output of all entries, without deduplication or counts.
    pub(crate) fn unfiltered(stops_at_link: bool, progress: Progress) -> Self {
        Self {
            // A full batch is larger, and is written without a copy.
            out: BufWriter::with_capacity(16 * 1024, io::stdout()),
            write_error: None,
            seen: None,
            summary: None,
            max_count: None,
            input_links: 0,
            statistics: None,
            envelope: None,
            results: None,
            stops_at_link,
            found: false,
            failed: false,
            progress,
        }
    }

    /// Passes findings to `results`, which decides what is written.
    pub(crate) fn with_results(mut self, results: Results) -> Self {
        self.results = Some(results);
        self
    }

    /// Takes the receiver of findings, after the search.
    pub(crate) fn take_results(&mut self) -> Option<Results> {
        self.results.take()
    }

    /// Writes the prefix of the envelope now, and its suffix at the end.
    pub(crate) fn with_envelope(mut self, envelope: Envelope) -> Self {
        let written = self.out.write_all(envelope.prefix.as_bytes());
        self.check_write(written);
        self.envelope = Some(envelope);
        self
    }

    /// Writes a batch and flushes, for inputs where waiting for the next batch may block.
    pub(crate) fn write_now(&mut self, batch: &mut Batch) -> Flow {
        let flow = self.add(batch);
        batch.clear();
        match flow {
            Flow::Stop => Flow::Stop,
            _ => self.flush(),
        }
    }

    /// Writes a batch to the buffer.
    pub(crate) fn add(&mut self, batch: &mut Batch) -> Flow {
        for note in batch.notes() {
            self.report_note(note);
        }
        if let Some(seen) = &mut self.seen {
            batch.retain(|key| seen.insert(key));
        }
        if let Some(max) = self.max_count {
            batch.truncate(max.saturating_sub(self.input_links));
        }
        self.input_links += batch.links();
        let findings = batch.take_findings();
        let mut with_findings = Vec::new();
        let mut bytes = batch.bytes();
        if let Some(results) = &mut self.results {
            for entry in findings {
                self.found |= results.add(entry, &mut with_findings);
            }
            bytes = &with_findings;
        } else {
            let lists_files = self.summary.as_ref().is_some_and(Summary::lists_files);
            self.found |= batch.links() > 0 && !lists_files;
        }
        if let Some((statistics, _)) = &mut self.statistics {
            batch.counted().for_each(|link| statistics.add(link));
        }
        if let Some(envelope) = self.envelope.as_mut().filter(|_| !bytes.is_empty()) {
            // The prefix is taken with the first entry.
            if !std::mem::take(&mut envelope.prefix).is_empty() {
                bytes = bytes.strip_prefix(b",").unwrap_or(bytes);
            }
        }
        if !bytes.is_empty() {
            let out = &mut self.out;
            let written = self.progress.suspend_for_stdout(|| out.write_all(bytes));
            self.check_write(written);
        }
        self.flow()
    }

    /// Flushes the buffer.
    pub(crate) fn flush(&mut self) -> Flow {
        if !self.out.buffer().is_empty() {
            let out = &mut self.out;
            let written = self.progress.suspend_for_stdout(|| out.flush());
            self.check_write(written);
        }
        self.flow()
    }

    /// Whether [`end_input`](Self::end_input) must be called for each input.
    pub(crate) fn counts_per_input(&self) -> bool {
        self.summary.is_some()
            || self.max_count.is_some()
            || self.statistics.is_some()
            || self.results.as_ref().is_some_and(Results::needs_inputs)
    }

    /// Ends an input that was searched, after all its links were added.
    pub(crate) fn end_input(&mut self, source: &Source) -> Flow {
        if let Some(results) = &mut self.results {
            results.end_input(source);
        }
        let links = std::mem::take(&mut self.input_links);
        if let Some((statistics, _)) = &mut self.statistics {
            statistics.end_file(links > 0);
        }
        if let Some(line) = self
            .summary
            .as_ref()
            .and_then(|summary| summary.line(source, links))
        {
            let out = &mut self.out;
            let written = self.progress.suspend_for_stdout(|| out.write_all(&line));
            self.check_write(written);
            self.found |= links > 0 || self.summary.as_ref().is_some_and(Summary::lists_files);
        }
        self.flow()
    }

    /// Prints a message about an input.
    pub(crate) fn report_note(&mut self, note: &str) {
        // Earlier results come before the message, if both go to the same terminal.
        self.flush();
        self.progress.suspend(|| message::print(note));
    }

    /// Reports an input that could not be read. The search continues with the next one.
    pub(crate) fn report_error(&mut self, error: &Error) {
        self.failed = true;
        // The count is incomplete, and must not be added to that of the next input.
        self.input_links = 0;
        // Earlier results come before the message, if both go to the same terminal.
        self.flush();
        self.progress.suspend(|| message::error(error));
    }

    /// Writes the end of the output. Returns the first write error.
    pub(crate) fn finish(&mut self) -> Result<()> {
        if let Some(envelope) = self.envelope.take() {
            let written = self.out.write_all(envelope.suffix.as_bytes());
            self.check_write(written);
        }
        if let Some((statistics, style)) = self.statistics.take() {
            let mut text = statistics.to_text(style.max_hosts, style.chart);
            if style.follows_output && self.found {
                text.insert(0, '\n');
            }
            if style.apart {
                self.flush();
                let print = || text.lines().for_each(message::print);
                self.progress.suspend(print);
            } else {
                let out = &mut self.out;
                let written = self
                    .progress
                    .suspend_for_stdout(|| out.write_all(text.as_bytes()));
                self.check_write(written);
            }
        }
        self.flush();
        match self.write_error.take() {
            Some(error) => Err(Error::new(error).context(stdout::WRITE_ERROR)),
            None => Ok(()),
        }
    }

    pub(crate) fn outcome(&self) -> Outcome {
        match (self.failed, self.found) {
            (true, _) => Outcome::Failed,
            (false, true) => Outcome::Success,
            (false, false) => Outcome::NothingFound,
        }
    }

    fn check_write(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.write_error.get_or_insert(error);
        }
    }

    fn flow(&self) -> Flow {
        if self.write_error.is_some() || (self.stops_at_link && self.found) {
            Flow::Stop
        } else {
            Flow::Continue
        }
    }
}

impl Summary {
    /// Whether the output is a list of files.
    fn lists_files(&self) -> bool {
        !matches!(self.contents, SummaryContents::Count { .. })
    }

    /// The line for an input, if it has one.
    fn line(&self, source: &Source, links: u64) -> Option<Vec<u8>> {
        let is_written = match self.contents {
            SummaryContents::Count { show_zero } => links > 0 || show_zero,
            SummaryContents::WithLinks => links > 0,
            SummaryContents::WithoutLinks => links == 0,
        };
        if !is_written {
            return None;
        }
        let mut line = Vec::new();
        if let Some(styling) = self.name {
            styling.name(&mut line, source);
        }
        if let SummaryContents::Count { .. } = self.contents {
            if self.name.is_some() {
                line.push(b':');
            }
            line.extend_from_slice(links.to_string().as_bytes());
        }
        line.push(self.terminator);
        Some(line)
    }
}
