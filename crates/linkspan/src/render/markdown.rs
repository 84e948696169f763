//! Markdown out of plain text.

use core::fmt;

use super::show::Show;
use super::{Render, is_program};
use crate::scan::Link;

/// `CommonMark`, with everything escaped that would be taken for markup, that of tables and
/// strikethrough included.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Markdown, to_string};
///
/// assert_eq!(
///     to_string(&Finder::new(), "# *1* see!a.com/_x_", Markdown::new()),
///     "\\# \\*1\\* see\\![a.com/\\_x\\_](<https://a.com/_x_>)"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Markdown {
    show: Show,
    place: Place,
    /// A `!` waits for what comes next: before a link it would make an image.
    bang: bool,
}

/// Where in a line the next character stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the start, after this many spaces.
    Start(u8),
    /// After digits that start the line: a dot or a parenthesis would make a list of it.
    Number,
    Middle,
}

impl Default for Place {
    fn default() -> Self {
        Self::Start(0)
    }
}

impl Markdown {
    /// At the start of a text.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Markdown, to_string};
    ///
    /// assert_eq!(to_string(&Finder::new(), "- *", Markdown::new()), "\\- \\*");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets what readers see of links.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Markdown, Show, to_string};
    ///
    /// let markdown = Markdown::new().show(Show::Short(4));
    /// let written = to_string(&Finder::new(), "a.com", markdown);
    /// assert_eq!(written, "[a.c…](<https://a.com>)");
    /// ```
    #[must_use]
    pub fn show(mut self, show: Show) -> Self {
        self.show = show;
        self
    }

    fn character(&mut self, c: char, out: &mut dyn fmt::Write) -> fmt::Result {
        if core::mem::take(&mut self.bang) {
            out.write_char('!')?;
        }
        let (place, written) = match (self.place, c) {
            (_, '\n' | '\r') => (Place::Start(0), Written::Plain),
            // Four spaces or a tab would make it code, in which there are no links.
            (Place::Start(3), ' ') | (Place::Start(_), '\t') => (Place::Middle, Written::Reference),
            (Place::Start(spaces), ' ') => (Place::Start(spaces + 1), Written::Plain),
            (Place::Start(_) | Place::Number, '0'..='9') => (Place::Number, Written::Plain),
            (Place::Start(_), '#' | '+' | '-' | '=' | ':') | (Place::Number, '.' | ')') => {
                (Place::Middle, Written::Escaped)
            }
            (_, c) if is_markup(c) => (Place::Middle, Written::Escaped),
            _ => (Place::Middle, Written::Plain),
        };
        self.place = place;
        match (written, c) {
            (Written::Plain, '!') => {
                self.bang = true;
                Ok(())
            }
            (Written::Plain, '\0') => out.write_char(char::REPLACEMENT_CHARACTER),
            (Written::Plain, c) => out.write_char(c),
            (Written::Escaped, c) => write!(out, "\\{c}"),
            (Written::Reference, c) => write!(out, "&#{};", u32::from(c)),
        }
    }
}

/// How a character is written.
#[derive(Clone, Copy)]
enum Written {
    Plain,
    Escaped,
    Reference,
}

/// Whether a character may be markup wherever it stands.
fn is_markup(c: char) -> bool {
    matches!(
        c,
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|' | '^' | '$'
    )
}

/// Whether a byte is a character that has to be looked at in the middle of a line.
fn is_special(byte: u8) -> bool {
    byte.is_ascii() && (is_markup(char::from(byte)) || matches!(byte, b'!' | b'\n' | b'\r' | b'\0'))
}

impl Render for Markdown {
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut rest = text;
        loop {
            // In the middle of a line, most of a text stands for itself.
            if self.place == Place::Middle && !self.bang {
                let end = rest.bytes().position(is_special).unwrap_or(rest.len());
                let (plain, from) = rest.split_at_checked(end).unwrap_or((rest, ""));
                out.write_str(plain)?;
                rest = from;
            }
            let mut chars = rest.chars();
            let Some(c) = chars.next() else {
                return Ok(());
            };
            self.character(c, out)?;
            rest = chars.as_str();
        }
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let href = link.href();
        if is_program(&href) {
            return self.text(link.as_str(), out);
        }
        if core::mem::take(&mut self.bang) {
            out.write_str("\\!")?;
        }
        self.place = Place::Middle;
        write_link(&self.show.of(link), &href, out)
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.place = Place::default();
        if core::mem::take(&mut self.bang) {
            out.write_char('!')?;
        }
        Ok(())
    }
}

/// Writes a link with its text.
pub(super) fn write_link(shown: &str, href: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_char('[')?;
    for c in shown.chars() {
        if is_markup(c) || c == '!' {
            out.write_char('\\')?;
        }
        out.write_char(c)?;
    }
    out.write_str("](<")?;
    for c in href.chars() {
        match c {
            // As references, for a backslash does not keep a backquote from ending code that
            // starts before the link, nor a bar from ending a cell everywhere.
            '\\' | '<' | '>' | '&' | '`' | '|' => write!(out, "&#{};", u32::from(c))?,
            c => out.write_char(c)?,
        }
    }
    out.write_str(">)")
}
