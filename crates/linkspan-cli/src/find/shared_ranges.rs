//! A large file whose ranges several threads read and search at once.

use std::fs::File;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::parallel::{MAX_QUEUED_MESSAGES, Message, Permits, TaskResults};
use super::ranged_file::{RangeSearch, RangeState, RangedFile, Turn};
use super::search::Search;
use crate::read::ReadAt;
use crate::text::Source;

/// A file whose ranges several threads search.
pub(super) struct SharedRanges<F = File> {
    source: Arc<Source>,
    file: RangedFile<F>,
    /// How many links were found so far.
    found: AtomicU64,
    /// `None` when all ranges have been taken.
    queue: Mutex<Option<Queue>>,
    order: Order,
    /// Limits how many ranges are searched or wait to be written.
    permits: Arc<Permits>,
}

/// The ranges that nobody has taken.
struct Queue {
    next: u64,
    /// What the user is told first.
    note: Option<String>,
    /// Queues the channels of results in the order of the ranges.
    results: SyncSender<TaskResults>,
    /// Dropped when all ranges have been taken.
    _is_taken: SyncSender<()>,
}

/// The state at the start of the first range that has not ended.
struct Order {
    current: Mutex<Current>,
    changed: Condvar,
}

impl Order {
    /// Waits until it is the turn of a range.
    fn wait_for(&self, index: u64) -> MutexGuard<'_, Current> {
        let current = self.current.lock();
        let current = current.unwrap_or_else(PoisonError::into_inner);
        let current = self
            .changed
            .wait_while(current, |current| current.index < index);
        current.unwrap_or_else(PoisonError::into_inner)
    }
}

struct Current {
    index: u64,
    /// `None` if a range could not be read. Nothing after it is searched.
    state: Option<RangeState>,
}

/// A range that a thread has taken, and where its links are sent to.
pub(super) struct TakenRange<'s> {
    pub(super) index: u64,
    pub(super) turn: SharedTurn<'s>,
    pub(super) results: SyncSender<Message>,
}

impl<F: ReadAt> SharedRanges<F> {
    /// The file, and a channel that is closed when all ranges have been taken.
    pub(super) fn new(
        search: &Search,
        source: &Arc<Source>,
        file: RangedFile<F>,
        results: SyncSender<TaskResults>,
        threads: usize,
    ) -> (Self, Receiver<()>) {
        let (is_taken, end) = sync_channel(0);
        let needs = search.formatter.location_needs();
        let shared = Self {
            source: Arc::clone(source),
            found: AtomicU64::new(0),
            queue: Mutex::new(Some(Queue {
                next: 0,
                note: search.choice_note(source, file.choice()),
                results,
                _is_taken: is_taken,
            })),
            order: Order {
                current: Mutex::new(Current {
                    index: 0,
                    state: Some(RangeState::new(needs)),
                }),
                changed: Condvar::new(),
            },
            permits: Permits::new(2 * threads + 2),
            file,
        };
        (shared, end)
    }

    /// How a range is searched.
    pub(super) fn search<'s>(&'s self, search: &'s Search) -> RangeSearch<'s, F> {
        RangeSearch {
            search,
            source: &self.source,
            file: &self.file,
            limit: search.limit,
        }
    }

    /// Adds the links that were found in a range.
    pub(super) fn add_found(&self, count: u64) {
        self.found.fetch_add(count, Relaxed);
    }

    /// Takes the next range. `None` if there are no more, or if enough links were found.
    pub(super) fn take(&self, search: &Search) -> Option<TakenRange<'_>> {
        let mut guard = self.queue.lock().ok()?;
        let queue = guard.as_mut()?;
        if let Some(note) = queue.note.take() {
            Message::Note(note).send(&queue.results);
        }
        let index = queue.next;
        queue.next += 1;
        let (sender, messages) = sync_channel(MAX_QUEUED_MESSAGES);
        let results = TaskResults {
            messages,
            _permit: Some(Permits::take(&self.permits)),
        };
        let is_queued = queue.results.send(results).is_ok();
        // All ranges that were searched come before this one.
        let is_complete = |limit| self.found.load(Relaxed) >= limit;
        let is_end = index >= self.file.count() || search.limit.is_some_and(is_complete);
        if is_end || !is_queued {
            *guard = None;
        }
        drop(guard);
        let mut turn = SharedTurn {
            order: &self.order,
            index,
            has_ended: false,
        };
        if is_end && is_queued && turn.start().is_some() {
            search.counters.add_file();
            // If the writer is gone, nothing has to be done.
            let _ = sender.send(Message::EndOfInput(Arc::clone(&self.source)));
        }
        (!is_end && is_queued).then_some(TakenRange {
            index,
            turn,
            results: sender,
        })
    }
}

/// The turn of a range that one of several threads has taken.
pub(super) struct SharedTurn<'s> {
    order: &'s Order,
    index: u64,
    has_ended: bool,
}

impl SharedTurn<'_> {
    fn pass_on(&mut self, state: Option<RangeState>) {
        let mut current = self.order.wait_for(self.index);
        *current = Current {
            index: self.index + 1,
            // After a range that could not be read, nothing is searched.
            state: current.state.take().and(state),
        };
        self.has_ended = true;
        self.order.changed.notify_all();
    }
}

impl Turn for SharedTurn<'_> {
    const IS_SHARED: bool = true;

    fn start(&mut self) -> Option<RangeState> {
        self.order.wait_for(self.index).state.clone()
    }

    fn end(&mut self, state: RangeState) {
        self.pass_on(Some(state));
    }
}

impl Drop for SharedTurn<'_> {
    /// The range could not be read, or no further links are needed.
    fn drop(&mut self) {
        if !self.has_ended {
            self.pass_on(None);
        }
    }
}
