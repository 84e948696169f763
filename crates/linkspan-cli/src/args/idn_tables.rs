//! The tables of registries.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use linkspan::assess::IdnTables;

#[derive(Args, Debug)]
pub(crate) struct IdnTableArguments {
    /// A directory of IDN tables; labels outside of them have the finding host-not-in-table
    #[arg(
        long,
        value_name = "DIR",
        hide_short_help = true,
        long_help = "A directory of IDN tables, in which registries publish the characters of their \
            names: label generation rules in XML (RFC 7940), and tables in text form. Every file in \
            the directory is read. A table is for the domain that it names, else for the start of \
            the file name up to the first '_', as in 'com_cyrillic_1.0.txt'. Registered labels that \
            no table of their domain allows have the finding host-not-in-table: 'linkspan check' \
            reports it, and the profile strict does not link such hosts. Contextual rules are not \
            evaluated."
    )]
    idn_tables: Option<PathBuf>,
}

impl IdnTableArguments {
    /// Reads the tables, if a directory is given.
    pub(crate) fn read(&self) -> Result<Option<IdnTables>> {
        let Some(directory) = &self.idn_tables else {
            return Ok(None);
        };
        let mut tables = IdnTables::new();
        for path in files(directory)? {
            let table = read_table(&path)?;
            tables
                .add(&table, domain(&path))
                .with_context(|| path.display().to_string())?;
        }
        if tables.is_empty() {
            bail!(
                "expected IDN tables in '{}', found no file",
                directory.display()
            );
        }
        Ok(Some(tables))
    }
}

/// The regular files of a directory, sorted by name, so that the first error does not depend on the file system.
fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let cannot_read = || format!("cannot read the directory '{}'", directory.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).with_context(cannot_read)? {
        let path = entry.with_context(cannot_read)?.path();
        // A symbolic link to a file is a file, too.
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The text of a table. Of a file that is too long, only as much is read as it takes to refuse it.
fn read_table(path: &Path) -> Result<String> {
    let cannot_read = || format!("cannot read '{}'", path.display());
    let file = File::open(path).with_context(cannot_read)?;
    let limit = u64::try_from(IdnTables::MAX_FILE_LEN).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .with_context(cannot_read)?;
    if bytes.len() > IdnTables::MAX_FILE_LEN {
        bail!(
            "{}: expected a table of at most {} bytes, found more",
            path.display(),
            IdnTables::MAX_FILE_LEN,
        );
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.as_bytes().get(..error.utf8_error().valid_up_to());
        let lines = valid
            .unwrap_or_default()
            .split(|&byte| byte == b'\n')
            .count();
        anyhow::anyhow!("{}: line {lines}: expected UTF-8", path.display())
    })
}

/// The domain of a table that does not name one: the start of the file name. The names of the tables that the Internet
/// Assigned Numbers Authority collects have this form.
fn domain(path: &Path) -> Option<&str> {
    let stem = path.file_stem()?.to_str()?;
    stem.split('_').next().filter(|domain| !domain.is_empty())
}
