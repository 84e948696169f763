//! The configuration as settings of the language server.

use std::path::Path;

use anyhow::Result;
use clap::Command;
use linkspan::Profile;
use serde_json::{Map, Value};

use super::apply::check;
use super::file::Config;
use super::keys::Shape;
use crate::path_patterns::absolute_pattern;

/// What an editor takes from the configuration file of a project. Settings of the editor take precedence.
#[derive(Debug, Default)]
pub(crate) struct EditorDefaults {
    /// Settings of the language server.
    pub(crate) settings: Map<String, Value>,
    /// Profiles and globs, of which the last one that matches decides.
    pub(crate) profiles: Vec<(Profile, String)>,
}

/// Reads the configuration file of a directory, or of the closest directory above it that has one. `program` checks the
/// values.
pub(crate) fn editor_defaults(directory: &Path, program: &Command) -> Result<EditorDefaults> {
    let mut defaults = EditorDefaults::default();
    let Some(config) = Config::find(directory)? else {
        return Ok(defaults);
    };
    check(&config, program)?;
    for entry in &config.entries {
        let mut values = entry.values.iter();
        match (entry.key.name, entry.key.shape) {
            ("profile" | "profiles", _) => {
                let glob = match &entry.glob {
                    Some(glob) => absolute_pattern(glob, config.directory()),
                    None => String::from("*"),
                };
                let profile = values.next().map(|value| value.parse()).transpose();
                let profile: Option<Profile> =
                    profile.map_err(|error| config.error(entry.line, &format!("{error}")))?;
                // A profile for everything has a lower precedence than those for single files.
                let position = if entry.glob.is_none() {
                    0
                } else {
                    defaults.profiles.len()
                };
                let rules = profile.map(|profile| (profile, glob));
                defaults.profiles.splice(position..position, rules);
            }
            (name, Shape::Path) => {
                // The editor adds to the file of what is never linked.
                let name = if name == "never" { "neverFile" } else { name };
                let paths = values.map(|value| config.directory().join(value));
                let paths = paths.map(|path| Value::from(path.to_string_lossy()));
                let setting = paths.map(|path| (String::from(name), path));
                defaults.settings.extend(setting);
            }
            (name, _) => {
                let values = values.map(|value| Value::from(value.as_str())).collect();
                defaults
                    .settings
                    .insert(String::from(name), Value::Array(values));
            }
        }
    }
    Ok(defaults)
}
