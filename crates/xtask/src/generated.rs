//! Files that are generated, committed, and checked.

use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};

/// What to do about a generated file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    /// Compare the committed one with what would be written.
    Check,
}

impl Mode {
    pub(crate) fn from_check(check: bool) -> Self {
        if check { Self::Check } else { Self::Write }
    }
}

/// Writes a file or checks it, and says so with a note about its content.
pub(crate) fn settle(root: &Path, file: &str, text: &str, mode: Mode, note: &str) -> Result<()> {
    let path = root.join(file);
    let outcome = match mode {
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
    println!("{file}: {note}, {outcome}");
    Ok(())
}

fn compare(file: &str, want: &str, have: &str) -> Result<()> {
    let mut lines = (1..).zip(want.lines().zip(have.lines()));
    if let Some((line, (want, have))) = lines.find(|(_, (want, have))| want != have) {
        bail!(
            "{file}:{line}: expected `{want}`, found `{have}`; generate it again with `cargo xtask`"
        );
    }
    let (want, have) = (want.lines().count(), have.lines().count());
    ensure!(
        want == have,
        "{file}: expected {want} lines, found {have}; generate it again with `cargo xtask`"
    );
    Ok(())
}
