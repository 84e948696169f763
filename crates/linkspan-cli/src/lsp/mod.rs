//! `linkspan lsp`: a language server, which shows the links of documents in editors.
//!
//! Data flow: [`framing`] reads messages, [`message`] parses them, [`server`] handles each and collects the answers.
//! A [`document`] holds its [`text`] and its links: those of plain text follow edits ([`live`]), other formats are read
//! as a whole when their links are needed. [`links`], [`diagnostics`], [`hover`] and [`actions`] are the answers.
//!
//! One thread reads, so that a client never waits for the server while it sends. Another one handles messages in order.

mod actions;
mod diagnostics;
mod document;
mod framing;
mod hover;
mod links;
mod live;
mod message;
mod position;
mod protocol;
mod server;
mod settings;
mod text;
mod workspace;

use std::collections::{HashSet, VecDeque};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use self::message::{ErrorCode, Incoming, RequestError, RequestId};
use self::server::{Exit, Server};
use self::settings::FileAccess;
use crate::message as user_message;
use crate::outcome::Outcome;
use crate::stdout;

/// How long the server waits for further changes before it sends diagnostics.
const PAUSE: Duration = Duration::from_millis(50);

/// How long diagnostics are delayed if changes do not pause.
const MAX_DELAY: Duration = Duration::from_millis(500);

/// Runs the command.
pub(crate) fn run() -> Result<Outcome> {
    user_message::note_terminal_input();
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let message = match framing::read(&mut input) {
                Ok(Some(content)) => Ok(Incoming::parse(&content)),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            let is_error = message.is_err();
            // Without a receiver, the server has ended.
            if sender.send(message).is_err() || is_error {
                return;
            }
        }
    });
    serve(&receiver, &mut io::stdout().lock())
}

/// Handles messages until the session ends.
fn serve(receiver: &Receiver<Result<Incoming>>, output: &mut impl Write) -> Result<Outcome> {
    let mut server = Server::new(FileAccess::Allowed);
    let mut queue = Queue::default();
    let mut changed_at: Option<Instant> = None;
    loop {
        queue.extend(receiver.try_iter());
        let is_late = changed_at.is_some_and(|at| at.elapsed() >= MAX_DELAY);
        let next = if is_late { None } else { queue.next() };
        let event = match next {
            Some(message) => Some(message),
            None if is_late => None,
            None if server.has_unpublished() => match receiver.recv_timeout(PAUSE) {
                Ok(message) => Some(message.map(Queued::new)),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(Outcome::NotShutDown),
            },
            None => match receiver.recv() {
                Ok(message) => Some(message.map(Queued::new)),
                Err(_) => return Ok(Outcome::NotShutDown),
            },
        };
        let flow = match event {
            Some(message) => {
                let Queued {
                    message,
                    is_cancelled,
                } = message?;
                match message {
                    Incoming::Request { id, .. } if is_cancelled => {
                        let error = RequestError::new(ErrorCode::RequestCancelled, "cancelled");
                        send(output, &message::error(Some(&id), &error))?;
                        ControlFlow::Continue(())
                    }
                    message => server.handle(message),
                }
            }
            None => {
                server.publish();
                ControlFlow::Continue(())
            }
        };
        for message in server.take_outbox() {
            send(output, &message)?;
        }
        match flow {
            ControlFlow::Break(Exit::AfterShutdown) => return Ok(Outcome::Success),
            ControlFlow::Break(Exit::WithoutShutdown) => return Ok(Outcome::NotShutDown),
            ControlFlow::Continue(()) => {}
        }
        changed_at = match changed_at {
            _ if !server.has_unpublished() => None,
            None => Some(Instant::now()),
            changed_at => changed_at,
        };
    }
}

fn send(output: &mut impl Write, message: &[u8]) -> Result<()> {
    framing::write(output, message).context(stdout::WRITE_ERROR)
}

/// A message that waits to be handled.
struct Queued {
    message: Incoming,
    /// Whether a later message cancels it.
    is_cancelled: bool,
}

impl Queued {
    fn new(message: Incoming) -> Self {
        Self {
            message,
            is_cancelled: false,
        }
    }
}

/// The messages that have been read, and which requests among them are cancelled.
#[derive(Default)]
struct Queue {
    messages: VecDeque<Result<Incoming>>,
    cancelled: HashSet<RequestId>,
}

impl Queue {
    fn extend(&mut self, messages: impl Iterator<Item = Result<Incoming>>) {
        for message in messages {
            let cancelled = message.as_ref().ok().and_then(Incoming::cancelled_id);
            self.cancelled.extend(cancelled);
            self.messages.push_back(message);
        }
    }

    fn next(&mut self) -> Option<Result<Queued>> {
        let Some(message) = self.messages.pop_front() else {
            // What was cancelled has been answered.
            self.cancelled.clear();
            return None;
        };
        Some(message.map(|message| Queued {
            is_cancelled: match &message {
                Incoming::Request { id, .. } => self.cancelled.remove(id),
                _ => false,
            },
            message,
        }))
    }
}

/// The messages with which the server answers a stream of messages, up to the first that cannot be read. For tests.
pub(crate) fn answers(mut input: &[u8]) -> Vec<Vec<u8>> {
    let mut server = Server::new(FileAccess::Denied);
    let mut answers = Vec::new();
    while let Ok(Some(content)) = framing::read(&mut input) {
        let flow = server.handle(Incoming::parse(&content));
        server.publish();
        answers.append(&mut server.take_outbox());
        if flow.is_break() {
            break;
        }
    }
    answers
}
