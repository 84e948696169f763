//! The `linkspan` program: finds links in text of every writing system, and makes URLs readable.
//!
//! This crate is a library only so that its input code can be fuzzed. The public API for other
//! programs is the `linkspan` crate.

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg_attr(
    test,
    expect(
        clippy::indexing_slicing,
        reason = "a panic fails the test, as it should"
    )
)]

mod args;
mod check;
mod config;
mod explain;
mod find;
mod format;
#[doc(hidden)]
pub mod fuzzing;
mod linkify;
mod lsp;
mod man;
mod message;
mod outcome;
mod path_patterns;
mod progress;
mod project;
mod read;
mod replace;
mod stdout;
mod terminal;
mod text;

use std::process::ExitCode;

use anyhow::Result;
use clap::CommandFactory as _;

use crate::args::{Arguments, Command};
use crate::outcome::Outcome;
use crate::terminal::Styling;

/// Runs the program with the command-line arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let outcome = args::parse().and_then(run).unwrap_or_else(|error| {
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
        Command::Config => {
            config::print(&Arguments::command(), arguments.no_config).map(|()| Outcome::Success)
        }
        Command::Lsp(_) => lsp::run(),
        Command::Man => man::print(Arguments::command()).map(|()| Outcome::Success),
        Command::Completions { shell } => print_completions(shell).map(|()| Outcome::Success),
    }
}

fn print_completions(shell: clap_complete::Shell) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "linkspan", &mut script);
    stdout::write(&script)
}
