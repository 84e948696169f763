//! The worker threads: they take tasks, search, and send the results.

use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Mutex};

use anyhow::Result;

use super::batch::{Batch, BatchPool};
use super::ordered_results::WriteMessage;
use super::parallel::{Message, Task, Work};
use super::ranged_file::RangeBuffers;
use super::search::{Flow, Search, Searched};
use super::shared_input::{SharedChunk, SharedInput};
use super::shared_ranges::{SharedRanges, TakenRange};
use crate::read::{Buffers, Opened, ReadAt};
use crate::text::Source;

/// Runs tasks until there are no more. `report_ends` says whether to send a message at the end of
/// each input.
pub(super) fn run(
    search: &Search,
    tasks: &Mutex<Receiver<Task>>,
    pool: &BatchPool,
    report_ends: bool,
) {
    let mut buffers = Buffers::default();
    let mut text = String::new();
    let mut range_buffers = RangeBuffers::default();
    loop {
        let task = match tasks.lock() {
            Ok(tasks) => tasks.recv(),
            Err(_) => return,
        };
        // The result can be ignored: if the writer is gone, the next task fails in the same way.
        match task {
            Err(_) => return,
            Ok(Task::Shared(input)) => search_shared(search, &input, pool, &mut text),
            Ok(Task::Ranges(ranges)) => search_ranges(search, &ranges, pool, &mut range_buffers),
            Ok(Task::Separate { work, results }) => {
                let results = Results {
                    sender: results,
                    pool,
                };
                match work {
                    Work::Inputs(sources) => {
                        search_inputs(search, sources, &results, report_ends, &mut buffers);
                    }
                    Work::Opened { source, opened } => {
                        search_opened(search, &source, opened, &results, report_ends, &mut buffers);
                    }
                }
            }
        }
    }
}

/// Searches chunks of an input that other workers search, too. `buffer` is for their text.
fn search_shared(search: &Search, input: &SharedInput, pool: &BatchPool, buffer: &mut String) {
    while let Some(next) = input.next(search, buffer) {
        let SharedChunk {
            mut chunk,
            mut lines,
            results,
        } = next;
        let results = Results {
            sender: results,
            pool,
        };
        let mut batch = pool.take();
        let sink = &mut |batch: &mut Batch| results.send_batch(batch);
        let (source, profile, limit) = (input.source(), input.profile(), search.limit);
        // The thread that reads counts all lines.
        lines.expect_last_chunk();
        let text = chunk.as_chunk();
        let (_, count) =
            search.search_chunk(source, text, &mut lines, profile, limit, &mut batch, sink);
        input.add_found(count);
        pool.put(batch);
        *buffer = chunk.into_buffer();
    }
}

/// Searches ranges of a file that other workers search, too.
pub(super) fn search_ranges<F: ReadAt, W: WriteMessage>(
    search: &Search,
    ranges: &SharedRanges<F, W>,
    pool: &BatchPool,
    buffers: &mut RangeBuffers,
) {
    while let Some(taken) = ranges.take(search) {
        let TakenRange {
            index,
            mut turn,
            results,
        } = taken;
        let mut batch = pool.take();
        let sink = &mut |batch: &mut Batch| {
            if batch.is_empty() {
                return Flow::Continue;
            }
            let flow = results.send(Message::Batch(std::mem::take(batch)));
            // If it was written, the pool returns it: it is in the cache of this core.
            *batch = pool.take();
            flow
        };
        let range = ranges.search(search);
        match range.run(index, &mut turn, buffers, &mut batch, sink) {
            Ok((_, count)) => ranges.add_found(count),
            Err(error) => {
                sink(&mut batch);
                results.send(Message::Error(error));
            }
        }
        pool.put(batch);
    }
}

/// The channel for the results of a task.
struct Results<'p> {
    sender: SyncSender<Message>,
    pool: &'p BatchPool,
}

impl Results<'_> {
    fn send(&self, message: Message) -> Flow {
        match self.sender.send(message) {
            Ok(()) => Flow::Continue,
            Err(_) => Flow::Stop,
        }
    }

    fn send_batch(&self, batch: &mut Batch) -> Flow {
        if batch.is_empty() {
            Flow::Continue
        } else {
            self.send(Message::Batch(std::mem::replace(batch, self.pool.take())))
        }
    }
}

fn search_inputs(
    search: &Search,
    sources: Vec<Result<Source>>,
    results: &Results<'_>,
    report_ends: bool,
    buffers: &mut Buffers,
) -> Flow {
    let mut batch = Batch::default();
    for source in sources {
        let searched = source.and_then(|source| {
            // With --quiet, the first link ends the search, so counts are sent immediately.
            let send_immediately = search.formatter.only_counts();
            let sink = &mut |batch: &mut Batch| {
                if send_immediately || batch.is_full() {
                    results.send_batch(batch)
                } else {
                    Flow::Continue
                }
            };
            let searched = search.run(&source, buffers, &mut batch, sink)?;
            Ok((searched, source))
        });
        let flow = match searched {
            Ok((Searched::Stopped, _)) => Flow::Stop,
            Ok((Searched::Whole, source)) if report_ends => {
                results.send_batch(&mut batch);
                results.send(Message::EndOfInput(Arc::new(source)))
            }
            Ok((Searched::Whole | Searched::Skipped, _)) => Flow::Continue,
            Err(error) => {
                results.send_batch(&mut batch);
                results.send(Message::Error(error))
            }
        };
        if flow == Flow::Stop {
            return Flow::Stop;
        }
    }
    results.send_batch(&mut batch)
}

/// Searches a single input that has been opened.
fn search_opened(
    search: &Search,
    source: &Arc<Source>,
    opened: Opened,
    results: &Results<'_>,
    report_ends: bool,
    buffers: &mut Buffers,
) -> Flow {
    let mut batch = Batch::default();
    let sink = &mut |batch: &mut Batch| results.send_batch(batch);
    match search.run_opened(source, opened, buffers, &mut batch, sink) {
        Ok(Searched::Whole) if report_ends => results.send(Message::EndOfInput(Arc::clone(source))),
        Ok(Searched::Whole | Searched::Skipped) => Flow::Continue,
        Ok(Searched::Stopped) => Flow::Stop,
        Err(error) => results.send(Message::Error(error)),
    }
}
