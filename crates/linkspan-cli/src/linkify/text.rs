//! Plain text, piece by piece.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal as _};

use anyhow::Result;
use linkspan::Finder;
use linkspan::render::{Ansi, Html, Hyperlinks, Markdown, Newlines, Notes, Render};

use super::{Task, write};
use crate::args::Format;
use crate::text::{Buffers, Piece, Pieces, UNREADABLE};

pub(super) fn run(task: &Task<'_>) -> Result<()> {
    let Some(input) = task.source.open(task.reading)? else {
        return Ok(());
    };
    let mut render = renderer(task);
    let mut buffers = Buffers::default();
    let mut pieces = Pieces::new(input, task.reading, &mut buffers);
    let mut out = String::new();
    while let Some(piece) = pieces
        .next(&task.finder)
        .map_err(|error| task.source.failed(error))?
    {
        write_piece(&piece, &task.finder, &mut *render, &mut out)?;
        write(out.as_bytes())?;
        out.clear();
    }
    render.finish(&mut out)?;
    write(out.as_bytes())
}

fn renderer(task: &Task<'_>) -> Box<dyn Render> {
    let look = &task.arguments.look;
    let show = look.show();
    let html = Html::new().anchor(look.anchor());
    match task.arguments.to {
        Format::HtmlDoc => {
            let name = task.source.path().and_then(|path| path.file_name());
            let title = name.map_or(Cow::Borrowed("linkspan"), |name| name.to_string_lossy());
            let newlines = look.newlines(Newlines::Paragraphs);
            Box::new(html.newlines(newlines).page(title))
        }
        Format::Markdown => Box::new(Markdown::new().show(show)),
        Format::Notes => Box::new(Notes::new().show(show)),
        Format::Ansi => {
            let ansi = Ansi::new().show(show).controls(look.controls());
            // In a file or a pipe they were asked for.
            let known = !io::stdout().is_terminal() || task.styling.has_hyperlinks();
            Box::new(ansi.hyperlinks(if known && !task.styling.is_plain() {
                Hyperlinks::Osc8
            } else {
                Hyperlinks::None
            }))
        }
        Format::Html | Format::Json | Format::Csv => {
            Box::new(html.newlines(look.newlines(Newlines::Keep)))
        }
    }
}

fn write_piece(
    piece: &Piece<'_>,
    finder: &Finder,
    render: &mut dyn Render,
    out: &mut String,
) -> fmt::Result {
    let text = piece.text();
    let mut done = 0;
    for link in piece.links(finder) {
        let before = text.get(done..link.start()).unwrap_or_default();
        render.text(&shown(before), out)?;
        render.link(&link, out)?;
        done = link.end();
    }
    render.text(&shown(text.get(done..).unwrap_or_default()), out)
}

/// Text as it is shown: bytes that are none are U+FFFD.
fn shown(text: &str) -> Cow<'_, str> {
    if text.contains(UNREADABLE) {
        Cow::Owned(text.replace(UNREADABLE, "\u{FFFD}"))
    } else {
        Cow::Borrowed(text)
    }
}
