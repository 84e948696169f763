//! Searches on all cores and writes results in input order.
//!
//! One thread, the dispatcher, walks directories. Workers read and search. The calling thread writes. A
//! task is a group of small files, because handing over a single small file takes longer than searching
//! it, or a large input: a large file, whose ranges all workers read and search at once, or another
//! input, whose chunks they read in turns.
//!
//! Each group and each chunk has its own channel for results, and the writer receives these channels in
//! order. A worker blocks when its channel is full, so memory is bounded. This cannot deadlock: workers
//! take groups and chunks in order, so what the writer reads from is taken before anything that could
//! block.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use anyhow::{Error, Result};

use super::batch::{Batch, BatchPool};
use super::dispatch::Dispatcher;
use super::output::Output;
use super::search::{Flow, Search};
use super::shared_input::SharedInput;
use super::shared_ranges::SharedRanges;
use super::worker;
use crate::read::Opened;
use crate::text::Source;

/// How many tasks may be queued, being searched or waiting to be written.
const MAX_TASKS: usize = 64;

/// How many messages of one task may be queued.
pub(super) const MAX_QUEUED_MESSAGES: usize = 16;

/// A unit of work.
pub(super) enum Task {
    /// Work of one worker, and the channel for its results.
    Separate {
        work: Work,
        results: SyncSender<Message>,
    },
    /// An input whose chunks all workers search.
    Shared(Arc<SharedInput>),
    /// A file whose ranges all workers search.
    Ranges(Arc<SharedRanges>),
}

/// What one worker searches.
pub(super) enum Work {
    /// Several inputs, one after another.
    Inputs(Vec<Result<Source>>),
    /// One input that is read as a whole and cannot be opened again.
    Opened { source: Arc<Source>, opened: Opened },
}

/// A result of a task. The task is complete when its channel is closed.
pub(super) enum Message {
    Batch(Batch),
    /// All links of an input have been sent.
    EndOfInput(Arc<Source>),
    /// A message for the user.
    Note(String),
    Error(Error),
}

impl Message {
    /// Queues a channel with only this message.
    pub(super) fn send(self, results: &SyncSender<TaskResults>) -> Flow {
        let (sender, receiver) = sync_channel(1);
        if sender.send(self).is_ok() && results.send(receiver.into()).is_ok() {
            Flow::Continue
        } else {
            Flow::Stop
        }
    }
}

/// The results of a task, for the writer.
pub(super) struct TaskResults {
    pub(super) messages: Receiver<Message>,
    /// Returned when the results have been written.
    pub(super) _permit: Option<Permit>,
}

impl From<Receiver<Message>> for TaskResults {
    fn from(messages: Receiver<Message>) -> Self {
        Self {
            messages,
            _permit: None,
        }
    }
}

/// Permits to search a part of an input. They limit how much is searched before it can be written.
pub(super) struct Permits {
    left: Mutex<usize>,
    returned: Condvar,
}

/// A permit. Dropping it returns it.
pub(super) struct Permit(Arc<Permits>);

impl Permits {
    pub(super) fn new(count: usize) -> Arc<Self> {
        Arc::new(Self {
            left: Mutex::new(count),
            returned: Condvar::new(),
        })
    }

    /// Takes a permit, once there is one.
    pub(super) fn take(permits: &Arc<Self>) -> Permit {
        let left = permits.left.lock().unwrap_or_else(PoisonError::into_inner);
        let left = permits.returned.wait_while(left, |left| *left == 0);
        *left.unwrap_or_else(PoisonError::into_inner) -= 1;
        Permit(Arc::clone(permits))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Self(permits) = self;
        *permits.left.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        permits.returned.notify_one();
    }
}

/// Searches the inputs and writes their links.
///
/// When no more results are needed, the other threads are not joined: they may block on input
/// forever, and the process exits soon.
pub(super) fn run(
    search: &Arc<Search>,
    sources: impl Iterator<Item = Result<Source>> + Send + 'static,
    threads: usize,
    output: &mut Output,
) -> Result<()> {
    let (task_sender, task_receiver) = sync_channel(MAX_TASKS);
    let (result_sender, result_receiver) = sync_channel(MAX_TASKS);
    let dispatcher = Dispatcher {
        search: Arc::clone(search),
        tasks: task_sender,
        results: result_sender,
        threads,
    };
    thread::spawn(move || dispatcher.run(sources));
    let tasks = Arc::new(Mutex::new(task_receiver));
    let report_ends = output.counts_per_input();
    let pool = Arc::new(BatchPool::default());
    for _ in 0..threads {
        let (search, tasks, pool) = (Arc::clone(search), Arc::clone(&tasks), Arc::clone(&pool));
        thread::spawn(move || worker::run(&search, &tasks, &pool, report_ends));
    }
    drop(tasks);

    while let Some(results) = receive(&result_receiver, output) {
        while let Some(message) = receive(&results.messages, output) {
            let flow = match message {
                Message::Batch(mut batch) => {
                    let flow = output.add(&mut batch);
                    pool.put(batch);
                    flow
                }
                Message::EndOfInput(source) => output.end_input(&source),
                Message::Note(note) => {
                    output.report_note(&note);
                    Flow::Continue
                }
                Message::Error(error) => {
                    output.report_error(&error);
                    Flow::Continue
                }
            };
            if flow == Flow::Stop {
                return output.finish();
            }
        }
    }
    output.finish()
}

/// Receives a value. If the channel is empty, pending output is flushed before waiting.
fn receive<T>(receiver: &Receiver<T>, output: &mut Output) -> Option<T> {
    match receiver.try_recv() {
        Ok(value) => Some(value),
        Err(TryRecvError::Disconnected) => None,
        Err(TryRecvError::Empty) => {
            // If flushing fails, the next message stops the search.
            output.flush();
            receiver.recv().ok()
        }
    }
}
