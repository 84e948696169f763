//! The settings of the server, from the configuration file of the project, `initializationOptions` or a change of the
//! configuration.
//!
//! Settings have the names of command-line options, in camel case, and take the same values. The definition of the
//! command line reads them.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser};
use linkspan::Profile;
use linkspan::assess::{Code, Finding, Level};
use linkspan::find::NeverList;
use serde_json::{Map, Value};

use crate::args::{Arguments, FinderArguments};
use crate::config::{EditorDefaults, editor_defaults};
use crate::read::{FinderSet, ProfileRules};
use crate::text::read_text_file;

/// Whether the server may read and write files that settings name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileAccess {
    Allowed,
    /// For tests with random messages.
    Denied,
}

/// The settings.
pub(super) struct Settings {
    pub(super) finders: FinderSet,
    /// The profile for all documents, if one is set.
    profile: Option<Profile>,
    /// Profiles for paths, if there is no profile for all documents.
    profiles: ProfileRules,
    pub(super) reported: Reported,
    /// Where entries that users add are stored.
    pub(super) never_file: Option<PathBuf>,
}

/// Which findings are reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reported {
    /// Findings below this level are not reported.
    level: Level,
    /// Findings with these codes are not reported.
    allow: Vec<Code>,
}

impl Reported {
    pub(super) fn contains(&self, finding: &Finding) -> bool {
        finding.level() >= self.level && !self.allow.contains(&finding.code())
    }
}

/// The options of a finder, as settings.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Options {
    #[command(flatten)]
    finder: FinderArguments,
}

/// What settings contain, before it is used.
#[derive(Default)]
struct Given {
    /// Command-line options, with the name of the setting that each comes from.
    options: Vec<(String, Vec<String>)>,
    never: Vec<String>,
    never_file: Option<PathBuf>,
    level: Option<Level>,
    allow: Vec<Code>,
    warnings: Vec<String>,
}

impl Settings {
    /// Reads settings from several sources, of which later ones take precedence. The first source is the configuration
    /// file that belongs to a directory. What is invalid is left at its default, and a warning says so. `added` are
    /// further entries of the list of what is never linked.
    pub(super) fn read<'v>(
        directory: Option<&Path>,
        sources: impl IntoIterator<Item = &'v Value>,
        added: &[String],
        access: FileAccess,
    ) -> (Self, Vec<String>) {
        let mut given = Given::default();
        let directory = directory.filter(|_| access == FileAccess::Allowed);
        let defaults = directory.map(|path| editor_defaults(path, &Arguments::command()));
        let EditorDefaults {
            mut settings,
            profiles,
        } = match defaults.transpose() {
            Ok(defaults) => defaults.unwrap_or_default(),
            Err(error) => {
                given.warnings.push(format!("{error:#}; it is ignored"));
                EditorDefaults::default()
            }
        };
        for source in sources {
            match source {
                Value::Null => {}
                Value::Object(source) => settings.extend(section(source)),
                _ => given
                    .warnings
                    .push(String::from("settings: expected an object")),
            }
        }
        given.read_all(&settings);
        if access == FileAccess::Denied {
            given.never_file = None;
            given.options.retain(|(name, _)| name != "tlds");
        }
        let never_links = given.never_list(added);
        let mut arguments = given.arguments();
        arguments.never_links = never_links.clone();
        let profile = arguments.profile();
        let finders = FinderSet::new(&arguments).or_else(|error| {
            given
                .warnings
                .push(format!("settings: {error:#}; the defaults are used"));
            let mut defaults = Options::try_parse_from(Vec::<String>::new())?.finder;
            defaults.never_links = never_links;
            FinderSet::new(&defaults)
        });
        let profiles = ProfileRules::new(&profiles).unwrap_or_else(|error| {
            given.warnings.push(format!("linkspan.toml: {error:#}"));
            ProfileRules::default()
        });
        let settings = Self {
            finders: finders.unwrap_or_else(|_| FinderSet::single(&linkspan::Finder::new())),
            profile,
            profiles,
            reported: Reported {
                level: given.level.unwrap_or(Level::Warn),
                allow: given.allow,
            },
            never_file: given.never_file,
        };
        (settings, given.warnings)
    }

    /// The profile of a document, if one is set.
    pub(super) fn profile(&self, path: Option<&Path>) -> Option<Profile> {
        self.profile.or_else(|| self.profiles.profile(path))
    }

    /// Adds an entry to the file of what is never linked, if one is set.
    pub(super) fn store_never(&self, entry: &str) -> Result<()> {
        match &self.never_file {
            None => Ok(()),
            Some(path) => append_line(path, entry)
                .with_context(|| format!("cannot write '{}'", path.display())),
        }
    }
}

