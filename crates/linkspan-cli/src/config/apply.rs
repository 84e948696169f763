//! Turns the configuration into arguments.

use std::ffi::OsString;

use anyhow::Result;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

use super::file::{Config, Entry, current};
use super::keys::{KEYS, Shape};
use crate::path_patterns::absolute_pattern;

/// The option for the profile of all inputs, in the commands that also have profiles by glob.
const PROFILE_BY_GLOB: &str = "profile-for";

/// The arguments, with the defaults of the configuration file inserted after the name of the command. `None` if the file
/// has no defaults for that command. `matches` are the parsed arguments without defaults.
pub(crate) fn with_defaults(
    arguments: &[OsString],
    program: &Command,
    matches: &ArgMatches,
) -> Result<Option<Vec<OsString>>> {
    let Some((name, given)) = matches.subcommand() else {
        return Ok(None);
    };
    let Some(command) = program.find_subcommand(name) else {
        return Ok(None);
    };
    if !KEYS.iter().any(|key| has_option(command, key.option)) {
        return Ok(None);
    }
    let Some(config) = current()? else {
        return Ok(None);
    };
    check(&config, program)?;
    let mut defaults = Vec::new();
    for entry in &config.entries {
        let added = options(entry, command, given, &config);
        // The first rules have the lowest precedence.
        if entry.key.name == "profile" {
            defaults.splice(0..0, added);
        } else {
            defaults.extend(added);
        }
    }
    let position = arguments.iter().position(|argument| argument == name);
    let (before, after) = arguments.split_at(position.map_or(arguments.len(), |at| at + 1));
    Ok(Some([before, &defaults, after].concat()))
}

/// Checks all values, also those that the command does not use: an error is found the first time.
pub(super) fn check(config: &Config, program: &Command) -> Result<()> {
    for entry in &config.entries {
        check_entry(entry, config, program)
            .map_err(|message| config.error(entry.line, &message))?;
    }
    Ok(())
}

/// Checks the values of an entry by themselves, so that the message can name its line.
fn check_entry(entry: &Entry, config: &Config, program: &Command) -> Result<(), String> {
    let Entry {
        key, glob, values, ..
    } = entry;
    let mut commands = program.get_subcommands();
    let Some(command) = commands.find(|command| has_option(command, key.option)) else {
        return Ok(());
    };
    for value in values {
        if key.shape == Shape::Path {
            let path = config.directory().join(value);
            path.metadata()
                .map_err(|error| format!("cannot read '{}': {error}", path.display()))?;
            continue;
        }
        let value = match glob {
            Some(glob) => format!("--{}={value}={glob}", key.option),
            None => format!("--{}={value}", key.option),
        };
        let alone = ["linkspan", command.get_name(), &value];
        let Err(error) = program.clone().try_get_matches_from(alone) else {
            continue;
        };
        // Arguments that are required are on the command line.
        if error.kind() != ErrorKind::MissingRequiredArgument {
            let message = error.to_string();
            let lines = message.lines().map(str::trim);
            let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
            let message = lines.join(" ");
            return Err(message.replacen("error: ", "", 1));
        }
    }
    Ok(())
}

/// The options that an entry stands for, unless the command does not have them or the user gave them.
fn options(entry: &Entry, command: &Command, given: &ArgMatches, config: &Config) -> Vec<OsString> {
    let Entry {
        key, glob, values, ..
    } = entry;
    let is_given = |option: &str| {
        let id = command
            .get_arguments()
            .find(|argument| argument.get_long() == Some(option))
            .map(|argument| argument.get_id().as_str());
        id.is_some_and(|id| given.value_source(id) == Some(ValueSource::CommandLine))
    };
    if !has_option(command, key.option) || is_given(key.option) && key.shape != Shape::Globs {
        return Vec::new();
    }
    if key.shape == Shape::Path {
        let path_of = |value| {
            let mut option = OsString::from(format!("--{}=", key.option));
            option.push(config.directory().join(value));
            option
        };
        return values.iter().map(path_of).collect();
    }
    let values = values.iter().map(|value| match glob {
        // A profile for everything has a lower precedence than those for single files.
        None if key.name == "profile" && has_option(command, PROFILE_BY_GLOB) => {
            format!("--{PROFILE_BY_GLOB}={value}=*")
        }
        None => format!("--{}={value}", key.option),
        Some(glob) => {
            let glob = absolute_pattern(glob, config.directory());
            format!("--{}={value}={glob}", key.option)
        }
    });
    values.map(OsString::from).collect()
}

fn has_option(command: &Command, option: &str) -> bool {
    command
        .get_arguments()
        .any(|argument| argument.get_long() == Some(option))
}
