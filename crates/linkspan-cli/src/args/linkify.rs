//! The arguments of `linkspan linkify`.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use linkspan::render::{Anchor, Controls, Newlines, Rel, Show, Target, Title};

use super::{FileArguments, FinderArguments, InputArguments, ProfileRuleArguments};

/// Convert text to a format with clickable links
///
/// The output is HTML, Markdown, text for a terminal, or a list of links. It contains every link that
/// 'find --in text --profile uts58' finds. All other text is escaped, so that it is displayed unchanged. Documents that already
/// have markup (--in html, --in markdown) keep every byte that is not part of a new link. Such files can be changed in
/// place.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  linkspan linkify mail.txt > mail.html
  linkspan linkify --in html page.html > linked.html
  linkspan linkify --in-place --dry-run docs
  linkspan linkify --in-place --backup README.md docs
  dmesg | linkspan linkify --to ansi")]
pub(crate) struct LinkifyArguments {
    /// The output format
    #[arg(
        long,
        value_name = "FORMAT",
        long_help = "The output format. The default is html, and with --in-place the format of each \
            file. The output is UTF-8. Bytes of the input that are not valid \
            UTF-8 are kept; bytes that are malformed in another encoding are an error before \
            anything is written. The exit status is 0 even if there are no links."
    )]
    pub(crate) to: Option<OutputFormat>,

    /// The input format
    #[arg(
        long = "in",
        value_name = "FORMAT",
        long_help = "The input format. The default is text, and with --in-place the format that the \
            name of each file suggests. Plain text can be converted to every output format, HTML to \
            html, json and csv, Markdown to markdown, html, json and csv.\n\n\
            A Markdown document is read into memory as a whole; other input is processed as it is \
            read. Lists of the links in a document have byte offsets in its UTF-8 source."
    )]
    pub(crate) from: Option<InputFormat>,

    /// The files, and with --in-place directories; '-' or no file reads standard input
    #[arg(
        value_name = "PATH",
        long_help = "The files; '-' or no file reads standard input. The results of several files are \
            written one after the other. Directories are searched with --in-place."
    )]
    pub(crate) paths: Vec<PathBuf>,

    /// Convert compressed files: gzip, xz, zstd and bzip2
    #[arg(
        short = 'z',
        long,
        hide_short_help = true,
        conflicts_with = "in_place",
        long_help = "Decompress files that are compressed with gzip, xz, zstd or bzip2, also standard \
            input. They are recognised by their first bytes. Without this option, they are an error."
    )]
    pub(crate) search_zip: bool,

    #[command(flatten)]
    pub(crate) destination: DestinationArguments,
    #[command(flatten)]
    pub(crate) appearance: AppearanceArguments,
    #[command(flatten)]
    pub(crate) finder: FinderArguments,
    #[command(flatten)]
    pub(crate) profile_rules: ProfileRuleArguments,
    #[command(flatten)]
    pub(crate) files: FileArguments,
    #[command(flatten)]
    pub(crate) input: InputArguments,
}

/// Where the output is written.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct DestinationArguments {
    /// Write to this file instead of standard output
    #[arg(
        short,
        long,
        value_name = "FILE",
        long_help = "Write to this file instead of standard output, which '-' stands for. It is replaced \
            when the output is complete; on an error, it stays as it was. It must not be an input, too."
    )]
    output: Option<PathBuf>,

    /// Add links to Markdown and HTML files
    #[arg(
        short,
        long,
        conflicts_with = "output",
        long_help = "Add links to Markdown and HTML files. The name of a file decides its format, or \
            --in; other files in directories are skipped. Encoding, permissions and owner are kept. \
            A file is replaced as a whole, and stays as it was if there is nothing to change, or on \
            an error. A second run changes nothing."
    )]
    pub(crate) in_place: bool,

    /// Keep the original of each file that is changed
    #[arg(
        long,
        value_name = "SUFFIX",
        requires = "in_place",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ".bak",
        value_parser = suffix,
        long_help = "Keep the original of each file that is changed, with a suffix after its name: \
            .bak, or another one with --backup=SUFFIX. An older copy is overwritten."
    )]
    pub(crate) backup: Option<String>,

    /// Print the changes as a unified diff, and change nothing
    #[arg(long, requires = "in_place")]
    pub(crate) dry_run: bool,
}

impl DestinationArguments {
    /// The file that the output is written to, or `None` for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| path.as_os_str() != "-")
    }
}

/// A suffix of file names.
fn suffix(given: &str) -> Result<String, &'static str> {
    if given.is_empty() || given.contains(std::path::is_separator) {
        return Err("expected a suffix for the name of a file, such as .bak");
    }
    Ok(given.to_owned())
}

/// The output formats of `linkify`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// An HTML fragment
    Html,
    /// A complete HTML page
    HtmlDoc,
    /// `CommonMark`
    #[value(help = "CommonMark; text that would be read as markup is escaped")]
    Markdown,
    /// Text with terminal hyperlinks (OSC 8)
    Ansi,
    /// Only the links, in the format of `find --json`
    #[value(help = "Only the links, in the format of find --json")]
    Json,
    /// Only the links, as CSV with the same fields
    Csv,
    /// Plain text with a number after each link, and a list of addresses at the end
    Notes,
}

/// The input formats of `linkify`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormat {
    /// Plain text
    Text,
    /// An HTML document or fragment
    Html,
    /// A Markdown document
    Markdown,
}

