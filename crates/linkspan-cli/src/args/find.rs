//! The arguments of `linkspan find`.

use clap::{ArgGroup, Args, ValueEnum};

use super::SearchArguments;
use crate::find::Template;

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
  linkspan find -Iu --only email .   every email address, once
  tail -f log | linkspan find        links as they are written",
    after_long_help = "Examples:
  linkspan find notes.txt
      The links in a file.
  linkspan find docs src
      The links in all files of two directories, except ignored files.
  linkspan find -c docs
      The number of links in each file.
  linkspan find -I --unique --only email .
      Every email address, once.
  linkspan find -I --only host . | sort | uniq -c | sort -n
      How often each host is linked.
  linkspan find -q --stats .
      The same, as a chart.
  linkspan find --host example.com --template '{href}\t{path}:{line}' .
      Links to a domain, with their places.
  fd -0 -e log | linkspan find -z --files-from -
      Links in the files that another program selects, also compressed ones.
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
#[command(group = ArgGroup::new("records").multiple(true))]
#[command(group = ArgGroup::new("layout").multiple(false))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent command-line flag"
)]
pub(crate) struct OutputArguments {
    /// Print one JSON object per link
    #[arg(
        long,
        groups = ["layout", "records"],
        long_help = "Print one JSON object per link, each on its own line:\n\n\
            {\"path\":\"a.txt\",\"line\":1,\"start\":4,\"end\":15,\"kind\":\"url\",\
            \"text\":\"example.com\",\"href\":\"https://example.com\"}\n\n\
            'path' is null for standard input. 'line' counts from 1. 'start' and 'end' are byte \
            offsets in the input, or in the line with --lines; 'end' is exclusive. 'kind' is url or \
            email. 'text' is the link as written, with the escapes of its format decoded. 'href' is the address that it leads to, in ASCII."
    )]
    pub(crate) json: bool,

    /// Print the same fields as comma-separated values, after a row of names
    #[arg(long, groups = ["layout", "records"], hide_short_help = true)]
    pub(crate) csv: bool,

    /// Print the same fields separated by tabs, after a row of names
    #[arg(long, groups = ["layout", "records"], hide_short_help = true)]
    pub(crate) tsv: bool,

    /// Add further fields to --json, --csv or --tsv: column, parts, other offsets
    #[arg(
        long,
        requires = "records",
        hide_short_help = true,
        long_help = "Add the other fields of --template to --json, --csv or --tsv, in the order in \
            which they are listed there."
    )]
    pub(crate) full: bool,

    /// Treat each line as a separate plain text
    #[arg(
        long,
        long_help = "Treat each line as a separate plain text: offsets in --json count from the \
            start of the line."
    )]
    pub(crate) lines: bool,

    /// Print the number of links in each file
    #[arg(
        short,
        long,
        group = "layout",
        long_help = "Print the number of links in each file, after its path if there are several \
            files. With several files, files without links are omitted."
    )]
    pub(crate) count: bool,

    /// Print the paths of the files with links
    #[arg(short = 'l', long, group = "layout")]
    pub(crate) files_with_links: bool,

    /// Print the paths of the files without links
    #[arg(long, group = "layout", hide_short_help = true)]
    pub(crate) files_without_links: bool,

    /// Print only this part of each link
    #[arg(
        long,
        value_name = "PART",
        group = "layout",
        long_help = "Print only this part of each link, in its readable form, or in ASCII with \
            --href. Links without this part are omitted."
    )]
    pub(crate) only: Option<Part>,

    /// Print each link as this template says, such as '{host}\t{href}'
    #[arg(
        long,
        value_name = "TEXT",
        group = "layout",
        value_parser = template,
        long_help = "Print each link as this template says, such as '{host}\\t{href}'. The fields are \
            path, line, start, end, kind, text and href as in --json; column (in bytes, from 1); \
            start_utf16, end_utf16, start_chars and end_chars (offsets in UTF-16 units and code \
            points); display (the readable form); scheme (of href); host and domain (in readable \
            form; the domain is the registrable one); host_ascii and domain_ascii; port, url_path, \
            query and fragment (of URLs); email (the address of an email link).\n\n\
            A field that a link does not have is empty. '\\t', '\\n', '\\r' and '\\0' stand \
            for a tab, a line feed, a carriage return and a NUL, '\\\\' for a backslash, '{{' and \
            '}}' for braces. A line feed is added at the end, or a NUL with -0."
    )]
    pub(crate) template: Option<Template>,

    /// Print each link once, where it first occurs
    #[arg(
        short,
        long,
        conflicts_with_all = ["files_with_links", "files_without_links"],
        long_help = "Print each link once, where it first occurs. Links are compared in the form in \
            which they are printed: as written, or as --href, --display, --only or --template say. \
            All printed links are kept in memory."
    )]
    pub(crate) unique: bool,

    /// Print at most this many links of each file
    #[arg(short, long, value_name = "NUMBER")]
    pub(crate) max_count: Option<u64>,

    /// End each link with NUL instead of a newline
    #[arg(short = '0', long, conflicts_with_all = ["records", "count"], hide_short_help = true)]
    pub(crate) null: bool,

    /// Print the address that the link leads to, in ASCII
    #[arg(
        long,
        conflicts_with_all = ["display", "records", "count", "files_with_links", "files_without_links", "template"],
    )]
    pub(crate) href: bool,

    /// Print the link in its readable form: Unicode host, no needless escapes
    #[arg(
        long,
        conflicts_with_all = ["records", "count", "files_with_links", "files_without_links", "template"],
    )]
    pub(crate) display: bool,

    /// Print path, line and column before each link, even for a single file
    #[arg(
        short = 'H',
        long,
        hide_short_help = true,
        overrides_with = "no_filename",
        conflicts_with = "template"
    )]
    pub(crate) with_filename: bool,

    /// Print only the link, even for several files
    #[arg(
        short = 'I',
        long,
        hide_short_help = true,
        overrides_with = "with_filename",
        conflicts_with_all = ["records", "template", "files_with_links", "files_without_links"],
    )]
    pub(crate) no_filename: bool,

    /// Print line and column before each link
    #[arg(short = 'n', long, hide_short_help = true, conflicts_with = "template")]
    pub(crate) line_number: bool,

    /// Print statistics after the links: files, links, the most frequent hosts
    #[arg(
        long,
        long_help = "Print statistics after the links, or with -q instead of them: the number of \
            files and links, and the most frequent hosts, on a terminal as a bar chart. With --json, \
            --csv, --tsv and -0, they go to standard error, since the output is for programs. Hosts are \
            counted in the form that cannot deceive. They are kept in memory: after a million \
            different hosts, further ones are counted together."
    )]
    pub(crate) stats: bool,

    /// How many hosts --stats prints
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 10,
        requires = "stats",
        hide_short_help = true
    )]
    pub(crate) top: usize,

    /// Print nothing; the exit status says whether a link was found
    #[arg(
        short,
        long,
        conflicts_with_all = ["only", "files_without_links"],
        long_help = "Print nothing; the exit status says whether a link was found. The search ends at \
            the first link. Other options for the output have no effect, except for --stats."
    )]
    pub(crate) quiet: bool,

    /// Has no effect, since only links are printed; for users of 'grep -o'
    #[arg(short = 'o', long, hide_short_help = true)]
    only_matching: bool,
}

fn template(text: &str) -> Result<Template, String> {
    text.parse()
}

impl OutputArguments {
    /// The options without those that have no effect beside `--quiet`.
    pub(crate) fn effective(self) -> Self {
        if !self.quiet {
            return self;
        }
        Self {
            json: false,
            csv: false,
            tsv: false,
            count: false,
            files_with_links: false,
            template: None,
            ..self
        }
    }

    /// Whether the output is for programs, so that nothing else may be in it.
    pub(crate) fn is_for_programs(&self) -> bool {
        self.json || self.csv || self.tsv || self.null
    }

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

/// A part of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// The host of a URL, or the domain of an email address
    Host,
    /// The registrable domain: the public suffix and one more label
    Domain,
    /// The address of an email link
    Email,
    /// The scheme of the address that the link leads to
    Scheme,
    /// The path of a URL
    Path,
    /// The port of a URL, if it is written
    Port,
    /// The query of a URL, without the '?'
    Query,
    /// The fragment of a URL, without the '#'
    Fragment,
}
