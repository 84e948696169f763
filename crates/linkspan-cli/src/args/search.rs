//! Arguments shared by the commands that search files: `find` and `check`.

use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};
use linkspan::Profile;

use super::{FilterArguments, FinderArguments, InputArguments};
use crate::read::Format;

#[derive(Args, Debug)]
pub(crate) struct SearchArguments {
    /// Files and directories; '-' or no path reads standard input
    // The heading is reset: it would be that of the arguments declared before these.
    #[arg(value_name = "PATH", help_heading = None::<&'static str>)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) filter: FilterArguments,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) finder: FinderArguments,
    #[command(flatten)]
    pub(crate) files: FileArguments,
    #[command(flatten)]
    pub(crate) input: InputArguments,
}

/// The profiles of files.
#[derive(Args, Debug)]
pub(crate) struct ProfileRuleArguments {
    /// Use a profile for files that match a glob, such as 'terminal=*.log'
    #[arg(
        long,
        value_name = "PROFILE=GLOB",
        hide_short_help = true,
        value_parser = profile_rule,
        long_help = "Use a profile for files that match a glob, such as 'terminal=*.log'. A glob \
            with a slash is relative to the working directory; '*' also matches standard input. Can \
            be given several times; the last glob that matches decides. --profile takes precedence."
    )]
    pub(crate) profile_for: Vec<(Profile, String)>,
}

/// How inputs are read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArguments {
    /// The format of the input
    #[arg(
        long = "in",
        value_name = "FORMAT",
        long_help = "The format of the input. By default, it is chosen by the name of the file, and \
            for standard input and other names by the first block. The section READING of the manual \
            has the table. With --lines, the default is text."
    )]
    pub(crate) format: Option<Format>,

    #[command(flatten)]
    pub(crate) profile_rules: ProfileRuleArguments,

    /// Search compressed inputs: gzip, xz, zstd and bzip2
    #[arg(
        short = 'z',
        long,
        long_help = "Decompress inputs that are compressed with gzip, xz, zstd or bzip2, also \
            standard input and files in directories. They are recognised by their first bytes. \
            Offsets, lines and columns are those of the decompressed data."
    )]
    pub(crate) search_zip: bool,

    /// Say on standard error how each input is read
    #[arg(
        short,
        long,
        hide_short_help = true,
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
        hide_short_help = true,
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

    /// Search only files of this type in directories, such as 'rust' or 'md'
    #[arg(
        short = 't',
        long = "type",
        value_name = "TYPE",
        value_delimiter = ',',
        hide_short_help = true,
        long_help = "Search only files of this type in directories, such as 'rust' or 'md'. \
            --type-list prints all types. Can be given several times, or as a list with commas."
    )]
    pub(crate) types: Vec<String>,

    /// Do not search files of this type in directories
    #[arg(
        short = 'T',
        long = "type-not",
        value_name = "TYPE",
        value_delimiter = ',',
        hide_short_help = true
    )]
    pub(crate) types_not: Vec<String>,

    /// Print all types of files, and exit
    #[arg(long, hide_short_help = true)]
    pub(crate) type_list: bool,

    /// How many levels of directories to search; 1 is the files in the directory itself
    #[arg(short = 'd', long, value_name = "NUMBER", hide_short_help = true)]
    pub(crate) max_depth: Option<usize>,

    /// Do not search this path or paths that match this glob, even if named
    #[arg(
        long,
        value_name = "PATH",
        hide_short_help = true,
        long_help = "Do not search this path, and what is in it. A glob excludes all paths that \
            match. A name without a slash excludes every file and directory of that name; a path \
            with a slash is relative to the working directory. Unlike --glob, this applies to paths \
            on the command line and in --files-from, too. Can be given several times."
    )]
    pub(crate) exclude_path: Vec<String>,

    /// Search the files that this file lists; '-' reads the list from standard input
    #[arg(
        long,
        value_name = "FILE",
        hide_short_help = true,
        long_help = "Search the files and directories that this file lists, one per line, after \
            those on the command line. '-' reads the list from standard input. If the list contains \
            a NUL, its entries end with NUL instead, as those of 'find -print0' and 'fd -0' do."
    )]
    pub(crate) files_from: Option<PathBuf>,

    /// Search all files in this order
    #[arg(
        long,
        value_name = "KEY",
        hide_short_help = true,
        overrides_with = "sortr",
        long_help = "Search all files in this order, smallest or oldest first. By default, paths are \
            searched in the order of the command line, and the files in a directory by name. All \
            file names are kept in memory."
    )]
    pub(crate) sort: Option<SortKey>,

    /// Search all files in the reverse of this order
    #[arg(
        long,
        value_name = "KEY",
        hide_short_help = true,
        overrides_with = "sort"
    )]
    pub(crate) sortr: Option<SortKey>,

    /// Follow symbolic links in directories
    #[arg(short = 'L', long, hide_short_help = true)]
    pub(crate) follow: bool,

    /// The number of threads
    #[arg(
        short = 'j',
        long,
        value_name = "NUMBER",
        hide_short_help = true,
        long_help = "The number of threads. By default, and with 0, one per available core, at most 12. The \
            output does not depend on it and is always in the order of the input."
    )]
    threads: Option<usize>,
}

fn profile_rule(rule: &str) -> Result<(Profile, String), String> {
    let (profile, glob) = rule
        .split_once('=')
        .ok_or("expected a profile, '=' and a glob")?;
    let names: Vec<&str> = Profile::ALL
        .iter()
        .map(|profile| profile.as_str())
        .collect();
    let found = Profile::ALL.iter().find(|known| known.as_str() == profile);
    let profile =
        found.ok_or_else(|| format!("expected one of the profiles {}", names.join(", ")))?;
    Ok((*profile, String::from(glob)))
}

/// What files are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SortKey {
    /// The path
    Path,
    /// The time of the last change
    Modified,
    /// The time of the last access
    Accessed,
    /// The time of creation
    Created,
    /// The size
    Size,
}

impl FileArguments {
    /// The number of threads to search with.
    pub(crate) fn threads(&self) -> usize {
        // More threads would wait for the disk or for each other.
        const MAX_DEFAULT: usize = 12;
        let default =
            || thread::available_parallelism().map_or(1, |count| count.get().min(MAX_DEFAULT));
        let given = self.threads.filter(|&threads| threads > 0);
        given.unwrap_or_else(default)
    }
}
