//! Plain text, converted chunk by chunk. Control sequences for terminals are removed: other formats cannot show them.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use anyhow::Result;
use linkspan::Finder;
use linkspan::render::{Html, Markdown, Newlines, Notes, Render};

use super::{Conversion, write};
use crate::args::OutputFormat;
use crate::read::{Buffers, Chunk, Chunks, Stage};

/// Writes the text with its links.
pub(super) fn convert(conversion: &Conversion<'_>, out: &mut dyn Write) -> Result<()> {
    let Conversion { finder, source, .. } = conversion;
    let (input, options) = conversion.open()?;
    let mut renderer = renderer(conversion);
    let mut chunks = Chunks::new(input, options, Stage::Visible, Buffers::default());
    let mut converted = String::new();
    while let Some(chunk) = chunks
        .next(finder)
        .map_err(|error| source.read_error(error))?
    {
        render_chunk(&chunk, finder, &mut *renderer, &mut converted)?;
        write(out, &mut converted)?;
    }
    renderer.finish(&mut converted)?;
    write(out, &mut converted)?;
    conversion.warn_malformed(options, chunks.first_malformed());
    Ok(())
}

fn renderer(conversion: &Conversion<'_>) -> Box<dyn Render> {
    let appearance = &conversion.arguments.appearance;
    let show = appearance.show();
    let html = Html::new().anchor(appearance.anchor());
    match conversion.to {
        OutputFormat::HtmlDoc => {
            let path = conversion.source.path();
            let name = path.and_then(|path| path.file_name());
            let title = name.map_or(Cow::Borrowed("linkspan"), |name| name.to_string_lossy());
            let newlines = appearance.newlines(Newlines::Paragraphs);
            Box::new(html.newlines(newlines).page(title))
        }
        OutputFormat::Markdown => Box::new(Markdown::new().show(show)),
        OutputFormat::Notes => Box::new(Notes::new().show(show)),
        OutputFormat::Html | OutputFormat::Ansi | OutputFormat::Json | OutputFormat::Csv => {
            Box::new(html.newlines(appearance.newlines(Newlines::Keep)))
        }
    }
}

fn render_chunk(
    chunk: &Chunk<'_>,
    finder: &Finder,
    renderer: &mut dyn Render,
    out: &mut String,
) -> fmt::Result {
    let text = chunk.text();
    let mut done = chunk.start();
    for link in chunk.links(finder) {
        let before = text.get(done..link.start()).unwrap_or_default();
        renderer.text(before, out)?;
        renderer.link(&link, out)?;
        done = link.end();
    }
    let rest = text.get(done..).unwrap_or_default();
    renderer.text(rest, out)
}
