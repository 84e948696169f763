//! Writing what was found, in order.

use std::collections::HashSet;
use std::io::{self, BufWriter, StdoutLock, Write as _};

use anyhow::{Error, Result};

use super::row::Batch;
use super::search::Flow;
use crate::args::OutputArguments;
use crate::message;
use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::terminal::Styling;
use crate::text::Source;

/// Writes batches to standard output, and remembers how the search went.
pub(crate) struct Output {
    out: BufWriter<StdoutLock<'static>>,
    /// The first error of standard output; after it, nothing is written any more.
    broken: Option<io::Error>,
    seen: Option<HashSet<Box<str>>>,
    count: Option<Count>,
    document: Option<Document>,
    quiet: bool,
    found: bool,
    failed: bool,
    progress: Progress,
}

/// What stands around all rows, each of which starts with a comma that the first one goes without.
pub(crate) struct Document {
    pub(crate) head: String,
    pub(crate) tail: &'static str,
}

/// Counts the links of one input.
struct Count {
    links: u64,
    /// How to write the name of the input in front, if it is asked for.
    name: Option<Styling>,
    /// Whether to write that there are none.
    zero: bool,
}

impl Output {
    pub(crate) fn new(
        arguments: &OutputArguments,
        many: bool,
        styling: Styling,
        progress: Progress,
    ) -> Self {
        let with_name = (many || arguments.with_filename) && !arguments.no_filename;
        let count = Count {
            links: 0,
            name: with_name.then_some(styling),
            zero: !many,
        };
        Self {
            out: BufWriter::with_capacity(64 * 1024, io::stdout().lock()),
            broken: None,
            seen: arguments.unique.then(HashSet::new),
            count: arguments.count.then_some(count),
            document: None,
            quiet: arguments.quiet,
            found: false,
            failed: false,
            progress,
        }
    }

    /// An output of rows as they are, or in a document.
    pub(crate) fn plain(document: Option<Document>, quiet: bool, progress: Progress) -> Self {
        let mut output = Self {
            out: BufWriter::with_capacity(64 * 1024, io::stdout().lock()),
            broken: None,
            seen: None,
            count: None,
            document: None,
            quiet,
            found: false,
            failed: false,
            progress,
        };
        if let Some(document) = document {
            let written = output.out.write_all(document.head.as_bytes());
            output.note(written);
            output.document = Some(document);
        }
        output
    }

    /// Writes a batch at once, for inputs that may make one wait for the next.
    pub(crate) fn write(&mut self, batch: &mut Batch) -> Flow {
        match self.add(std::mem::take(batch)) {
            Flow::Continue => self.flush(),
            Flow::Stop => Flow::Stop,
        }
    }

    /// Takes a batch, which is written when there are enough of them.
    pub(crate) fn add(&mut self, mut batch: Batch) -> Flow {
        if let Some(seen) = &mut self.seen {
            batch.retain(|key| seen.insert(key));
        }
        self.found |= batch.found() > 0;
        if let Some(count) = &mut self.count {
            count.links += batch.links();
        }
        let mut bytes = batch.bytes();
        if let Some(document) = self.document.as_mut().filter(|_| !bytes.is_empty()) {
            if !std::mem::take(&mut document.head).is_empty() {
                bytes = bytes.strip_prefix(b",").unwrap_or(bytes);
            }
        }
        if !bytes.is_empty() {
            let out = &mut self.out;
            let written = self.progress.beside_output(|| out.write_all(bytes));
            self.note(written);
        }
        self.flow()
    }

    /// Writes all that was taken.
    pub(crate) fn flush(&mut self) -> Flow {
        if !self.out.buffer().is_empty() {
            let out = &mut self.out;
            let written = self.progress.beside_output(|| out.flush());
            self.note(written);
        }
        self.flow()
    }

    /// Whether [`end`](Self::end) has to be told of each input.
    pub(crate) fn wants_ends(&self) -> bool {
        self.count.is_some()
    }

    /// Tells that all links of an input were taken.
    pub(crate) fn end(&mut self, source: &Source) -> Flow {
        let Some(count) = &mut self.count else {
            return self.flow();
        };
        let links = std::mem::take(&mut count.links);
        if links == 0 && !count.zero {
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
        self.note(written);
        self.flow()
    }

    /// Reports an input that could not be read. The others are still searched.
    pub(crate) fn fail(&mut self, error: &Error) {
        self.failed = true;
        // How many links there are is not known, and those found are not the next one's.
        if let Some(count) = &mut self.count {
            count.links = 0;
        }
        // What was found before comes before the message, if both go to the same place.
        self.flush();
        self.progress.hidden_while(|| message::error(error));
    }

    /// Writes what is left.
    pub(crate) fn finish(&mut self) -> Result<()> {
        if let Some(document) = self.document.take() {
            let written = self.out.write_all(document.tail.as_bytes());
            self.note(written);
        }
        self.flush();
        match self.broken.take() {
            Some(error) => Err(Error::new(error).context("cannot write the output")),
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

    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.broken.get_or_insert(error);
        }
    }

    fn flow(&self) -> Flow {
        if self.broken.is_some() || (self.quiet && self.found) {
            Flow::Stop
        } else {
            Flow::Continue
        }
    }
}
