//! `cargo xtask minimal`: the tests with the lowest dependency versions that the manifests allow.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::command::{self, capture, cargo, target_directory};

/// Tests the libraries and the program with the lowest versions of their direct dependencies.
///
/// This needs another lock file, and the lock file has a fixed path, so it runs in a copy of the workspace.
pub(crate) fn run(root: &Path) -> Result<()> {
    let copy = target_directory(root)?.join("minimal");
    if copy.exists() {
        std::fs::remove_dir_all(&copy).context("cannot remove the previous copy")?;
    }
    copy_workspace(root, &copy)?;
    // The flag is unstable. With `RUSTC_BOOTSTRAP` a stable cargo accepts it; the later compiler run does not set it.
    let lock = ["-Z", "direct-minimal-versions", "generate-lockfile"];
    command::run(cargo(&copy, &lock).env("RUSTC_BOOTSTRAP", "1"))?;
    let test = ["test", "--workspace", "--exclude", "xtask", "--locked"];
    command::run(cargo(&copy, &test).arg("--quiet"))
}

/// Copies all files that git tracks or would track, except the lock file.
fn copy_workspace(root: &Path, directory: &Path) -> Result<()> {
    let mut git = Command::new("git");
    git.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let files = capture(git.current_dir(root))?;
    let is_copied = |file: &&str| !file.is_empty() && *file != "Cargo.lock";
    for file in files.split('\0').filter(is_copied) {
        let (from, to) = (root.join(file), directory.join(file));
        let parent = to.parent().context("a file has a parent directory")?;
        std::fs::create_dir_all(parent)?;
        std::fs::copy(&from, &to).with_context(|| format!("cannot copy {file}"))?;
    }
    Ok(())
}
