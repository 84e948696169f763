//! The format of the published property files. Also compiled into `xtask`, which reads the same files.

use std::collections::BTreeMap;

/// The data of a code point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'t> {
    /// The number of the line.
    pub(crate) line: usize,
    /// The value of the property; empty in the file of a binary property.
    pub(crate) value: &'t str,
    /// The comment of the line, which has the names of the first and the last character.
    pub(crate) comment: &'t str,
}

/// The listed code points of a file with their data. The error says which line is invalid.
pub(crate) fn parse(text: &str) -> Result<BTreeMap<u32, Entry<'_>>, String> {
    let mut entries = BTreeMap::new();
    for (line, content) in (1..).zip(text.lines()) {
        let (data, comment) = content.split_once('#').unwrap_or((content, ""));
        let (range, value) = data.split_once(';').unwrap_or((data, ""));
        let range = range.trim();
        if range.is_empty() {
            continue;
        }
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let code = |hex| {
            u32::from_str_radix(hex, 16)
                .map_err(|_| format!("line {line}: expected a code point, found '{hex}'"))
        };
        let entry = Entry {
            line,
            value: value.trim(),
            comment: comment.trim(),
        };
        for code in code(first)?..=code(last)? {
            if entries.insert(code, entry).is_some() {
                return Err(format!("line {line}: U+{code:04X} is listed twice"));
            }
        }
    }
    match entries.len() {
        0 => Err("expected data lines, found none".to_owned()),
        _ => Ok(entries),
    }
}
