//! Comma-separated and tab-separated values (RFC 4180), as a stream.
//!
//! Delimiters separate texts. Fields in quotation marks are decoded. A quotation mark that is not
//! closed within 16 KiB is an ordinary character, so an error affects one field at most.

use memchr::{memchr, memchr2};

use super::stage::{MAX_VALUE_LEN, Sink};

/// Decodes the fields of separated values.
#[derive(Debug, Default)]
pub(crate) struct CsvStage {
    /// The delimiter, once the first line is known.
    delimiter: Option<u8>,
}

impl CsvStage {
    pub(super) fn process(&mut self, last: bool, sink: &mut Sink<'_>) -> usize {
        let source = sink.source;
        let delimiter = match self.delimiter {
            Some(delimiter) => delimiter,
            None => {
                let is_complete = memchr(b'\n', source.as_bytes()).is_some();
                if !is_complete && !last && source.len() < MAX_VALUE_LEN {
                    return 0;
                }
                *self.delimiter.insert(delimiter(source))
            }
        };
        let bytes = source.as_bytes();
        let mut at = 0;
        while at < source.len() {
            let rest = bytes.get(at..).unwrap_or_default();
            let may_wait = !last && rest.len() <= MAX_VALUE_LEN;
            if rest.first() == Some(&b'"') {
                match closing_quote(bytes, at + 1, last) {
                    Some(end) => {
                        quoted_field(sink, at, end);
                        at = end + 1;
                    }
                    None if may_wait => return at,
                    None => {
                        sink.boundary(at..at + 1);
                        at += 1;
                    }
                }
                continue;
            }
            let end = memchr2(delimiter, b'\n', rest).map(|offset| at + offset);
            let Some(end) = end.or(last.then_some(source.len())) else {
                if may_wait {
                    return at;
                }
                sink.keep(at..source.len());
                return source.len();
            };
            let start = sink.text.len();
            sink.keep(at..end);
            sink.mark_value(start);
            if bytes.get(end) == Some(&delimiter) {
                sink.boundary(end..end + 1);
            } else {
                sink.keep(end..source.len().min(end + 1));
            }
            at = end + 1;
        }
        at.min(source.len())
    }
}

/// The quotation mark that ends the field whose content starts at `from`. `None` if it is not known.
fn closing_quote(bytes: &[u8], from: usize, last: bool) -> Option<usize> {
    let mut at = from;
    loop {
        let content = bytes.get(at..)?;
        let content = content.get(..MAX_VALUE_LEN).unwrap_or(content);
        at += memchr(b'"', content)?;
        if at - from > MAX_VALUE_LEN {
            return None;
        }
        match bytes.get(at + 1) {
            Some(b'"') => at += 2,
            None if !last => return None,
            _ => return Some(at),
        }
    }
}

/// Passes the field between two quotation marks on. Two quotation marks in it stand for one.
fn quoted_field(sink: &mut Sink<'_>, quote: usize, end: usize) {
    let source = sink.source;
    sink.boundary(quote..quote + 1);
    let start = sink.text.len();
    let mut at = quote + 1;
    while let Some(offset) = source
        .as_bytes()
        .get(at..end)
        .and_then(|rest| memchr(b'"', rest))
    {
        sink.keep(at..at + offset);
        at += offset;
        sink.replace(at..at + 2, "\"");
        at += 2;
    }
    sink.keep(at..end);
    sink.mark_value(start);
    sink.boundary(end..end + 1);
}

/// The most frequent delimiter of the first line, outside of quotation marks.
fn delimiter(text: &str) -> u8 {
    let line = text.lines().next().unwrap_or_default();
    let counts = [b',', b'\t', b';'].map(|delimiter| (separators(line, delimiter), delimiter));
    let most = counts.iter().rev().max_by_key(|(count, _)| *count);
    most.map_or(b',', |&(_, delimiter)| delimiter)
}

fn separators(line: &str, delimiter: u8) -> usize {
    let unquoted = line.split('"').step_by(2);
    unquoted
        .map(|part| part.bytes().filter(|&byte| byte == delimiter).count())
        .sum()
}

/// Whether a text starts like separated values: with at least two lines that have the same number of
/// delimiters, two or more.
pub(super) fn looks_like_csv(text: &str) -> bool {
    let complete = text.rfind('\n').and_then(|end| text.get(..end));
    let lines: Vec<&str> = complete.unwrap_or(text).lines().take(6).collect();
    let [first, rest @ ..] = lines.as_slice() else {
        return false;
    };
    let delimiter = delimiter(first);
    let count = separators(first, delimiter);
    // A list of URLs has no header, and its URLs may have commas.
    let is_url = delimiter != b'\t' && first.contains("://");
    // Sentences have a space after a comma.
    let is_sentence =
        |line: &&str| delimiter != b'\t' && line.contains(", ") && !line.contains('"');
    count >= 2
        && !is_url
        && !rest.is_empty()
        && rest.iter().all(|line| separators(line, delimiter) == count)
        && !lines.iter().any(is_sentence)
}
