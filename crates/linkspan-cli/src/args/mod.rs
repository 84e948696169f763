//! What the program can be told. Help, man page and completions all follow from here.

mod check;
mod explain;
mod find;
mod finder;
mod linkify;
mod reading;

use std::sync::LazyLock;

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

pub(crate) use check::{CheckArguments, CheckOutput};
pub(crate) use explain::ExplainArguments;
pub(crate) use find::{FileArguments, FindArguments, Form, Only, OutputArguments};
pub(crate) use finder::FinderArguments;
pub(crate) use linkify::{Format, LinkifyArguments, Markup};
pub(crate) use reading::ReadingArguments;

/// The version of the program and of the data in it.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let (major, minor, update) = linkspan::UNICODE_VERSION;
    format!(
        "{} (Unicode {major}.{minor}.{update}, top-level domains of {})",
        env!("CARGO_PKG_VERSION"),
        linkspan::SuffixList::embedded_date(),
    )
});

/// Finds links in text of every writing system, and writes URLs so that people can read them.
///
/// Links are found as UTS #58, Unicode Link Detection and Formatting, has it: in every script, with
/// or without a scheme, email addresses too, and without the punctuation around them.
#[derive(Debug, Parser)]
#[command(
    name = "linkspan",
    version = VERSION.as_str(),
    disable_help_subcommand = true,
    after_help = "Examples:
  linkspan find notes.txt            the links of a file
  curl -sL URL | linkspan find       the links of a page
  linkspan format URL                a URL as people read it

'linkspan COMMAND --help' tells more about a command.",
)]
pub(crate) struct Arguments {
    /// When to use colours.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help = "When to use colours, and links that can be clicked"
    )]
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
    /// Print completions for a shell
    #[command(after_help = "Example:\n  linkspan completions zsh > ~/.zfunc/_linkspan")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Write URLs as people best read them
///
/// The host is shown in Unicode, and nothing is escaped that need not be. The result still works,
/// and is found whole when it stands in a text. One line comes out for each URL that goes in.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  linkspan format https://el.wikipedia.org/wiki/%CE%91%CE%B8%CE%AE%CE%BD%CE%B1
  linkspan format --ascii https://bücher.example/größe
  linkspan format < urls.txt")]
pub(crate) struct FormatArguments {
    /// Write the form that goes over the wire instead: all in ASCII
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Write a form that can be shown to anyone instead
    #[arg(
        long,
        conflicts_with = "ascii",
        long_help = "Write a form that can be shown to anyone instead: without user names, with labels that \
            may deceive in Punycode and other such characters escaped. If it holds right-to-left text, it stands \
            in isolates (U+2068, U+2069). It is for the eyes only; --ascii gives the address to go to."
    )]
    pub(crate) safe: bool,

    /// The most characters of the safe form; the registrable domain is never cut
    #[arg(long, value_name = "CHARACTERS", requires = "safe")]
    pub(crate) limit: Option<usize>,

    /// The URLs; without any, they are read from standard input, one a line
    #[arg(
        value_name = "URL",
        long_help = "The URLs; without any, they are read from standard input, one a line.\n\n\
            What is no URL is reported with its number, written unchanged, and makes the exit \
            status 2."
    )]
    pub(crate) urls: Vec<std::ffi::OsString>,
}

/// When to do something that depends on where output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// If the output goes to a terminal that has them, and `NO_COLOR` is not set
    #[value(help = "If the output goes to a terminal that has them, and NO_COLOR is not set")]
    Auto,
    /// Even if it does not
    Always,
    /// Not at all
    Never,
}
