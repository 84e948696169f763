//! `linkspan linkify`: converts text to a format with clickable links.

mod document;
mod html;
mod markdown;
mod records;
mod text;

use anyhow::{Result, bail};
use linkspan::{Finder, Profile};

use crate::args::{InputFormat, LinkifyArguments, OutputFormat};
use crate::find;
use crate::message;
use crate::outcome::Outcome;
use crate::terminal::Styling;
use crate::text::{Head, Input, Malformed, ReadOptions, Source};

/// What the conversions of all formats need.
struct Conversion<'a> {
    arguments: &'a LinkifyArguments,
    finder: Finder,
    /// Malformed bytes are preserved in texts, and have no text in lists.
    read_options: ReadOptions,
    source: Source,
    styling: Styling,
}

/// Runs the command.
pub(crate) fn run(arguments: &LinkifyArguments, styling: Styling) -> Result<Outcome> {
    let is_list = matches!(arguments.to, OutputFormat::Json | OutputFormat::Csv);
    let mut read_options = arguments.input.read_options();
    if !is_list {
        read_options.malformed = Malformed::Preserve;
    }
    let conversion = Conversion {
        arguments,
        finder: arguments.finder.finder(Profile::Uts58)?,
        read_options,
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
            find::list(&conversion.finder, conversion.read_options, source, csv)?;
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

impl Conversion<'_> {
    /// Opens the input, and detects its encoding if that was requested.
    fn open(&self) -> Result<(Input, ReadOptions)> {
        let mut options = self.read_options;
        let mut input = match self.source.open(options)? {
            Some(input) => input,
            None => Box::new(std::io::empty()),
        };
        if options.detect_encoding {
            let head = Head::read(&mut input, self.source.path().is_some());
            let head = head.map_err(|error| self.source.read_error(error))?;
            options.encoding = Some(head.encoding());
            input = head.chain(input);
        }
        Ok((input, options))
    }

    /// Warns about malformed bytes.
    fn warn_malformed(&self, options: ReadOptions, offset: Option<u64>) {
        if let Some(offset) = offset {
            message::print(find::malformed_note(&self.source, options, offset));
        }
    }
}
