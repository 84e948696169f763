//! Line breaks and paragraphs in HTML output.

use core::fmt;

use super::buffer::Buffer;
use super::escape;

/// How line breaks are written in HTML.
///
/// A line break is a line feed, a carriage return, or a carriage return and a line feed.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Html, Newlines, render};
///
/// let text = "one\ntwo\n\n  three\n";
/// let html = |newlines| render(&Finder::new(), text, Html::new().newlines(newlines));
/// assert_eq!(html(Newlines::Keep), text);
/// assert_eq!(html(Newlines::Break), "one<br>\ntwo<br>\n<br>\n  three<br>\n");
/// assert_eq!(
///     html(Newlines::Paragraphs),
///     "<p dir=\"auto\">one<br>\ntwo</p>\n<p dir=\"auto\">three</p>\n"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Newlines {
    /// They are kept. Browsers display them as spaces unless a style sheet sets `white-space: pre-wrap`.
    #[default]
    Keep,
    /// Each becomes a `<br>`.
    Break,
    /// Empty lines separate paragraphs (`<p>`), and other line breaks become a `<br>`. White space at the
    /// start of lines, which browsers do not display, is removed. Each paragraph has the direction of its first word
    /// (`dir="auto"`).
    Paragraphs,
}

/// The start tag of a paragraph.
const PARAGRAPH: &str = "<p dir=\"auto\">";

/// Writes text as HTML with its line breaks.
///
/// A line break is written only when the next content arrives, because only then is it known whether an
/// empty line, and with it a new paragraph, follows.
#[derive(Clone, Debug, Default)]
pub(super) struct LineWriter {
    newlines: Newlines,
    /// Whether the last character was a carriage return. A line feed then belongs to the same line break.
    after_carriage_return: bool,
    /// Whether a paragraph is open.
    in_paragraph: bool,
    /// The number of line breaks since the last content. Values above two are stored as two.
    pending_breaks: u8,
    buffer: Buffer,
}

impl LineWriter {
    pub(super) fn new(newlines: Newlines) -> Self {
        Self {
            newlines,
            ..Self::default()
        }
    }

    /// Whether line breaks are written like other characters.
    pub(super) fn keeps_newlines(&self) -> bool {
        self.newlines == Newlines::Keep
    }

    /// Writes text, escaped for HTML.
    pub(super) fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.keeps_newlines() {
            return escape::html_text(text, &mut self.buffer, out);
        }
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
            let (line, remaining) = rest.split_at_checked(end).unwrap_or_default();
            self.write_line(line, out)?;
            rest = match remaining.chars().next() {
                Some(newline) => {
                    self.line_break(newline, out)?;
                    remaining.get(1..).unwrap_or_default()
                }
                None => remaining,
            };
        }
        Ok(())
    }

    /// Writes the pending line break or paragraph tags before inline content.
    pub(super) fn before_inline(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.after_carriage_return = false;
        if self.newlines != Newlines::Paragraphs {
            return Ok(());
        }
        let breaks = core::mem::take(&mut self.pending_breaks);
        match (core::mem::replace(&mut self.in_paragraph, true), breaks) {
            (false, _) => out.write_str(PARAGRAPH),
            (true, 0) => Ok(()),
            (true, 1) => out.write_str("<br>\n"),
            (true, _) => {
                out.write_str("</p>\n")?;
                out.write_str(PARAGRAPH)
            }
        }
    }

    /// Closes the open paragraph, and resets the state for the next text.
    pub(super) fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        let in_paragraph = self.in_paragraph;
        *self = Self {
            newlines: self.newlines,
            buffer: core::mem::take(&mut self.buffer),
            ..Self::default()
        };
        if in_paragraph {
            out.write_str("</p>\n")
        } else {
            Ok(())
        }
    }

    fn write_line(&mut self, line: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        let at_start = self.pending_breaks > 0 || !self.in_paragraph;
        let line = match self.newlines {
            Newlines::Paragraphs if at_start => line.trim_start_matches([' ', '\t']),
            _ => line,
        };
        if line.is_empty() {
            return Ok(());
        }
        self.before_inline(out)?;
        escape::html(line, out)
    }

    fn line_break(&mut self, newline: char, out: &mut dyn fmt::Write) -> fmt::Result {
        let after_carriage_return =
            core::mem::replace(&mut self.after_carriage_return, newline == '\r');
        if after_carriage_return && newline == '\n' {
            return Ok(());
        }
        if self.newlines == Newlines::Break {
            return out.write_str("<br>\n");
        }
        self.pending_breaks = (self.pending_breaks + 1).min(2);
        Ok(())
    }
}
