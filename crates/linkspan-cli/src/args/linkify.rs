//! The arguments of `linkspan linkify`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use linkspan::render::{Anchor, Controls, Newlines, Rel, Show, Target, Title};

use super::{FinderArguments, ReadingArguments};

/// Write a text with its links made
///
/// The text comes out as HTML, as Markdown, for a terminal or as a list, with every link that `find`
/// finds made one. What is no link is escaped, so that it shows as it is. Documents that have markup
/// already (--in html, --in markdown) keep every byte that is no new link.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  linkspan linkify mail.txt > mail.html
  linkspan linkify --in html page.html > linked.html
  linkspan linkify --in markdown --to markdown README.md
  dmesg | linkspan linkify --to ansi")]
pub(crate) struct LinkifyArguments {
    /// What to write
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "html",
        long_help = "What to write, in UTF-8 whatever the input is. Bytes that are no text become \
            U+FFFD. The exit status is 0 even if there is no link."
    )]
    pub(crate) to: Format,

    /// What to read
    #[arg(
        long = "in",
        value_name = "FORMAT",
        default_value = "text",
        long_help = "What to read. HTML becomes HTML, or a list (json, csv); Markdown becomes \
            Markdown, HTML or a list; plain text becomes anything.\n\n\
            A document of Markdown is read as a whole; everything else as it comes, in little \
            memory. Lists of the links in documents have the bytes of their source in UTF-8."
    )]
    pub(crate) from: Markup,

    /// The file; '-' or nothing stands for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) look: LookArguments,
    #[command(flatten)]
    pub(crate) finder: FinderArguments,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

/// What `linkify` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A fragment of HTML, with nothing around it
    Html,
    /// A whole page of HTML
    HtmlDoc,
    /// `CommonMark`
    #[value(help = "CommonMark, with everything escaped that would be taken for markup")]
    Markdown,
    /// Links that terminals understand (OSC 8)
    Ansi,
    /// The links alone, as `find --json` writes them
    #[value(help = "The links alone, as find --json writes them")]
    Json,
    /// The links alone, as rows with the same fields
    Csv,
    /// Plain text with numbers at links, and a list of addresses behind it
    Notes,
}

/// What `linkify` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Markup {
    /// Plain text
    Text,
    /// A document or fragment of HTML
    Html,
    /// A document of Markdown
    Markdown,
}

/// How links look.
#[derive(Args, Debug)]
#[command(next_help_heading = "How links look")]
pub(crate) struct LookArguments {
    /// What readers see of a link: written, readable, or a number of characters
    #[arg(
        long,
        value_name = "FORM",
        default_value = "written",
        value_parser = show,
        long_help = "What readers see of a link: 'written', as it is written; 'readable', with the \
            host in Unicode and nothing escaped that need not be; or a number, for the readable \
            form cut after so many characters."
    )]
    show: Show,

    /// What becomes of line breaks in HTML
    #[arg(
        long,
        value_name = "HOW",
        hide_short_help = true,
        long_help = "What becomes of line breaks in HTML. Without it, they are kept in a fragment \
            and make paragraphs in a page."
    )]
    newlines: Option<Lines>,

    /// The rel of links in HTML
    #[arg(
        long,
        value_name = "TYPE",
        hide_short_help = true,
        value_delimiter = ',',
        default_value = "nofollow,noopener,ugc",
        long_help = "The rel of links in HTML, with commas between types; 'none' for none."
    )]
    rel: Vec<LinkType>,

    /// Where links in HTML open
    #[arg(long, value_name = "WHERE", hide_short_help = true)]
    target: Option<Place>,

    /// The class of links in HTML
    #[arg(
        long,
        value_name = "NAME",
        hide_short_help = true,
        default_value = "",
        hide_default_value = true
    )]
    class: String,

    /// Give links in HTML their readable form as a title
    #[arg(long, hide_short_help = true)]
    title: bool,

    /// The elements of HTML to leave alone, as CSS selectors
    #[arg(
        long,
        value_name = "SELECTORS",
        hide_short_help = true,
        default_value = linkspan::render::HtmlReading::SKIPPED,
        long_help = "The elements of HTML to leave alone, as CSS selectors with commas between \
            them. Links, scripts and styles always are."
    )]
    pub(crate) skip: String,

    /// What becomes of control characters in text for terminals
    #[arg(
        long,
        value_name = "HOW",
        hide_short_help = true,
        default_value = "strip"
    )]
    controls: Escapes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lines {
    /// They stay as they are
    Keep,
    /// Each is a <br>
    #[value(help = "Each is a <br>")]
    Break,
    /// Empty lines part paragraphs
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
enum Place {
    /// In a new tab or window
    Blank,
    /// In the frame around the page
    Parent,
    /// In the outermost frame
    Top,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Escapes {
    /// They are left out
    Strip,
    /// They go through, and with them colours
    Keep,
}

fn show(given: &str) -> Result<Show, &'static str> {
    match given {
        "written" => Ok(Show::Written),
        "readable" => Ok(Show::Readable),
        number => match number.parse() {
            Ok(limit @ 1..) => Ok(Show::Short(limit)),
            _ => Err("expected 'written', 'readable' or a number of characters"),
        },
    }
}

impl LookArguments {
    pub(crate) fn show(&self) -> Show {
        self.show
    }

    pub(crate) fn controls(&self) -> Controls {
        match self.controls {
            Escapes::Strip => Controls::Strip,
            Escapes::Keep => Controls::Keep,
        }
    }

    /// What becomes of line breaks, if nothing else is asked for.
    pub(crate) fn newlines(&self, default: Newlines) -> Newlines {
        match self.newlines {
            None => default,
            Some(Lines::Keep) => Newlines::Keep,
            Some(Lines::Break) => Newlines::Break,
            Some(Lines::Paragraphs) => Newlines::Paragraphs,
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
            .rel(rel.fold(Rel::NONE, Rel::and))
            .target(match self.target {
                None => Target::Same,
                Some(Place::Blank) => Target::Blank,
                Some(Place::Parent) => Target::Parent,
                Some(Place::Top) => Target::Top,
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
