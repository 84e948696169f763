//! Finds and reads the configuration file.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error, Result, anyhow};
use toml::de::{DeTable, DeValue};

use super::keys::{self, Key, Shape};
use crate::text::read_text_file;

pub(super) const FILE_NAME: &str = "linkspan.toml";

/// A configuration file.
#[derive(Debug)]
pub(super) struct Config {
    pub(super) path: PathBuf,
    /// The values in the order of the file.
    pub(super) entries: Vec<Entry>,
}

/// A value of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: &'static Key,
    /// The glob, if the key is a table of globs.
    pub(super) glob: Option<String>,
    /// One value, unless the key is a list.
    pub(super) values: Vec<String>,
    /// The number of the line, from 1.
    pub(super) line: usize,
}

impl Config {
    /// Reads the file of a directory, or of the closest directory above it that has one.
    pub(super) fn find(directory: &Path) -> Result<Option<Self>> {
        let mut candidates = directory.ancestors().map(|above| above.join(FILE_NAME));
        match candidates.find(|path| path.is_file()) {
            Some(path) => Self::read(path).map(Some),
            None => Ok(None),
        }
    }

    fn read(path: PathBuf) -> Result<Self> {
        let text = read_text_file(&path)?;
        let mut entries = parse(&text).map_err(|(line, message)| error(&path, line, &message))?;
        entries.sort_by_key(|entry| entry.line);
        Ok(Self { path, entries })
    }

    /// The directory of the file.
    pub(super) fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// An error in a line of the file.
    pub(super) fn error(&self, line: usize, message: &str) -> Error {
        error(&self.path, line, message)
    }
}

fn error(path: &Path, line: usize, message: &str) -> Error {
    anyhow!("cannot use '{}': line {line}: {message}", path.display())
}

/// The entries of a text. An error has the number of its line.
fn parse(text: &str) -> Result<Vec<Entry>, (usize, String)> {
    let line_at = |offset: usize| {
        let before = text.as_bytes().get(..offset).unwrap_or_default();
        memchr::memchr_iter(b'\n', before).count() + 1
    };
    let table = DeTable::parse(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        (line_at(offset), String::from(error.message()))
    })?;
    let mut entries = Vec::new();
    for (name, value) in table.get_ref() {
        let line = line_at(name.span().start);
        let key = keys::find(name.get_ref()).map_err(|message| (line, message))?;
        let entry = |glob, values, line| Entry {
            key,
            glob,
            values,
            line,
        };
        match (key.shape, value.get_ref()) {
            (Shape::Text | Shape::Path, DeValue::String(text)) => {
                entries.push(entry(None, vec![text.to_string()], line));
            }
            (Shape::List, DeValue::Array(items)) => {
                let mut values = Vec::new();
                for item in items {
                    let value = item.get_ref().as_str().ok_or_else(|| {
                        let line = line_at(item.span().start);
                        (line, format!("expected strings in '{}'", key.name))
                    })?;
                    values.push(value.to_owned());
                }
                entries.push(entry(None, values, line));
            }
            (Shape::Globs, DeValue::Table(table)) => {
                for (glob, value) in table {
                    let line = line_at(glob.span().start);
                    let value = value.get_ref().as_str().ok_or_else(|| {
                        (
                            line,
                            format!("expected a string after the glob '{}'", glob.get_ref()),
                        )
                    })?;
                    let glob = Some(glob.get_ref().to_string());
                    entries.push(entry(glob, vec![value.to_owned()], line));
                }
            }
            (shape, _) => {
                let expected = match shape {
                    Shape::Text => "a string",
                    Shape::Path => "the path of a file",
                    Shape::List => "a list of strings",
                    Shape::Globs => "a table of globs",
                };
                return Err((
                    line,
                    format!("expected {expected} for the key '{}'", key.name),
                ));
            }
        }
    }
    Ok(entries)
}

/// The configuration of the working directory.
pub(super) fn current() -> Result<Option<Config>> {
    let directory = std::env::current_dir().context("cannot look for linkspan.toml")?;
    Config::find(&directory)
}
