//! Running other commands: the tests, the benchmarks.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::derive::UnicodeVersion;
use crate::generated::Mode;
use crate::{suffixes, tables};

/// Runs every test of the workspace, and checks that the generated files are up to date.
pub(crate) fn test(root: &Path, unicode: UnicodeVersion) -> Result<()> {
    cargo(root, &["test", "--workspace", "--locked"])?;
    tables::run(root, unicode, Mode::Check)?;
    suffixes::run(root, Mode::Check)
}

/// Runs the benchmarks, which are a workspace of their own.
pub(crate) fn bench(root: &Path, arguments: &[String]) -> Result<()> {
    let mut command = vec!["bench", "--locked", "--manifest-path", "benches/Cargo.toml"];
    command.extend(arguments.iter().map(String::as_str));
    cargo(root, &command)
}

fn cargo(root: &Path, arguments: &[&str]) -> Result<()> {
    // Cargo names itself to the programs that it runs.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .current_dir(root)
        .status()
        .context("cannot run cargo")?;
    ensure!(
        status.success(),
        "`cargo {}` failed ({status})",
        arguments.join(" ")
    );
    Ok(())
}
