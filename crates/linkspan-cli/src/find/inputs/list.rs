//! The list of files of `--files-from`.

use std::ffi::OsString;
use std::io::Read as _;
use std::path::PathBuf;

#[cfg(not(unix))]
use anyhow::anyhow;
use anyhow::{Context as _, Result};

use crate::text::Source;

/// Reads a list of paths. They end with line feeds, or with NUL if there is one in the list: no path
/// contains a NUL.
pub(super) fn read(list: &Source) -> Result<Vec<Source>> {
    let mut bytes = Vec::new();
    if let Some(mut input) = list.bytes().context("cannot use --files-from")? {
        let read = input.read_to_end(&mut bytes);
        read.map_err(|error| list.read_error(error))?;
    }
    let separator = if bytes.contains(&0) { 0 } else { b'\n' };
    let paths = bytes.split(|&byte| byte == separator);
    paths
        .filter(|path| !path.is_empty())
        // A path in the list is a file, even '-'.
        .map(|path| Ok(Source::Named(to_path(path, list)?)))
        .collect()
}

#[cfg(unix)]
#[expect(
    clippy::unnecessary_wraps,
    reason = "on other systems, not all bytes are paths"
)]
fn to_path(bytes: &[u8], _: &Source) -> Result<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    Ok(PathBuf::from(OsString::from_vec(bytes.to_vec())))
}

#[cfg(not(unix))]
fn to_path(bytes: &[u8], list: &Source) -> Result<PathBuf> {
    let path = std::str::from_utf8(bytes);
    let path = path.map_err(|_| anyhow!("a path in {} is not UTF-8", list.name()))?;
    Ok(PathBuf::from(OsString::from(path.trim_end_matches('\r'))))
}