/// The settings of this server. Some clients send the settings of all servers, each in a section with its name.
fn section(settings: &Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Object(section)) = settings.get("linkspan") {
        return section.clone();
    }
    let is_section = |value: &Value| value.is_object();
    let settings = settings.iter().filter(|(_, value)| !is_section(value));
    let settings = settings.map(|(name, value)| (name.clone(), value.clone()));
    settings.collect()
}

impl Given {
    fn read_all(&mut self, settings: &Map<String, Value>) {
        for (name, value) in settings {
            let read = match name.as_str() {
                "allow" => self.read_allow(value),
                "level" => self.read_level(value),
                "never" => strings(value).map(|entries| self.never = entries),
                "neverFile" => string(value).map(|path| self.never_file = Some(path.into())),
                _ => self.read_option(name, value),
            };
            if let Err(expected) = read {
                self.warnings
                    .push(format!("setting '{name}': {expected}; the default is used"));
            }
        }
    }

    fn read_allow(&mut self, value: &Value) -> Result<(), String> {
        let codes = strings(value)?;
        let codes = codes.iter().map(|code| {
            code.parse()
                .map_err(|_| format!("expected the codes of findings, found '{code}'"))
        });
        self.allow = codes.collect::<Result<_, String>>()?;
        Ok(())
    }

    fn read_level(&mut self, value: &Value) -> Result<(), String> {
        let given = string(value)?;
        let level = Level::ALL
            .iter()
            .copied()
            .find(|level| level.as_str() == given);
        self.level =
            Some(level.ok_or_else(|| format!("expected info, warn or danger, found '{given}'"))?);
        Ok(())
    }

    /// Reads an option of the command line. Each is parsed alone, so that an invalid one does not affect others.
    fn read_option(&mut self, name: &str, value: &Value) -> Result<(), String> {
        let flag = flag(name);
        let options: Vec<String> = match value {
            Value::Null | Value::Bool(false) => return Ok(()),
            Value::Bool(true) => vec![flag],
            Value::Number(number) => vec![format!("{flag}={number}")],
            Value::String(text) => vec![format!("{flag}={text}")],
            Value::Array(_) => {
                let values = strings(value)?;
                values.iter().map(|text| format!("{flag}={text}")).collect()
            }
            Value::Object(_) => {
                return Err(String::from(
                    "expected a string, a number, true or a list of strings",
                ));
            }
        };
        match Options::try_parse_from(&options) {
            Ok(_) => {
                self.options.push((name.to_owned(), options));
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::UnknownArgument => {
                Err(String::from("no such setting"))
            }
            Err(error) => Err(summary(&error)),
        }
    }

    /// The options as arguments, or the defaults if the options contradict each other.
    fn arguments(&mut self) -> FinderArguments {
        let options = self.options.iter().flat_map(|(_, options)| options);
        let parsed = Options::try_parse_from(options).or_else(|error| {
            self.warnings.push(format!(
                "settings: {}; the defaults are used",
                summary(&error)
            ));
            Options::try_parse_from(Vec::<String>::new())
        });
        match parsed {
            Ok(options) => options.finder,
            // No option is required.
            Err(error) => error.exit(),
        }
    }

    fn never_list(&mut self, added: &[String]) -> NeverList {
        let mut list = NeverList::new();
        if let Some(path) = &self.never_file
            && path.exists()
        {
            let entries = read_text_file(path);
            match entries.and_then(|entries| Ok(entries.parse()?)) {
                Ok(parsed) => list = parsed,
                Err(error) => {
                    let path = path.display();
                    self.warnings.push(format!(
                        "setting 'neverFile': cannot use '{path}': {error:#}"
                    ));
                }
            }
        }
        for entry in self.never.iter().chain(added) {
            if let Err(error) = list.add(entry) {
                self.warnings.push(format!("setting 'never': {error}"));
            }
        }
        list
    }
}

/// The command-line option for a setting: `--bare-domains` for `bareDomains`.
fn flag(name: &str) -> String {
    let name = match name {
        "schemes" => "scheme",
        name => name,
    };
    let mut flag = String::from("--");
    for c in name.chars() {
        match c {
            'A'..='Z' => {
                flag.push('-');
                flag.push(c.to_ascii_lowercase());
            }
            '_' => flag.push('-'),
            c => flag.push(c),
        }
    }
    flag
}

/// The message of an error, in one line.
fn summary(error: &clap::Error) -> String {
    let message = error.to_string();
    let lines = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty());
    let message = lines.collect::<Vec<_>>().join(" ");
    message.trim_start_matches("error: ").to_owned()
}

