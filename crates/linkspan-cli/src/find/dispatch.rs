//! Turns inputs into tasks: small files in groups, everything else in chunks.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use anyhow::Result;

use super::chunked_input::ChunkedInput;
use super::parallel::{MAX_QUEUED_MESSAGES, Message, Task, TaskResults, Work};
use super::ranged_file::RangedFile;
use super::search::{Admission, Flow, Search};
use super::shared_input::SharedInput;
use super::shared_ranges::SharedRanges;
use crate::read::Buffers;
use crate::text::{LARGE_FILE_SIZE, Source};

/// The maximum number of inputs in a group.
const MAX_GROUP_INPUTS: usize = 64;
/// A group is complete when its files have this many bytes.
const GROUP_BYTES: u64 = 128 * 1024;

/// Creates tasks, and queues the channels of their results in the same order.
pub(super) struct Dispatcher {
    pub(super) search: Arc<Search>,
    pub(super) tasks: SyncSender<Task>,
    pub(super) results: SyncSender<TaskResults>,
    /// The number of workers.
    pub(super) threads: usize,
}

impl Dispatcher {
    /// Dispatches all inputs, until a receiver is gone.
    pub(super) fn run(&self, sources: impl Iterator<Item = Result<Source>>) -> Flow {
        let mut group = Vec::new();
        let mut group_bytes = 0;
        for source in sources {
            let small_size = match &source {
                Ok(source) if source.path().is_none() => None,
                Ok(source) => source.size().filter(|&size| size < LARGE_FILE_SIZE),
                Err(_) => Some(0),
            };
            let flow = match (source, small_size) {
                (Ok(source), None) => {
                    group_bytes = 0;
                    match self.send_group(&mut group) {
                        Flow::Stop => Flow::Stop,
                        _ => self.send_in_chunks(&Arc::new(source)),
                    }
                }
                (source, small_size) => {
                    group.push(source);
                    group_bytes += small_size.unwrap_or_default();
                    if group_bytes < GROUP_BYTES && group.len() < MAX_GROUP_INPUTS {
                        Flow::Continue
                    } else {
                        group_bytes = 0;
                        self.send_group(&mut group)
                    }
                }
            };
            if flow == Flow::Stop {
                return Flow::Stop;
            }
        }
        self.send_group(&mut group)
    }

    fn send_group(&self, group: &mut Vec<Result<Source>>) -> Flow {
        match std::mem::take(group) {
            group if group.is_empty() => Flow::Continue,
            group => self.send_task(Work::Inputs(group)),
        }
    }

    /// Lets all workers search an input, until all of it has been read. An input that is read as a whole is one task.
    fn send_in_chunks(&self, source: &Arc<Source>) -> Flow {
        let mut opened = match self.search.open(source) {
            Ok(Admission::Opened(opened)) => opened,
            Ok(Admission::Skipped { note: None }) => return Flow::Continue,
            Ok(Admission::Skipped { note: Some(note) }) => {
                return self.send_message(Message::Note(note));
            }
            Err(error) => return self.send_message(Message::Error(error)),
        };
        if opened.choice.is_document() {
            // A file is opened again by a worker: the queue would hold more descriptors than a process may have.
            if source.size().is_some() && source.path().is_some() {
                return self.send_task(Work::Inputs(vec![Ok(Source::clone(source))]));
            }
            let source = Arc::clone(source);
            return self.send_task(Work::Opened { source, opened });
        }
        let results = self.results.clone();
        if let Some(file) = RangedFile::new(&mut opened) {
            let (ranges, end) = SharedRanges::new(&self.search, source, file, self.threads);
            let ordered = TaskResults::Ranges(ranges.results());
            if results.send(ordered).is_err() {
                return Flow::Stop;
            }
            let ranges = Arc::new(ranges);
            return self.send_to_all(move || Task::Ranges(Arc::clone(&ranges)), &end);
        }
        let input = ChunkedInput::new(&self.search, source, opened, Buffers::default());
        let (input, end) = SharedInput::new(source, input, results);
        let input = Arc::new(input);
        self.send_to_all(move || Task::Shared(Arc::clone(&input)), &end)
    }

    /// Lets all workers search an input, until `end` says that nothing of it is left.
    fn send_to_all(&self, task: impl Fn() -> Task, end: &Receiver<()>) -> Flow {
        for _ in 0..self.threads {
            if self.tasks.send(task()).is_err() {
                return Flow::Stop;
            }
        }
        // The closure owns the input, which owns the sender.
        drop(task);
        // Nothing is sent. The results of the next input come after all results of this one.
        let _ = end.recv();
        Flow::Continue
    }

    /// Queues a task for the workers, and the channel of its results for the writer.
    fn send_task(&self, work: Work) -> Flow {
        let (sender, receiver) = sync_channel(MAX_QUEUED_MESSAGES);
        let task = Task::Separate {
            work,
            results: sender,
        };
        if self.results.send(TaskResults::Messages(receiver)).is_ok()
            && self.tasks.send(task).is_ok()
        {
            Flow::Continue
        } else {
            Flow::Stop
        }
    }

    /// Queues a message of the dispatcher itself for the writer.
    fn send_message(&self, message: Message) -> Flow {
        message.send(&self.results)
    }
}
