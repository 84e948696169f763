//! The project's own commands: `cargo xtask --help` lists them.

#[cfg(test)]
mod coverage;
mod derive;
mod run;
mod tables;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand};

use crate::derive::UnicodeVersion;
use crate::tables::Mode;

#[derive(Parser)]
#[command(name = "cargo xtask", about, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the property tables from the Unicode data of the `icu_properties` crate.
    Tables {
        /// The Unicode version that the data must be of.
        #[arg(long, value_name = "VERSION", default_value_t = UNICODE)]
        unicode: UnicodeVersion,
        /// Write nothing; fail if the committed tables are not what would be written.
        #[arg(long)]
        check: bool,
    },
    /// Run every test, and check that the tables are up to date.
    Test,
    /// Run the benchmarks; arguments go to `cargo bench`.
    Bench {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

/// The version of the committed tables.
const UNICODE: UnicodeVersion = {
    let (major, minor, update) = linkspan::UNICODE_VERSION;
    UnicodeVersion(major, minor, update)
};

fn main() -> Result<()> {
    let root = root()?;
    match Arguments::parse().command {
        Command::Tables {
            unicode,
            check: false,
        } => tables::run(&root, unicode, Mode::Write),
        Command::Tables {
            unicode,
            check: true,
        } => tables::run(&root, unicode, Mode::Check),
        Command::Test => run::test(&root, UNICODE),
        Command::Bench { arguments } => run::bench(&root, &arguments),
    }
}

/// The root of the workspace, from any folder inside it.
fn root() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.map(Path::to_path_buf)
        .context("the xtask crate lies two folders below the workspace root")
}
