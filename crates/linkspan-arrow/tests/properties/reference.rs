//! A slow, obvious reference implementation: one link at a time, without arrays.

use std::borrow::Cow;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ListArray, StringArray, StructArray};
use linkspan::{Finder, url};
use linkspan_arrow::Offsets;

/// A link with all fields.
#[derive(Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) start: i64,
    pub(crate) end: i64,
    pub(crate) kind: String,
    pub(crate) text: String,
    pub(crate) href: String,
    pub(crate) host: Option<String>,
    pub(crate) domain: Option<String>,
    pub(crate) findings: Vec<Finding>,
}

/// Code, level, start, end and message of a finding.
pub(crate) type Finding = (String, String, i64, i64, String);

/// The links of some bytes, as the finder returns them.
pub(crate) fn expected(finder: &Finder, bytes: &[u8], offsets: Offsets) -> Vec<Row> {
    let row = |range: Range<usize>| {
        let convert = |offset| units(&bytes[..offset], offsets);
        (convert(range.start), convert(range.end))
    };
    { finder.find_bytes_iter(bytes) }
        .map(|found| {
            let link = found.as_link();
            let text_start = found.start() - link.start();
            let (start, end) = row(found.range());
            let findings = finder.assess(link);
            let findings = findings.findings().iter().map(|finding| {
                let range = finding.range();
                let (start, end) = row(range.start + text_start..range.end + text_start);
                let (code, level) = (finding.code().to_string(), finding.level().to_string());
                (code, level, start, end, finding.message().to_owned())
            });
            Row {
                start,
                end,
                kind: link.kind().to_string(),
                text: link.as_str().to_owned(),
                href: link.href().into_owned(),
                host: name(Some(link.host())),
                domain: name(link.registrable_domain(finder.suffixes())),
                findings: findings.collect(),
            }
        })
        .collect()
}

/// The units in the bytes before an offset, which is at the start of a character.
fn units(before: &[u8], offsets: Offsets) -> i64 {
    let text = String::from_utf8_lossy(before);
    let units = match offsets {
        Offsets::CodePoints => text.chars().count(),
        Offsets::Utf16 => text.encode_utf16().count(),
        _ => before.len(),
    };
    i64::try_from(units).unwrap()
}

/// The readable form of the ASCII form of a name.
fn name(name: Option<&str>) -> Option<String> {
    let name = name.filter(|name| !name.is_empty())?;
    let ascii = url::to_ascii(name).map_or_else(|_| name.to_lowercase(), Cow::into_owned);
    match url::to_readable(&ascii) {
        Ok(readable) => Some(readable.into_owned()),
        Err(_) => Some(ascii),
    }
}

/// The rows of a result with all fields. `None` is a null.
pub(crate) fn rows(lists: &ListArray) -> Vec<Option<Vec<Row>>> {
    { 0..lists.len() }
        .map(|row| {
            let is_valid = lists.is_valid(row);
            is_valid.then(|| links(lists.value(row).as_struct()))
        })
        .collect()
}

fn links(links: &StructArray) -> Vec<Row> {
    let strings = |name| links.column_by_name(name).unwrap().as_string::<i32>();
    let numbers = |name| { links.column_by_name(name).unwrap() }.as_primitive::<Int64Type>();
    let text = |name, row: usize| strings(name).value(row).to_owned();
    let findings = links.column_by_name("findings").unwrap().as_list::<i32>();
    { 0..links.len() }
        .map(|row| Row {
            start: numbers("start").value(row),
            end: numbers("end").value(row),
            kind: text("kind", row),
            text: text("text", row),
            href: text("href", row),
            host: option(strings("host"), row),
            domain: option(strings("domain"), row),
            findings: self::findings(findings.value(row).as_struct()),
        })
        .collect()
}

fn findings(findings: &StructArray) -> Vec<Finding> {
    let text = |column: usize, row| {
        findings
            .column(column)
            .as_string::<i32>()
            .value(row)
            .to_owned()
    };
    let number = |column: usize, row| {
        findings
            .column(column)
            .as_primitive::<Int64Type>()
            .value(row)
    };
    { 0..findings.len() }
        .map(|row| {
            (
                text(0, row),
                text(1, row),
                number(2, row),
                number(3, row),
                text(4, row),
            )
        })
        .collect()
}

fn option(strings: &StringArray, row: usize) -> Option<String> {
    strings.is_valid(row).then(|| strings.value(row).to_owned())
}
