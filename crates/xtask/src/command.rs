//! Helpers for running other programs: cargo, rustup, git.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::MetadataCommand;

/// The result of a check that did not fail.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    /// The check could not run on this machine, for the given reason.
    Skipped(String),
}

/// Returns a cargo command that runs in the workspace root.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Command {
    // Cargo sets `CARGO` for the programs that it runs.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root);
    command
}

/// Runs a command that prints to the terminal.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status();
    let status = status.with_context(|| format!("cannot run {}", command_line(command)))?;
    ensure!(
        status.success(),
        "`{}` failed ({status})",
        command_line(command)
    );
    Ok(())
}

/// Runs a command and returns its standard output.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot run {}", command_line(command)))?;
    let status = output.status;
    ensure!(
        status.success(),
        "`{}` failed ({status})",
        command_line(command)
    );
    Ok(String::from_utf8(output.stdout)?)
}

/// Calls a function with each number below `count`, on several threads, and returns the results in order.
pub(crate) fn parallel<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let result = work(number);
                    let mut results = results.lock().expect("no thread panics");
                    results.push((number, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panics");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns cargo's target directory.
pub(crate) fn target_directory(root: &Path) -> Result<PathBuf> {
    let metadata = MetadataCommand::new().current_dir(root).no_deps().exec();
    let metadata = metadata.context("cannot read the manifests")?;
    Ok(metadata.target_directory.into())
}

/// Fails, and says how to install it, if a cargo subcommand is missing.
pub(crate) fn require_subcommand(root: &Path, name: &str) -> Result<()> {
    let output = cargo(root, &[name, "--version"]).output();
    ensure!(
        output.context("cannot run cargo")?.status.success(),
        "`cargo {name}` is not installed (to install it: cargo install cargo-{name})"
    );
    Ok(())
}

/// A command as a user would type it, without the directory of the program.
pub(crate) fn command_line(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// All files below a directory, sorted.
pub(crate) fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(&directory)? {
            let path = entry?.path();
            let list = if path.is_dir() {
                &mut directories
            } else {
                &mut files
            };
            list.push(path);
        }
    }
    files.sort();
    Ok(files)
}
