//! The arguments of `linkspan linkify`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use linkspan::render::{Anchor, Controls, Newlines, Rel, Show, Target, Title};

use super::{FinderArguments, InputArguments};

/// Convert text to a format with clickable links
///
/// The output is HTML, Markdown, text for a terminal, or a list of links. It contains every link that
/// 'find --in text --profile uts58' finds. All other text is escaped, so that it is displayed unchanged. Documents that already
/// have markup (--in html, --in markdown) keep every byte that is not part of a new link.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  linkspan linkify mail.txt > mail.html
  linkspan linkify --in html page.html > linked.html
  linkspan linkify --in markdown --to markdown README.md
  dmesg | linkspan linkify --to ansi")]
pub(crate) struct LinkifyArguments {
    /// The output format
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "html",
        long_help = "The output format. The output is UTF-8. Bytes of the input that are not valid \
            UTF-8 are kept; bytes that are malformed in another encoding are an error before \
            anything is written. The exit status is 0 even if there are no links."
    )]
    pub(crate) to: OutputFormat,

    /// The input format
    #[arg(
        long = "in",
        value_name = "FORMAT",
        default_value = "text",
        long_help = "The input format. Plain text can be converted to every output format, HTML to \
            html, json and csv, Markdown to markdown, html, json and csv.\n\n\
            A Markdown document is read into memory as a whole; other input is processed as it is \
            read. Lists of the links in a document have byte offsets in its UTF-8 source."
    )]
    pub(crate) from: InputFormat,

    /// The file; '-' or no file reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) appearance: AppearanceArguments,
    #[command(flatten)]
    pub(crate) finder: FinderArguments,
    #[command(flatten)]
    pub(crate) input: InputArguments,
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

    /// Control characters in the output of --to ansi
    #[arg(
        long,
        value_name = "ACTION",
        hide_short_help = true,
        default_value = "strip"
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
    /// They are removed
    Strip,
    /// They are kept, including colour sequences
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
