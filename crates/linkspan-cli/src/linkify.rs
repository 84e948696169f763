//! `linkspan linkify`: a text with its links made.

use std::io::{self, Write as _};

use anyhow::{Context as _, Result};
use linkspan::Finder;

use crate::args::{LinkifyArguments, Target};
use crate::message;
use crate::outcome::Outcome;
use crate::render::{Ansi, Html, Markdown, Render};
use crate::text::{Buffers, Piece, Pieces, Source};

/// Runs the command.
pub(crate) fn run(arguments: &LinkifyArguments) -> Result<Outcome> {
    let finder = arguments.finder.finder()?;
    let reading = arguments
        .reading
        .reading(arguments.finder.longest_link(), arguments.finder.cut());
    let sources: Vec<_> = match arguments.files.as_slice() {
        [] => vec![Source::Stdin],
        files => files
            .iter()
            .map(|file| Source::from_argument(file))
            .collect(),
    };
    let mut out = io::stdout().lock();
    let mut buffers = Buffers::default();
    let mut rendered = Vec::new();
    let mut outcome = Outcome::Success;
    for source in sources {
        if let Some(path) = source.path().filter(|path| path.is_dir()) {
            let path = path.display();
            message::note(format_args!(
                "'{path}' is a directory (linkify takes files)"
            ));
            outcome = Outcome::Failed;
            continue;
        }
        let input = match source.open(reading) {
            Ok(Some(input)) => input,
            Ok(None) => continue,
            Err(error) => {
                message::error(&error);
                outcome = Outcome::Failed;
                continue;
            }
        };
        let mut render: Box<dyn Render> = match arguments.to {
            Target::Html => Box::new(Html),
            Target::Markdown => Box::new(Markdown::new()),
            Target::Ansi => Box::new(Ansi),
        };
        let mut pieces = Pieces::new(input, reading, &mut buffers);
        loop {
            match pieces.next(&finder) {
                Ok(Some(piece)) => write_piece(&piece, &finder, &mut *render, &mut rendered),
                Ok(None) => break,
                Err(error) => {
                    message::error(&source.failed(error));
                    outcome = Outcome::Failed;
                    break;
                }
            }
            // Written at once, since the next piece may be long in coming.
            out.write_all(&rendered)
                .context("cannot write the output")?;
            out.flush().context("cannot write the output")?;
            rendered.clear();
        }
    }
    Ok(outcome)
}

fn write_piece(piece: &Piece<'_>, finder: &Finder, render: &mut dyn Render, out: &mut Vec<u8>) {
    let text = piece.text();
    let mut done = 0;
    for link in piece.links(finder) {
        render.text(text.get(done..link.start()).unwrap_or_default(), out);
        render.link(&link, out);
        done = link.end();
    }
    render.text(text.get(done..).unwrap_or_default(), out);
}
