//! A large file whose ranges several threads read and search at once.

use std::fs::File;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::ordered_results::{OrderedResults, PartResults, WriteMessage};
use super::parallel::{Message, Writer};
use super::ranged_file::{RangeSearch, RangeState, RangedFile, Turn};
use super::search::Search;
use crate::read::ReadAt;
use crate::text::Source;

/// A file whose ranges several threads search.
pub(super) struct SharedRanges<F = File, W = Writer> {
    source: Arc<Source>,
    file: RangedFile<F>,
    /// How many links were found so far.
    found: AtomicU64,
    /// `None` when all ranges have been taken.
    queue: Mutex<Option<Queue>>,
    order: Order,
    results: Arc<OrderedResults<W>>,
}

/// The ranges that nobody has taken.
struct Queue {
    next: u64,
    /// What the user is told first.
    note: Option<String>,
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
        let mut current = current.unwrap_or_else(PoisonError::into_inner);
        while current.index < index {
            current.waiting += 1;
            let changed = self.changed.wait(current);
            current = changed.unwrap_or_else(PoisonError::into_inner);
            current.waiting -= 1;
        }
        current
    }
}

struct Current {
    index: u64,
    /// `None` if a range could not be read. Nothing after it is searched.
    state: Option<RangeState>,
    /// How many threads wait. Notifying none would be a system call, too.
    waiting: usize,
}

/// A range that a thread has taken, and where its links are sent to.
pub(super) struct TakenRange<'s, W: WriteMessage> {
    pub(super) index: u64,
    pub(super) turn: SharedTurn<'s>,
    pub(super) results: PartResults<'s, W>,
}

impl<F: ReadAt, W: WriteMessage> SharedRanges<F, W> {
    /// The file, and a channel that is closed when all ranges have been taken.
    pub(super) fn new(
        search: &Search,
        source: &Arc<Source>,
        file: RangedFile<F>,
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
                _is_taken: is_taken,
            })),
            order: Order {
                current: Mutex::new(Current {
                    index: 0,
                    state: Some(RangeState::new(needs)),
                    waiting: 0,
                }),
                changed: Condvar::new(),
            },
            results: Arc::new(OrderedResults::new(2 * threads + 2)),
            file,
        };
        (shared, end)
    }

    /// The results of the file, for the thread that writes.
    pub(super) fn results(&self) -> Arc<OrderedResults<W>> {
        Arc::clone(&self.results)
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
    pub(super) fn take(&self, search: &Search) -> Option<TakenRange<'_, W>> {
        let mut guard = self.queue.lock().ok()?;
        let queue = guard.as_mut()?;
        let Some(results) = self.results.start() else {
            *guard = None;
            return None;
        };
        if let Some(note) = queue.note.take() {
            results.send(Message::Note(note));
        }
        let index = queue.next;
        queue.next += 1;
        // All ranges that were searched come before this one.
        let is_complete = |limit| self.found.load(Relaxed) >= limit;
        let is_end = index >= self.file.count() || search.limit.is_some_and(is_complete);
        if is_end {
            *guard = None;
            self.results.end();
        }
        drop(guard);
        let mut turn = SharedTurn {
            order: &self.order,
            index,
            has_ended: false,
        };
        if is_end {
            if turn.start().is_some() {
                search.counters.add_file();
                results.send(Message::EndOfInput(Arc::clone(&self.source)));
            }
            return None;
        }
        Some(TakenRange {
            index,
            turn,
            results,
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
            ..*current
        };
        self.has_ended = true;
        if current.waiting > 0 {
            self.order.changed.notify_all();
        }
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
