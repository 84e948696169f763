//! How the program ends.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use anyhow::Error;

/// What the exit status tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All went well; where something was looked for, it was found.
    Success,
    /// All went well, and nothing was found.
    NothingFound,
    /// All went well, and something was found that should not be there.
    Risky,
    /// Something went wrong, and was reported.
    Failed,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Success => Self::SUCCESS,
            Outcome::NothingFound | Outcome::Risky => Self::from(1),
            Outcome::Failed => Self::from(2),
        }
    }
}

/// Whether an error means no more than that nobody reads the output any more, as in `| head`.
pub(crate) fn is_closed_pipe(error: &Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
