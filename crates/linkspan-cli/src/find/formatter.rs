//! Formats a link as an entry of the output.

use std::borrow::Cow;
use std::fmt;
use std::io::Write as _;

use linkspan::Link;
use linkspan::render::Record;

use super::batch::Batch;
use super::location::Location;
use super::search::FoundLink;
use crate::args::{LinkForm, OutputArguments};
use crate::check::FindingsFormatter;
use crate::terminal::{Styling, hyperlink};
use crate::text::Source;

/// Formats links.
#[derive(Debug)]
pub(crate) struct LinkFormatter {
    layout: Layout,
    form: LinkForm,
    /// Whether entries need a key for deduplication.
    with_keys: bool,
}

#[derive(Debug)]
enum Layout {
    /// Links are counted, not written.
    None,
    Json {
        /// Whether offsets count from the start of the line.
        offsets_in_line: bool,
    },
    Csv,
    Text {
        path: bool,
        position: bool,
        terminator: u8,
        styling: Styling,
    },
    /// Links with their findings, for `linkspan check`.
    Findings(FindingsFormatter),
}

impl LinkFormatter {
    /// The formatter for `linkspan find`. `many_inputs` says whether there may be more than one
    /// input.
    pub(crate) fn new(output: &OutputArguments, many_inputs: bool, styling: Styling) -> Self {
        let layout = if output.count || output.quiet {
            Layout::None
        } else if output.json {
            Layout::Json {
                offsets_in_line: output.lines,
            }
        } else {
            let path = output.shows_path(many_inputs);
            Layout::Text {
                path,
                position: path || output.line_number,
                terminator: if output.null { 0 } else { b'\n' },
                styling,
            }
        };
        Self {
            layout,
            form: output.form(),
            with_keys: output.unique,
        }
    }

    /// The formatter for CSV or JSON records.
    pub(crate) fn records(csv: bool) -> Self {
        Self::with_layout(if csv {
            Layout::Csv
        } else {
            Layout::Json {
                offsets_in_line: false,
            }
        })
    }

    /// The formatter for `linkspan check`.
    pub(crate) fn findings(formatter: FindingsFormatter) -> Self {
        Self::with_layout(Layout::Findings(formatter))
    }

    fn with_layout(layout: Layout) -> Self {
        Self {
            layout,
            form: LinkForm::Written,
            with_keys: false,
        }
    }

    /// Whether links must be assessed before they are formatted.
    pub(crate) fn needs_assessment(&self) -> bool {
        matches!(self.layout, Layout::Findings(_))
    }

    /// Whether links are counted, not written.
    pub(crate) fn only_counts(&self) -> bool {
        matches!(self.layout, Layout::None)
    }

    /// Adds a link to the batch.
    pub(crate) fn add(
        &self,
        batch: &mut Batch,
        source: &Source,
        found: &FoundLink<'_>,
        location: &Location,
    ) {
        let link = &found.link;
        let shown = match self.form {
            LinkForm::Written => {
                let plain = found.plain.as_deref();
                Cow::Borrowed(plain.unwrap_or(link.as_str()))
            }
            LinkForm::Href => link.href(),
            LinkForm::Display => link.display(),
        };
        match &self.layout {
            Layout::Findings(formatter) => return formatter.add(batch, source, found, location),
            Layout::None => batch.add(|_| {}),
            Layout::Json { offsets_in_line } => {
                let base = location.offset_base(*offsets_in_line);
                batch.add(|out| {
                    write_record(out, source, link, location, base, |record, out| {
                        record.write_json(out)
                    });
                });
            }
            Layout::Csv => batch.add(|out| {
                write_record(out, source, link, location, 0, |record, out| {
                    record.write_csv(out)
                });
            }),
            Layout::Text {
                path,
                position,
                terminator,
                styling,
            } => batch.add(|out| {
                if *path {
                    styling.name(out, source);
                    out.push(b':');
                }
                if *position {
                    styling.line(out, location.line);
                    // Writing to a vector cannot fail.
                    let _ = write!(out, ":{}:", location.column);
                }
                if styling.has_hyperlinks() {
                    hyperlink(out, &link.href(), &shown);
                } else {
                    out.extend_from_slice(shown.as_bytes());
                }
                out.push(*terminator);
            }),
        }
        if self.with_keys {
            batch.set_key(&shown);
        }
    }
}

/// Writes a link as a record, with offsets that count from `base`.
fn write_record(
    out: &mut Vec<u8>,
    source: &Source,
    link: &Link<'_>,
    location: &Location,
    base: u64,
    write: fn(&Record<'_>, &mut dyn fmt::Write) -> fmt::Result,
) {
    let path = source.path().map(|path| path.to_string_lossy());
    let href = link.href();
    let record = Record::new(link, &href)
        .path(path.as_deref())
        .line(location.line)
        .bytes(location.start.saturating_sub(base)..location.end.saturating_sub(base));
    // Writing to a vector cannot fail.
    let _ = write(&record, &mut FmtWriter(out));
    out.push(b'\n');
}

/// Implements `fmt::Write` for a byte vector.
struct FmtWriter<'b>(&'b mut Vec<u8>);

impl fmt::Write for FmtWriter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
