//! Writes batches of links to standard output, in order.

use std::collections::HashSet;
use std::io::{self, BufWriter, StdoutLock, Write as _};

use anyhow::{Error, Result};

use super::batch::Batch;
use super::search::Flow;
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
    out: BufWriter<StdoutLock<'static>>,
    /// The first write error. Nothing is written after it.
    write_error: Option<io::Error>,
    /// The keys of all links that were written, if links are deduplicated.
    seen: Option<HashSet<Box<str>>>,
    count: Option<Count>,
    envelope: Option<Envelope>,
    /// Receives findings, for `linkspan check`.
    results: Option<Results>,
    quiet: bool,
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

/// Counts the links of one input.
struct Count {
    links: u64,
    /// How to write the name of the input before the count; `None` to omit it.
    name: Option<Styling>,
    /// Whether a count of zero is written.
    show_zero: bool,
}

impl Output {
    /// The output of `linkspan find`. `many_inputs` says whether there may be more than one input.
    pub(crate) fn new(
        arguments: &OutputArguments,
        many_inputs: bool,
        styling: Styling,
        progress: Progress,
    ) -> Self {
        let count = Count {
            links: 0,
            name: arguments.shows_path(many_inputs).then_some(styling),
            show_zero: !many_inputs,
        };
        Self {
            seen: arguments.unique.then(HashSet::new),
            count: arguments.count.then_some(count),
            ..Self::unfiltered(arguments.quiet, progress)
        }
    }

    /// The output of all entries, without deduplication or counts.
    pub(crate) fn unfiltered(quiet: bool, progress: Progress) -> Self {
        Self {
            out: BufWriter::with_capacity(64 * 1024, io::stdout().lock()),
            write_error: None,
            seen: None,
            count: None,
            envelope: None,
            results: None,
            quiet,
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
        match self.add(std::mem::take(batch)) {
            Flow::Continue => self.flush(),
            Flow::Stop => Flow::Stop,
        }
    }

    /// Writes a batch to the buffer.
    pub(crate) fn add(&mut self, mut batch: Batch) -> Flow {
        for note in batch.notes() {
            self.report_note(note);
        }
        if let Some(seen) = &mut self.seen {
            batch.retain(|key| seen.insert(key));
        }
        let findings = batch.take_findings();
        let mut with_findings = Vec::new();
        let mut bytes = batch.bytes();
        if let Some(results) = &mut self.results {
            for entry in findings {
                self.found |= results.add(entry, &mut with_findings);
            }
            bytes = &with_findings;
        } else {
            self.found |= batch.links() > 0;
        }
        if let Some(count) = &mut self.count {
            count.links += batch.links();
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
        self.count.is_some() || self.results.as_ref().is_some_and(Results::needs_inputs)
    }

    /// Ends an input, after all its links were added.
    pub(crate) fn end_input(&mut self, source: &Source) -> Flow {
        if let Some(results) = &mut self.results {
            results.end_input(source);
        }
        let Some(count) = &mut self.count else {
            return self.flow();
        };
        let links = std::mem::take(&mut count.links);
        if links == 0 && !count.show_zero {
            return self.flow();
        }
        let mut line = Vec::new();
        if let Some(styling) = count.name {
            styling.name(&mut line, source);
            line.push(b':');
        }
        line.extend_from_slice(links.to_string().as_bytes());
        line.push(b'\n');
        let written = self.out.write_all(&line);
        self.check_write(written);
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
        if let Some(count) = &mut self.count {
            count.links = 0;
        }
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
        if self.write_error.is_some() || (self.quiet && self.found) {
            Flow::Stop
        } else {
            Flow::Continue
        }
    }
}
