//! Documents of Markdown, each as a whole.

use anyhow::Result;
use linkspan::render::{
    Html, MarkdownLinks, Record, Show, html_link_events, markdown_options, markdown_places,
    rewrite_markdown,
};
use memchr::memchr_iter;
use pulldown_cmark::Parser;

use super::document::Document;
use super::html::record_line;
use super::{Task, write};
use crate::args::Format;

/// Writes the document with its links made.
pub(super) fn rewrite(task: &Task<'_>) -> Result<()> {
    let links = match task.arguments.look.show() {
        Show::Written => MarkdownLinks::Angle,
        _ => MarkdownLinks::Readable,
    };
    let document = read(task)?;
    let written = rewrite_markdown(&task.finder, &document, links, markdown_options());
    write(written.as_bytes())
}

/// Writes the document as HTML.
pub(super) fn to_html(task: &Task<'_>) -> Result<()> {
    let document = read(task)?;
    let parser = Parser::new_ext(&document, markdown_options());
    let links = Html::new().anchor(task.arguments.look.anchor());
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, html_link_events(&task.finder, links, parser));
    write(html.as_bytes())
}

/// Writes the links of the document.
pub(super) fn list(task: &Task<'_>) -> Result<()> {
    let document = read(task)?;
    let csv = task.arguments.to == Format::Csv;
    let mut out = Vec::new();
    if csv {
        out.extend(format!("{}\n", Record::CSV_HEADER).bytes());
    }
    let path = task.source.path().map(|path| path.to_string_lossy());
    let (mut line, mut counted) = (1, 0);
    markdown_places(
        &task.finder,
        &document,
        markdown_options(),
        |link, place| {
            let passed = document.as_bytes().get(counted..place.start);
            line += memchr_iter(b'\n', passed.unwrap_or_default()).count() as u64;
            counted = place.start.max(counted);
            let href = link.href();
            let record = Record::new(link, &href)
                .path(path.as_deref())
                .line(line)
                .bytes(place.start as u64..place.end as u64);
            record_line(&record, csv, &mut out);
        },
    );
    write(&out)
}

fn read(task: &Task<'_>) -> Result<String> {
    let Some(input) = task.source.open(task.reading)? else {
        return Ok(String::new());
    };
    let document = Document::new(input, task.reading).read();
    document.map_err(|error| task.source.failed(error))
}
