//! HTML documents, processed as a stream.

use std::cell::RefCell;

use anyhow::Result;
use linkspan::render::{Html, HtmlReading, HtmlRewriter};

use super::Conversion;
use super::document::DocumentReader;
use super::records::RecordWriter;
use crate::stdout;

/// Writes the document with new links.
pub(super) fn rewrite(conversion: &Conversion<'_>) -> Result<()> {
    let appearance = &conversion.arguments.appearance;
    let html = Html::new().anchor(appearance.anchor());
    let out = RefCell::new(Vec::new());
    let sink = |bytes: &[u8]| out.borrow_mut().extend_from_slice(bytes);
    let settings = HtmlReading::new().skip(&appearance.skip)?;
    let rewriter = HtmlRewriter::with_reading(settings, &conversion.finder, html, sink);
    process(conversion, rewriter, &out)
}

/// Lists the links of the document.
pub(super) fn list(conversion: &Conversion<'_>) -> Result<()> {
    let records = RecordWriter::new(conversion);
    let out = RefCell::new(records.header().into_bytes());
    let settings = HtmlReading::new().skip(&conversion.arguments.appearance.skip)?;
    let lister = HtmlRewriter::listing(settings, &conversion.finder, |link, span| {
        records.write(link, span.line, span.bytes, &mut out.borrow_mut());
    });
    process(conversion, lister, &out)
}

/// Passes the document through the rewriter, and prints what it writes to `out`.
fn process(
    conversion: &Conversion<'_>,
    mut rewriter: HtmlRewriter<'_>,
    out: &RefCell<Vec<u8>>,
) -> Result<()> {
    let source = &conversion.source;
    let Some(input) = source.open(conversion.read_options)? else {
        return Ok(());
    };
    let mut document = DocumentReader::new(input, conversion.read_options);
    let mut text = String::new();
    while document
        .next(&mut text)
        .map_err(|error| source.read_error(error))?
    {
        rewriter.write(&text)?;
        flush(out)?;
    }
    rewriter.end()?;
    flush(out)
}

fn flush(out: &RefCell<Vec<u8>>) -> Result<()> {
    let mut out = out.borrow_mut();
    stdout::write(&out)?;
    out.clear();
    Ok(())
}
