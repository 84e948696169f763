//! Label generation rules of registries: which labels may be registered below a domain.

mod error;
mod repertoire;
mod text;
#[cfg(feature = "idn-tables")]
mod xml;

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

pub use self::error::IdnTableError;
use self::repertoire::{Repertoire, RepertoireBuilder};
use crate::idna::Policy;

/// The maximum length of a table, in bytes.
const MAX_FILE_LEN: usize = 16 * 1024 * 1024;

/// The maximum number of code points, ranges and sequences that a table lists. Unicode has 160,000 characters.
const MAX_ENTRIES: usize = 1 << 18;

/// The tables in which registries publish the characters of the names that they register (label generation rules).
///
/// A [`Finder`](crate::Finder) with [tables](crate::find::FinderBuilder::idn_tables) reports the registered label of a
/// domain, which is the one before the public suffix, as [`HostNotInTable`](super::Code::HostNotInTable) if no single
/// table of the domain allows all of it. Labels of ASCII letters, digits and hyphens are always allowed, and so is
/// every label below a domain without tables.
///
/// No tables are included. The Internet Assigned Numbers Authority collects those of the registries in its "Repository
/// of IDN Practices".
///
/// ```
/// use linkspan::Finder;
/// use linkspan::assess::{Code, IdnTables};
///
/// let mut tables = IdnTables::new();
/// tables.add_text("# TLD: cat\nU+0061..U+007A\nU+00E0\nU+006C U+00B7 U+006C\n", None)?;
/// let finder = Finder::builder().idn_tables(tables).build()?;
/// let report = |text| finder.assess(&finder.find(text).unwrap());
/// assert!(report("paral·lel.cat").is_empty());
/// assert!(report("mañana.cat").has(Code::HostNotInTable));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What is evaluated
///
/// Only the repertoire: code points, ranges, and sequences of code points. A label is allowed if it can be divided into
/// code points and sequences of one table. Variants, contextual rules (`when`, `not-when`) and rules for whole labels
/// (`rules`) are ignored. So a label that is allowed here may still be refused by the registry.
///
/// # Limits
///
/// A table has at most [`MAX_FILE_LEN`](Self::MAX_FILE_LEN) bytes and [`MAX_ENTRIES`](Self::MAX_ENTRIES) entries.
/// Equal tables are stored once.
#[derive(Default)]
pub struct IdnTables {
    repertoires: Vec<Repertoire>,
    /// For each domain in ASCII form, the indices of its repertoires.
    domains: BTreeMap<String, Vec<usize>>,
}

impl IdnTables {
    /// The maximum length of a table, in bytes. Programs need not read more of a file.
    ///
    /// ```
    /// assert_eq!(linkspan::assess::IdnTables::MAX_FILE_LEN, 16 * 1024 * 1024);
    /// ```
    pub const MAX_FILE_LEN: usize = MAX_FILE_LEN;

    /// The maximum number of code points, ranges and sequences that a table lists.
    ///
    /// ```
    /// assert_eq!(linkspan::assess::IdnTables::MAX_ENTRIES, 262_144);
    /// ```
    pub const MAX_ENTRIES: usize = MAX_ENTRIES;

