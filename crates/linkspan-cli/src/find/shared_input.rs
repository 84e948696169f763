//! A large input that several threads search: they take turns in reading it.
//!
//! The thread that reads a chunk also searches it, so its text stays in the cache of one processor core, and no other
//! thread has to be woken up.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};

use linkspan::Profile;

use super::chunked_input::ChunkedInput;
use super::location::LineCounter;
use super::parallel::{MAX_QUEUED_MESSAGES, Message, TaskResults};
use super::search::{Flow, Search};
use crate::read::OwnedChunk;
use crate::text::Source;

/// An input whose chunks several threads search.
pub(super) struct SharedInput {
    source: Arc<Source>,
    profile: Profile,
    /// How many links were found so far.
    found: AtomicU64,
    /// `None` when nothing is left to read.
    reading: Mutex<Option<Reading>>,
}

/// What only the thread that reads may use.
struct Reading {
    input: ChunkedInput,
    /// Queues the channels of results in the order of the chunks.
    results: SyncSender<TaskResults>,
    /// Dropped at the end of the input.
    _is_read: SyncSender<()>,
}

/// A chunk, and where its links are sent to.
pub(super) struct SharedChunk {
    pub(super) chunk: OwnedChunk,
    /// The line counter at the start of the chunk.
    pub(super) lines: LineCounter,
    pub(super) results: SyncSender<Message>,
}

impl SharedInput {
    /// The input, and a channel that is closed when all of it has been read.
    pub(super) fn new(
        source: &Arc<Source>,
        input: ChunkedInput,
        results: SyncSender<TaskResults>,
    ) -> (Self, Receiver<()>) {
        let (is_read, end) = sync_channel(0);
        let shared = Self {
            source: Arc::clone(source),
            profile: input.profile(),
            found: AtomicU64::new(0),
            reading: Mutex::new(Some(Reading {
                input,
                results,
                _is_read: is_read,
            })),
        };
        (shared, end)
    }

    pub(super) fn source(&self) -> &Source {
        &self.source
    }

    pub(super) fn profile(&self) -> Profile {
        self.profile
    }

    /// Adds the links that were found in a chunk.
    pub(super) fn add_found(&self, count: u64) {
        self.found.fetch_add(count, Relaxed);
    }

    /// Reads the next chunk into `buffer`, once no other thread reads. Notes, errors and the end of the input are sent to
    /// the writer.
    pub(super) fn next(&self, search: &Search, buffer: &mut String) -> Option<SharedChunk> {
        let mut guard = self.reading.lock().ok()?;
        let next = self.read(guard.as_mut()?, search, buffer);
        if next.is_none() {
            *guard = None;
        }
        next
    }

    fn read(
        &self,
        reading: &mut Reading,
        search: &Search,
        buffer: &mut String,
    ) -> Option<SharedChunk> {
        if let Some(note) = reading.input.take_note() {
            reading.send(Message::Note(note));
        }
        // All chunks that were searched come before this one.
        let is_complete = |limit| self.found.load(Relaxed) >= limit;
        if search.limit.is_some_and(is_complete) {
            search.counters.add_file();
            reading.send(Message::EndOfInput(Arc::clone(&self.source)));
            return None;
        }
        let (mut chunk, lines) = match reading.input.next(search, &self.source) {
            Ok(Some(next)) => next,
            Ok(None) => {
                reading.send(Message::EndOfInput(Arc::clone(&self.source)));
                return None;
            }
            Err(error) => {
                reading.send(Message::Error(error));
                return None;
            }
        };
        let (results, receiver) = sync_channel(MAX_QUEUED_MESSAGES);
        let shared = SharedChunk {
            chunk: OwnedChunk::new(&chunk, std::mem::take(buffer)),
            lines: lines.clone(),
            results,
        };
        lines.end_chunk(&mut chunk);
        reading.input.end_chunk(&self.source);
        let results = TaskResults::Messages(receiver);
        reading.results.send(results).is_ok().then_some(shared)
    }
}

impl Reading {
    /// Queues a message for the writer. If the writer is gone, the next chunk is not queued either.
    fn send(&self, message: Message) -> Flow {
        Message::send(message, &self.results)
    }
}
