//! A link as a line of output.

use std::borrow::Cow;
use std::fmt;
use std::io::Write as _;

use linkspan::render::Record;
use linkspan::{Link, LinkKind};

use super::lines::Place;
use super::search::Found;
use crate::args::{Form, OutputArguments};
use crate::check;
use crate::terminal::{Styling, hyperlink};
use crate::text::Source;

/// Some links, written.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The rows, one after the other, each with its end.
    bytes: Vec<u8>,
    links: u64,
    /// How many of them are there for the sake of completeness.
    clean: u64,
    /// For each row what tells it from others and where it ends; only if that is asked for.
    keys: Vec<(Box<str>, usize)>,
}

impl Batch {
    /// Whether it is time to write it.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes.len() >= 32 * 1024
    }

    pub(crate) fn links(&self) -> u64 {
        self.links
    }

    /// How many of the links are what was looked for.
    pub(crate) fn found(&self) -> u64 {
        self.links - self.clean
    }

    /// Adds a row, which the given function writes.
    pub(crate) fn add(&mut self, clean: bool, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.links += 1;
        self.clean += u64::from(clean);
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes a link as a record, with its place counted from `base`.
    fn record(
        &mut self,
        source: &Source,
        link: &Link<'_>,
        place: &Place,
        base: u64,
        write: fn(&Record<'_>, &mut dyn fmt::Write) -> fmt::Result,
    ) {
        let path = source.path().map(|path| path.to_string_lossy());
        let href = link.href();
        let record = Record::new(link, &href)
            .path(path.as_deref())
            .line(place.line)
            .bytes(place.start - base..place.end - base);
        // A vector takes everything.
        let _ = write(&record, &mut Text(&mut self.bytes));
        self.bytes.push(b'\n');
    }

    /// Removes the rows whose key is not wanted.
    pub(crate) fn retain(&mut self, mut wanted: impl FnMut(Box<str>) -> bool) {
        let mut kept = Vec::with_capacity(self.bytes.len());
        let mut start = 0;
        self.links = 0;
        for (key, end) in self.keys.drain(..) {
            if wanted(key) {
                kept.extend_from_slice(self.bytes.get(start..end).unwrap_or_default());
                self.links += 1;
            }
            start = end;
        }
        self.bytes = kept;
    }
}

/// How links are written.
#[derive(Debug)]
pub(crate) struct Rows {
    layout: Layout,
    form: Form,
    /// Whether rows need a key.
    keyed: bool,
}

#[derive(Debug)]
enum Layout {
    /// Nothing is written; links are only counted.
    Nothing,
    Json {
        /// Offsets count from the start of the line.
        in_line: bool,
    },
    Csv,
    Text {
        path: bool,
        position: bool,
        end: u8,
        styling: Styling,
    },
    /// Links with what was found about them.
    Risks(check::Rows),
}

impl Rows {
    /// How links are written if there may be many files or not.
    pub(crate) fn new(output: &OutputArguments, many: bool, styling: Styling) -> Self {
        let layout = if output.count || output.quiet {
            Layout::Nothing
        } else if output.json {
            Layout::Json {
                in_line: output.lines,
            }
        } else {
            let path = (many || output.with_filename) && !output.no_filename;
            Layout::Text {
                path,
                position: path || output.line_number,
                end: if output.null { 0 } else { b'\n' },
                styling,
            }
        };
        Self {
            layout,
            form: output.form(),
            keyed: output.unique,
        }
    }

    /// Records: CSV, or JSON.
    pub(crate) fn records(csv: bool) -> Self {
        Self {
            layout: if csv {
                Layout::Csv
            } else {
                Layout::Json { in_line: false }
            },
            form: Form::Written,
            keyed: false,
        }
    }

    /// Rows for what was found about links.
    pub(crate) fn risks(rows: check::Rows) -> Self {
        Self {
            layout: Layout::Risks(rows),
            form: Form::Written,
            keyed: false,
        }
    }

    /// Whether links are to be judged.
    pub(crate) fn are_judged(&self) -> bool {
        matches!(self.layout, Layout::Risks(_))
    }

    /// Whether links are only counted.
    pub(crate) fn are_counted_only(&self) -> bool {
        matches!(self.layout, Layout::Nothing)
    }

    /// Writes a link.
    pub(crate) fn add(&self, batch: &mut Batch, source: &Source, found: &Found<'_>, place: &Place) {
        let link = &found.link;
        if let Layout::Risks(rows) = &self.layout {
            return rows.add(batch, source, found, place);
        }
        let shown = match self.form {
            Form::Written => Cow::Borrowed(link.as_str()),
            Form::Href => link.href(),
            Form::Display => link.display(),
        };
        match &self.layout {
            Layout::Nothing | Layout::Risks(_) => {}
            Layout::Json { in_line } => {
                let base = if *in_line { place.line_start } else { 0 };
                batch.record(source, link, place, base, |record, out| {
                    record.write_json(out)
                });
            }
            Layout::Csv => {
                batch.record(source, link, place, 0, |record, out| record.write_csv(out));
            }
            Layout::Text {
                path,
                position,
                end,
                styling,
            } => {
                let out = &mut batch.bytes;
                if *path {
                    styling.name(out, source);
                    out.push(b':');
                }
                if *position {
                    styling.line(out, place.line);
                    let _ = write!(out, ":{}:", place.column);
                }
                if styling.has_hyperlinks() {
                    hyperlink(out, &link.href(), &shown);
                } else {
                    out.extend_from_slice(shown.as_bytes());
                }
                out.push(*end);
            }
        }
        batch.links += 1;
        if self.keyed {
            batch.keys.push((Box::from(shown), batch.bytes.len()));
        }
    }
}

/// Bytes as something that text can be written to.
struct Text<'b>(&'b mut Vec<u8>);

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

pub(crate) fn kind(link: &Link<'_>) -> &'static str {
    match link.kind() {
        LinkKind::Email => "email",
        _ => "url",
    }
}
