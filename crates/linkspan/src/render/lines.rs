//! What becomes of line breaks in HTML.

use core::fmt;

use super::escape;

/// What becomes of line breaks in HTML. A line ends with a line feed, a carriage return, or both.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Html, Newlines, to_string};
///
/// let text = "one\ntwo\n\n  three\n";
/// let html = |newlines| to_string(&Finder::new(), text, Html::new().newlines(newlines));
/// assert_eq!(html(Newlines::Keep), text);
/// assert_eq!(html(Newlines::Break), "one<br>\ntwo<br>\n<br>\n  three<br>\n");
/// assert_eq!(html(Newlines::Paragraphs), "<p>one<br>\ntwo</p>\n<p>three</p>\n");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Newlines {
    /// They stay as they are, and show as spaces unless a style sheet says `white-space: pre-wrap`.
    #[default]
    Keep,
    /// Each is a `<br>`.
    Break,
    /// Empty lines part paragraphs (`<p>`), and other line breaks are a `<br>`. White space at the
    /// start of lines, which HTML does not show, is left out.
    Paragraphs,
}

/// Writes lines of text.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    newlines: Newlines,
    /// The last character was a carriage return; a line feed belongs to it.
    after_return: bool,
    /// A paragraph is open.
    open: bool,
    /// How many lines ended since something was written; more than two are two.
    ended: u8,
}

impl Lines {
    pub(super) fn new(newlines: Newlines) -> Self {
        Self {
            newlines,
            ..Self::default()
        }
    }

    /// Writes text, escaped.
    pub(super) fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.newlines == Newlines::Keep {
            return escape::html(text, out);
        }
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
            let (line, from) = rest.split_at_checked(end).unwrap_or_default();
            self.line(line, out)?;
            rest = match from.chars().next() {
                Some(newline) => {
                    self.newline(newline, out)?;
                    from.get(1..).unwrap_or_default()
                }
                None => from,
            };
        }
        Ok(())
    }

    /// Writes what comes before something on a line.
    pub(super) fn before_inline(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.after_return = false;
        if self.newlines != Newlines::Paragraphs {
            return Ok(());
        }
        let ended = core::mem::take(&mut self.ended);
        match (core::mem::replace(&mut self.open, true), ended) {
            (false, _) => out.write_str("<p>"),
            (true, 0) => Ok(()),
            (true, 1) => out.write_str("<br>\n"),
            (true, _) => out.write_str("</p>\n<p>"),
        }
    }

    /// Writes what comes after the text.
    pub(super) fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        let open = self.open;
        *self = Self::new(self.newlines);
        if open {
            out.write_str("</p>\n")
        } else {
            Ok(())
        }
    }

    fn line(&mut self, line: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        let at_start = self.ended > 0 || !self.open;
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

    fn newline(&mut self, newline: char, out: &mut dyn fmt::Write) -> fmt::Result {
        if core::mem::replace(&mut self.after_return, newline == '\r') && newline == '\n' {
            return Ok(());
        }
        if self.newlines == Newlines::Break {
            return out.write_str("<br>\n");
        }
        self.ended = (self.ended + 1).min(2);
        Ok(())
    }
}
