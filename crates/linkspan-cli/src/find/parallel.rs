//! Searches on all cores and writes results in input order.
//!
//! One thread, the dispatcher, walks directories. Workers read and search. The calling thread writes. A
//! task is a group of small files, because handing over a single small file takes longer than searching
//! it, or a large input: a large file, whose ranges all workers read and search at once, or another
//! input, whose chunks they read in turns.
//!
//! Each group and each chunk has its own channel for results, and the writer receives these channels in
//! order. The ranges of a file are written by the workers themselves, when the writer comes to the file.
//! A worker blocks when its channel is full, so memory is bounded. This cannot deadlock: workers
//! take groups, ranges and chunks in order, so what is written next is taken before anything that could
//! block.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Error, Result};

use super::batch::{Batch, BatchPool};
use super::dispatch::Dispatcher;
use super::ordered_results::{OrderedResults, WriteMessage};
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
        if sender.send(self).is_ok() && results.send(TaskResults::Messages(receiver)).is_ok() {
            Flow::Continue
        } else {
            Flow::Stop
        }
    }
}

/// The results of a task, for the writer.
pub(super) enum TaskResults {
    Messages(Receiver<Message>),
    /// The results of ranges, which the workers write.
    Ranges(Arc<OrderedResults<Writer>>),
}

/// Writes messages, and keeps the allocations of batches.
pub(super) struct Writer {
    output: Output,
    pool: Arc<BatchPool>,
}

impl WriteMessage for Writer {
    fn write(&mut self, message: Message) -> Flow {
        match message {
            Message::Batch(mut batch) => {
                let flow = self.output.add(&mut batch);
                self.pool.put(batch);
                flow
            }
            Message::EndOfInput(source) => self.output.end_input(&source),
            Message::Note(note) => {
                self.output.report_note(&note);
                Flow::Continue
            }
            Message::Error(error) => {
                self.output.report_error(&error);
                Flow::Continue
            }
        }
    }

    fn flush(&mut self) -> Flow {
        self.output.flush()
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
    output: Output,
) -> Result<Output> {
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

    let mut writer = Writer { output, pool };
    while let Some(results) = receive(&result_receiver, &mut writer.output) {
        let flow;
        (flow, writer) = write_results(results, writer);
        if flow == Flow::Stop {
            break;
        }
    }
    let mut output = writer.output;
    output.finish()?;
    Ok(output)
}

/// Writes the results of a task.
fn write_results(results: TaskResults, mut writer: Writer) -> (Flow, Writer) {
    match results {
        TaskResults::Ranges(results) => results.write_to(writer),
        TaskResults::Messages(messages) => {
            while let Some(message) = receive(&messages, &mut writer.output) {
                if writer.write(message) == Flow::Stop {
                    return (Flow::Stop, writer);
                }
            }
            (Flow::Continue, writer)
        }
    }
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
