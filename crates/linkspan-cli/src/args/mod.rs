//! The command-line arguments. Help, man page and completions are generated from these types.

mod check;
mod explain;
mod find;
mod finder;
mod format;
mod input;
mod linkify;
mod search;

use std::sync::LazyLock;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use check::{CheckArguments, CheckOutput};
pub(crate) use explain::ExplainArguments;
pub(crate) use find::{FindArguments, LinkForm, Only, OutputArguments};
pub(crate) use finder::FinderArguments;
pub(crate) use format::FormatArguments;
pub(crate) use input::InputArguments;
pub(crate) use linkify::{InputFormat, LinkifyArguments, OutputFormat};
pub(crate) use search::{FileArguments, SearchArguments};

/// The version of the program and of its data.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let (major, minor, update) = linkspan::uts58::UNICODE_VERSION;
    format!(
        "{} (Unicode {major}.{minor}.{update}, top-level domains of {})",
        env!("CARGO_PKG_VERSION"),
        linkspan::suffix::SuffixList::embedded_date(),
    )
});

/// Finds links in text of every writing system, and makes URLs readable.
///
/// Links are detected as specified by UTS #58, Unicode Link Detection and Formatting: in every
/// script, with or without a scheme, including email addresses, and without the punctuation around
/// them.
#[derive(Debug, Parser)]
#[command(
    name = "linkspan",
    version = VERSION.as_str(),
    disable_help_subcommand = true,
    after_help = "Examples:
  linkspan find notes.txt            the links in a file
  curl -sL URL | linkspan find       the links in a page
  linkspan format URL                a URL in readable form

'linkspan COMMAND --help' describes a command and its options.",
)]
pub(crate) struct Arguments {
    /// When to use colours and clickable links
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: When,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Find(FindArguments),
    Check(CheckArguments),
    Linkify(LinkifyArguments),
    Format(FormatArguments),
    Explain(ExplainArguments),
    /// Print the man page
    #[command(after_help = "Example:\n  linkspan man > ~/.local/share/man/man1/linkspan.1")]
    Man,
    /// Print shell completions
    #[command(after_help = "Example:\n  linkspan completions zsh > ~/.zfunc/_linkspan")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// When to use a feature that depends on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// If the output is a terminal that supports them and `NO_COLOR` is not set
    #[value(help = "If the output is a terminal that supports them and NO_COLOR is not set")]
    Auto,
    /// Even if the output is not a terminal
    Always,
    /// Never
    Never,
}

/// A parser for a fixed set of values, each with its name and help text.
fn choice<T>(
    choices: impl IntoIterator<Item = (&'static str, &'static str, T)>,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let choices: Vec<_> = choices.into_iter().collect();
    let names = choices
        .iter()
        .map(|&(name, help, _)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).try_map(move |given| {
        let chosen = choices.iter().find(|(name, ..)| *name == given);
        chosen.map(|&(.., value)| value).ok_or("unknown value")
    })
}
