//! Arguments shared by the commands that search files: `find` and `check`.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::Args;

use super::{FinderArguments, InputArguments};
use crate::read::Format;

#[derive(Args, Debug)]
pub(crate) struct SearchArguments {
    /// Files and directories; '-' or no path reads standard input
    // The heading is reset: it would be that of the arguments declared before these.
    #[arg(value_name = "PATH", help_heading = None::<&'static str>)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) finder: FinderArguments,
    #[command(flatten)]
    pub(crate) files: FileArguments,
    #[command(flatten)]
    pub(crate) input: InputArguments,
}

/// How inputs are read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArguments {
    /// The format of the input, instead of the one that its name or its start suggests
    #[arg(
        long = "in",
        value_name = "FORMAT",
        long_help = "The format of the input. By default, it is chosen by the name of the file, and \
            for standard input and other names by the first block. The section READING of the manual \
            has the table. With --lines, the default is text."
    )]
    pub(crate) format: Option<Format>,

    /// Say on standard error how each input is read
    #[arg(
        short,
        long,
        long_help = "Say on standard error how each input is read: in which format, and with which \
            profile."
    )]
    pub(crate) verbose: bool,
}

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "File selection")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent command-line flag"
)]
pub(crate) struct FileArguments {
    /// Search hidden files and directories, too
    #[arg(short = '.', long)]
    pub(crate) hidden: bool,

    /// Search files that ignore files exclude, too
    #[arg(
        long,
        long_help = "Search files that .gitignore, .ignore and other ignore files exclude, too. \
            Files named on the command line are always searched."
    )]
    pub(crate) no_ignore: bool,

    /// Search binary files in directories, too
    #[arg(
        short = 'a',
        long,
        long_help = "Search binary files in directories, too. A file is binary if there is a NUL \
            byte in its first 8 KiB. Files named on the command line are always searched."
    )]
    pub(crate) text: bool,

    /// Search only files that match, or with '!' do not match
    #[arg(
        short,
        long,
        value_name = "GLOB",
        long_help = "Search only files that match this glob, or with a '!' in front, files that do \
            not match. The syntax is that of .gitignore. Can be given several times; the last glob \
            that matches decides."
    )]
    pub(crate) glob: Vec<String>,

    /// Follow symbolic links in directories
    #[arg(short = 'L', long)]
    pub(crate) follow: bool,

    /// The number of threads
    #[arg(
        short = 'j',
        long,
        value_name = "NUMBER",
        hide_short_help = true,
        long_help = "The number of threads. By default, one per available core, at most 12. The \
            output does not depend on it and is always in the order of the input."
    )]
    threads: Option<NonZero<usize>>,
}

impl FileArguments {
    /// The number of threads to search with.
    pub(crate) fn threads(&self) -> usize {
        // More threads would wait for the disk or for each other.
        const MAX_DEFAULT: usize = 12;
        let default =
            || thread::available_parallelism().map_or(1, |count| count.get().min(MAX_DEFAULT));
        self.threads.map_or_else(default, NonZero::get)
    }
}
