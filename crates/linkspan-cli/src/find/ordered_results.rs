//! The results of the parts of an input that several threads search, written in the order of the parts.
//!
//! The thread with the results that come next writes them, and those of later parts that are complete. Other threads
//! leave their results to it. So no thread has to be woken up for a part. A thread that only writes would be woken for
//! each one, and would interrupt a thread that searches if all cores do.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::parallel::{MAX_QUEUED_MESSAGES, Message};
use super::search::Flow;

/// Writes messages.
pub(super) trait WriteMessage {
    fn write(&mut self, message: Message) -> Flow;

    /// Writes what is buffered.
    fn flush(&mut self) -> Flow;
}

/// The results of the parts of an input, in the order in which the parts were started.
pub(super) struct OrderedResults<W> {
    state: Mutex<State<W>>,
    /// Notified when a thread may start a part, or add to one that was full.
    has_room: Condvar,
    /// Notified when nothing is left to write.
    is_finished: Condvar,
    /// How many parts may be searched or wait to be written.
    max_parts: usize,
}

struct State<W> {
    /// `None` while a thread writes, and while the results of other inputs are written.
    writer: Option<W>,
    /// The parts that have started, and are not yet written.
    parts: VecDeque<Part>,
    /// The index of the first one.
    first: u64,
    /// Whether no more parts will be started.
    has_ended: bool,
    /// Whether no more results are needed.
    is_stopped: bool,
    /// How many threads wait for `has_room`. Notifying none would be a system call, too.
    waiting: usize,
}

#[derive(Default)]
struct Part {
    /// What is not yet written.
    messages: Vec<Message>,
    is_complete: bool,
}

impl<W> State<W> {
    fn part(&mut self, index: u64) -> Option<&mut Part> {
        let position = usize::try_from(index.checked_sub(self.first)?).ok()?;
        self.parts.get_mut(position)
    }

    /// Takes the messages to be written next.
    fn take_next(&mut self) -> Option<Vec<Message>> {
        if self.is_stopped {
            return None;
        }
        while let Some(part) = self.parts.front_mut() {
            if !part.messages.is_empty() {
                return Some(std::mem::take(&mut part.messages));
            }
            if !part.is_complete {
                return None;
            }
            self.parts.pop_front();
            self.first += 1;
        }
        None
    }

    fn flow(&self) -> Flow {
        if self.is_stopped {
            Flow::Stop
        } else {
            Flow::Continue
        }
    }

    fn is_finished(&self) -> bool {
        self.is_stopped || (self.has_ended && self.parts.is_empty())
    }
}

impl<W: WriteMessage> OrderedResults<W> {
    pub(super) fn new(max_parts: usize) -> Self {
        Self {
            state: Mutex::new(State {
                writer: None,
                parts: VecDeque::with_capacity(max_parts),
                first: 0,
                has_ended: false,
                is_stopped: false,
                waiting: 0,
            }),
            has_room: Condvar::new(),
            is_finished: Condvar::new(),
            max_parts,
        }
    }

    /// Lets the threads that search write. Returns the writer when all parts are written, or no more results are needed.
    pub(super) fn write_to(&self, writer: W) -> (Flow, W) {
        let mut state = self.lock();
        state.writer = Some(writer);
        state = self.write_next(state);
        loop {
            if state.is_finished()
                && let Some(writer) = state.writer.take()
            {
                return (state.flow(), writer);
            }
            state = self
                .is_finished
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Starts the next part, once there is room for it. `None` if no more results are needed.
    pub(super) fn start(&self) -> Option<PartResults<'_, W>> {
        let mut state = self.wait_while(self.lock(), |state| state.parts.len() >= self.max_parts);
        if state.is_stopped {
            return None;
        }
        let index = state.first + state.parts.len() as u64;
        state.parts.push_back(Part::default());
        let results = self;
        Some(PartResults { results, index })
    }

    /// Says that no more parts will be started.
    pub(super) fn end(&self) {
        let mut state = self.lock();
        state.has_ended = true;
        self.notify(&state);
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room, or no more results are needed.
    fn wait_while<'s>(
        &self,
        mut state: MutexGuard<'s, State<W>>,
        is_full: impl Fn(&mut State<W>) -> bool,
    ) -> MutexGuard<'s, State<W>> {
        while !state.is_stopped && is_full(&mut state) {
            state.waiting += 1;
            state = self
                .has_room
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        state
    }

    /// Writes what is next, unless another thread does.
    fn write_next<'s>(&'s self, mut state: MutexGuard<'s, State<W>>) -> MutexGuard<'s, State<W>> {
        let Some(mut writer) = state.writer.take() else {
            return state;
        };
        let mut is_flushed = true;
        loop {
            let next = state.take_next();
            if next.is_none() && is_flushed {
                break;
            }
            self.notify(&state);
            drop(state);
            is_flushed = next.is_none();
            let flow = match next {
                Some(messages) => write_all(&mut writer, messages),
                None => writer.flush(),
            };
            state = self.lock();
            state.is_stopped |= flow == Flow::Stop;
        }
        state.writer = Some(writer);
        self.notify(&state);
        state
    }

    fn notify(&self, state: &State<W>) {
        if state.waiting > 0 {
            self.has_room.notify_all();
        }
        if state.is_finished() && state.writer.is_some() {
            self.is_finished.notify_all();
        }
    }
}

fn write_all(writer: &mut impl WriteMessage, messages: Vec<Message>) -> Flow {
    for message in messages {
        if writer.write(message) == Flow::Stop {
            return Flow::Stop;
        }
    }
    Flow::Continue
}

/// The results of one part. Dropping it completes the part.
pub(super) struct PartResults<'r, W: WriteMessage> {
    results: &'r OrderedResults<W>,
    index: u64,
}

