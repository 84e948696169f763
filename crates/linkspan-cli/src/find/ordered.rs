//! All cores, and results in the order of the inputs.
//!
//! One thread walks the folders and reads what is large, some search, and the calling one writes. A
//! task is a group of small files, since handing over one takes longer than searching it, or a piece
//! of a large input. Each task has a channel of its own for its results, and the channels are lined
//! up in the order of the tasks. Whoever works on a task whose turn has not come waits as soon as
//! its channel is full, so memory stays bounded; and since tasks are taken up in order too, the one
//! whose turn it is never waits.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Error, Result};

use super::feed::Feed;
use super::lines::Lines;
use super::output::Output;
use super::row::Batch;
use super::search::{Flow, Search};
use super::work;
use crate::text::{Chunk, Source};

/// How many tasks may be under way or wait to be written.
const TASKS: usize = 64;

/// Something to search, and where the results go.
pub(super) struct Task {
    pub(super) work: Work,
    pub(super) results: SyncSender<Message>,
}

/// What is searched.
pub(super) enum Work {
    /// Some inputs, one after the other.
    Inputs(Vec<Result<Source>>),
    /// A piece of an input.
    Piece {
        source: Arc<Source>,
        chunk: Chunk,
        /// The lines up to the piece.
        lines: Lines,
    },
}

/// What becomes known of a task. The end of its channel is its end.
pub(super) enum Message {
    Batch(Batch),
    /// All links of an input were sent.
    End(Arc<Source>),
    Failed(Error),
}

/// Searches the inputs and writes what is found.
///
/// Threads are left behind when nobody wants to know more: the process ends soon, and they may be
/// waiting for input that never comes.
pub(crate) fn search(
    search: &Arc<Search>,
    inputs: impl Iterator<Item = Result<Source>> + Send + 'static,
    threads: usize,
    output: &mut Output,
) -> Result<()> {
    let (tasks, queue) = sync_channel(TASKS);
    let (turns, line) = sync_channel(TASKS);
    // Each thread searches one piece while the next one waits for it.
    let pieces = 2 * threads + 1;
    let (used, memory) = sync_channel(pieces);
    for _ in 0..pieces {
        // There is room for all of them.
        let _ = used.send(String::new());
    }
    let feed = Feed {
        search: Arc::clone(search),
        tasks,
        turns,
        memory,
    };
    thread::spawn(move || feed.run(inputs));
    let queue = Arc::new(Mutex::new(queue));
    let ends = output.wants_ends();
    for _ in 0..threads {
        let (search, queue, used) = (Arc::clone(search), Arc::clone(&queue), used.clone());
        thread::spawn(move || work::run(&search, &queue, &used, ends));
    }
    drop((queue, used));

    while let Some(results) = next(&line, output) {
        while let Some(message) = next(&results, output) {
            let flow = match message {
                Message::Batch(batch) => output.add(batch),
                Message::End(source) => output.end(&source),
                Message::Failed(error) => {
                    output.fail(&error);
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

/// Receives; if that takes waiting, what is there is written first.
fn next<T>(receiver: &Receiver<T>, output: &mut Output) -> Option<T> {
    match receiver.try_recv() {
        Ok(value) => Some(value),
        Err(TryRecvError::Disconnected) => None,
        Err(TryRecvError::Empty) => {
            // If that fails, the next message stops the search.
            output.flush();
            receiver.recv().ok()
        }
    }
}
