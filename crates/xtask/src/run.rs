//! Running other commands: cargo, the tests.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::derive::UnicodeVersion;
use crate::generated::Mode;
use crate::{suffixes, tables};

/// Runs every test of the workspace, and checks that the generated files are up to date.
pub(crate) fn test(root: &Path, unicode: UnicodeVersion) -> Result<()> {
    let arguments = ["test", "--workspace", "--locked"];
    let status = cargo(root, &arguments)
        .status()
        .context("cannot run cargo")?;
    ensure!(
        status.success(),
        "`cargo {}` failed ({status})",
        arguments.join(" ")
    );
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
