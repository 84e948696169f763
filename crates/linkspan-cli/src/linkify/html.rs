//! Documents of HTML, as a stream.

use std::cell::RefCell;

use anyhow::Result;
use linkspan::render::{Html, HtmlReading, HtmlRewriter, Record};

use super::document::Document;
use super::{Task, write};
use crate::args::Format;

/// Writes the document with its links made.
pub(super) fn rewrite(task: &Task<'_>) -> Result<()> {
    let look = &task.arguments.look;
    let html = Html::new().anchor(look.anchor());
    let out = RefCell::new(Vec::new());
    let sink = |bytes: &[u8]| out.borrow_mut().extend_from_slice(bytes);
    let reading = HtmlReading::new().skip(&look.skip)?;
    let rewriter = HtmlRewriter::with_reading(reading, &task.finder, html, sink);
    lead(task, rewriter, &out)
}

/// Writes the links of the document.
pub(super) fn list(task: &Task<'_>) -> Result<()> {
    let out = RefCell::new(Vec::new());
    let csv = task.arguments.to == Format::Csv;
    if csv {
        out.borrow_mut()
            .extend(format!("{}\n", Record::CSV_HEADER).bytes());
    }
    let path = task.source.path().map(|path| path.to_string_lossy());
    let reading = HtmlReading::new().skip(&task.arguments.look.skip)?;
    let lister = HtmlRewriter::listing(reading, &task.finder, |link, place| {
        let href = link.href();
        let record = Record::new(link, &href)
            .path(path.as_deref())
            .line(place.line)
            .bytes(place.bytes);
        record_line(&record, csv, &mut out.borrow_mut());
    });
    lead(task, lister, &out)
}

/// Writes a record and a line's end.
pub(super) fn record_line(record: &Record<'_>, csv: bool, out: &mut Vec<u8>) {
    let mut line = String::new();
    // A string takes everything.
    let _ = if csv {
        record.write_csv(&mut line)
    } else {
        record.write_json(&mut line)
    };
    line.push('\n');
    out.extend(line.bytes());
}

/// Leads the document through the rewriter, and writes what comes out of it.
fn lead(task: &Task<'_>, mut rewriter: HtmlRewriter<'_>, out: &RefCell<Vec<u8>>) -> Result<()> {
    let Some(input) = task.source.open(task.reading)? else {
        return Ok(());
    };
    let mut document = Document::new(input, task.reading);
    let mut text = String::new();
    while document
        .next(&mut text)
        .map_err(|error| task.source.failed(error))?
    {
        rewriter.write(&text)?;
        flush(out)?;
    }
    rewriter.end()?;
    flush(out)
}

fn flush(out: &RefCell<Vec<u8>>) -> Result<()> {
    let mut out = out.borrow_mut();
    write(&out)?;
    out.clear();
    Ok(())
}
