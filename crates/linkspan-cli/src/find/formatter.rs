//! Formats a link as an entry of the output.

use std::borrow::Cow;
use std::fmt;
use std::io::Write as _;

use linkspan::render::Record;
use linkspan::suffix::SuffixList;

use super::batch::{Batch, Counted};
use super::fields::{self, Field, Fields};
use super::found_link::FoundLink;
use super::location::{Location, LocationNeeds};
use super::template::Template;
use crate::args::{LinkForm, OutputArguments, Part};
use crate::check::FindingsFormatter;
use crate::terminal::{Styling, hyperlink};
use crate::text::Source;

/// Formats links.
#[derive(Debug)]
pub(crate) struct LinkFormatter {
    layout: Layout,
    form: LinkForm,
    /// Whether offsets count from the start of the line.
    offsets_in_line: bool,
    details: DetailsNeeded,
}

/// What must be known about entries when they are written.
#[derive(Clone, Copy, Debug, Default)]
struct DetailsNeeded {
    /// Whether entries are deduplicated.
    keys: bool,
    /// Whether entries are cut off after a number of them.
    ends: bool,
    /// Whether entries are counted for statistics.
    statistics: bool,
}

#[derive(Debug)]
enum Layout {
    /// Links are counted, not written.
    None,
    Json {
        /// Whether all fields are written, not only those of the contract.
        full: bool,
    },
    Separated {
        separator: u8,
        full: bool,
    },
    Text {
        path: bool,
        position: bool,
        /// The part that is written instead of the link.
        part: Option<Part>,
        terminator: u8,
        styling: Styling,
    },
    Template {
        template: Template,
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
        let terminator = if output.null { 0 } else { b'\n' };
        let full = output.full;
        let lists_files = output.files_with_links || output.files_without_links;
        let layout = if output.count || output.quiet || lists_files {
            Layout::None
        } else if output.json {
            Layout::Json { full }
        } else if let Some(separator) = separator(output) {
            Layout::Separated { separator, full }
        } else if let Some(template) = &output.template {
            Layout::Template {
                template: template.clone(),
                terminator,
                styling,
            }
        } else {
            let path = output.shows_path(many_inputs);
            Layout::Text {
                path,
                position: path || output.line_number,
                part: output.only,
                terminator,
                styling,
            }
        };
        Self {
            layout,
            form: output.form(),
            offsets_in_line: output.lines,
            details: DetailsNeeded {
                keys: output.unique,
                ends: output.max_count.is_some(),
                statistics: output.stats,
            },
        }
    }

    /// The formatter for CSV or JSON records.
    pub(crate) fn records(csv: bool) -> Self {
        let full = false;
        Self::with_layout(if csv {
            let separator = b',';
            Layout::Separated { separator, full }
        } else {
            Layout::Json { full }
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
            offsets_in_line: false,
            details: DetailsNeeded::default(),
        }
    }

    /// Whether links must be assessed before they are formatted.
    pub(crate) fn needs_assessment(&self) -> bool {
        matches!(self.layout, Layout::Findings(_))
    }

    /// What must be known of where links are.
    pub(crate) fn location_needs(&self) -> LocationNeeds {
        match &self.layout {
            Layout::Findings(_)
            | Layout::Json { full: true }
            | Layout::Separated { full: true, .. } => LocationNeeds::Characters,
            Layout::Json { .. }
            | Layout::Separated { .. }
            | Layout::Text { position: true, .. } => LocationNeeds::Bytes,
            Layout::Template { template, .. } => template.location_needs(),
            Layout::Text { .. } | Layout::None => LocationNeeds::Nothing,
        }
    }

    /// Whether links are counted, not written.
    pub(crate) fn only_counts(&self) -> bool {
        matches!(self.layout, Layout::None)
    }

    /// What ends each entry, if an entry is the text of a link and nothing else.
    pub(super) fn plain_terminator(&self) -> Option<u8> {
        let DetailsNeeded {
            keys,
            ends,
            statistics,
        } = self.details;
        match self.layout {
            Layout::Text {
                path: false,
                position: false,
                part: None,
                terminator,
                styling,
            } if !styling.has_hyperlinks()
                && self.form == LinkForm::Written
                && !(keys || ends || statistics) =>
            {
                Some(terminator)
            }
            _ => None,
        }
    }

    /// Whether a link is not written, so that it does not have to be located.
    pub(super) fn has_no_entry(&self, found: &FoundLink<'_>) -> bool {
        match &self.layout {
            Layout::Findings(formatter) => formatter.has_no_entry(found),
            _ => false,
        }
    }

    /// Adds a link to the batch. Returns whether it was added: a part of a link may be missing.
    pub(crate) fn add(
        &self,
        batch: &mut Batch,
        source: &Source,
        found: &FoundLink<'_>,
        location: &Location,
        suffixes: &SuffixList,
    ) -> bool {
        let link = &found.link;
        let part = match self.layout {
            Layout::Text { part, .. } => part,
            _ => None,
        };
        let shown = match (part, self.form) {
            (Some(part), form) => match fields::part(part, link, suffixes, form) {
                Some(part) => Cow::Owned(part),
                None => return false,
            },
            (None, LinkForm::Written) => {
                let plain = found.plain.as_deref();
                Cow::Borrowed(plain.unwrap_or(link.as_str()))
            }
            (None, LinkForm::Href) => link.href(),
            (None, LinkForm::Display) => link.display(),
        };
        let fields = Fields {
            source,
            link,
            location,
            suffixes,
            offsets_in_line: self.offsets_in_line,
        };
        let start = batch.bytes().len();
        match &self.layout {
            Layout::Findings(formatter) => {
                formatter.add(batch, source, found, location);
                return true;
            }
            Layout::None => batch.add(|_| {}),
            Layout::Json { full } => batch.add(|out| write_json(out, &fields, *full)),
            Layout::Separated { separator, full } => {
                batch.add(|out| write_separated(out, &fields, *separator, *full));
            }
            Layout::Template {
                template,
                terminator,
                styling,
            } => batch.add(|out| {
                template.write(&fields, out, |out| styling.plain_name(out, source));
                out.push(*terminator);
            }),
            Layout::Text {
                path,
                position,
                terminator,
                styling,
                ..
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
                if styling.has_hyperlinks() && part.is_none() {
                    hyperlink(out, &link.href(), &shown);
                } else {
                    out.extend_from_slice(shown.as_bytes());
                }
                out.push(*terminator);
            }),
        }
        self.add_details(batch, start, &shown, &fields);
        true
    }

