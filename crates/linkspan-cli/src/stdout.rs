//! Writing to standard output.

use std::io::{self, Write as _};

use anyhow::{Context as _, Result};

/// The context of every error of standard output.
pub(crate) const WRITE_ERROR: &str = "cannot write the output";

/// Writes to standard output and flushes.
pub(crate) fn write(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .context(WRITE_ERROR)
}
