//! HTML documents, processed as a stream.

use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use linkspan::render::{Html, HtmlRewriter, HtmlSettings};

use super::document::DocumentReader;
use super::records::RecordWriter;
use super::{Conversion, write_bytes};
use crate::text::preserve;

/// Writes the document with new links.
pub(super) fn rewrite(conversion: &Conversion<'_>, target: &mut dyn Write) -> Result<()> {
    let appearance = &conversion.arguments.appearance;
    let html = Html::new().anchor(appearance.anchor());
    let out = Mutex::new(Vec::new());
    let sink = |bytes: &[u8]| lock(&out).extend_from_slice(bytes);
    let settings = HtmlSettings::new().skip(&appearance.skip)?;
    let rewriter = HtmlRewriter::with_settings(conversion.finder, html, settings, sink);
    process(conversion, rewriter, &out, target)
}

/// Lists the links of the document.
pub(super) fn list(conversion: &Conversion<'_>, target: &mut dyn Write) -> Result<()> {
    let records = RecordWriter::new(conversion);
    let out = Mutex::new(records.header().into_bytes());
    let settings = HtmlSettings::new().skip(&conversion.arguments.appearance.skip)?;
    let lister = HtmlRewriter::list_links(conversion.finder, settings, |link, span| {
        records.write(link, span.line, span.bytes, &mut lock(&out));
    });
    process(conversion, lister, &out, target)
}

/// Passes the document through the rewriter, and writes what it writes to `out` to the target.
fn process(
    conversion: &Conversion<'_>,
    mut rewriter: HtmlRewriter<'_>,
    out: &Mutex<Vec<u8>>,
    target: &mut dyn Write,
) -> Result<()> {
    let source = &conversion.source;
    let (input, options) = conversion.open()?;
    let mut document = DocumentReader::new(input, options);
    let mut text = String::new();
    while document
        .next(&mut text)
        .map_err(|error| source.read_error(error))?
    {
        rewriter.write(&text)?;
        flush(out, target)?;
    }
    rewriter.end()?;
    flush(out, target)?;
    conversion.warn_malformed(options, document.first_malformed());
    Ok(())
}

/// The output buffer. A panic while it is locked leaves nothing inconsistent in it.
fn lock(out: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    out.lock().unwrap_or_else(PoisonError::into_inner)
}

fn flush(out: &Mutex<Vec<u8>>, target: &mut dyn Write) -> Result<()> {
    let mut out = lock(out);
    let complete = preserve::complete_len(&out);
    let bytes = out.get(..complete).unwrap_or_default();
    write_bytes(target, &preserve::restore(bytes))?;
    out.drain(..complete);
    Ok(())
}
