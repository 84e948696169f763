//! Links as records: JSON and CSV.

use core::fmt;
use core::ops::Range;

use super::{Render, escape};
use crate::scan::{Link, LinkKind};

/// A link and its place, for programs to read.
///
/// ```
/// use linkspan::render::Record;
///
/// let link = linkspan::links("see bücher.de").next().unwrap();
/// let href = link.href();
/// let record = Record::new(&link, &href).path(Some("a \"b\".txt")).line(1).bytes(4..14);
/// let mut json = String::new();
/// record.write_json(&mut json)?;
/// assert_eq!(
///     json,
///     "{\"path\":\"a \\\"b\\\".txt\",\"line\":1,\"start\":4,\"end\":14,\"kind\":\"url\",\
///      \"text\":\"bücher.de\",\"href\":\"https://xn--bcher-kva.de\"}"
/// );
/// let mut csv = String::new();
/// record.write_csv(&mut csv)?;
/// assert_eq!(csv, "\"a \"\"b\"\".txt\",1,4,14,url,bücher.de,https://xn--bcher-kva.de");
/// # Ok::<(), std::fmt::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<'r> {
    path: Option<&'r str>,
    line: u64,
    bytes: Range<u64>,
    kind: LinkKind,
    text: &'r str,
    href: &'r str,
}

impl<'r> Record<'r> {
    /// The names of the fields, as the first row of a CSV file.
    ///
    /// ```
    /// use linkspan::render::Record;
    ///
    /// assert_eq!(Record::CSV_HEADER, "path,line,start,end,kind,text,href");
    /// ```
    pub const CSV_HEADER: &'static str = "path,line,start,end,kind,text,href";

    /// A link on the first line of a text without a name, where it says it is.
    #[must_use]
    pub fn new(link: &Link<'r>, href: &'r str) -> Self {
        Self {
            path: None,
            line: 1,
            bytes: link.start() as u64..link.end() as u64,
            kind: link.kind(),
            text: link.as_str(),
            href,
        }
    }

    /// Sets the file that the link is in.
    #[must_use]
    pub fn path(mut self, path: Option<&'r str>) -> Self {
        self.path = path;
        self
    }

    /// Sets the line that the link is in, from 1.
    #[must_use]
    pub fn line(mut self, line: u64) -> Self {
        self.line = line;
        self
    }

    /// Sets the bytes of the input that are the link.
    #[must_use]
    pub fn bytes(mut self, bytes: Range<u64>) -> Self {
        self.bytes = bytes;
        self
    }

    /// Writes a JSON object, without a line's end.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_json(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str("{\"path\":")?;
        match self.path {
            Some(path) => escape::json(path, out)?,
            None => out.write_str("null")?,
        }
        let Range { start, end } = self.bytes;
        let (line, kind) = (self.line, self.kind_name());
        write!(
            out,
            ",\"line\":{line},\"start\":{start},\"end\":{end},\"kind\":\"{kind}\",\"text\":"
        )?;
        escape::json(self.text, out)?;
        out.write_str(",\"href\":")?;
        escape::json(self.href, out)?;
        out.write_char('}')
    }

    /// Writes a row of CSV (RFC 4180), without a line's end. A missing path is an empty field.
    ///
    /// Values are as they are; whoever opens the file in a spreadsheet must tell it that columns
    /// are text, since an email address may start with `=`.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_csv(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        escape::csv(self.path.unwrap_or_default(), out)?;
        let Range { start, end } = self.bytes;
        let (line, kind) = (self.line, self.kind_name());
        write!(out, ",{line},{start},{end},{kind},")?;
        escape::csv(self.text, out)?;
        out.write_char(',')?;
        escape::csv(self.href, out)
    }

    fn kind_name(&self) -> &'static str {
        match self.kind {
            LinkKind::Url => "url",
            LinkKind::Email => "email",
        }
    }
}

/// The links of a text as JSON: one object a link and line.
///
/// Lines and bytes count from the start of the text.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Json, to_string};
///
/// assert_eq!(
///     to_string(&Finder::new(), "Hi!\nask ann@a.com", Json::new()),
///     "{\"path\":null,\"line\":2,\"start\":8,\"end\":17,\"kind\":\"email\",\
///      \"text\":\"ann@a.com\",\"href\":\"mailto:ann@a.com\"}\n"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Json {
    place: Place,
}

impl Json {
    /// At the start of a text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Render for Json {
    fn text(&mut self, text: &str, _out: &mut dyn fmt::Write) -> fmt::Result {
        self.place.pass(text);
        Ok(())
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let href = link.href();
        self.place.record(link, &href).write_json(out)?;
        self.place.pass(link.as_str());
        out.write_char('\n')
    }

    fn finish(&mut self, _out: &mut dyn fmt::Write) -> fmt::Result {
        *self = Self::new();
        Ok(())
    }
}

/// The links of a text as CSV: a row of names, then one row a link.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Csv, to_string};
///
/// assert_eq!(
///     to_string(&Finder::new(), "Hi!\na.com/b,c", Csv::new()),
///     "path,line,start,end,kind,text,href\n,2,4,13,url,\"a.com/b,c\",\"https://a.com/b,c\"\n"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Csv {
    place: Place,
    has_header: bool,
}

impl Csv {
    /// At the start of a text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn header(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        if core::mem::replace(&mut self.has_header, true) {
            return Ok(());
        }
        writeln!(out, "{}", Record::CSV_HEADER)
    }
}

impl Render for Csv {
    fn text(&mut self, text: &str, _out: &mut dyn fmt::Write) -> fmt::Result {
        self.place.pass(text);
        Ok(())
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        self.header(out)?;
        let href = link.href();
        self.place.record(link, &href).write_csv(out)?;
        self.place.pass(link.as_str());
        out.write_char('\n')
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.header(out)?;
        *self = Self::new();
        Ok(())
    }
}

/// How much of a text has gone by.
#[derive(Clone, Debug, Default)]
struct Place {
    bytes: u64,
    newlines: u64,
}

impl Place {
    fn pass(&mut self, text: &str) {
        self.bytes += text.len() as u64;
        self.newlines += memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64;
    }

    fn record<'r>(&self, link: &Link<'r>, href: &'r str) -> Record<'r> {
        let end = self.bytes + link.as_str().len() as u64;
        Record::new(link, href)
            .line(self.newlines + 1)
            .bytes(self.bytes..end)
    }
}