fn string(value: &Value) -> Result<String, String> {
    let text = value.as_str().map(str::to_owned);
    text.ok_or_else(|| String::from("expected a string"))
}

fn strings(value: &Value) -> Result<Vec<String>, String> {
    serde_json::from_value(value.clone()).map_err(|_| String::from("expected a list of strings"))
}

/// Appends a line to a file, after a line end.
fn append_line(path: &Path, line: &str) -> Result<()> {
    let needs_line_end = match std::fs::read(path) {
        Ok(content) => !content.is_empty() && !content.ends_with(b"\n"),
        Err(_) => false,
    };
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)?;
    let line_end = if needs_line_end { "\n" } else { "" };
    file.write_all(format!("{line_end}{line}\n").as_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn invalid_settings_are_named_and_left_at_their_defaults() {
        for (settings, warning) in [
            (json!({}), None),
            (json!({"linkspan": {"level": "info"}}), None),
            (
                json!({"literal": true, "schemes": ["https"], "lengthLimit": 100}),
                None,
            ),
            (json!({"gopls": {"a": 1}, "level": "info"}), None),
            (json!([]), Some("settings: expected an object")),
            (
                json!({"level": "high"}),
                Some(
                    "setting 'level': expected info, warn or danger, found 'high'; the default is used",
                ),
            ),
            (
                json!({"levle": "info"}),
                Some("setting 'levle': no such setting; the default is used"),
            ),
            (
                json!({"help": true}),
                Some("setting 'help': no such setting; the default is used"),
            ),
            (json!({"allow": ["host-confusable"]}), None),
            (
                json!({"allow": ["confusable"]}),
                Some(
                    "setting 'allow': expected the codes of findings, found 'confusable'; the default is used",
                ),
            ),
            (
                json!({"never": "asp.net"}),
                Some("setting 'never': expected a list of strings; the default is used"),
            ),
            (
                json!({"never": ["a b"]}),
                Some("setting 'never': expected a host or a link at byte 0, found \"a b\""),
            ),
            (
                json!({"bareDomains": "no"}),
                Some(
                    "setting 'bareDomains': invalid value 'no' for '--bare-domains <ACTION>' [possible values: link, skip]; the default is used",
                ),
            ),
            (
                json!({"linkspan": {"profile": {}}}),
                Some(
                    "setting 'profile': expected a string, a number, true or a list of strings; the default is used",
                ),
            ),
        ] {
            let (_, warnings) = Settings::read(None, [&settings], &[], FileAccess::Allowed);
            let expected: Vec<String> = warning.into_iter().map(str::to_owned).collect();
            assert_eq!(warnings, expected, "{settings}");
        }
    }
}
