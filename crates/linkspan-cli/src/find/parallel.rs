//! Searches on all cores and writes results in input order.
//!
//! One thread, the dispatcher, walks directories and reads large inputs. Workers search. The calling
//! thread writes. A task is a chunk of a large input or a group of small files, because handing over
//! a single small file takes longer than searching it.
//!
//! Each task has its own channel for results, and the writer receives these channels in task order.
//! A worker blocks when the channel of its task is full, so memory is bounded. This cannot deadlock:
//! workers take tasks in order, so the task that the writer reads from is taken before any task that
//! could block.

use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Error, Result};
use linkspan::Profile;

use super::batch::Batch;
use super::dispatch::Dispatcher;
use super::location::LineCounter;
use super::output::Output;
use super::search::{Flow, Search};
use super::worker;
use crate::read::{Opened, OwnedChunk};
use crate::text::Source;

/// How many tasks may be queued, being searched or waiting to be written.
const MAX_TASKS: usize = 64;

/// A unit of work, and the channel for its results.
pub(super) struct Task {
    pub(super) work: Work,
    pub(super) results: SyncSender<Message>,
}

/// What a task searches.
pub(super) enum Work {
    /// Several inputs, one after another.
    Inputs(Vec<Result<Source>>),
    /// One input that is read as a whole and cannot be opened again.
    Opened { source: Arc<Source>, opened: Opened },
    /// One chunk of an input.
    Chunk {
        source: Arc<Source>,
        chunk: Box<OwnedChunk>,
        /// The line counter at the start of the chunk.
        lines: Box<LineCounter>,
        profile: Profile,
        /// How many links of the input were found so far.
        found: Arc<AtomicU64>,
    },
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
    // Each worker searches one chunk while another one is queued for it.
    let buffer_count = 2 * threads + 1;
    let (used_buffers, free_buffers) = sync_channel(buffer_count);
    for _ in 0..buffer_count {
        // The channel has capacity for all buffers.
        let _ = used_buffers.send(String::new());
    }
    let dispatcher = Dispatcher {
        search: Arc::clone(search),
        tasks: task_sender,
        results: result_sender,
        free_buffers,
    };
    thread::spawn(move || dispatcher.run(sources));
    let tasks = Arc::new(Mutex::new(task_receiver));
    let report_ends = output.counts_per_input();
    for _ in 0..threads {
        let (search, tasks) = (Arc::clone(search), Arc::clone(&tasks));
        let used_buffers = used_buffers.clone();
        thread::spawn(move || worker::run(&search, &tasks, &used_buffers, report_ends));
    }
    drop((tasks, used_buffers));

    while let Some(results) = receive(&result_receiver, output) {
        while let Some(message) = receive(&results, output) {
            let flow = match message {
                Message::Batch(batch) => output.add(batch),
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
