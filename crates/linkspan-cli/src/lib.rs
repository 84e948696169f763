//! The `linkspan` program: finds links in text of every writing system, and writes URLs so that
//! people can read them.
//!
//! It is a library so that its reader can be fuzzed. What is meant to be used by others is in the
//! `linkspan` crate.

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(
    test,
    expect(clippy::indexing_slicing, reason = "a test may fail by a panic")
)]

mod args;
mod check;
mod explain;
mod find;
mod format;
#[doc(hidden)]
pub mod fuzzing;
mod linkify;
mod man;
mod message;
mod outcome;
mod progress;
mod terminal;
mod text;

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{CommandFactory as _, Parser as _};

use crate::args::{Arguments, Command};
use crate::outcome::Outcome;
use crate::terminal::Styling;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let outcome = run(Arguments::parse()).unwrap_or_else(|error| {
        if outcome::is_closed_pipe(&error) {
            return Outcome::Success;
        }
        message::error(&error);
        Outcome::Failed
    });
    outcome.into()
}

fn run(arguments: Arguments) -> Result<Outcome> {
    let styling = Styling::new(arguments.color);
    match arguments.command {
        Command::Find(arguments) => find::run(arguments, styling),
        Command::Check(arguments) => check::run(arguments, styling),
        Command::Linkify(arguments) => linkify::run(&arguments, styling),
        Command::Format(arguments) => format::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments, styling),
        Command::Man => man::write(Arguments::command()).map(|()| Outcome::Success),
        Command::Completions { shell } => completions(shell).map(|()| Outcome::Success),
    }
}

fn completions(shell: clap_complete::Shell) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "linkspan", &mut script);
    let mut out = io::stdout().lock();
    out.write_all(&script)
        .and_then(|()| out.flush())
        .context("cannot write the output")
}
