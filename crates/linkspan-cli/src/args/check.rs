//! The arguments of `linkspan check`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use linkspan::assess::{Code, Level};

use super::{SearchArguments, choice};

/// Report links that may deceive their readers
///
/// For each link with findings, prints its location and the link with invisible characters made
/// visible. One line per finding follows, with its level, code and message. Links that the finder
/// rejects because of a finding are reported, too. In HTML, Markdown and mail, links whose text shows
/// another host than that of their target are reported at their text. docs/safety.md lists all
/// findings and what to do about them.
///
/// The exit status is 0 if no finding of level warn or danger is reported, 1 if there are such
/// findings, and 2 if an error occurred, even if there are findings elsewhere.
///
/// A comment 'linkspan: allow CODE, CODE' in any syntax allows findings on its line. If nothing else
/// is on that line, it allows them on the next line, too. Text after the codes is the reason.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  linkspan check docs                      suspicious links in a directory
  linkspan check --level info mail.txt     with findings that ordinary links have, too
  linkspan check --sarif . > links.sarif   a log for code hosting sites
  linkspan check --write-baseline .links . accept all findings that there are
  linkspan check --baseline .links .       report only other findings")]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) output: CheckOutput,
    #[command(flatten)]
    pub(crate) exceptions: CheckExceptions,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent command-line flag"
)]
pub(crate) struct CheckOutput {
    /// Print one JSON object per link
    #[arg(
        long,
        conflicts_with = "sarif",
        long_help = "Print one JSON object per link, each on its own line. It has the fields of \
            'find --json', then \"linked\" and \"findings\". \"linked\" is false if the link was \
            rejected because of a finding. \"findings\" is a list of objects with \"code\", \
            \"level\" (info, warn or danger), \"start\" and \"end\" (byte offsets like those of the \
            link) and \"message\"."
    )]
    pub(crate) json: bool,

    /// Print a SARIF log, which code hosting sites can import
    #[arg(
        long,
        long_help = "Print a SARIF 2.1.0 log, which code hosting sites can import. Columns count \
            characters. The levels info, warn and danger become note, warning and error. Relative \
            paths are relative to SRCROOT, the current directory."
    )]
    pub(crate) sarif: bool,

    /// Treat each line as a separate plain text
    #[arg(
        long,
        long_help = "Treat each line as a separate plain text. Offsets in --json count from the start \
            of the line."
    )]
    pub(crate) lines: bool,

    /// Print links without findings, too
    #[arg(long, conflicts_with = "sarif")]
    pub(crate) all: bool,

    /// Report only findings of this level or higher
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "warn",
        value_parser = level(),
        long_help = "Report only findings of this level or higher. Findings of level info never \
            change the exit status."
    )]
    pub(crate) level: Level,

    /// After the findings, print how many there are of each code
    #[arg(
        long,
        long_help = "After the findings, print how many there are of each code, and how many were \
            allowed. With --json or --sarif, this goes to standard error. With --quiet, it is all \
            that is printed."
    )]
    pub(crate) summary: bool,

    /// Print nothing; the exit status says whether there are findings
    #[arg(short, long, conflicts_with_all = ["json", "sarif", "all"])]
    pub(crate) quiet: bool,
}

/// Findings that are not reported.
#[derive(Args, Debug)]
#[command(next_help_heading = "Exceptions")]
pub(crate) struct CheckExceptions {
    /// Do not report findings with this code
    #[arg(
        long,
        value_name = "CODE",
        value_delimiter = ',',
        value_parser = code(),
        hide_possible_values = true,
        long_help = "Do not report findings with this code. Several codes are separated by commas, and \
            the option can be given several times."
    )]
    pub(crate) allow: Vec<Code>,

    /// Do not report the findings in this file
    #[arg(
        long,
        value_name = "FILE",
        long_help = "Do not report the findings in this file, which --write-baseline has written. \
            It has one JSON object per line, with \"path\" (relative to the folder of the file), \
            \"code\", \"link\", and \"count\" if there are several. Lines may move. Findings in the \
            file that are not there any more are named on standard error."
    )]
    pub(crate) baseline: Option<PathBuf>,

    /// Write all findings to this file instead of reporting them
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["json", "sarif", "all", "quiet", "summary", "baseline"],
        long_help = "Write all findings to this file instead of reporting them. The exit status is 0 \
            unless an error occurred; then the file is not written."
    )]
    pub(crate) write_baseline: Option<PathBuf>,
}

fn code() -> impl TypedValueParser<Value = Code> {
    choice(
        Code::ALL
            .iter()
            .copied()
            .map(|code| (code.as_str(), code.title(), code)),
    )
}

fn level() -> impl TypedValueParser<Value = Level> {
    choice(Level::ALL.iter().copied().map(|level| {
        let help = match level {
            Level::Info => "worth knowing; ordinary links have it, too",
            Level::Warn => "unusual",
            Level::Danger => "rare in ordinary links",
        };
        (level.as_str(), help, level)
    }))
}
