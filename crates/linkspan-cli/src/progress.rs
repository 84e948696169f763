//! Shows progress on standard error if a search takes more than a second.

use std::io::{self, IsTerminal as _, Read};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{BinaryBytes, HumanCount, ProgressBar, ProgressStyle};

use crate::text::Input;

/// What is known about the work before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// A person types the input. A progress line would be between the lines that are typed.
    Typing,
    /// The size of all inputs, in bytes.
    Bytes(u64),
    /// The size is not known: there are directories or pipes.
    Unknown,
}

/// Counts the work done so far.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    files: AtomicU64,
    bytes: AtomicU64,
    links: AtomicU64,
}

impl Counters {
    pub(crate) fn add_file(&self) {
        self.files.fetch_add(1, Relaxed);
    }

    /// The same input; the bytes that are read from it are counted.
    pub(crate) fn count_bytes(self: &Arc<Self>, input: Input) -> Input {
        Box::new(CountedInput {
            input,
            counters: Arc::clone(self),
        })
    }

    /// Adds bytes that were read without [`count_bytes`](Self::count_bytes).
    pub(crate) fn add_bytes(&self, count: u64) {
        self.bytes.fetch_add(count, Relaxed);
    }

    pub(crate) fn add_links(&self, count: u64) {
        self.links.fetch_add(count, Relaxed);
    }
}

/// An input whose bytes are counted.
struct CountedInput {
    input: Input,
    counters: Arc<Counters>,
}

impl Read for CountedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.counters.bytes.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}

/// The progress display.
pub(crate) struct Progress {
    counters: Arc<Counters>,
    /// The progress line, once it is shown.
    bar: Arc<Mutex<Option<ProgressBar>>>,
    ticker: Option<Ticker>,
    /// Whether standard output is a terminal, too, and probably the same one.
    stdout_is_terminal: bool,
}

struct Ticker {
    /// Dropped to stop the thread.
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Progress {
    /// Starts the display. It appears after a second, and only if standard error is a terminal.
    pub(crate) fn start(expected: Expected) -> Self {
        let counters = Arc::new(Counters::default());
        let bar = Arc::new(Mutex::new(None));
        let is_shown = expected != Expected::Typing && io::stderr().is_terminal();
        let ticker = is_shown.then(|| {
            let (stop, stopped) = channel();
            let (counters, bar) = (Arc::clone(&counters), Arc::clone(&bar));
            let thread = thread::spawn(move || {
                let started = Instant::now();
                let mut pause = Duration::from_secs(1);
                while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                    pause = Duration::from_millis(100);
                    let text = describe(&counters, expected, started.elapsed());
                    let mut bar = lock(&bar);
                    let bar = bar.get_or_insert_with(new_bar);
                    bar.set_message(text);
                    // Only this moves the spinner.
                    bar.tick();
                }
            });
            Ticker { stop, thread }
        });
        Self {
            counters,
            bar,
            ticker,
            stdout_is_terminal: io::stdout().is_terminal(),
        }
    }

    /// The counters, for the threads that search.
    pub(crate) fn counters(&self) -> Arc<Counters> {
        Arc::clone(&self.counters)
    }

    /// Hides the progress line, if necessary, while `action` writes to standard output.
    pub(crate) fn suspend_for_stdout<T>(&self, action: impl FnOnce() -> T) -> T {
        if self.stdout_is_terminal {
            self.suspend(action)
        } else {
            action()
        }
    }

    /// Hides the progress line while `action` writes to standard error.
    pub(crate) fn suspend<T>(&self, action: impl FnOnce() -> T) -> T {
        match &*lock(&self.bar) {
            Some(bar) => bar.suspend(action),
            None => action(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Ticker { stop, thread }) = self.ticker.take() {
            drop(stop);
            // A panic of the thread affects the display only.
            let _ = thread.join();
        }
        if let Some(bar) = lock(&self.bar).take() {
            bar.finish_and_clear();
        }
    }
}

fn lock(bar: &Mutex<Option<ProgressBar>>) -> MutexGuard<'_, Option<ProgressBar>> {
    bar.lock().unwrap_or_else(PoisonError::into_inner)
}

fn new_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {wide_msg}");
    let bar = ProgressBar::new_spinner();
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar
}

fn describe(counters: &Counters, expected: Expected, elapsed: Duration) -> String {
    let bytes = counters.bytes.load(Relaxed);
    let rate = u128::from(bytes) * 1000 / elapsed.as_millis().max(1);
    let rate = BinaryBytes(u64::try_from(rate).unwrap_or(u64::MAX));
    let done = match expected {
        Expected::Bytes(total) => {
            // A file may grow while it is read.
            let percentage = u128::from(bytes) * 100 / u128::from(total.max(1));
            let percentage = percentage.min(100);
            format!(
                "{percentage} %, {} of {}",
                BinaryBytes(bytes),
                BinaryBytes(total)
            )
        }
        Expected::Typing | Expected::Unknown => BinaryBytes(bytes).to_string(),
    };
    let files = counted(counters.files.load(Relaxed), "file", "files");
    let links = counted(counters.links.load(Relaxed), "link", "links");
    format!("{done}, {files}, {links}, {rate}/s")
}

/// A number of things, with their name in the singular or plural.
pub(crate) fn counted(count: u64, singular: &str, plural: &str) -> String {
    let name = if count == 1 { singular } else { plural };
    format!("{} {name}", HumanCount(count))
}
