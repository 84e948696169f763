//! Tables in text form: RFC 3743, RFC 4290, and what registries write instead.

use super::repertoire::{MAX_SEQUENCE_LEN, parse_code_point};
use super::{Entry, IdnTableError, TableBuilder, domain_to_ascii};

const CODE_POINT: &str = "a code point of four to six hexadecimal digits";

/// Reads a table line by line.
pub(super) fn parse(text: &str, table: &mut TableBuilder) -> Result<(), IdnTableError> {
    let mut is_header = true;
    for (number, line) in (1..).zip(text.lines()) {
        let content = line.trim();
        if content.is_empty() {
            continue;
        }
        if content.starts_with('#') {
            if is_header {
                add_domains(table, number, line, domains_of_comment(content))?;
            }
            continue;
        }
        match parse_entry(line) {
            Ok(entry) => {
                is_header = false;
                table.add(&entry, || number)?;
            }
            // A header contains other text, such as "Reference 1 RFC 20" or a date.
            Err(_) if is_header && !is_prefixed(content) => {
                add_domains(table, number, line, domains_of_header(content))?;
            }
            Err(error) => {
                return Err(IdnTableError::at(
                    number,
                    error.offset,
                    error.found,
                    error.expected,
                ));
            }
        }
    }
    Ok(())
}

/// The value of a comment such as `# TLD: example`.
fn domains_of_comment(comment: &str) -> Option<&str> {
    let comment = comment.trim_start_matches('#').trim_start();
    let (key, value) = comment.split_once(':')?;
    key.trim().eq_ignore_ascii_case("tld").then_some(value)
}

/// The domain of a header line such as `.example Latin` or `TLD: example`. In comments, a word with a dot before it is
/// part of a sentence.
fn domains_of_header(line: &str) -> Option<&str> {
    let first_word = line.split_whitespace().next();
    domains_of_comment(line).or_else(|| first_word.filter(|word| word.starts_with('.')))
}

/// Adds domains that are separated by commas. What follows the first word of each is ignored.
fn add_domains(
    table: &mut TableBuilder,
    number: usize,
    line: &str,
    domains: Option<&str>,
) -> Result<(), IdnTableError> {
    for domain in domains.into_iter().flat_map(|domains| domains.split(',')) {
        let Some(domain) = domain.split_whitespace().next() else {
            continue;
        };
        let ascii = domain_to_ascii(domain).ok_or_else(|| {
            let offset = line.find(domain).unwrap_or(0);
            IdnTableError::at(number, offset, domain, "a domain")
        })?;
        table.domains.push(ascii);
    }
    Ok(())
}

/// Whether a line starts like `U+0061`.
fn is_prefixed(line: &str) -> bool {
    let digits = line
        .strip_prefix(['U', 'u'])
        .and_then(|it| it.strip_prefix('+'));
    digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_hexdigit()))
}

/// What was found at an offset of a line instead of what was expected.
struct EntryError<'l> {
    offset: usize,
    found: &'l str,
    expected: &'static str,
}

/// Parses the entry at the start of a line.
fn parse_entry(line: &str) -> Result<Entry, EntryError<'_>> {
    let end = line.find([';', '|', '#']).unwrap_or(line.len());
    let is_rfc4290 = line.get(end..).is_some_and(|rest| rest.starts_with('|'));
    let mut cursor = Cursor {
        line,
        offset: line.len() - line.trim_start().len(),
        end,
    };
    let start = cursor.offset;
    let whole = |cursor: &Cursor<'_>| {
        line.get(start..cursor.offset)
            .unwrap_or_default()
            .trim_end()
    };
    let (first, is_prefixed) = cursor.code_point()?;
    let mut code_points = alloc::vec![first];
    // What separates the first two code points also separates the others.
    let mut joiner = None;
    loop {
        cursor.skip_references();
        let (separator, is_spaced) = cursor.separator();
        let is_joiner = joiner.is_none_or(|joiner| joiner == separator);
        let mut ahead = Cursor { ..cursor };
        ahead.skip_separator(separator);
        if is_spaced && !(is_joiner && ahead.starts_code_point(is_prefixed, separator)) {
            break; // The rest of the line is a description.
        }
        if separator.is_none() && cursor.offset == end {
            break;
        }
        if !is_joiner || (separator.is_none() && !is_spaced) {
            return Err(cursor.error("a space or the end of the entry"));
        }
        cursor = ahead;
        let (next, _) = cursor.code_point()?;
        code_points.push(next);
        joiner = Some(separator);
        if code_points.len() > MAX_SEQUENCE_LEN {
            return Err(EntryError {
                offset: start,
                found: whole(&cursor),
                expected: "a sequence of at most 63 code points",
            });
        }
    }
    let is_range = match joiner.flatten() {
        Some(Separator::Range) => true,
        Some(Separator::Hyphen) => code_points.len() == 2 && !(is_rfc4290 && is_prefixed),
        None => false,
    };
    match *code_points.as_slice() {
        [first, last] if is_range && first <= last => Ok(Entry::Range(first, last)),
        _ if is_range => Err(EntryError {
            offset: start,
            found: whole(&cursor),
            expected: "a range from a lower to a higher code point",
        }),
        _ => Ok(Entry::Sequence(code_points)),
    }
}

