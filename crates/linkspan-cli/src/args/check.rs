//! The arguments of `check`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use linkspan::Level;

use super::find::FileArguments;
use super::finder::FinderArguments;
use super::reading::ReadingArguments;

/// Report links that may deceive their readers
///
/// For each link with findings: where it is, the link with invisible characters named, and one line a finding with its
/// level, its code and a sentence. What is refused as a link because of a finding is reported, too.
/// docs/safety.md lists the findings and what to do about them.
///
/// The exit status is 0 if nothing was found, 1 if something was, and 2 if anything could not be read,
/// whether or not something was found elsewhere.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  linkspan check docs                      risky links in a folder
  linkspan check --level warn mail.txt     without what honest links have, too
  linkspan check --sarif . > links.sarif   for the pages of code hosts")]
pub(crate) struct CheckArguments {
    /// Files and folders; '-' or nothing stands for standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) output: CheckOutput,
    #[command(flatten)]
    pub(crate) finder: FinderArguments,
    #[command(flatten)]
    pub(crate) files: FileArguments,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag that is there or not"
)]
pub(crate) struct CheckOutput {
    /// Write one JSON object a link
    #[arg(
        long,
        conflicts_with = "sarif",
        long_help = "Write one JSON object a link, each on a line of its own: the fields of \
            'find --json', then \"linked\" (false if it was refused as a link because of a finding) and \
            \"findings\", a list of objects with \"code\", \"level\" (info, warn or danger), \"start\" and \
            \"end\" (bytes, counted as those of the link) and \"message\"."
    )]
    pub(crate) json: bool,

    /// Write a SARIF log, which code hosts show beside the text
    #[arg(
        long,
        long_help = "Write a SARIF 2.1.0 log, which code hosts show beside the text. Columns count \
            characters; the levels are note, warning and error."
    )]
    pub(crate) sarif: bool,

    /// Take each line as a text of its own: offsets of --json count from its start
    #[arg(long)]
    pub(crate) lines: bool,

    /// Write links without findings, too
    #[arg(long, conflicts_with = "sarif")]
    pub(crate) all: bool,

    /// The lightest findings to report
    #[arg(long, value_name = "LEVEL", default_value = "info", value_parser = level())]
    pub(crate) level: Level,

    /// Write nothing; the exit status tells whether something was found
    #[arg(short, long, conflicts_with_all = ["json", "sarif", "all"])]
    pub(crate) quiet: bool,
}

fn level() -> impl TypedValueParser<Value = Level> {
    let values = Level::all().map(|level| {
        PossibleValue::new(level.name()).help(match level {
            Level::Info => "good to know; honest links have it, too",
            Level::Warn => "unusual",
            Level::Danger => "honest links hardly ever have it",
        })
    });
    PossibleValuesParser::new(values).try_map(|given| {
        let chosen = Level::all().find(|level| level.name() == given);
        chosen.ok_or("no such level")
    })
}
