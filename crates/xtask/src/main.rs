//! The development commands of this repository: `cargo xtask --help` lists them.
//!
//! Each command has a module of its own. They share `command`, which runs other programs, `generated`, which writes or
//! checks generated files, and `unicode`, which derives the properties of UTS #58.

mod api;
mod bench;
mod changes;
mod chart;
mod command;
mod compact;
mod coverage;
mod cross;
#[cfg(test)]
mod data;
mod datafusion;
mod deny;
mod dependencies;
mod dist;
mod features;
mod fingerprint;
mod fuzz;
mod generated;
mod languages;
mod minimal;
mod mutants;
mod owner;
mod release;
mod suffixes;
mod tables;
mod test;
#[cfg(test)]
mod testdata;
mod unicode;

use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand};

use crate::fuzz::Goal;
use crate::generated::Mode;
use crate::mutants::CompileTime;
use crate::unicode::UnicodeVersion;

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
        /// The Unicode version that the data must have.
        #[arg(long, value_name = "VERSION", default_value_t = UNICODE)]
        unicode: UnicodeVersion,
        /// Write nothing; fail if the committed tables differ from the generated ones.
        #[arg(long)]
        check: bool,
    },
    /// List the code points whose properties differ between two Unicode versions, from the published files.
    Changes {
        /// The earlier version.
        from: UnicodeVersion,
        /// The later version.
        #[arg(default_value_t = UNICODE)]
        to: UnicodeVersion,
    },
    /// Update the `tld` and `psl` crates, and write the list of public suffixes from their data.
    Suffixes {
        /// Do not update the crates; write the list from the releases in the lock file.
        #[arg(long)]
        offline: bool,
        /// Write nothing; fail if the committed list differs from that of the releases in the lock file.
        #[arg(long, conflicts_with = "offline")]
        check: bool,
    },
    /// Write the table of the Latin letters that languages use, from the data of the `icu_locale` crate.
    Languages {
        /// Write nothing; fail if the committed table differs from the generated one.
        #[arg(long)]
        check: bool,
    },
    /// Write the public API of the libraries to `public-api.txt` beside their manifests.
    Api {
        /// Write nothing; fail if the committed files differ from the public API.
        #[arg(long)]
        check: bool,
    },
    /// Run all tests, and check that the generated files are up to date.
    Test,
    /// Lint and test the libraries with each set of features, compare the results, and build the libraries for a
    /// target without a standard library.
    Features {
        /// Lint each set of features, but run the tests only without any feature.
        #[arg(long)]
        quick: bool,
        /// Install the target without a standard library, with rustup. By default its build is skipped if it is missing.
        #[arg(long)]
        install_target: bool,
    },
    /// Run all tests with the lowest dependency versions that the manifests allow.
    Minimal,
    /// Fail unless the tests take every branch of the normative algorithms. Needs `cargo-llvm-cov`.
    Coverage,
    /// Run the tests of the libraries on other processors: ARM64, x86 with 32 bits, a processor with the other byte
    /// order, and WebAssembly; and without the standard library. Needs rustup, QEMU's user mode emulation, cross
    /// compilers and Node; what is missing is skipped.
    Cross {
        /// The targets, or `no-std`; all by default.
        targets: Vec<String>,
    },
    /// Check the licences and sources of all dependencies, and their security advisories if there is a database. Needs
    /// `cargo-deny`.
    Deny {
        /// A clone of the advisory database.
        #[arg(long, value_name = "PATH")]
        advisory_db: Option<PathBuf>,
    },
    /// Write the table of the dependencies with unsafe code, build scripts and macros to `docs/dependencies.md`.
    Dependencies {
        /// Write nothing; fail if the committed table differs from the generated one.
        #[arg(long)]
        check: bool,
    },
    /// Change the code in small ways, and report the changes that no test notices. Needs `cargo-mutants`.
    Mutants {
        /// The commit that selects files: those that differ from it.
        #[arg(long, value_name = "COMMIT", default_value = "main")]
        base: String,
        /// How many tests run at the same time; by default one per processor.
        #[arg(long, value_name = "NUMBER")]
        jobs: Option<usize>,
        /// Also make the changes that must be made at compile time, each of which takes a build.
        #[arg(long)]
        compile_time: bool,
        /// The source files to change, relative to the root of the repository.
        files: Vec<PathBuf>,
    },
    /// Lint and test the function of `linkspan-arrow` for `DataFusion` inside the engine, which takes minutes to build.
    Datafusion,
    /// Build the program for distribution: archives with man page, completions and licences, a list of the crates in
    /// each (SBOM), Debian packages, and checksums. Needs the targets of rustup, GNU tar and `cargo-deb`.
    Dist {
        /// The targets; by default x86-64 and ARM64 with a static C library.
        #[arg(long = "target", value_name = "TARGET", default_values = dist::TARGETS)]
        targets: Vec<String>,
        /// The directory for the result, which is emptied first; by default `release-files` in cargo's target directory.
        #[arg(long, value_name = "DIRECTORY")]
        out: Option<PathBuf>,
    },
    /// Write what the owner filled in in the root manifest to the files that need it.
    Owner {
        /// Write nothing; fail if the committed files differ.
        #[arg(long)]
        check: bool,
    },
    /// Run every check that a release must pass. Needs `cargo-deny`, `cargo-llvm-cov`, `cargo-semver-checks` and the
    /// network.
    Release {
        /// The commit to compare the public API with, instead of the last release.
        #[arg(long, value_name = "COMMIT")]
        since: Option<String>,
        /// The checks to run; all by default.
        checks: Vec<String>,
    },
    /// Run the benchmarks, and write tables and charts to `benches/record`.
    ///
    /// With arguments, run only the `find` benchmark and write nothing. Arguments are part of a corpus name, `--quick`,
    /// `--generated` and others; `-- --help` lists them.
    Bench {
        /// Measure nothing; write the charts from the record.
        #[arg(long)]
        from_record: bool,
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run the fuzz targets one after the other, with seeds from the test data. Needs `cargo-fuzz`.
    Fuzz {
        /// The total time in minutes, divided equally between the targets.
        #[arg(long, value_name = "N", default_value_t = 30.0)]
        minutes: f64,
        /// Run each target until it ran for this many minutes on the present code, and write the sums to
        /// `fuzz/record.toml`. A run that was stopped continues where it ended.
        #[arg(long, value_name = "N", conflicts_with = "minutes")]
        until: Option<f64>,
        /// How many targets run at the same time.
        #[arg(long, value_name = "NUMBER", default_value_t = NonZero::<usize>::MIN)]
        jobs: NonZero<usize>,
        /// The targets to run, by their file names in `fuzz/fuzz_targets`; all by default.
        targets: Vec<String>,
    },
    /// Count instructions under callgrind, and compare the counts with the record.
    ///
    /// `--update` writes the record, `--corpora` prints the instructions per byte of each corpus.
    Instructions {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

/// The Unicode version of the committed tables.
const UNICODE: UnicodeVersion = {
    let (major, minor, update) = linkspan::uts58::UNICODE_VERSION;
    UnicodeVersion(major, minor, update)
};

fn main() -> Result<()> {
    let root = root()?;
    match Arguments::parse().command {
        Command::Tables { unicode, check } => tables::run(&root, unicode, Mode::from_check(check)),
        Command::Changes { from, to } => changes::run(from, to),
        Command::Suffixes {
            offline: false,
            check: false,
        } => suffixes::update(&root),
        Command::Suffixes { check, .. } => suffixes::run(&root, Mode::from_check(check)),
        Command::Languages { check } => languages::run(&root, Mode::from_check(check)),
        Command::Api { check } => api::run(&root, Mode::from_check(check)).map(drop),
        Command::Test => test::run(&root, UNICODE),
        Command::Features {
            quick,
            install_target,
        } => features::run(&root, quick, install_target).map(drop),
        Command::Minimal => minimal::run(&root),
        Command::Datafusion => datafusion::run(&root),
        Command::Deny { advisory_db } => deny::run(&root, advisory_db.as_deref()),
        Command::Dependencies { check } => dependencies::run(&root, Mode::from_check(check)),
        Command::Mutants {
            base,
            jobs,
            compile_time,
            files,
        } => {
            let compile_time = if compile_time {
                CompileTime::Make
            } else {
                CompileTime::LeaveOut
            };
            mutants::run(&root, &files, &base, jobs, compile_time)
        }
        Command::Dist { targets, out } => dist::run(&root, &targets, out),
        Command::Owner { check } => owner::run(&root, Mode::from_check(check)),
        Command::Coverage => coverage::run(&root),
        Command::Cross { targets } => cross::run(&root, &targets),
        Command::Release { since, checks } => release::run(&root, since.as_deref(), &checks),
        Command::Bench {
            from_record: true, ..
        } => bench::from_record(&root, Mode::Write),
        Command::Bench { arguments, .. } => bench::run(&root, &arguments),
        Command::Fuzz {
            minutes,
            until,
            jobs,
            targets,
        } => fuzz::run(
            &root,
            until.map_or(Goal::Total(minutes), Goal::Each),
            jobs,
            &targets,
        ),
        Command::Instructions { arguments } => bench::instructions(&root, &arguments),
    }
}

/// The root directory of the workspace.
fn root() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.map(Path::to_path_buf)
        .context("expected the xtask crate two directories below the workspace root")
}
