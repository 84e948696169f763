//! The project's own commands: `cargo xtask --help` lists them.

mod bench;
mod branches;
#[cfg(test)]
mod coverage;
mod derive;
mod features;
mod fuzz;
mod generated;
mod minimal;
mod release;
mod run;
mod suffixes;
mod tables;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand};

use crate::derive::UnicodeVersion;
use crate::generated::Mode;

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
    /// Write the list of public suffixes from the data of the `tld` and `psl` crates.
    Suffixes {
        /// Write nothing; fail if the committed list is not what would be written.
        #[arg(long)]
        check: bool,
    },
    /// Run every test, and check that the tables are up to date.
    Test,
    /// Lint, test and compare the library with each set of its features, and build it where there is no standard
    /// library.
    Features {
        /// Lint each set, and test only the empty one.
        #[arg(long)]
        quick: bool,
    },
    /// Run every test with the lowest versions of dependencies that the manifests allow.
    Minimal,
    /// Show how many branches the tests take where the standard leaves no choice, and fail if it is not all of them.
    /// Needs `cargo-llvm-cov`.
    Coverage,
    /// Check all that must hold before a release. Needs `cargo-deny`, `cargo-llvm-cov`, `cargo-semver-checks` and the
    /// network.
    Release {
        /// The commit to compare the public interface with, instead of the last release.
        #[arg(long, value_name = "COMMIT")]
        since: Option<String>,
        /// Only these checks.
        checks: Vec<String>,
    },
    /// Run the benchmarks, print their tables, and put them on record and into the README.
    ///
    /// With arguments, only the finder is measured, and nothing is written: part of a text's name,
    /// `--quick`, `--generated`; `-- --help` lists them.
    Bench {
        /// Measure nothing; put what is on record into the README.
        #[arg(long)]
        readme: bool,
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Fuzz all targets in turn, starting from our own data cases. Needs `cargo-fuzz`.
    Fuzz {
        /// For how many minutes, shared by all targets.
        #[arg(long, value_name = "N", default_value_t = 30.0)]
        minutes: f64,
        /// Only these targets; `fuzz/fuzz_targets` has them all.
        targets: Vec<String>,
    },
    /// Count instructions under callgrind, and compare them with the record.
    ///
    /// `--renew` writes the record, `--texts` shows instructions for each byte of larger texts.
    Instructions {
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
        Command::Tables { unicode, check } => tables::run(&root, unicode, Mode::from_check(check)),
        Command::Suffixes { check } => suffixes::run(&root, Mode::from_check(check)),
        Command::Test => run::test(&root, UNICODE),
        Command::Features { quick } => features::run(&root, quick).map(drop),
        Command::Minimal => minimal::run(&root),
        Command::Coverage => branches::run(&root),
        Command::Release { since, checks } => release::run(&root, since.as_deref(), &checks),
        Command::Bench { readme: true, .. } => bench::show(&root, Mode::Write),
        Command::Bench { arguments, .. } => bench::run(&root, &arguments),
        Command::Fuzz { minutes, targets } => fuzz::run(&root, minutes, &targets),
        Command::Instructions { arguments } => bench::instructions(&root, &arguments),
    }
}

/// The root of the workspace, from any folder inside it.
fn root() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.map(Path::to_path_buf)
        .context("the xtask crate lies two folders below the workspace root")
}