/// What separates code points, other than space.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    /// Two dots or a dash.
    Range,
    /// A range or, with more than two code points or in RFC 4290, a sequence.
    Hyphen,
}

/// A position in a line before the end of its first column.
struct Cursor<'l> {
    line: &'l str,
    offset: usize,
    end: usize,
}

impl<'l> Cursor<'l> {
    fn rest(&self) -> &'l str {
        self.line.get(self.offset..self.end).unwrap_or_default()
    }

    /// Takes a code point, and returns whether it is written with `U+`.
    fn code_point(&mut self) -> Result<(char, bool), EntryError<'l>> {
        let rest = self.rest();
        let digits = rest
            .strip_prefix(['U', 'u'])
            .and_then(|it| it.strip_prefix('+'));
        let is_prefixed = digits.is_some();
        let digits = digits.unwrap_or(rest);
        let word_end = digits.find(|c: char| !c.is_alphanumeric());
        let digits = digits.get(..word_end.unwrap_or(digits.len()));
        let code_point = digits.and_then(parse_code_point);
        let Some((digits, code_point)) = digits.zip(code_point) else {
            return Err(self.error(CODE_POINT));
        };
        self.offset += if is_prefixed { 2 } else { 0 } + digits.len();
        Ok((code_point, is_prefixed))
    }

    /// Skips the numbers of references, such as `(1,2)`.
    fn skip_references(&mut self) {
        let references = self.rest().strip_prefix('(');
        let len = references.and_then(|references| references.find(')'));
        self.offset += len.map_or(0, |len| len + 2);
    }

    /// The separator that follows, and whether there is space before it.
    fn separator(&mut self) -> (Option<Separator>, bool) {
        let rest = self.rest();
        let trimmed = rest.trim_start();
        self.offset += rest.len() - trimmed.len();
        let separator = if trimmed.starts_with("..") || trimmed.starts_with(['–', '…']) {
            Some(Separator::Range)
        } else {
            trimmed.starts_with('-').then_some(Separator::Hyphen)
        };
        (separator, trimmed.len() < rest.len())
    }

    fn skip_separator(&mut self, separator: Option<Separator>) {
        let rest = self.rest();
        let len = match separator {
            None => 0,
            Some(Separator::Range) if rest.starts_with("..") => 2,
            Some(_) => rest.chars().next().map_or(0, char::len_utf8),
        };
        let after = rest.get(len..).unwrap_or_default();
        self.offset += len + after.len() - after.trim_start().len();
    }

    /// Whether a code point follows rather than a word of a description. After a space, it must be written with `U+` if
    /// the first one is.
    fn starts_code_point(&self, is_prefixed: bool, separator: Option<Separator>) -> bool {
        let mut ahead = Cursor { ..*self };
        ahead
            .code_point()
            .is_ok_and(|(_, prefixed)| prefixed == is_prefixed || separator.is_some())
    }

    /// The error that something else was expected than the word that follows.
    fn error(&self, expected: &'static str) -> EntryError<'l> {
        let rest = self.line.get(self.offset..).unwrap_or_default();
        EntryError {
            offset: self.offset,
            found: rest.split_whitespace().next().unwrap_or_default(),
            expected,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString as _};

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    fn entry(line: &str) -> Result<Entry, String> {
        parse_entry(line).map_err(|error| {
            IdnTableError::at(1, error.offset, error.found, error.expected).to_string()
        })
    }

    fn sequence(text: &str) -> Entry {
        Entry::Sequence(text.chars().collect())
    }

    #[test]
    fn a_line_starts_with_a_code_point() {
        for line in [
            "U+0061",
            "0061",
            "u+000061",
            "\tU+0061 # LATIN SMALL LETTER A",
            "U+0061|U+0061\t# LATIN SMALL LETTER A",
            "0061(1,2);0061(1);00E0(2)  # a",
            "U+0061(0);U+0041(0);",
            "U+0061  a  LATIN SMALL LETTER A",
            "U+0061 - LATIN SMALL LETTER A",
            "U+0061 0041",
        ] {
            assert_eq!(entry(line), Ok(sequence("a")), "{line}");
        }
    }

    #[test]
    fn two_code_points_are_a_range_or_a_sequence() {
        for line in [
            "U+0061..U+007A",
            "0061..007A # a to z",
            "0061-007A",
            "U+0061-U+007A",
            "U+0061 - U+007A",
            "U+0061 .. U+007A; letters",
            "U+0061–U+007A",
            "U+0061..007A|",
            "0061-007A 00E0",
        ] {
            assert_eq!(entry(line), Ok(Entry::Range('a', 'z')), "{line}");
        }
        for line in [
            "U+0061 U+007A",
            "0061 007A;",
            "U+0061-U+007A|U+00E0",
            "U+0061(1) U+007A(1)",
        ] {
            assert_eq!(entry(line), Ok(sequence("az")), "{line}");
        }
        for line in [
            "U+006C U+00B7 U+006C",
            "006C-00B7-006C",
            "U+006C-U+00B7-U+006C|",
        ] {
            assert_eq!(entry(line), Ok(sequence("l·l")), "{line}");
        }
    }

    #[test]
    fn errors_name_what_was_expected() {
        let code_point = |offset: usize, found: &str| {
            std::format!("line 1: expected {CODE_POINT} at byte {offset}, found {found:?}")
        };
        for (line, offset, found) in [
            ("U+00GG", 0, "U+00GG"),
            ("U+D800", 0, "U+D800"),
            ("U+110000 # too large", 0, "U+110000"),
            ("U+0061..U+12", 8, "U+12"),
            ("U+0061-", 7, ""),
            ("0061..x", 6, "x"),
        ] {
            assert_eq!(entry(line), Err(code_point(offset, found)), "{line}");
        }
        let error = entry("U+0061,U+0062").unwrap_err();
        assert_eq!(
            error,
            "line 1: expected a space or the end of the entry at byte 6, found \",U+0062\""
        );
        let long = "U+0061 ".repeat(64);
        assert!(entry(&long).unwrap_err().contains("at most 63 code points"));
        let error = entry("0061..0063..0065").unwrap_err();
        assert!(error.contains("expected a range from a lower"), "{error}");
    }

    #[test]
    fn domains_are_read_from_the_header() {
        for (text, expected) in [
            ("# TLD: example\n0061", &["example"][..]),
            (
                "#tld : .Example , .рф (Cyrillic)\n0061",
                &["example", "xn--p1ai"],
            ),
            (".example Latin\n0061", &["example"]),
            ("TLD: example\n0061", &["example"]),
            (
                "# .SE has made this table.\n# Language: ca\nReference 1 RFC 20\n2014-11-26\n0061",
                &[],
            ),
            ("0061\n# TLD: example", &[]),
        ] {
            let mut table = TableBuilder::default();
            parse(text, &mut table).unwrap();
            assert_eq!(table.domains, expected, "{text}");
            assert_eq!(table.repertoire.len(), 1, "{text}");
        }
    }

    const PIECES: &[&str] = &[
        "\n", "\n", "U+", "0061", "007A", "D800", "é", "..", "-", "–", "|", ";", "#", "(1)", "(",
        " ", "\t", ".", "TLD:", "a", "\u{FEFF}",
    ];

    proptest! {
        #[test]
        fn any_text_gives_a_table_or_an_error_in_one_of_its_lines(pieces in prop::collection::vec(select(PIECES), 0..24)) {
            let text = pieces.concat();
            let mut table = TableBuilder::default();
            if let Err(error) = parse(&text, &mut table) {
                prop_assert!(error.line().is_some_and(|line| line <= text.lines().count()));
            }
        }
    }
}
