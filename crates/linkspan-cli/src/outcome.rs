//! The exit status of the program.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use anyhow::Error;

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The command succeeded. A search found something; a check found nothing.
    Success,
    /// The search succeeded and found nothing.
    NothingFound,
    /// The check succeeded and reported findings.
    FindingsReported,
    /// The client of the language server ended it without asking it to shut down.
    NotShutDown,
    /// An error occurred and was reported.
    Failed,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Success => Self::SUCCESS,
            Outcome::NothingFound | Outcome::FindingsReported | Outcome::NotShutDown => {
                Self::from(1)
            }
            Outcome::Failed => Self::from(2),
        }
    }
}

/// Whether the error is a closed pipe: the reader of the output has ended, as in `| head`.
pub(crate) fn is_closed_pipe(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
