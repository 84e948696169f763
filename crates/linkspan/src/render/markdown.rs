//! Plain text to Markdown.

use core::fmt;

use super::link_text::Show;
use super::{Render, runs_script};
use crate::link::Link;

/// `CommonMark` in which every character that could be markup is escaped, including the markup of tables
/// and strikethrough.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Markdown, render};
///
/// assert_eq!(
///     render(&Finder::new(), "# *1* see!a.com/_x_", Markdown::new()),
///     "\\# \\*1\\* see\\![a.com/\\_x\\_](<https://a.com/_x_>)"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Markdown {
    show: Show,
    position: LinePosition,
    /// Whether a `!` was read but not written yet. It is escaped before a link, where it would start an
    /// image, and written as is before text.
    pending_exclamation: bool,
}

/// The position of the next character in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum LinePosition {
    /// At the start of the line, after this many spaces.
    Start(u8),
    /// After digits at the start of the line. A dot or a parenthesis would make it a list item.
    Number,
    /// After any other character.
    Middle,
}

impl Default for LinePosition {
    fn default() -> Self {
        Self::Start(0)
    }
}

impl Markdown {
    /// Creates a renderer at the start of a text.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Markdown, render};
    ///
    /// assert_eq!(render(&Finder::new(), "- *", Markdown::new()), "\\- \\*");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the text that links display.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Markdown, Show, render};
    ///
    /// let markdown = Markdown::new().show(Show::Short(4));
    /// let written = render(&Finder::new(), "a.com", markdown);
    /// assert_eq!(written, "[a.c…](<https://a.com>)");
    /// ```
    #[must_use]
    pub fn show(mut self, show: Show) -> Self {
        self.show = show;
        self
    }

    /// Writes one character, escaped as its position requires.
    fn write_char(&mut self, c: char, out: &mut dyn fmt::Write) -> fmt::Result {
        if core::mem::take(&mut self.pending_exclamation) {
            out.write_char('!')?;
        }
        let (position, escape) = match (self.position, c) {
            (_, '\n' | '\r') => (LinePosition::Start(0), Escape::None),
            // Four spaces or a tab would start a code block, which cannot contain links.
            (LinePosition::Start(3), ' ') | (LinePosition::Start(_), '\t') => {
                (LinePosition::Middle, Escape::Reference)
            }
            (LinePosition::Start(spaces), ' ') => (LinePosition::Start(spaces + 1), Escape::None),
            (LinePosition::Start(_) | LinePosition::Number, '0'..='9') => {
                (LinePosition::Number, Escape::None)
            }
            (LinePosition::Start(_), '#' | '+' | '-' | '=' | ':')
            | (LinePosition::Number, '.' | ')') => (LinePosition::Middle, Escape::Backslash),
            (_, c) if is_markup(c) => (LinePosition::Middle, Escape::Backslash),
            _ => (LinePosition::Middle, Escape::None),
        };
        self.position = position;
        match (escape, c) {
            (Escape::None, '!') => {
                self.pending_exclamation = true;
                Ok(())
            }
            (Escape::None, '\0') => out.write_char(char::REPLACEMENT_CHARACTER),
            (Escape::None, c) => out.write_char(c),
            (Escape::Backslash, c) => write!(out, "\\{c}"),
            (Escape::Reference, c) => write!(out, "&#{};", u32::from(c)),
        }
    }
}

/// How a character is escaped.
#[derive(Clone, Copy)]
enum Escape {
    None,
    Backslash,
    /// A numeric character reference.
    Reference,
}

/// Returns whether a character may be markup at any position in a line.
fn is_markup(c: char) -> bool {
    matches!(
        c,
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|' | '^' | '$'
    )
}

/// Returns whether a byte in the middle of a line needs the slow path, [`Markdown::write_char`].
fn needs_slow_path(byte: u8) -> bool {
    byte.is_ascii() && (is_markup(char::from(byte)) || matches!(byte, b'!' | b'\n' | b'\r' | b'\0'))
}

impl Render for Markdown {
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut rest = text;
        loop {
            // Fast path: in the middle of a line, most characters are written unchanged.
            if self.position == LinePosition::Middle && !self.pending_exclamation {
                let end = rest.bytes().position(needs_slow_path).unwrap_or(rest.len());
                let (unchanged, remaining) = rest.split_at_checked(end).unwrap_or((rest, ""));
                out.write_str(unchanged)?;
                rest = remaining;
            }
            let mut chars = rest.chars();
            let Some(c) = chars.next() else {
                return Ok(());
            };
            self.write_char(c, out)?;
            rest = chars.as_str();
        }
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let href = link.href();
        if runs_script(&href) {
            return self.text(link.as_str(), out);
        }
        if core::mem::take(&mut self.pending_exclamation) {
            out.write_str("\\!")?;
        }
        self.position = LinePosition::Middle;
        write_link(&self.show.link_text(link), &href, out)
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.position = LinePosition::default();
        if core::mem::take(&mut self.pending_exclamation) {
            out.write_char('!')?;
        }
        Ok(())
    }
}

/// Writes a link in the form `[text](<destination>)`.
pub(super) fn write_link(link_text: &str, href: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_char('[')?;
    for c in link_text.chars() {
        if is_markup(c) || c == '!' {
            out.write_char('\\')?;
        }
        out.write_char(c)?;
    }
    out.write_str("](<")?;
    for c in href.chars() {
        match c {
            // These are written as references, because a backslash does not keep a backquote from
            // ending a code span that starts before the link, nor, in some dialects, a bar from ending
            // a table cell.
            '\\' | '<' | '>' | '&' | '`' | '|' => write!(out, "&#{};", u32::from(c))?,
            c => out.write_char(c)?,
        }
    }
    out.write_str(">)")
}