impl fmt::Display for InputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Html => "html",
            Self::Markdown => "markdown",
        })
    }
}

/// What links look like in the output.
#[derive(Args, Debug)]
#[command(next_help_heading = "Link appearance")]
pub(crate) struct AppearanceArguments {
    /// The visible text of links: written, readable, or a number of characters
    #[arg(
        long,
        value_name = "FORM",
        default_value = "written",
        value_parser = show,
        long_help = "The visible text of links. 'written' shows the link as it is in the input. \
            'readable' shows the host in Unicode and omits needless escapes. A number shows the \
            readable form, shortened to that many characters. The registrable domain stays whole."
    )]
    show: Show,

    /// How line breaks are written in HTML
    #[arg(
        long,
        value_name = "MODE",
        hide_short_help = true,
        long_help = "How line breaks are written in HTML. The default is keep for a fragment (--to \
            html) and paragraphs for a page (--to html-doc)."
    )]
    newlines: Option<LineBreaks>,

    /// The rel attribute of links in HTML
    #[arg(
        long,
        value_name = "TYPE",
        hide_short_help = true,
        value_delimiter = ',',
        default_value = "nofollow,noopener,ugc",
        long_help = "The rel attribute of links in HTML, as a comma-separated list of types. 'none' \
            omits the attribute."
    )]
    rel: Vec<LinkType>,

    /// Where links in HTML open
    #[arg(long, value_name = "WHERE", hide_short_help = true)]
    target: Option<LinkTarget>,

    /// The class attribute of links in HTML
    #[arg(
        long,
        value_name = "NAME",
        hide_short_help = true,
        default_value = "",
        hide_default_value = true
    )]
    class: String,

    /// Add the readable form of links in HTML as their title attribute
    #[arg(long, hide_short_help = true)]
    title: bool,

    /// HTML elements in which no links are made, as CSS selectors
    #[arg(
        long,
        value_name = "SELECTORS",
        hide_short_help = true,
        default_value = linkspan::render::HtmlSettings::SKIPPED,
        long_help = "HTML elements in which no links are made, as a comma-separated list of CSS \
            selectors. Existing links, scripts and styles are always skipped."
    )]
    pub(crate) skip: String,

    /// Control characters and control sequences in the output of --to ansi
    #[arg(
        long,
        value_name = "ACTION",
        hide_short_help = true,
        default_value = "strip",
        long_help = "Control characters and control sequences in the output of --to ansi. Line feeds \
            and tabs are always kept. Whatever the value, links are found in the text that a \
            terminal shows, so a link may change its colour."
    )]
    controls: ControlCharacters,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LineBreaks {
    /// Line breaks stay as they are
    Keep,
    /// Each line break becomes <br>
    #[value(help = "Each line break becomes <br>")]
    Break,
    /// Empty lines separate paragraphs
    Paragraphs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LinkType {
    None,
    Nofollow,
    Noopener,
    Noreferrer,
    Ugc,
    Sponsored,
    External,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LinkTarget {
    /// In a new tab or window
    Blank,
    /// In the parent frame
    Parent,
    /// In the outermost frame
    Top,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ControlCharacters {
    /// They are removed; hyperlinks of the input become text
    Strip,
    /// Colours and other styles are kept, except those that hide text
    Styles,
    /// They are kept; only for text that you trust
    Keep,
}

fn show(given: &str) -> Result<Show, &'static str> {
    match given {
        "written" => Ok(Show::Written),
        "readable" => Ok(Show::Readable),
        number => match number.parse() {
            Ok(limit @ 1..) => Ok(Show::Short(limit)),
            _ => Err("expected 'written', 'readable' or a number of characters, at least 1"),
        },
    }
}

impl AppearanceArguments {
    pub(crate) fn show(&self) -> Show {
        self.show
    }

    pub(crate) fn controls(&self) -> Controls {
        match self.controls {
            ControlCharacters::Strip => Controls::Strip,
            ControlCharacters::Styles => Controls::Styles,
            ControlCharacters::Keep => Controls::Keep,
        }
    }

    /// How line breaks are written; `default` applies if the option was not given.
    pub(crate) fn newlines(&self, default: Newlines) -> Newlines {
        match self.newlines {
            None => default,
            Some(LineBreaks::Keep) => Newlines::Keep,
            Some(LineBreaks::Break) => Newlines::Break,
            Some(LineBreaks::Paragraphs) => Newlines::Paragraphs,
        }
    }

    pub(crate) fn anchor(&self) -> Anchor {
        let rel = self.rel.iter().map(|rel| match rel {
            LinkType::None => Rel::NONE,
            LinkType::Nofollow => Rel::NOFOLLOW,
            LinkType::Noopener => Rel::NOOPENER,
            LinkType::Noreferrer => Rel::NOREFERRER,
            LinkType::Ugc => Rel::UGC,
            LinkType::Sponsored => Rel::SPONSORED,
            LinkType::External => Rel::EXTERNAL,
        });
        Anchor::new()
            .rel(rel.fold(Rel::NONE, Rel::union))
            .target(match self.target {
                None => Target::Same,
                Some(LinkTarget::Blank) => Target::Blank,
                Some(LinkTarget::Parent) => Target::Parent,
                Some(LinkTarget::Top) => Target::Top,
            })
            .class(self.class.as_str())
            .title(if self.title {
                Title::Readable
            } else {
                Title::None
            })
            .show(self.show)
    }
}