    /// No tables.
    ///
    /// ```
    /// assert!(linkspan::assess::IdnTables::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self {
            repertoires: Vec::new(),
            domains: BTreeMap::new(),
        }
    }

    /// Adds a table in either format: a text that starts with `<` is XML.
    ///
    /// `domain` is the domain below which the names are registered, which is usually a top-level domain. It counts only
    /// if the table does not say itself for which domains it is.
    ///
    /// # Errors
    ///
    /// If the table is malformed, empty or too long, or if there is no domain. Nothing is added then. Reading XML needs
    /// the crate feature `idn-tables`.
    ///
    /// ```
    /// use linkspan::assess::IdnTables;
    ///
    /// let mut tables = IdnTables::new();
    /// tables.add("U+0061..U+007A # a to z\nU+00F1 # ñ\n", Some("example"))?;
    /// let error = tables.add("U+0061\nU+00F1\n", None).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "expected the domain that the table is for, in the table or from the caller, found none",
    /// );
    /// assert_eq!(tables.domains().collect::<Vec<_>>(), ["example"]);
    /// # Ok::<(), linkspan::assess::IdnTableError>(())
    /// ```
    pub fn add(&mut self, table: &str, domain: Option<&str>) -> Result<(), IdnTableError> {
        let is_xml = without_mark(table).trim_start().starts_with('<');
        if !is_xml {
            return self.add_text(table, domain);
        }
        #[cfg(feature = "idn-tables")]
        {
            self.add_xml(table, domain)
        }
        #[cfg(not(feature = "idn-tables"))]
        Err(IdnTableError::xml_feature())
    }

    /// Adds a table in one of the text formats, which are those of RFC 3743, RFC 4290 and similar ones.
    ///
    /// A line lists a code point (`U+0061` or `0061`), a range (`U+0061..U+007A` or `0061-007A`) or a sequence
    /// (`U+006C U+00B7 U+006C` or `U+006C-U+00B7-U+006C`). In a line with `|`, two code points with a hyphen are a
    /// sequence, as in RFC 4290. The rest of the line, after `;`, `|`, `#`, `(` or a space, is ignored. So are lines that
    /// start with `#` and, before the first entry, all lines of other text. Before the first entry, the lines
    /// `# TLD: example` and `.example` name the domain of the table.
    ///
    /// `domain` counts only if there is no such line.
    ///
    /// # Errors
    ///
    /// If a line is malformed, if the table is empty or too long, or if there is no domain. Nothing is added then.
    ///
    /// ```
    /// use linkspan::assess::IdnTables;
    ///
    /// let error = IdnTables::new().add_text("# TLD: example\nU+007A..U+0061\n", None).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2: expected a range from a lower to a higher code point at byte 0, found \"U+007A..U+0061\"",
    /// );
    /// ```
    pub fn add_text(&mut self, table: &str, domain: Option<&str>) -> Result<(), IdnTableError> {
        let table = TableBuilder::read(table, text::parse)?;
        self.insert(table, domain)
    }

    /// Adds a table in XML (RFC 7940).
    ///
    /// The elements `char` and `range` of `data` are the repertoire. A `char` with itself as a variant of the type
    /// `out-of-repertoire-var` does not count. The elements `scope` of the type `domain` name the domains of the table.
    /// All other elements are ignored. A document type declaration is an error, and entities are not expanded, except
    /// for the five that every document has.
    ///
    /// `domain` counts only if there is no `scope` of the type `domain`.
    ///
    /// # Errors
    ///
    /// If the XML is malformed or contains a document type declaration, if the table is malformed, empty or too long, or
    /// if there is no domain. Nothing is added then.
    ///
    /// ```
    /// use linkspan::assess::IdnTables;
    ///
    /// let table = r#"<lgr xmlns="urn:ietf:params:xml:ns:lgr-1.0">
    ///   <meta><scope type="domain">example</scope></meta>
    ///   <data><range first-cp="0061" last-cp="007A"/><char cp="00F1"/></data>
    /// </lgr>"#;
    /// let mut tables = IdnTables::new();
    /// tables.add_xml(table, None)?;
    /// assert_eq!(tables.domains().collect::<Vec<_>>(), ["example"]);
    /// # Ok::<(), linkspan::assess::IdnTableError>(())
    /// ```
    #[cfg(feature = "idn-tables")]
    pub fn add_xml(&mut self, table: &str, domain: Option<&str>) -> Result<(), IdnTableError> {
        let table = TableBuilder::read(table, xml::parse)?;
        self.insert(table, domain)
    }

    /// Whether there are no tables.
    ///
    /// ```
    /// use linkspan::assess::IdnTables;
    ///
    /// let mut tables = IdnTables::new();
    /// tables.add_text("0061-007A", Some("example"))?;
    /// assert!(!tables.is_empty());
    /// # Ok::<(), linkspan::assess::IdnTableError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.domains.is_empty()
    }

    /// The domains for which there are tables, in ASCII form and sorted.
    ///
    /// ```
    /// use linkspan::assess::IdnTables;
    ///
    /// let mut tables = IdnTables::new();
    /// tables.add_text("0430-044F", Some(".рф"))?;
    /// tables.add_text("0430-044F", Some("com"))?;
    /// assert_eq!(tables.domains().collect::<Vec<_>>(), ["com", "xn--p1ai"]);
    /// # Ok::<(), linkspan::assess::IdnTableError>(())
    /// ```
    pub fn domains(&self) -> impl Iterator<Item = &str> {
        self.domains.keys().map(String::as_str)
    }

    fn insert(&mut self, table: TableBuilder, domain: Option<&str>) -> Result<(), IdnTableError> {
        let mut domains = table.domains;
        if domains.is_empty() {
            let domain = domain.ok_or_else(IdnTableError::no_domain)?;
            let ascii = domain_to_ascii(domain);
            domains.push(ascii.ok_or_else(|| IdnTableError::invalid_domain(domain))?);
        }
        let repertoire = table.repertoire.build();
        let known = self.repertoires.iter().position(|it| *it == repertoire);
        let index = known.unwrap_or_else(|| {
            self.repertoires.push(repertoire);
            self.repertoires.len() - 1
        });
        for domain in domains {
            let indices = self.domains.entry(domain).or_default();
            if !indices.contains(&index) {
                indices.push(index);
            }
        }
        Ok(())
    }

    /// Whether a label in Unicode form may be registered below a public suffix in ASCII form. If the suffix has no
    /// tables, those of the nearest domain above it apply. `None` if there are none.
    pub(super) fn check(&self, suffix: &str, label: &str) -> Option<Result<(), NotInTable<'_>>> {
        let (domain, indices) = self.tables_above(suffix)?;
        let is_always_allowed = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        if label.bytes().all(is_always_allowed) {
            return Some(Ok(()));
        }
        let label: Vec<char> = label.chars().collect();
        let repertoires = || {
            indices
                .iter()
                .filter_map(|&index| self.repertoires.get(index))
        };
        if repertoires().any(|repertoire| repertoire.allows(&label)) {
            return Some(Ok(()));
        }
        let mut is_contained = alloc::vec![false; label.len()];
        for repertoire in repertoires() {
            repertoire.mark_contained(&label, &mut is_contained);
        }
        let mut label = label.iter().zip(is_contained);
        let first = label.find_map(|(&c, is_contained)| (!is_contained).then_some(c));
        let reason = match first {
            Some(c) if repertoires().any(|repertoire| repertoire.has_in_sequence(c)) => {
                Reason::OnlyInSequences(c)
            }
            Some(c) => Reason::Character(c),
            None => Reason::NoSingleTable,
        };
        Some(Err(NotInTable { domain, reason }))
    }

    fn tables_above<'a>(&'a self, mut domain: &str) -> Option<(&'a str, &'a [usize])> {
        loop {
            if let Some((domain, indices)) = self.domains.get_key_value(domain) {
                return Some((domain, indices));
            }
            (_, domain) = domain.split_once('.')?;
        }
    }
}

