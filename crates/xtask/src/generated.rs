//! Files that are generated and committed: writing them, and checking that they are up to date.

use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};

/// Whether a generated file is written or checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    /// Compare the committed file with the text that would be written.
    Check,
}

impl Mode {
    pub(crate) fn from_check(check: bool) -> Self {
        if check { Self::Check } else { Self::Write }
    }
}

/// Writes or checks a file, and prints the result with a summary of the content.
pub(crate) fn write_or_check(
    root: &Path,
    file: &str,
    text: &str,
    mode: Mode,
    summary: &str,
) -> Result<()> {
    let path = root.join(file);
    let result = match mode {
        Mode::Write => {
            std::fs::write(&path, text).with_context(|| format!("cannot write {file}"))?;
            "written"
        }
        Mode::Check => {
            let found = std::fs::read_to_string(&path);
            compare(
                file,
                text,
                &found.with_context(|| format!("cannot read {file}"))?,
            )?;
            "up to date"
        }
    };
    println!("{file}: {summary}, {result}");
    Ok(())
}

fn compare(file: &str, expected: &str, found: &str) -> Result<()> {
    let mut lines = (1..).zip(expected.lines().zip(found.lines()));
    if let Some((line, (expected, found))) = lines.find(|(_, (expected, found))| expected != found)
    {
        bail!(
            "{file}:{line}: expected `{expected}`, found `{found}`; generate the file again with `cargo xtask`"
        );
    }
    let (expected, found) = (expected.lines().count(), found.lines().count());
    ensure!(
        expected == found,
        "{file}: expected {expected} lines, found {found}; generate the file again with `cargo xtask`"
    );
    Ok(())
}
