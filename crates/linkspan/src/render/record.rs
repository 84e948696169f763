//! Lists of links with their positions, as JSON and CSV.

use core::fmt;
use core::ops::Range;

use linkspan_vector::count;

use super::short_text::ShortText;
use super::{Render, escape};
use crate::link::{Link, LinkKind};

/// A link and its position, in a form for other programs to read.
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record<'r> {
    path: Option<&'r str>,
    line: u64,
    bytes: Range<u64>,
    kind: LinkKind,
    text: &'r str,
    href: &'r str,
}

impl<'r> Record<'r> {
    /// The field names, as the first row of a CSV file.
    ///
    /// ```
    /// use linkspan::render::Record;
    ///
    /// assert_eq!(Record::CSV_HEADER, "path,line,start,end,kind,text,href");
    /// ```
    pub const CSV_HEADER: &'static str = "path,line,start,end,kind,text,href";

    /// Creates a record without a path, on line 1, with the byte range of the link.
    ///
    /// `href` is the result of [`Link::href`], which the caller keeps because the record borrows it.
    ///
    /// ```
    /// use linkspan::render::Record;
    ///
    /// let link = linkspan::links("see a.com").next().unwrap();
    /// let href = link.href();
    /// assert_eq!(Record::new(&link, &href), Record::new(&link, &href).path(None).line(1).bytes(4..9));
    /// ```
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

    /// Sets the path of the file that contains the link.
    ///
    /// ```
    /// use linkspan::render::Record;
    ///
    /// let link = linkspan::links("a.com").next().unwrap();
    /// let href = link.href();
    /// let mut csv = String::new();
    /// Record::new(&link, &href).path(Some("b.txt")).write_csv(&mut csv)?;
    /// assert_eq!(csv, "b.txt,1,0,5,url,a.com,https://a.com");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[must_use]
    pub fn path(mut self, path: Option<&'r str>) -> Self {
        self.path = path;
        self
    }

    /// Sets the number of the line that contains the link. The first line is 1.
    ///
    /// ```
    /// use linkspan::render::Record;
    ///
    /// let link = linkspan::links("a.com").next().unwrap();
    /// let href = link.href();
    /// let mut csv = String::new();
    /// Record::new(&link, &href).line(7).write_csv(&mut csv)?;
    /// assert_eq!(csv, ",7,0,5,url,a.com,https://a.com");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[must_use]
    pub fn line(mut self, line: u64) -> Self {
        self.line = line;
        self
    }

    /// Sets the byte range of the link in the input.
    ///
    /// ```
    /// use linkspan::render::Record;
    ///
    /// let link = linkspan::links("a.com").next().unwrap();
    /// let href = link.href();
    /// let mut csv = String::new();
    /// Record::new(&link, &href).bytes(100..105).write_csv(&mut csv)?;
    /// assert_eq!(csv, ",1,100,105,url,a.com,https://a.com");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[must_use]
    pub fn bytes(mut self, bytes: Range<u64>) -> Self {
        self.bytes = bytes;
        self
    }

    /// Writes a JSON object on one line, without a line feed at its end.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan::render::Record;
    ///
    /// let link = linkspan::links("a.com").next().unwrap();
    /// let href = link.href();
    /// let mut json = String::new();
    /// Record::new(&link, &href).write_json(&mut json)?;
    /// assert!(json.starts_with("{\"path\":null,\"line\":1,"));
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn write_json(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_json_with("\"}", out)
    }

    /// Writes a JSON object with the end of its last string.
    fn write_json_with(&self, end: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        // Few long pieces take less time than many short ones.
        let mut fields = ShortText::new();
        match self.path {
            Some(path) => {
                out.write_str("{\"path\":")?;
                escape::json(path, out)?;
                fields.text(",\"line\":");
            }
            None => {
                fields.text("{\"path\":null,\"line\":");
            }
        }
        fields.number(self.line).text(",\"start\":");
        fields.number(self.bytes.start).text(",\"end\":");
        fields.number(self.bytes.end).text(match self.kind {
            LinkKind::Url => ",\"kind\":\"url\",\"text\":\"",
            LinkKind::Email => ",\"kind\":\"email\",\"text\":\"",
        });
        out.write_str(fields.as_str())?;
        if self.is_plain(escape::is_plain_json) {
            out.write_str(self.text)?;
            out.write_str("\",\"href\":\"")?;
            out.write_str(self.href)?;
        } else {
            escape::json_content(self.text, out)?;
            out.write_str("\",\"href\":\"")?;
            escape::json_content(self.href, out)?;
        }
        out.write_str(end)
    }

