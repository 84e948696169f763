//! `linkspan linkify`: converts text to a format with clickable links.

mod document;
mod html;
mod markdown;
mod records;
mod text;

use std::io::{self, Cursor, Read as _};
use std::path::Path;

use anyhow::{Result, bail};
use encoding_rs::UTF_8;
use linkspan::{Finder, Profile};

use crate::args::{InputFormat, LinkifyArguments, OutputFormat};
use crate::find;
use crate::message;
use crate::outcome::Outcome;
use crate::terminal::Styling;
use crate::text::{Head, Input, Malformed, ReadOptions, Source, find_malformed};

/// What the conversions of all formats need.
struct Conversion<'a> {
    arguments: &'a LinkifyArguments,
    finder: Finder,
    /// Malformed bytes are preserved, except in lists.
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
    /// Opens the input, and determines its encoding.
    ///
    /// The output is UTF-8. Malformed bytes of UTF-8 are preserved in it, but those of another
    /// encoding have no place there. To fail before anything is written, such an input is read twice,
    /// or kept in memory if it is not a file.
    fn open(&self) -> Result<(Input, ReadOptions)> {
        let mut options = self.read_options;
        let source = &self.source;
        let read_error = |error| source.read_error(error);
        let open = || -> Result<Input> {
            let input = source.open(self.read_options)?;
            Ok(input.unwrap_or_else(|| Box::new(io::empty())))
        };
        let mut input = open()?;
        let is_file = source.path().is_some_and(Path::is_file);
        let head = Head::read(&mut input, is_file).map_err(read_error)?;
        if options.detect_encoding {
            options.encoding = Some(head.encoding());
        }
        let encoding = head.declared_encoding(options);
        input = head.chain(input);
        if encoding == UTF_8 || options.malformed == Malformed::Nul {
            return Ok((input, options));
        }
        let malformed = if is_file {
            let malformed = find_malformed(&mut *input, encoding).map_err(read_error)?;
            input = open()?;
            malformed
        } else {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes).map_err(read_error)?;
            let malformed = find_malformed(&mut bytes.as_slice(), encoding).map_err(read_error)?;
            input = Box::new(Cursor::new(bytes));
            malformed
        };
        if let Some(offset) = malformed {
            options.encoding = Some(encoding);
            bail!(
                "{}; nothing was written, because these bytes cannot be converted to UTF-8",
                find::malformed_note(source, options, offset)
            );
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