    /// Adds the details of the entry that starts at `start`, if they are needed.
    fn add_details(&self, batch: &mut Batch, start: usize, shown: &str, fields: &Fields<'_, '_>) {
        let DetailsNeeded {
            keys,
            ends,
            statistics,
        } = self.details;
        if !(keys || ends || statistics) {
            return;
        }
        let counted = statistics.then(|| Counted {
            kind: fields.link.kind(),
            host: fields::host(fields.link).map(String::into_boxed_str),
        });
        let entry = batch.bytes().get(start..).unwrap_or_default();
        let key = match self.layout {
            Layout::Template { .. } => String::from_utf8_lossy(entry),
            _ => Cow::Borrowed(shown),
        };
        let key = keys.then(|| key.into_owned());
        batch.set_details(key.as_deref(), counted);
    }
}

/// The separator of the values, if they are separated.
fn separator(output: &OutputArguments) -> Option<u8> {
    match (output.csv, output.tsv) {
        (true, _) => Some(b','),
        (_, true) => Some(b'\t'),
        _ => None,
    }
}

/// The row of names before separated values, if the output has one.
pub(super) fn header(output: &OutputArguments) -> Option<String> {
    let separator = char::from(separator(output)?).to_string();
    let names = Field::of_record(output.full).iter().map(|&(name, _)| name);
    let names: Vec<&str> = names.collect();
    Some(names.join(&separator) + "\n")
}

fn write_json(out: &mut Vec<u8>, fields: &Fields<'_, '_>, full: bool) {
    let Fields {
        source,
        link,
        location,
        ..
    } = fields;
    let base = location.offset_base(fields.offsets_in_line);
    let path = source.path().map(|path| path.to_string_lossy());
    let href = link.href();
    let record = Record::new(link, &href)
        .path(path.as_deref())
        .line(location.line)
        .bytes(location.start.saturating_sub(base)..location.end.saturating_sub(base));
    // Writing to a vector cannot fail.
    let _ = record.write_json(&mut FmtWriter(out));
    if full {
        // Continue the object.
        out.pop();
        let contract = Field::of_record(false).len();
        for (name, field) in Field::of_record(true).iter().skip(contract) {
            let _ = write!(out, ",\"{name}\":");
            fields.get(*field).write_json(out);
        }
        out.push(b'}');
    }
    out.push(b'\n');
}

fn write_separated(out: &mut Vec<u8>, fields: &Fields<'_, '_>, separator: u8, full: bool) {
    for (number, (_, field)) in Field::of_record(full).iter().enumerate() {
        if number > 0 {
            out.push(separator);
        }
        fields.get(*field).write_separated(separator, out);
    }
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