    /// Whether neither the text nor the target is escaped. Most links are their own target, so both are looked at once.
    #[inline]
    fn is_plain(&self, is_plain: fn(&str) -> bool) -> bool {
        self.href.ends_with(self.text) && is_plain(self.href)
    }

    /// Writes a CSV row (RFC 4180) without a line feed at its end. A missing path is an empty field.
    ///
    /// Values are not altered. An email address may start with `=`, which a spreadsheet takes for a
    /// formula, so import the columns of the file as text.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan::render::Record;
    ///
    /// let link = linkspan::links("a.com/b,c").next().unwrap();
    /// let href = link.href();
    /// let mut csv = String::new();
    /// Record::new(&link, &href).write_csv(&mut csv)?;
    /// assert_eq!(csv, ",1,0,9,url,\"a.com/b,c\",\"https://a.com/b,c\"");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn write_csv(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        if let Some(path) = self.path {
            escape::csv(path, out)?;
        }
        let mut fields = ShortText::new();
        fields.text(",").number(self.line);
        fields.text(",").number(self.bytes.start);
        fields.text(",").number(self.bytes.end);
        fields.text(",").text(self.kind.as_str()).text(",");
        out.write_str(fields.as_str())?;
        if self.is_plain(escape::is_plain_csv) {
            out.write_str(self.text)?;
            out.write_str(",")?;
            return out.write_str(self.href);
        }
        escape::csv(self.text, out)?;
        out.write_str(",")?;
        escape::csv(self.href, out)
    }
}

/// The links of a text as JSON Lines: one object for each link, each on a line.
///
/// Line numbers and byte offsets count from the start of the text. The text itself is not written.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Json, render};
///
/// assert_eq!(
///     render(&Finder::new(), "Hi!\nask ann@a.com", Json::new()),
///     "{\"path\":null,\"line\":2,\"start\":8,\"end\":17,\"kind\":\"email\",\
///      \"text\":\"ann@a.com\",\"href\":\"mailto:ann@a.com\"}\n"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Json {
    position: TextPosition,
}

impl Json {
    /// Creates a renderer at the start of a text.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Json, render};
    ///
    /// assert_eq!(render(&Finder::new(), "no link", Json::new()), "");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Render for Json {
    fn text(&mut self, text: &str, _out: &mut dyn fmt::Write) -> fmt::Result {
        self.position.advance(text);
        Ok(())
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let href = link.href();
        let record = self.position.record(link, &href);
        self.position.skip_link(link);
        record.write_json_with("\"}\n", out)
    }

    fn finish(&mut self, _out: &mut dyn fmt::Write) -> fmt::Result {
        *self = Self::new();
        Ok(())
    }
}

/// The links of a text as CSV: a row of field names, then one row for each link.
///
/// Line numbers and byte offsets count from the start of the text. The text itself is not written.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Csv, render};
///
/// assert_eq!(
///     render(&Finder::new(), "Hi!\na.com/b,c", Csv::new()),
///     "path,line,start,end,kind,text,href\n,2,4,13,url,\"a.com/b,c\",\"https://a.com/b,c\"\n"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Csv {
    position: TextPosition,
    /// Whether the row of field names was written.
    has_header: bool,
}

impl Csv {
    /// Creates a renderer at the start of a text.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Csv, Record, render};
    ///
    /// let csv = render(&Finder::new(), "no link", Csv::new());
    /// assert_eq!(csv.trim_end(), Record::CSV_HEADER);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn write_header(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        if core::mem::replace(&mut self.has_header, true) {
            return Ok(());
        }
        writeln!(out, "{}", Record::CSV_HEADER)
    }
}

impl Render for Csv {
    fn text(&mut self, text: &str, _out: &mut dyn fmt::Write) -> fmt::Result {
        self.position.advance(text);
        Ok(())
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_header(out)?;
        let href = link.href();
        self.position.record(link, &href).write_csv(out)?;
        self.position.skip_link(link);
        out.write_char('\n')
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_header(out)?;
        *self = Self::new();
        Ok(())
    }
}

/// The position after the text that was processed so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct TextPosition {
    bytes: u64,
    newlines: u64,
}

impl TextPosition {
    fn advance(&mut self, text: &str) {
        self.bytes += text.len() as u64;
        self.newlines += count(text.as_bytes(), b'\n') as u64;
    }

    /// Advances past a link. No link contains a line feed.
    fn skip_link(&mut self, link: &Link<'_>) {
        self.bytes += link.as_str().len() as u64;
    }

    /// Creates the record of a link that starts at this position.
    fn record<'r>(&self, link: &Link<'r>, href: &'r str) -> Record<'r> {
        let end = self.bytes + link.as_str().len() as u64;
        Record::new(link, href)
            .line(self.newlines + 1)
            .bytes(self.bytes..end)
    }
}