/// Short: the numbers of domains and tables, not the tables.
impl fmt::Debug for IdnTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdnTables")
            .field("domains", &self.domains.len())
            .field("tables", &self.repertoires.len())
            .finish_non_exhaustive()
    }
}

/// Why no table allows a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotInTable<'a> {
    /// The domain of the tables, in ASCII form.
    pub(super) domain: &'a str,
    pub(super) reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The first character of the label that no table contains.
    Character(char),
    /// The first character of the label that the tables contain only in sequences, none of which occurs there.
    OnlyInSequences(char),
    /// Each character is in a table, but not all of them are in the same one.
    NoSingleTable,
}

/// A table while it is read.
#[derive(Default)]
struct TableBuilder {
    /// The domains that the table names, in ASCII form.
    domains: Vec<String>,
    repertoire: RepertoireBuilder,
}

impl TableBuilder {
    /// Reads a table with the parser of its format.
    fn read(
        table: &str,
        parse: impl FnOnce(&str, &mut Self) -> Result<(), IdnTableError>,
    ) -> Result<Self, IdnTableError> {
        if table.len() > MAX_FILE_LEN {
            return Err(IdnTableError::too_long(table.len()));
        }
        let mut builder = Self::default();
        parse(without_mark(table), &mut builder)?;
        if builder.repertoire.len() == 0 {
            return Err(IdnTableError::no_entries());
        }
        Ok(builder)
    }

