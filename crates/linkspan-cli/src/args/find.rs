//! The arguments of `linkspan find`.

use clap::{Args, ValueEnum};

use super::SearchArguments;

/// Find the links in files, directories or standard input
///
/// Prints one link per line, in the order of the input. With several files, each line starts with
/// the path, line number and column (in bytes, from 1).
///
/// Text, source code, logs, Markdown, HTML, JSON, CSV and mail are recognised and read as such, by the
/// name of the file or by the start of the input.
///
/// The exit status is 0 if a link was found, 1 if no link was found, and 2 if an error occurred, even
/// if links were found elsewhere.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:
  linkspan find notes.txt            the links in a file
  linkspan find -c docs              the number of links in each file of a directory
  linkspan find --only emails -u .   every email address, once
  tail -f log | linkspan find        links as they are written",
    after_long_help = "Examples:
  linkspan find notes.txt
      The links in a file.
  linkspan find docs src
      The links in all files of two directories, except ignored files.
  linkspan find -c docs
      The number of links in each file.
  linkspan find --only emails --unique .
      Every email address, once.
  linkspan find --json mail.txt | jq -r .href
      The addresses that the links lead to, taken from the JSON output.
  linkspan find --href -0 urls.txt | xargs -0 -n1 curl -sI
      The same addresses, separated by NUL for other programs.
  make 2>&1 | linkspan find --profile terminal
      Links in the output of a program, including those to localhost.
  linkspan find --in text --profile uts58 page.html
      Links in a file as if it were plain text, by the letter of the standard."
)]
pub(crate) struct FindArguments {
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent command-line flag"
)]
pub(crate) struct OutputArguments {
    /// Print one JSON object per link
    #[arg(
        long,
        conflicts_with_all = ["count", "null", "href", "display", "with_filename", "no_filename", "line_number"],
        long_help = "Print one JSON object per link, each on its own line:\n\n\
            {\"path\":\"a.txt\",\"line\":1,\"start\":4,\"end\":15,\"kind\":\"url\",\
            \"text\":\"example.com\",\"href\":\"https://example.com\"}\n\n\
            'path' is null for standard input. 'line' counts from 1. 'start' and 'end' are byte \
            offsets in the input, or in the line with --lines; 'end' is exclusive. 'kind' is url or \
            email. 'text' is the link as written, with the escapes of its format decoded. 'href' is the address that it leads to, in ASCII."
    )]
    pub(crate) json: bool,

    /// Treat each line as a separate plain text: offsets in --json count from the start of the line
    #[arg(long)]
    pub(crate) lines: bool,

    /// Print the number of links in each file
    #[arg(
        short,
        long,
        conflicts_with_all = ["null", "href", "display", "line_number"],
        long_help = "Print the number of links in each file, after its path if there are several \
            files. With several files, files without links are omitted."
    )]
    pub(crate) count: bool,

    /// Print only links of this kind
    #[arg(long, value_name = "KIND")]
    pub(crate) only: Option<Only>,

    /// Print each link once, where it first occurs
    #[arg(
        short,
        long,
        long_help = "Print each link once, where it first occurs. With --href or --display, links \
            are compared in that form. All printed links are kept in memory."
    )]
    pub(crate) unique: bool,

    /// End each link with NUL instead of a newline
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Print the address that the link leads to, in ASCII
    #[arg(long, conflicts_with = "display")]
    pub(crate) href: bool,

    /// Print the link in its readable form: Unicode host, no needless escapes
    #[arg(long)]
    pub(crate) display: bool,

    /// Print path, line and column before each link, even for a single file
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(crate) with_filename: bool,

    /// Print only the link, even for several files
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub(crate) no_filename: bool,

    /// Print line and column before each link
    #[arg(short = 'n', long)]
    pub(crate) line_number: bool,

    /// Print nothing; the exit status says whether a link was found
    #[arg(short, long, conflicts_with_all = ["json", "count"])]
    pub(crate) quiet: bool,
}

impl OutputArguments {
    /// The form in which links are printed.
    pub(crate) fn form(&self) -> LinkForm {
        if self.href {
            LinkForm::Href
        } else if self.display {
            LinkForm::Display
        } else {
            LinkForm::Written
        }
    }

    /// Whether the path is printed before a link or count.
    pub(crate) fn shows_path(&self, many_inputs: bool) -> bool {
        (many_inputs || self.with_filename) && !self.no_filename
    }
}

/// The form in which a link is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkForm {
    Written,
    Href,
    Display,
}

/// The kinds of links to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Only {
    /// URLs, with or without a scheme
    Urls,
    /// Email addresses
    Emails,
}
