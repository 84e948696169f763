//! `linkspan linkify`: a text with its links made.

mod document;
mod html;
mod markdown;
mod text;

use std::io::{self, Write as _};

use anyhow::{Context as _, Result, bail};
use linkspan::Finder;

use crate::args::{Format, LinkifyArguments, Markup};
use crate::find;
use crate::message;
use crate::outcome::Outcome;
use crate::terminal::Styling;
use crate::text::{Reading, Source};

/// What all ways of reading need.
struct Task<'a> {
    arguments: &'a LinkifyArguments,
    finder: Finder,
    reading: Reading,
    source: Source,
    styling: Styling,
}

/// Runs the command.
pub(crate) fn run(arguments: &LinkifyArguments, styling: Styling) -> Result<Outcome> {
    let task = Task {
        arguments,
        finder: arguments.finder.finder()?,
        reading: arguments
            .reading
            .reading(arguments.finder.longest_link(), arguments.finder.cut()),
        source: match &arguments.file {
            None => Source::Stdin,
            Some(file) => Source::from_argument(file),
        },
        styling,
    };
    if let Some(path) = task.source.path().filter(|path| path.is_dir()) {
        let path = path.display();
        message::note(format_args!(
            "'{path}' is a directory (linkify takes a file)"
        ));
        return Ok(Outcome::Failed);
    }
    match (arguments.from, arguments.to) {
        (Markup::Text, Format::Json) => find::list(task.finder, task.reading, &task.source, false)?,
        (Markup::Text, Format::Csv) => find::list(task.finder, task.reading, &task.source, true)?,
        (Markup::Text, _) => text::run(&task)?,
        (Markup::Html, Format::Html) => html::rewrite(&task)?,
        (Markup::Html, Format::Json | Format::Csv) => html::list(&task)?,
        (Markup::Html, _) => bail!("HTML becomes html, json or csv (--to)"),
        (Markup::Markdown, Format::Html) => markdown::to_html(&task)?,
        (Markup::Markdown, Format::Markdown) => markdown::rewrite(&task)?,
        (Markup::Markdown, Format::Json | Format::Csv) => markdown::list(&task)?,
        (Markup::Markdown, _) => bail!("Markdown becomes markdown, html, json or csv (--to)"),
    }
    Ok(Outcome::Success)
}

/// Writes to standard output at once, since what comes next may be long in coming.
fn write(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .context("cannot write the output")
}
