//! The arguments of `linkspan check`.

use clap::Args;
use clap::builder::TypedValueParser;
use linkspan::assess::Level;

use super::{SearchArguments, choice};

/// Report links that may deceive their readers
///
/// For each link with findings, prints its location and the link with invisible characters made
/// visible. One line per finding follows, with its level, code and message. Links that the finder
/// rejects because of a finding are reported, too. docs/safety.md lists all findings and what to do
/// about them.
///
/// The exit status is 0 if there are no findings, 1 if there are findings, and 2 if an error occurred,
/// even if there are findings elsewhere.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  linkspan check docs                      suspicious links in a directory
  linkspan check --level warn mail.txt     without findings that ordinary links have, too
  linkspan check --sarif . > links.sarif   a log for code hosting sites")]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) output: CheckOutput,
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
            characters. The levels info, warn and danger become note, warning and error."
    )]
    pub(crate) sarif: bool,

    /// Treat each line as a separate plain text: offsets in --json count from the start of the line
    #[arg(long)]
    pub(crate) lines: bool,

    /// Print links without findings, too
    #[arg(long, conflicts_with = "sarif")]
    pub(crate) all: bool,

    /// Report only findings of this level or higher
    #[arg(long, value_name = "LEVEL", default_value = "info", value_parser = level())]
    pub(crate) level: Level,

    /// Print nothing; the exit status says whether there are findings
    #[arg(short, long, conflicts_with_all = ["json", "sarif", "all"])]
    pub(crate) quiet: bool,
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
