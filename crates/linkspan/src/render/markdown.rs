//! Plain text to Markdown.

use core::fmt;

use linkspan_vector::{AsciiSet, members};

use super::link_text::Show;
use super::{Render, escape, runs_script};
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
    /// let markdown = Markdown::new().show(Show::Short(8));
    /// let written = render(&Finder::new(), "a.com/b/c/d", markdown);
    /// assert_eq!(written, "[a.com/b…](<https://a.com/b/c/d>)");
    /// ```
    #[must_use]
    pub fn show(mut self, show: Show) -> Self {
        self.show = show;
        self
    }

    /// Moves past a character, and returns how it is escaped at its position.
    fn advance(&mut self, c: char) -> Escape {
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
            (_, '\0') => (LinePosition::Middle, Escape::Replacement),
            (LinePosition::Start(_), '#' | '+' | '-' | '=' | ':')
            | (LinePosition::Number, '.' | ')') => (LinePosition::Middle, Escape::Backslash),
            (_, c) if is_markup(c) => (LinePosition::Middle, Escape::Backslash),
            _ => (LinePosition::Middle, Escape::None),
        };
        self.position = position;
        escape
    }

    /// Writes text that does not end with a `!`.
    fn write_text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut slow = members(text.as_bytes(), &SLOW);
        let mut at = 0;
        // The text before this offset is written.
        let mut written = 0;
        loop {
            // Fast path: in the middle of a line, most characters are written unchanged.
            if self.position == LinePosition::Middle {
                let is_slow = |next: &usize| *next >= at && !is_plain_line_break(text, *next);
                let Some(next) = slow.find(is_slow) else {
                    break;
                };
                at = next;
            }
            let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else {
                break;
            };
            let end = at + c.len_utf8();
            let escape = self.advance(c);
            if escape != Escape::None {
                out.write_str(text.get(written..at).unwrap_or_default())?;
                written = end;
            }
            match escape {
                Escape::None => {}
                Escape::Backslash => {
                    out.write_str("\\")?;
                    written = at;
                }
                Escape::Reference => write!(out, "&#{};", u32::from(c))?,
                Escape::Replacement => out.write_char(char::REPLACEMENT_CHARACTER)?,
            }
            at = end;
        }
        out.write_str(text.get(written..).unwrap_or_default())
    }
}

/// How a character is escaped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    None,
    Backslash,
    /// A numeric character reference.
    Reference,
    /// U+FFFD instead of the character.
    Replacement,
}

/// The characters that may be markup at any position in a line.
const MARKUP: AsciiSet = AsciiSet::new(b"\\`*_[]<>&~|^$");

/// The characters that are not simply written in the middle of a line.
const SLOW: AsciiSet = MARKUP.union(AsciiSet::new(b"\n\r\0"));

/// The characters that are escaped in the text of a link.
const LINK_TEXT: AsciiSet = MARKUP.union(AsciiSet::new(b"!"));

/// The characters that are written as references in the destination of a link: a backslash does not keep a backquote
/// from ending a code span that starts before the link, nor, in some dialects, a bar from ending a table cell.
const DESTINATION: AsciiSet = AsciiSet::new(b"\\<>&`|");

/// Returns whether the character at an offset is a line feed before a character that is nowhere markup, so that the
/// line it starts is in its middle already.
#[inline]
fn is_plain_line_break(text: &str, at: usize) -> bool {
    match text.as_bytes().get(at..) {
        Some([b'\n', next, ..]) => next.is_ascii_alphabetic() || !next.is_ascii(),
        _ => false,
    }
}

/// Returns whether a character may be markup at any position in a line.
fn is_markup(c: char) -> bool {
    u8::try_from(c).is_ok_and(|byte| MARKUP.contains(byte))
}

impl Render for Markdown {
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        if core::mem::take(&mut self.pending_exclamation) {
            out.write_str("!")?;
        }
        match text.strip_suffix('!') {
            None => self.write_text(text, out),
            Some(text) => {
                self.write_text(text, out)?;
                self.advance('!');
                self.pending_exclamation = true;
                Ok(())
            }
        }
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let (prefix, href) = link.split_href();
        if prefix.is_empty() && runs_script(&href) {
            return self.text(link.as_str(), out);
        }
        if core::mem::take(&mut self.pending_exclamation) {
            out.write_str("\\!")?;
        }
        self.position = LinePosition::Middle;
        write_link(&self.show.link_text(link), prefix, &href, out)
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.position = LinePosition::default();
        if core::mem::take(&mut self.pending_exclamation) {
            out.write_char('!')?;
        }
        Ok(())
    }
}

/// Writes a link in the form `[text](<destination>)`. The destination is `prefix`, in which nothing is escaped, and
/// `href`.
pub(super) fn write_link(
    link_text: &str,
    prefix: &str,
    href: &str,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    out.write_str("[")?;
    let mut written = 0;
    for at in members(link_text.as_bytes(), &LINK_TEXT) {
        out.write_str(link_text.get(written..at).unwrap_or_default())?;
        out.write_str("\\")?;
        written = at;
    }
    out.write_str(link_text.get(written..).unwrap_or_default())?;
    out.write_str("](<")?;
    out.write_str(prefix)?;
    escape::replace_bytes(href, &DESTINATION, out, |byte| match byte {
        b'\\' => "&#92;",
        b'<' => "&#60;",
        b'>' => "&#62;",
        b'&' => "&#38;",
        b'`' => "&#96;",
        _ => "&#124;",
    })?;
    out.write_str(">)")
}
