//! The command-line arguments. Help, man page and completions are generated from these types.

mod check;
mod explain;
mod filter;
mod find;
mod finder;
mod format;
mod idn_tables;
mod input;
mod linkify;
mod lsp;
mod names;
mod search;
mod suffixes;
mod suggest;

use std::sync::LazyLock;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use linkspan::data::unicode_data;
use linkspan::suffix::SuffixList;

pub(crate) use check::{CheckArguments, CheckExceptions, CheckOutput};
pub(crate) use explain::ExplainArguments;
pub(crate) use filter::{FilterArguments, Kind};
pub(crate) use find::{FindArguments, LinkForm, OutputArguments, Part};
pub(crate) use finder::{FinderArguments, ListArguments};
pub(crate) use format::FormatArguments;
pub(crate) use idn_tables::IdnTableArguments;
pub(crate) use input::InputArguments;
pub(crate) use linkify::{InputFormat, LinkifyArguments, OutputFormat};
pub(crate) use lsp::LspArguments;
pub(crate) use names::NamesArguments;
pub(crate) use search::{FileArguments, ProfileRuleArguments, SearchArguments, SortKey};
pub(crate) use suffixes::SuffixArguments;
pub(crate) use suggest::parse;

/// The version of the program and of its data, in one line.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    format!(
        "{} (Unicode {}, top-level domains of {})",
        env!("CARGO_PKG_VERSION"),
        dotted(linkspan::uts58::UNICODE_VERSION),
        SuffixList::embedded_date(),
    )
});

/// The same, and the version of each source of data.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let row = |source: &str, version: &str, contents: &str| {
        format!("\n  {source:<21}  {version:<10}  {contents}")
    };
    let unicode = unicode_data()
        .into_iter()
        .map(|data| row(data.package, &dotted(data.version), data.contents))
        .collect::<String>();
    let date = SuffixList::embedded_date();
    let suffixes = row("suffix list", date, "top-level domains, public suffixes");
    format!("{}\n\nData:{unicode}{suffixes}", *VERSION)
});

fn dotted((major, minor, update): (u8, u8, u8)) -> String {
    format!("{major}.{minor}.{update}")
}

/// Finds links in text of every writing system, and makes URLs readable.
///
/// Links are detected as specified by UTS #58, Unicode Link Detection and Formatting: in every
/// script, with or without a scheme, including email addresses, and without the punctuation around
/// them.
#[derive(Debug, Parser)]
#[command(
    name = "linkspan",
    version = VERSION.as_str(),
    long_version = LONG_VERSION.as_str(),
    // 'help' is rewritten to '--help' before parsing.
    disable_help_subcommand = true,
    // The last one wins, so that an alias can set a default.
    args_override_self = true,
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

    /// Do not read linkspan.toml
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        long_help = "Do not read linkspan.toml, the file with defaults for options. Without this \
            option, it is looked for in the working directory and the directories above it."
    )]
    pub(crate) no_config: bool,

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
    /// Print the configuration, and where it comes from
    ///
    /// The file linkspan.toml has defaults for options. It is looked for in the working directory and
    /// the directories above it, and the first one is read. The section CONFIGURATION of the manual
    /// describes its keys.
    Config,
    Lsp(LspArguments),
    /// Print the man page
    #[command(
        after_help = "Example:\n  mkdir -p ~/.local/share/man/man1\n  linkspan man > ~/.local/share/man/man1/linkspan.1"
    )]
    Man,
    /// Print shell completions
    #[command(
        after_help = "Example:\n  mkdir -p ~/.zfunc\n  linkspan completions zsh > ~/.zfunc/_linkspan"
    )]
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