impl<W: WriteMessage> PartResults<'_, W> {
    /// Adds a message, once there is room for it.
    pub(super) fn send(&self, message: Message) -> Flow {
        let results = self.results;
        let mut state = results.lock();
        if let Some(part) = state.part(self.index) {
            part.messages.push(message);
        }
        let state = results.write_next(state);
        let state = results.wait_while(state, |state| {
            let part = state.part(self.index);
            part.is_some_and(|part| part.messages.len() >= MAX_QUEUED_MESSAGES)
        });
        state.flow()
    }
}

impl<W: WriteMessage> Drop for PartResults<'_, W> {
    fn drop(&mut self) {
        let mut state = self.results.lock();
        if let Some(part) = state.part(self.index) {
            part.is_complete = true;
        }
        drop(self.results.write_next(state));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::thread;

    use super::*;

    /// Writes the numbers of notes to a list, until there are `max`.
    struct Numbers {
        written: Vec<u64>,
        is_flushed: bool,
        max: usize,
    }

    impl Numbers {
        fn new(max: usize) -> Self {
            Self {
                written: Vec::new(),
                is_flushed: true,
                max,
            }
        }
    }

    impl WriteMessage for Numbers {
        fn write(&mut self, message: Message) -> Flow {
            let Message::Note(note) = message else {
                unreachable!("only notes are sent");
            };
            self.written.push(note.parse().unwrap());
            self.is_flushed = false;
            if self.written.len() < self.max {
                Flow::Continue
            } else {
                Flow::Stop
            }
        }

        fn flush(&mut self) -> Flow {
            self.is_flushed = true;
            Flow::Continue
        }
    }

    /// Writes 300 parts of up to 24 messages each, with numbers in ascending order.
    fn run(threads: usize, max_parts: usize, max_messages: usize) -> (Flow, Numbers) {
        const PARTS: u64 = 300;
        let results = OrderedResults::new(max_parts);
        let next = Mutex::new(0);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let mut next = next.lock().unwrap();
                        if *next == PARTS {
                            return results.end();
                        }
                        let Some(part) = results.start() else {
                            return;
                        };
                        let index = *next;
                        *next += 1;
                        drop(next);
                        let sent = (0..index % 25).take_while(|number| {
                            let note = (100 * index + number).to_string();
                            if number % 7 == 0 {
                                thread::yield_now();
                            }
                            part.send(Message::Note(note)) == Flow::Continue
                        });
                        let _ = sent.count();
                    }
                });
            }
            results.write_to(Numbers::new(max_messages))
        })
    }

    #[test]
    fn results_are_written_in_the_order_of_the_parts() {
        let messages = |index: u64| (0..index % 25).map(move |number| 100 * index + number);
        let expected: Vec<u64> = (0..300).flat_map(messages).collect();
        for (threads, max_parts) in [(1, 1), (2, 1), (2, 3), (3, 8), (5, 12)] {
            let (flow, numbers) = run(threads, max_parts, usize::MAX);
            assert_eq!(flow, Flow::Continue);
            assert_eq!(numbers.written, expected, "{threads} threads");
            assert!(numbers.is_flushed);

            let (flow, numbers) = run(threads, max_parts, 1000);
            assert_eq!(flow, Flow::Stop);
            assert_eq!(numbers.written, expected[..1000], "{threads} threads");
        }
    }

    /// A part that is not next can be searched until it has its maximum of messages.
    #[test]
    fn waiting_results_are_limited() {
        let results = OrderedResults::new(3);
        let sent = Mutex::new(0);
        thread::scope(|scope| {
            let first = results.start().unwrap();
            let second = results.start().unwrap();
            let (results, sent) = (&results, &sent);
            scope.spawn(move || {
                while *sent.lock().unwrap() < 100 {
                    second.send(Message::Note(String::from("2")));
                    *sent.lock().unwrap() += 1;
                }
                results.end();
            });
            scope.spawn(move || {
                while results.lock().waiting == 0 {
                    thread::yield_now();
                }
                assert_eq!(*sent.lock().unwrap(), MAX_QUEUED_MESSAGES - 1);
                first.send(Message::Note(String::from("1")));
            });
            let (_, numbers) = results.write_to(Numbers::new(usize::MAX));
            assert_eq!(numbers.written, [&[1][..], &[2; 100]].concat());
        });
    }
}
