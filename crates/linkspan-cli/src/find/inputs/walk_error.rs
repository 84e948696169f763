//! Errors of the `ignore` crate, in the words of this program. Their own messages name a path twice.

use std::error::Error as _;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow};

use crate::text::Source;

/// The error for a directory entry that cannot be read.
pub(super) fn walk_error(error: ignore::Error) -> Error {
    match describe(&error, None) {
        Some((path, Cause::Loop(ancestor))) => anyhow!(
            "cannot search '{}': the symbolic link leads back to '{}'",
            path.display(),
            ancestor.display()
        ),
        Some((path, Cause::Io(error))) => Source::Named(path).read_error(error),
        None => Error::new(error).context("cannot search a directory"),
    }
}

/// Why a directory entry cannot be read.
enum Cause {
    Io(io::Error),
    /// The entry is a symbolic link to a directory that contains it.
    Loop(PathBuf),
}

/// The path that an error is about, and its cause.
fn describe(error: &ignore::Error, path: Option<&Path>) -> Option<(PathBuf, Cause)> {
    match error {
        ignore::Error::WithPath { path, err } => describe(err, Some(path)),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            describe(err, path)
        }
        ignore::Error::Loop { ancestor, child } => {
            Some((child.clone(), Cause::Loop(ancestor.clone())))
        }
        ignore::Error::Io(error) => Some((path?.to_path_buf(), Cause::Io(innermost(error)))),
        _ => None,
    }
}

/// The error of the operating system. `ignore` wraps it in an error that names the path.
fn innermost(error: &io::Error) -> io::Error {
    let mut code = error.raw_os_error();
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            code = error.raw_os_error().or(code);
        }
        cause = error.source();
    }
    code.map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}
