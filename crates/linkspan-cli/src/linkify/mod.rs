//! `linkspan linkify`: converts text to a format with clickable links.

mod document;
mod html;
mod markdown;
mod records;
mod text;

use anyhow::{Result, bail};
use linkspan::Finder;

use crate::args::{InputFormat, LinkifyArguments, OutputFormat};
use crate::find;
use crate::outcome::Outcome;
use crate::terminal::Styling;
use crate::text::{ReadOptions, Source};

/// What the conversions of all formats need.
struct Conversion<'a> {
    arguments: &'a LinkifyArguments,
    finder: Finder,
    read_options: ReadOptions,
    source: Source,
    styling: Styling,
}

/// Runs the command.
pub(crate) fn run(arguments: &LinkifyArguments, styling: Styling) -> Result<Outcome> {
    let conversion = Conversion {
        arguments,
        finder: arguments.finder.finder()?,
        read_options: arguments.input.read_options(),
        source: match &arguments.file {
            None => Source::Stdin,
            Some(file) => Source::from_argument(file),
        },
        styling,
    };
    let source = &conversion.source;
    if let Some(path) = source.path().filter(|path| path.is_dir()) {
        let path = path.display();
        bail!(
            "expected a file, but '{path}' is a directory \
             (to list the links in it: linkspan find '{path}')"
        );
    }
    match (arguments.from, arguments.to) {
        (InputFormat::Text, OutputFormat::Json | OutputFormat::Csv) => {
            let csv = arguments.to == OutputFormat::Csv;
            find::list(conversion.finder, conversion.read_options, source, csv)?;
        }
        (InputFormat::Text, _) => text::convert(&conversion)?,
        (InputFormat::Html, OutputFormat::Html) => html::rewrite(&conversion)?,
        (InputFormat::Html, OutputFormat::Json | OutputFormat::Csv) => html::list(&conversion)?,
        (InputFormat::Html, _) => bail!("with --in html, --to must be html, json or csv"),
        (InputFormat::Markdown, OutputFormat::Html) => markdown::to_html(&conversion)?,
        (InputFormat::Markdown, OutputFormat::Markdown) => markdown::rewrite(&conversion)?,
        (InputFormat::Markdown, OutputFormat::Json | OutputFormat::Csv) => {
            markdown::list(&conversion)?;
        }
        (InputFormat::Markdown, _) => {
            bail!("with --in markdown, --to must be markdown, html, json or csv")
        }
    }
    Ok(Outcome::Success)
}
