//! Running other commands: cargo, the tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use cargo_metadata::MetadataCommand;

use crate::derive::UnicodeVersion;
use crate::generated::Mode;
use crate::{suffixes, tables};

/// What came of a check that did not fail.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Holds,
    /// It could not be made here, and why.
    Skipped(String),
}

/// Runs every test of the workspace, and checks that the generated files are up to date.
pub(crate) fn test(root: &Path, unicode: UnicodeVersion) -> Result<()> {
    done(&mut cargo(root, &["test", "--workspace", "--locked"]))?;
    tables::run(root, unicode, Mode::Check)?;
    suffixes::run(root, Mode::Check)
}

/// A call of cargo, to be run at the root.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Command {
    // Cargo names itself to the programs that it runs.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root);
    command
}

/// Runs a command, whose output is for the reader.
pub(crate) fn done(command: &mut Command) -> Result<()> {
    let status = command.status();
    let status = status.with_context(|| format!("cannot run {}", words(command)))?;
    ensure!(status.success(), "`{}` failed ({status})", words(command));
    Ok(())
}

/// Runs a command, and returns what it printed.
pub(crate) fn printed(command: &mut Command) -> Result<String> {
    let output = command.stderr(std::process::Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot run {}", words(command)))?;
    let status = output.status;
    ensure!(status.success(), "`{}` failed ({status})", words(command));
    Ok(String::from_utf8(output.stdout)?)
}

/// The folder for what is built.
pub(crate) fn target(root: &Path) -> Result<PathBuf> {
    let metadata = MetadataCommand::new().current_dir(root).no_deps().exec();
    let metadata = metadata.context("cannot read the manifests")?;
    Ok(metadata.target_directory.into())
}

/// Fails, with the way to get it, unless cargo has a command.
pub(crate) fn installed(root: &Path, command: &str) -> Result<()> {
    let output = cargo(root, &[command, "--version"]).output();
    ensure!(
        output.context("cannot run cargo")?.status.success(),
        "expected `cargo {command}` (to have it: cargo install cargo-{command})"
    );
    Ok(())
}

/// A command as it would be typed, without the folder of the program.
fn words(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}
