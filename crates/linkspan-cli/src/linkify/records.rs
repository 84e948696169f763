//! Formats the links of a document as CSV or JSON records.

use std::borrow::Cow;
use std::ops::Range;

use linkspan::Link;
use linkspan::render::Record;

use super::Conversion;
use crate::args::OutputFormat;

/// Formats records, one per line.
pub(super) struct RecordWriter<'c> {
    csv: bool,
    has_header: bool,
    path: Option<Cow<'c, str>>,
}

impl<'c> RecordWriter<'c> {
    pub(super) fn new(conversion: &'c Conversion<'_>) -> Self {
        let path = conversion.source.path();
        Self {
            csv: conversion.to == OutputFormat::Csv,
            has_header: conversion.has_header,
            path: path.map(|path| path.to_string_lossy()),
        }
    }

    /// The text before the first record.
    pub(super) fn header(&self) -> String {
        if self.csv && self.has_header {
            format!("{}\n", Record::CSV_HEADER)
        } else {
            String::new()
        }
    }

    /// Appends the record of a link to `out`. `bytes` is its range in the source of the document.
    pub(super) fn write(
        &self,
        link: &Link<'_>,
        line_number: u64,
        bytes: Range<u64>,
        out: &mut Vec<u8>,
    ) {
        let href = link.href();
        let record = Record::new(link, &href)
            .path(self.path.as_deref())
            .line(line_number)
            .bytes(bytes);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = if self.csv {
            record.write_csv(&mut text)
        } else {
            record.write_json(&mut text)
        };
        text.push('\n');
        out.extend_from_slice(text.as_bytes());
    }
}