    /// Adds an entry. `line` counts the lines before it, if the number is needed.
    fn add(&mut self, entry: &Entry, line: impl FnOnce() -> usize) -> Result<(), IdnTableError> {
        if self.repertoire.len() >= MAX_ENTRIES {
            return Err(IdnTableError::too_many_entries(line()));
        }
        match entry {
            Entry::Sequence(code_points) => self.repertoire.add(code_points),
            &Entry::Range(first, last) => self.repertoire.add_range(first, last),
        }
        Ok(())
    }
}

/// What an entry of a table allows.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    /// One or more code points in this order.
    Sequence(Vec<char>),
    /// Each code point of a range. Both ends are inclusive.
    Range(char, char),
}

/// The ASCII form of a domain, which may be written with a dot at the start or the end. `None` if it is invalid.
fn domain_to_ascii(domain: &str) -> Option<String> {
    let domain = domain.trim().trim_start_matches('.').trim_end_matches('.');
    let ascii = Policy::Registry.to_ascii(domain.as_bytes())?;
    (!ascii.is_empty()).then(|| ascii.as_ref().to_owned())
}

/// The text without a byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(texts: &[(&str, &str)]) -> IdnTables {
        let mut tables = IdnTables::new();
        for (domain, text) in texts {
            tables.add_text(text, Some(domain)).unwrap();
        }
        tables
    }

    #[test]
    fn reasons_name_the_first_character() {
        let tables = tables(&[
            ("test", "0061-007A\nU+006C U+00B7 U+006C"),
            ("test", "0430-044F"),
        ]);
        let check = |label| tables.check("test", label).unwrap().map_err(|it| it.reason);
        assert_eq!(check("col·lecció"), Err(Reason::Character('ó')));
        assert_eq!(check("col·l"), Ok(()));
        assert_eq!(check("a·ba"), Err(Reason::OnlyInSequences('·')));
        assert_eq!(check("пример"), Ok(()));
        assert_eq!(check("pримеr"), Err(Reason::NoSingleTable));
        assert_eq!(check("A-1"), Ok(()));
        assert_eq!(check("a_1"), Err(Reason::Character('_')));
    }

    #[test]
    fn the_nearest_domain_above_decides() {
        let tables = tables(&[("uk", "U+00E9"), ("co.uk", "U+00F1")]);
        let allows = |suffix, label| tables.check(suffix, label).map(|result| result.is_ok());
        assert_eq!(allows("co.uk", "é"), Some(false));
        assert_eq!(allows("co.uk", "ñ"), Some(true));
        assert_eq!(allows("org.uk", "é"), Some(true));
        assert_eq!(allows("com", "é"), None);
    }

    #[test]
    fn equal_tables_are_stored_once() {
        let tables = tables(&[
            ("a", "0061-0063"),
            ("b", "0061\n0063\n0062"),
            ("a", "0061-0063"),
        ]);
        assert_eq!(tables.repertoires.len(), 1);
        assert_eq!(tables.domains.get("a").map(Vec::len), Some(1));
    }
}
