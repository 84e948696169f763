//! `linkspan config`: prints the effective configuration and its origin.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use clap::Command;

use super::apply::check;
use super::file::{Entry, FILE_NAME, current};
use super::keys::KEYS;
use crate::stdout;
use crate::terminal::escape_controls;

/// Prints the configuration as TOML, with the origin of each value as a comment. `program` checks the values.
pub(crate) fn print(program: &Command, no_config: bool) -> Result<()> {
    let config = if no_config { None } else { current()? };
    if let Some(config) = &config {
        check(config, program)?;
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match &config {
        Some(config) => {
            let path = escape_controls(config.path.as_os_str().as_encoded_bytes());
            writeln!(text, "# {path}")
        }
        None if no_config => writeln!(text, "# {FILE_NAME} is not read"),
        None => {
            let directory = std::env::current_dir().context("cannot look for linkspan.toml")?;
            let directory = escape_controls(directory.as_os_str().as_encoded_bytes());
            writeln!(text, "# no {FILE_NAME} in {directory} or above it")
        }
    };
    let entries = config
        .as_ref()
        .map_or(&[] as &[_], |config| &config.entries);
    for key in KEYS {
        let set: Vec<&Entry> = entries.iter().filter(|entry| entry.key == key).collect();
        for entry in &set {
            let _ = writeln!(text, "{}  # line {}", assignment(entry), entry.line);
        }
        if set.is_empty() {
            let _ = writeln!(text, "# {} is not set: {}", key.name, key.default);
        }
    }
    stdout::write(text.as_bytes())
}

/// An entry as a line of TOML.
fn assignment(entry: &Entry) -> String {
    use super::keys::Shape;

    let quoted: Vec<String> = entry.values.iter().map(|value| quoted(value)).collect();
    let value = match entry.key.shape {
        Shape::List => format!("[{}]", quoted.join(", ")),
        Shape::Text | Shape::Path | Shape::Globs => quoted.concat(),
    };
    match &entry.glob {
        Some(glob) => format!("{}.{} = {value}", entry.key.name, self::quoted(glob)),
        None => format!("{} = {value}", entry.key.name),
    }
}

/// A string of TOML: its escapes are those of JSON, and every control character has one.
fn quoted(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted.replace('\u{7F}', "\\u007F")
}
