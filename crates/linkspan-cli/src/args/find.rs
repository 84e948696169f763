//! The arguments of `find`.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};

use super::finder::FinderArguments;
use super::reading::ReadingArguments;

/// Find the links in files, folders or standard input
///
/// One link is written a line, in the order of the input. If there are several files, path, line
/// and column (in bytes, from 1) stand in front.
///
/// The exit status is 0 if a link was found, 1 if there is none, and 2 if anything could not be
/// read, whether or not links were found elsewhere.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:
  linkspan find notes.txt            the links of a file
  linkspan find -c docs              how many links each file of a folder has
  linkspan find --only emails -u .   every email address, once
  tail -f log | linkspan find        links as they come",
    after_long_help = "Examples:
  linkspan find notes.txt
      The links of a file.
  linkspan find docs src
      The links of all files in two folders that no ignore file excludes.
  linkspan find -c docs
      How many links each file has.
  linkspan find --only emails --unique .
      Every email address, once.
  linkspan find --json mail.txt | jq -r .href
      The addresses to go to, by way of JSON.
  linkspan find --href -0 urls.txt | xargs -0 -n1 curl -sI
      The same, in a form that other programs take.
  linkspan find --profile terminal build.log
      Links to localhost as well."
)]
pub(crate) struct FindArguments {
    /// Files and folders; '-' or nothing stands for standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
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
pub(crate) struct OutputArguments {
    /// Write one JSON object a link
    #[arg(
        long,
        conflicts_with_all = ["count", "null", "href", "display", "with_filename", "no_filename", "line_number"],
        long_help = "Write one JSON object a link, each on a line of its own:\n\n\
            {\"path\":\"a.txt\",\"line\":1,\"start\":4,\"end\":15,\"kind\":\"url\",\
            \"text\":\"example.com\",\"href\":\"https://example.com\"}\n\n\
            'path' is null for standard input. 'line' counts from 1. 'start' and 'end' are byte \
            offsets into the whole input, the end exclusive; with --lines, into the line. 'kind' \
            is url or email. 'text' is the link as written, in Unicode; 'href' is the address to \
            go to, in ASCII."
    )]
    pub(crate) json: bool,

    /// Take each line as a text of its own: offsets of --json count from its start
    #[arg(long)]
    pub(crate) lines: bool,

    /// Write how many links each file has
    #[arg(
        short,
        long,
        conflicts_with_all = ["null", "href", "display", "line_number"],
        long_help = "Write how many links each file has, with its path in front if there are \
            several files. Files without any are left out, unless it is the only one."
    )]
    pub(crate) count: bool,

    /// Write only links of this kind
    #[arg(long, value_name = "KIND")]
    pub(crate) only: Option<Only>,

    /// Write each link only once, where it is first
    #[arg(
        short,
        long,
        long_help = "Write each link only once, where it is first. With --href or --display, links \
            are the same if they come out the same. All links that were written are kept in \
            memory."
    )]
    pub(crate) unique: bool,

    /// End each link with NUL instead of a new line
    #[arg(short = '0', long)]
    pub(crate) null: bool,

    /// Write the address to go to, in ASCII, instead of the link as written
    #[arg(long, conflicts_with = "display")]
    pub(crate) href: bool,

    /// Write the link as people best read it, instead of as written
    #[arg(long)]
    pub(crate) display: bool,

    /// Write path, line and column in front, even if there is only one file
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub(crate) with_filename: bool,

    /// Write nothing in front, even if there are several files
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub(crate) no_filename: bool,

    /// Write line and column in front
    #[arg(short = 'n', long)]
    pub(crate) line_number: bool,

    /// Write nothing; the exit status tells whether there is a link
    #[arg(short, long, conflicts_with_all = ["json", "count"])]
    pub(crate) quiet: bool,
}

impl OutputArguments {
    /// The form in which links are written.
    pub(crate) fn form(&self) -> Form {
        if self.href {
            Form::Href
        } else if self.display {
            Form::Display
        } else {
            Form::Written
        }
    }
}

/// The form in which a link is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Written,
    Href,
    Display,
}

/// Kinds of links to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Only {
    /// Pages and other resources
    Urls,
    /// Mailboxes
    Emails,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Which files")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag that is there or not"
)]
pub(crate) struct FileArguments {
    /// Search hidden files and folders, too
    #[arg(short = '.', long)]
    pub(crate) hidden: bool,

    /// Search what ignore files exclude, too
    #[arg(
        long,
        long_help = "Search what ignore files exclude, too: .gitignore, .ignore and their kin. \
            Files that are given by name are always searched."
    )]
    pub(crate) no_ignore: bool,

    /// Search binary files in folders, too
    #[arg(
        short = 'a',
        long,
        long_help = "Search binary files in folders, too: those with a NUL byte among the first \
            8 KiB. Files that are given by name are always searched."
    )]
    pub(crate) text: bool,

    /// Only files that match, or with '!' do not
    #[arg(
        short,
        long,
        value_name = "GLOB",
        long_help = "Only files that match this glob, or with '!' in front do not, as in \
            .gitignore. May be given several times; the last one that matches counts."
    )]
    pub(crate) glob: Vec<String>,

    /// Follow symbolic links in folders
    #[arg(short = 'L', long)]
    pub(crate) follow: bool,

    /// How many threads to search with
    #[arg(
        short = 'j',
        long,
        value_name = "NUMBER",
        hide_short_help = true,
        long_help = "How many threads to search with. Without it, as many as the machine can run. \
            They share the files, and the pieces of large ones. The output is the same either way, \
            and in the order of the input."
    )]
    threads: Option<NonZero<usize>>,
}

impl FileArguments {
    /// How many threads to search with.
    pub(crate) fn threads(&self) -> usize {
        // More than these wait for the disk, or for each other.
        const MOST: usize = 12;
        let machine = || thread::available_parallelism().map_or(1, |count| count.get().min(MOST));
        self.threads.map_or_else(machine, NonZero::get)
    }
}
