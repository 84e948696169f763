//! Markdown documents, each read as a whole.

use std::io::Write;

use anyhow::Result;
use linkspan::render::{
    Html, MarkdownLinkStyle, Show, html_link_events, markdown_links, markdown_options,
    rewrite_markdown,
};
use memchr::memchr_iter;
use pulldown_cmark::Parser;

use super::document::DocumentReader;
use super::records::RecordWriter;
use super::{Conversion, write, write_bytes};

/// Writes the document with new links.
pub(super) fn rewrite(conversion: &Conversion<'_>, out: &mut dyn Write) -> Result<()> {
    let style = match conversion.arguments.appearance.show() {
        Show::Written => MarkdownLinkStyle::Angle,
        _ => MarkdownLinkStyle::Readable,
    };
    let document = read(conversion)?;
    let mut rewritten = rewrite_markdown(conversion.finder, &document, style, markdown_options());
    write(out, &mut rewritten)
}

/// Writes the document as HTML.
pub(super) fn to_html(conversion: &Conversion<'_>, out: &mut dyn Write) -> Result<()> {
    let document = read(conversion)?;
    let parser = Parser::new_ext(&document, markdown_options());
    let links = Html::new().anchor(conversion.arguments.appearance.anchor());
    let events = html_link_events(conversion.finder, parser, links);
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    write(out, &mut html)
}

/// Lists the links of the document.
pub(super) fn list(conversion: &Conversion<'_>, out: &mut dyn Write) -> Result<()> {
    let document = read(conversion)?;
    let records = RecordWriter::new(conversion);
    let mut rows = records.header().into_bytes();
    let (mut line, mut counted) = (1, 0);
    markdown_links(
        conversion.finder,
        &document,
        markdown_options(),
        |link, span| {
            let passed = document.as_bytes().get(counted..span.start);
            line += memchr_iter(b'\n', passed.unwrap_or_default()).count() as u64;
            counted = span.start.max(counted);
            let bytes = span.start as u64..span.end as u64;
            records.write(link, line, bytes, &mut rows);
        },
    );
    write_bytes(out, &rows)
}

fn read(conversion: &Conversion<'_>) -> Result<String> {
    let (input, options) = conversion.open()?;
    let mut reader = DocumentReader::new(input, options);
    let document = reader.read_to_string();
    let document = document.map_err(|error| conversion.source.read_error(error))?;
    conversion.warn_malformed(options, reader.first_malformed());
    Ok(document)
}
