//! Parses the command line, and suggests a command where none is given.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal as _};
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser as _};
use linkspan::Finder;

use super::Arguments;

/// Parses the arguments of the process. Ends the process if they are invalid or ask for help.
pub(crate) fn parse() -> Arguments {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    parse_from(&arguments).unwrap_or_else(|error| error.exit())
}

fn parse_from(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
    if let [program, first, rest @ ..] = arguments
        && first == "help"
    {
        // 'linkspan help find' is 'linkspan find --help'.
        let help = OsString::from("--help");
        let arguments = [program].into_iter().chain(rest).chain([&help]);
        return Arguments::try_parse_from(arguments);
    }
    let (_, given) = arguments.split_first().unwrap_or((&OsString::new(), &[]));
    Arguments::try_parse_from(arguments).map_err(|error| match suggestion(given, error.kind()) {
        Some(command) => with_suggestion(error, &command),
        None => error,
    })
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

fn with_suggestion(error: clap::Error, command: &str) -> clap::Error {
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
