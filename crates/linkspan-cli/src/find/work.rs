//! Those who search: they take tasks and send what they find.

use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Arc, Mutex};

use anyhow::Result;

use super::ordered::{Message, Task, Work};
use super::row::Batch;
use super::search::{Flow, Search};
use crate::text::{Buffers, Source};

/// Works until there are no more tasks. Memory of pieces goes back to `used`.
pub(super) fn run(
    search: &Search,
    queue: &Mutex<Receiver<Task>>,
    used: &SyncSender<String>,
    ends: bool,
) {
    let mut buffers = Buffers::default();
    loop {
        let task = match queue.lock() {
            Ok(queue) => queue.recv(),
            Err(_) => return,
        };
        let Ok(Task { work, results }) = task else {
            return;
        };
        let results = Results(results);
        // If one stops, nobody wants to know more, which the next one will find out, too.
        match work {
            Work::Inputs(inputs) => {
                search_inputs(search, inputs, &results, ends, &mut buffers);
            }
            Work::Piece {
                source,
                mut chunk,
                mut lines,
            } => {
                let mut batch = Batch::default();
                let sink = &mut |batch: &mut Batch| results.send_batch(batch);
                search.search_piece(&source, chunk.piece(), &mut lines, &mut batch, sink);
                // There is room for all memory that there is. If nobody takes it, all was read.
                let _ = used.try_send(chunk.into_memory());
            }
        }
    }
}

/// Where the results of a task go.
struct Results(SyncSender<Message>);

impl Results {
    fn send(&self, message: Message) -> Flow {
        match self.0.send(message) {
            Ok(()) => Flow::Continue,
            Err(_) => Flow::Stop,
        }
    }

    fn send_batch(&self, batch: &mut Batch) -> Flow {
        match batch.links() {
            0 => Flow::Continue,
            _ => self.send(Message::Batch(std::mem::take(batch))),
        }
    }
}

fn search_inputs(
    search: &Search,
    inputs: Vec<Result<Source>>,
    results: &Results,
    ends: bool,
    buffers: &mut Buffers,
) -> Flow {
    let mut batch = Batch::default();
    for input in inputs {
        let searched = input.and_then(|source| {
            // What is only counted is passed on at once, for one link may be enough.
            let at_once = search.rows.are_counted_only();
            let sink = &mut |batch: &mut Batch| {
                if at_once || batch.is_full() {
                    results.send_batch(batch)
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
                results.send_batch(&mut batch);
                results.send(Message::End(Arc::new(source)))
            }
            Ok((Flow::Continue, _)) => Flow::Continue,
            Err(error) => {
                results.send_batch(&mut batch);
                results.send(Message::Failed(error))
            }
        };
        if flow == Flow::Stop {
            return Flow::Stop;
        }
    }
    results.send_batch(&mut batch)
}
