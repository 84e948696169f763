//! The links of a block of rows, column by column.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, ListArray, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field as ArrowField};
use linkspan::assess::Report;
use linkspan::{Finder, Link};

use crate::error::too_large;
use crate::field::{Field, finding_fields, link_fields};
use crate::name::ReadableNames;
use crate::offset::{OffsetConverter, Offsets};
use crate::texts::Text;

/// The links of a block of rows.
pub(crate) struct Block {
    /// How many links each row has.
    pub(crate) counts: Vec<usize>,
    pub(crate) links: StructArray,
}

/// Collects the links of a block of rows.
pub(crate) struct BlockBuilder<'f> {
    finder: &'f Finder,
    offsets: Offsets,
    fields: &'f [Field],
    columns: Vec<Column>,
    names: ReadableNames,
    counts: Vec<usize>,
}

impl<'f> BlockBuilder<'f> {
    pub(crate) fn new(
        finder: &'f Finder,
        offsets: Offsets,
        fields: &'f [Field],
        rows: usize,
    ) -> Self {
        Self {
            finder,
            offsets,
            fields,
            columns: fields.iter().copied().map(Column::new).collect(),
            names: ReadableNames::default(),
            counts: Vec::with_capacity(rows),
        }
    }

    /// Adds a row without links.
    pub(crate) fn add_null(&mut self) {
        self.counts.push(0);
    }

    /// Adds a row with the links of a text.
    pub(crate) fn add(&mut self, text: Text<'_>) -> Result<(), ArrowError> {
        let mut converter = OffsetConverter::new(text.as_bytes(), self.offsets);
        let mut count = 0;
        match text {
            Text::Utf8(text) => {
                for link in self.finder.find_iter(text) {
                    self.add_link(&link, 0, &mut converter)?;
                    count += 1;
                }
            }
            Text::Invalid(bytes) => {
                for found in self.finder.find_bytes_iter(bytes) {
                    let link = found.as_link();
                    let text_start = found.start() - link.start();
                    self.add_link(link, text_start, &mut converter)?;
                    count += 1;
                }
            }
        }
        self.counts.push(count);
        Ok(())
    }

    /// Adds a link of a text that starts at `text_start` in its row.
    fn add_link(
        &mut self,
        link: &Link<'_>,
        text_start: usize,
        converter: &mut OffsetConverter<'_>,
    ) -> Result<(), ArrowError> {
        let range = converter.link(moved(link.range(), text_start));
        for (column, field) in self.columns.iter_mut().zip(self.fields) {
            match (column, field) {
                (Column::Offsets(column), Field::Start) => {
                    column.append_value(offset(range.start)?);
                }
                (Column::Offsets(column), _) => column.append_value(offset(range.end)?),
                (Column::Strings(column), Field::Kind) => append(column, link.kind().as_str())?,
                (Column::Strings(column), Field::Href) => {
                    // Writing to a builder of strings cannot fail.
                    let _ = link.write_href(column);
                    append(column, "")?;
                }
                (Column::Strings(column), Field::Host) => {
                    append_option(column, self.names.get(link.host()))?;
                }
                (Column::Strings(column), Field::Domain) => {
                    let domain = link.registrable_domain(self.finder.suffixes());
                    append_option(column, domain.and_then(|domain| self.names.get(domain)))?;
                }
                (Column::Strings(column), _) => append(column, link.as_str())?,
                (Column::Findings(column), _) => {
                    let report = self.finder.assess(link);
                    column.add(&report, |range| {
                        converter.near_link(&moved(range, text_start))
                    })?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<Block, ArrowError> {
        let links: usize = self.counts.iter().sum();
        let columns = self.columns.into_iter().map(Column::finish);
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        Ok(Block {
            counts: self.counts,
            links: StructArray::try_new_with_length(
                link_fields(self.fields),
                columns,
                None,
                links,
            )?,
        })
    }
}

/// The values of a field. Which variant it is follows from the type of the field.
enum Column {
    Offsets(Int64Builder),
    Strings(StringBuilder),
    Findings(Box<FindingsBuilder>),
}

impl Column {
    fn new(field: Field) -> Self {
        match field {
            Field::Start | Field::End => Self::Offsets(Int64Builder::new()),
            Field::Findings => Self::Findings(Box::default()),
            _ => Self::Strings(StringBuilder::new()),
        }
    }

    fn finish(self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Self::Offsets(mut column) => Arc::new(column.finish()),
            Self::Strings(mut column) => Arc::new(column.finish()),
            Self::Findings(column) => Arc::new(column.finish()?),
        })
    }
}

/// Collects the findings of links.
#[derive(Default)]
struct FindingsBuilder {
    counts: Vec<usize>,
    codes: StringBuilder,
    levels: StringBuilder,
    starts: Int64Builder,
    ends: Int64Builder,
    messages: StringBuilder,
}

impl FindingsBuilder {
    fn add(
        &mut self,
        report: &Report,
        convert: impl Fn(Range<usize>) -> Range<usize>,
    ) -> Result<(), ArrowError> {
        let findings = report.findings();
        for finding in findings {
            let range = convert(finding.range());
            append(&mut self.codes, finding.code().as_str())?;
            append(&mut self.levels, finding.level().as_str())?;
            self.starts.append_value(offset(range.start)?);
            self.ends.append_value(offset(range.end)?);
            append(&mut self.messages, finding.message())?;
        }
        self.counts.push(findings.len());
        Ok(())
    }

    fn finish(mut self) -> Result<ListArray, ArrowError> {
        let fields = finding_fields();
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.codes.finish()),
            Arc::new(self.levels.finish()),
            Arc::new(self.starts.finish()),
            Arc::new(self.ends.finish()),
            Arc::new(self.messages.finish()),
        ];
        let item = ArrowField::new_list_field(DataType::Struct(fields.clone()), true);
        let findings = StructArray::try_new(fields, columns, None)?;
        ListArray::try_new(
            Arc::new(item),
            list_offsets(self.counts)?,
            Arc::new(findings),
            None,
        )
    }
}

/// The offsets of lists with these lengths.
pub(crate) fn list_offsets(
    counts: impl IntoIterator<Item = usize>,
) -> Result<OffsetBuffer<i32>, ArrowError> {
    let mut offsets = vec![0];
    let mut end = 0_usize;
    for count in counts {
        end += count;
        offsets.push(i32::try_from(end).map_err(|_| too_large())?);
    }
    Ok(OffsetBuffer::new(offsets.into()))
}

fn moved(range: Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

fn offset(offset: usize) -> Result<i64, ArrowError> {
    i64::try_from(offset).map_err(|_| too_large())
}

/// Appends what was written to the builder and a string, if their end still fits an offset. The builder itself would
/// panic.
fn append(column: &mut StringBuilder, text: &str) -> Result<(), ArrowError> {
    let end = column.values_slice().len() + text.len();
    if i32::try_from(end).is_err() {
        return Err(too_large());
    }
    column.append_value(text);
    Ok(())
}

fn append_option(column: &mut StringBuilder, text: Option<&str>) -> Result<(), ArrowError> {
    match text {
        Some(text) => append(column, text),
        None => {
            column.append_null();
            Ok(())
        }
    }
}
