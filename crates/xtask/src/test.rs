//! `cargo xtask test`: all tests of the workspace, and the checks of the generated files.

use std::path::Path;

use anyhow::Result;

use crate::command::{self, cargo};
use crate::generated::Mode;
use crate::unicode::UnicodeVersion;
use crate::{suffixes, tables};

/// Runs all tests of the workspace and checks that the generated files are up to date.
pub(crate) fn run(root: &Path, unicode: UnicodeVersion) -> Result<()> {
    command::run(&mut cargo(root, &["test", "--workspace", "--locked"]))?;
    tables::run(root, unicode, Mode::Check)?;
    suffixes::run(root, Mode::Check)
}
