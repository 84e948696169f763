//! The lowest versions that the manifests allow: what they promise must build and work.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::run::{cargo, done, printed, target};

/// Tests the libraries and the program with the lowest versions of all that they name themselves, in a copy, since the
/// lock file has a fixed place.
pub(crate) fn run(root: &Path) -> Result<()> {
    let copy = target(root)?.join("minimal");
    if copy.exists() {
        std::fs::remove_dir_all(&copy).context("cannot remove the last copy")?;
    }
    copy_to(root, &copy)?;
    // The flag is not stable yet; this lets a stable cargo take it. The compiler is not to know.
    let lock = ["-Z", "direct-minimal-versions", "generate-lockfile"];
    done(cargo(&copy, &lock).env("RUSTC_BOOTSTRAP", "1"))?;
    let test = ["test", "--workspace", "--exclude", "xtask", "--locked"];
    done(cargo(&copy, &test).arg("--quiet"))
}

/// Copies all files that git has, or would take, but the lock file.
fn copy_to(root: &Path, folder: &Path) -> Result<()> {
    let mut git = Command::new("git");
    git.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let files = printed(git.current_dir(root))?;
    let is_copied = |file: &&str| !file.is_empty() && *file != "Cargo.lock";
    for file in files.split('\0').filter(is_copied) {
        let (from, to) = (root.join(file), folder.join(file));
        let parent = to.parent().context("a file is in a folder")?;
        std::fs::create_dir_all(parent)?;
        std::fs::copy(&from, &to).with_context(|| format!("cannot copy {file}"))?;
    }
    Ok(())
}
