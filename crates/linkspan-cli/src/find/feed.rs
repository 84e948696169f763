//! From inputs to tasks: small files in groups, everything else in pieces.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use anyhow::Result;

use super::lines::Lines;
use super::ordered::{Message, Task, Work};
use super::search::{Flow, Search};
use crate::text::{Buffers, Chunk, Pieces, Source};

/// A group has at most this many inputs, and ends when it has this many bytes.
const GROUP_INPUTS: usize = 64;
const GROUP_BYTES: u64 = 128 * 1024;
/// How many messages of one task may wait to be written.
const MESSAGES: usize = 16;
/// From this size on, a file is searched by several threads.
pub(super) const LARGE: u64 = 1024 * 1024;

/// Makes tasks and lines up their results.
pub(super) struct Feed {
    pub(super) search: Arc<Search>,
    pub(super) tasks: SyncSender<Task>,
    pub(super) turns: SyncSender<Receiver<Message>>,
    /// Memory for pieces that comes back from those who have searched them. What is there is all
    /// there is, so that pieces are not read faster than they are searched.
    pub(super) memory: Receiver<String>,
}

impl Feed {
    /// Feeds all inputs, until nobody wants to know more.
    pub(super) fn run(&self, inputs: impl Iterator<Item = Result<Source>>) -> Flow {
        let mut group = Vec::new();
        let mut bytes = 0;
        let mut buffers = Buffers::default();
        for input in inputs {
            let small = match &input {
                Ok(source) => size(source).filter(|&size| size < LARGE),
                Err(_) => Some(0),
            };
            let flow = match (input, small) {
                (Ok(source), None) => {
                    bytes = 0;
                    match self.send_group(&mut group) {
                        Flow::Continue => self.read(source, &mut buffers),
                        Flow::Stop => Flow::Stop,
                    }
                }
                (input, small) => {
                    group.push(input);
                    bytes += small.unwrap_or_default();
                    if bytes < GROUP_BYTES && group.len() < GROUP_INPUTS {
                        Flow::Continue
                    } else {
                        bytes = 0;
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
            group => self.send(Work::Inputs(group)),
        }
    }

    /// Reads an input piece by piece, and says how that went.
    fn read(&self, source: Source, buffers: &mut Buffers) -> Flow {
        let source = Arc::new(source);
        match self.read_pieces(&source, buffers) {
            Ok(Flow::Stop) => Flow::Stop,
            Ok(Flow::Continue) => self.say(Message::End(source)),
            Err(error) => self.say(Message::Failed(error)),
        }
    }

    fn read_pieces(&self, source: &Arc<Source>, buffers: &mut Buffers) -> Result<Flow> {
        let search = &self.search;
        let Some(input) = source.open(search.reading)? else {
            return Ok(Flow::Continue);
        };
        let mut pieces = Pieces::new(input, search.reading, buffers);
        let mut lines = Lines::new(search.rows.are_judged());
        let mut counted = 0;
        while let Some(mut piece) = pieces
            .next(&search.finder)
            .map_err(|error| source.failed(error))?
        {
            let Ok(memory) = self.memory.recv() else {
                return Ok(Flow::Stop);
            };
            lines.enter(&mut piece);
            let work = Work::Piece {
                source: Arc::clone(source),
                chunk: Chunk::new(&piece, memory),
                lines: lines.clone(),
            };
            let text = piece.text();
            lines.leave(&mut piece, text);
            let read = pieces.bytes_read();
            search.progress.add_bytes(read - counted);
            counted = read;
            if self.send(work) == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        search.progress.add_file();
        Ok(Flow::Continue)
    }

    /// Gives a task to whoever is free, and its results the next turn.
    fn send(&self, work: Work) -> Flow {
        let (results, receiver) = sync_channel(MESSAGES);
        if self.turns.send(receiver).is_ok() && self.tasks.send(Task { work, results }).is_ok() {
            Flow::Continue
        } else {
            Flow::Stop
        }
    }

    /// Adds a message of our own to the results.
    fn say(&self, message: Message) -> Flow {
        let (results, receiver) = sync_channel(1);
        if results.send(message).is_ok() && self.turns.send(receiver).is_ok() {
            Flow::Continue
        } else {
            Flow::Stop
        }
    }
}

/// The size of a file, if it is one. Pipes and devices may have any.
pub(super) fn size(source: &Source) -> Option<u64> {
    let metadata = source.path().map(Path::metadata)?.ok()?;
    metadata.is_file().then_some(metadata.len())
}
