//! Progress on standard error, for work that takes more than a second.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{BinaryBytes, HumanCount, ProgressBar, ProgressStyle};

/// What has been done so far.
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

    pub(crate) fn add_bytes(&self, count: u64) {
        self.bytes.fetch_add(count, Relaxed);
    }

    pub(crate) fn add_links(&self, count: u64) {
        self.links.fetch_add(count, Relaxed);
    }
}

/// The progress that a person at a terminal sees.
pub(crate) struct Progress {
    counters: Arc<Counters>,
    /// The line on the terminal, once it is there.
    bar: Arc<Mutex<Option<ProgressBar>>>,
    ticker: Option<Ticker>,
    /// Whether standard output goes to a terminal, too.
    shared: bool,
}

struct Ticker {
    /// Dropped to end the thread.
    end: Sender<()>,
    thread: JoinHandle<()>,
}

impl Progress {
    /// Starts to watch; nothing shows for a second, and nothing ever if nobody would see it.
    pub(crate) fn start() -> Self {
        let counters = Arc::new(Counters::default());
        let bar = Arc::new(Mutex::new(None));
        let ticker = io::stderr().is_terminal().then(|| {
            let (end, ended) = channel();
            let (counters, bar) = (Arc::clone(&counters), Arc::clone(&bar));
            let thread = thread::spawn(move || {
                let started = Instant::now();
                let mut pause = Duration::from_secs(1);
                while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                    pause = Duration::from_millis(100);
                    let text = describe(&counters, started.elapsed());
                    lock(&bar).get_or_insert_with(new_bar).set_message(text);
                }
            });
            Ticker { end, thread }
        });
        Self {
            counters,
            bar,
            ticker,
            shared: io::stdout().is_terminal(),
        }
    }

    /// Where those who work report.
    pub(crate) fn counters(&self) -> Arc<Counters> {
        Arc::clone(&self.counters)
    }

    /// Does something that writes to standard output, which may be the same terminal.
    pub(crate) fn beside_output<T>(&self, action: impl FnOnce() -> T) -> T {
        if self.shared {
            self.hidden_while(action)
        } else {
            action()
        }
    }

    /// Does something that writes to standard error.
    pub(crate) fn hidden_while<T>(&self, action: impl FnOnce() -> T) -> T {
        match &*lock(&self.bar) {
            Some(bar) => bar.suspend(action),
            None => action(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(Ticker { end, thread }) = self.ticker.take() {
            drop(end);
            // A thread that draws progress has nothing to say about how it ended.
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

fn describe(counters: &Counters, elapsed: Duration) -> String {
    let bytes = counters.bytes.load(Relaxed);
    let rate = u128::from(bytes) * 1000 / elapsed.as_millis().max(1);
    format!(
        "{} files, {}, {} links, {}/s",
        HumanCount(counters.files.load(Relaxed)),
        BinaryBytes(bytes),
        HumanCount(counters.links.load(Relaxed)),
        BinaryBytes(u64::try_from(rate).unwrap_or(u64::MAX)),
    )
}
