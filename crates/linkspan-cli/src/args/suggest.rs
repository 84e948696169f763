//! Parses the command line, and suggests a command where none is given.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal as _};
use std::path::Path;

use anyhow::Result;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _, FromArgMatches as _, Parser as _};
use linkspan::Finder;

use super::Arguments;
use crate::config;

/// Parses the arguments of the process, with the defaults of the configuration file. Ends the process
/// if they are invalid or ask for help.
pub(crate) fn parse() -> Result<Arguments> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let mut program = Arguments::command();
    let parse = |program: &mut Command, arguments: &[OsString]| {
        let matches = program.try_get_matches_from_mut(arguments);
        let parsed = matches.and_then(|matches| {
            let parsed = Arguments::from_arg_matches(&matches)?;
            Ok((matches, parsed))
        });
        parsed.unwrap_or_else(|error| with_suggestion(error, arguments).exit())
    };
    let arguments = with_help_option(arguments);
    let (matches, parsed) = parse(&mut program, &arguments);
    if parsed.no_config {
        return Ok(parsed);
    }
    Ok(
        match config::with_defaults(&arguments, &program, &matches)? {
            Some(arguments) => parse(&mut program, &arguments).1,
            None => parsed,
        },
    )
}

/// `linkspan help find` is `linkspan find --help`.
fn with_help_option(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_some_and(|first| first == "help") {
        arguments.remove(1);
        arguments.push(OsString::from("--help"));
    }
    arguments
}

/// The error, with the command that the user probably meant.
fn with_suggestion(error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let given = arguments.get(1..).unwrap_or_default();
    match suggestion(given, error.kind()) {
        Some(command) => add_suggestion(error, &command),
        None => error,
    }
}

/// The command that the user probably meant.
fn suggestion(given: &[OsString], kind: ErrorKind) -> Option<String> {
    let is_possible = matches!(
        kind,
        ErrorKind::InvalidSubcommand
            | ErrorKind::UnknownArgument
            | ErrorKind::MissingSubcommand
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    let names_command = Arguments::command()
        .get_subcommands()
        .any(|command| given.iter().any(|argument| argument == command.get_name()));
    if !is_possible || names_command {
        return None;
    }
    let operand = given
        .iter()
        .find(|argument| !argument.as_encoded_bytes().starts_with(b"-"));
    let is_plausible = match operand {
        Some(operand) => {
            if is_url(operand) && !Path::new(operand).exists() {
                return Some(format!("linkspan format {}", quoted(operand)));
            }
            looks_like_path(operand)
        }
        None => !given.is_empty() || !io::stdin().is_terminal(),
    };
    let command = [OsStr::new("linkspan"), OsStr::new("find")];
    let command = command
        .into_iter()
        .chain(given.iter().map(OsString::as_os_str));
    let is_valid = || Arguments::try_parse_from(command.clone()).is_ok();
    let quoted = || command.clone().map(quoted).collect::<Vec<_>>().join(" ");
    (is_plausible && is_valid()).then(quoted)
}

fn looks_like_path(operand: &OsStr) -> bool {
    let bytes = operand.as_encoded_bytes();
    Path::new(operand).exists() || bytes.contains(&b'/') || bytes.contains(&b'.')
}

/// Whether all of a text is a link with a scheme.
fn is_url(operand: &OsStr) -> bool {
    let Some(text) = operand.to_str() else {
        return false;
    };
    let link = Finder::new()
        .find(text)
        .map(|link| (link.as_str(), link.scheme().is_some()));
    link == Some((text, true))
}

fn add_suggestion(error: clap::Error, command: &str) -> clap::Error {
    let mut tip = StyledStr::new();
    tip.push_str("did you mean this? ");
    tip.push_str(command);
    let mut error = if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        clap::Error::new(ErrorKind::MissingSubcommand).with_cmd(&Arguments::command())
    } else {
        error
    };
    // These would name commands and options that are similar to the argument.
    for kind in [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg] {
        error.remove(kind);
    }
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    error
}

/// An argument as it is typed in a shell.
fn quoted(argument: impl AsRef<OsStr>) -> String {
    let text = argument.as_ref().to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:@%+=,".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.into_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
