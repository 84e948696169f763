//! Many inputs at a time, their results in the order of the inputs.
//!
//! One thread walks the folders, some search, and the calling one writes. Inputs are searched in
//! groups, since handing over a small file takes longer than searching it. Each group has a channel
//! of its own for its results, and the channels are lined up in the order of the groups. Whoever
//! searches a group whose turn has not come waits as soon as its channel is full, so memory stays
//! bounded; and since groups are taken up in order too, the one whose turn it is never waits.

use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Error, Result};

use super::output::Output;
use super::row::Batch;
use super::search::{Flow, Search};
use crate::text::{Buffers, Source};

/// How many groups may be under way or wait to be written.
const GROUPS: usize = 64;
/// A group has at most this many inputs, and ends when it has this many bytes.
const GROUP_INPUTS: usize = 64;
const GROUP_BYTES: u64 = 128 * 1024;
/// How many messages of one group may wait to be written.
const MESSAGES: usize = 16;
/// More threads than this wait for the disk, or for each other.
const MOST_THREADS: usize = 12;

/// Inputs to search, and where their results go.
struct Group {
    inputs: Vec<Result<Source>>,
    results: SyncSender<Message>,
}

/// What becomes known of a group. The end of its channel is its end.
enum Message {
    Batch(Batch),
    /// All links of an input were sent.
    End(Source),
    Failed(Error),
}

/// Searches the inputs and writes what is found.
///
/// Threads are left behind when nobody wants to know more: the process ends soon, and they may be
/// waiting for input that never comes.
pub(crate) fn search(
    search: &Arc<Search>,
    inputs: impl Iterator<Item = Result<Source>> + Send + 'static,
    threads: Option<NonZero<usize>>,
    output: &mut Output,
) -> Result<()> {
    let threads = threads.map_or_else(default_threads, NonZero::get);
    let (groups, queue) = sync_channel(GROUPS);
    let (turns, line) = sync_channel(GROUPS);
    let queue = Arc::new(Mutex::new(queue));
    thread::spawn(move || walk(inputs, &groups, &turns));
    let ends = output.wants_ends();
    for _ in 0..threads {
        let (search, queue) = (Arc::clone(search), Arc::clone(&queue));
        thread::spawn(move || work(&search, &queue, ends));
    }
    drop(queue);

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

fn walk(
    inputs: impl Iterator<Item = Result<Source>>,
    groups: &SyncSender<Group>,
    turns: &SyncSender<Receiver<Message>>,
) {
    let mut waiting = Vec::new();
    let mut bytes = 0;
    let send = |inputs| {
        let (results, receiver) = sync_channel(MESSAGES);
        turns.send(receiver).is_ok() && groups.send(Group { inputs, results }).is_ok()
    };
    for input in inputs {
        bytes += input.as_ref().map_or(0, size);
        waiting.push(input);
        if bytes >= GROUP_BYTES || waiting.len() >= GROUP_INPUTS {
            bytes = 0;
            if !send(std::mem::take(&mut waiting)) {
                return;
            }
        }
    }
    send(waiting);
}

/// How much there is to search, as far as that can be known: what cannot stands alone.
fn size(source: &Source) -> u64 {
    match source.path().map(Path::metadata) {
        Some(Ok(metadata)) if metadata.is_file() => metadata.len(),
        _ => GROUP_BYTES,
    }
}

fn work(search: &Search, queue: &Mutex<Receiver<Group>>, ends: bool) {
    let mut buffers = Buffers::default();
    loop {
        let group = match queue.lock() {
            Ok(queue) => queue.recv(),
            Err(_) => return,
        };
        let Ok(group) = group else {
            return;
        };
        // If it stops, nobody wants to know more, which the next group will find out, too.
        search_group(search, group, ends, &mut buffers);
    }
}

fn search_group(search: &Search, group: Group, ends: bool, buffers: &mut Buffers) -> Flow {
    let Group { inputs, results } = group;
    let send = |message| match results.send(message) {
        Ok(()) => Flow::Continue,
        Err(_) => Flow::Stop,
    };
    let send_batch = |batch: &mut Batch| match batch.links() {
        0 => Flow::Continue,
        _ => send(Message::Batch(std::mem::take(batch))),
    };
    let mut batch = Batch::default();
    for input in inputs {
        let searched = input.and_then(|source| {
            // What comes through a pipe is passed on as it comes; and what is only counted, for one
            // link may be enough.
            let at_once = source == Source::Stdin || search.rows.are_counted_only();
            let sink = &mut |batch: &mut Batch| {
                if at_once || batch.is_full() {
                    send_batch(batch)
                } else {
                    Flow::Continue
                }
            };
            let flow = search.run(&source, buffers, &mut batch, sink)?;
            Ok((flow, source))
        });
        let flow = match searched {
            Ok((Flow::Stop, _)) => Flow::Stop,
            Ok((Flow::Continue, source)) if ends => {
                send_batch(&mut batch);
                send(Message::End(source))
            }
            Ok((Flow::Continue, _)) => Flow::Continue,
            Err(error) => {
                send_batch(&mut batch);
                send(Message::Failed(error))
            }
        };
        if flow == Flow::Stop {
            return Flow::Stop;
        }
    }
    send_batch(&mut batch)
}

fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, |threads| threads.get().min(MOST_THREADS))
}
