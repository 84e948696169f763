//! Plain text to Markdown.

use alloc::string::String;
use core::fmt;

use linkspan_vector::{AsciiSet, Escapes, push_escaped};

use super::buffer::Buffer;
use super::link_text::Show;
use super::{Render, escape, runs_script};
use crate::link::Link;
use crate::offset::prefix;
use crate::percent::infallible;

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
    buffer: Buffer,
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

    /// Adds text that does not end with a `!`.
    fn push_escaped_text(&mut self, text: &str, out: &mut String) {
        let mut rest = text;
        loop {
            if self.position != LinePosition::Middle {
                rest = self.push_line_start(rest, out);
            }
            // In the middle of a line, most characters are written unchanged, and the others are escaped without a look at
            // each line.
            let len = push_escaped(out, rest, &TEXT, at_stop);
            let (pushed, after) = rest.split_at_checked(len).unwrap_or_default();
            if pushed.ends_with(['\n', '\r']) {
                self.position = LinePosition::Start(0);
            }
            if after.is_empty() {
                return;
            }
            rest = after;
        }
    }

    /// Adds the characters before the middle of a line, one by one, and returns the text after them.
    fn push_line_start<'t>(&mut self, text: &'t str, out: &mut String) -> &'t str {
        let mut rest = text.chars();
        while self.position != LinePosition::Middle
            && let Some(c) = rest.next()
        {
            match self.advance(c) {
                Escape::None => out.push(c),
                Escape::Backslash => {
                    out.push('\\');
                    out.push(c);
                }
                Escape::Reference => out.push_str(if c == ' ' { SPACE } else { TAB }),
                Escape::Replacement => out.push_str(REPLACEMENT),
            }
        }
        rest.as_str()
    }
}

/// What is written at a stop of [`TEXT`], and for how many bytes of the text, if the next character is in the middle of a
/// line.
#[inline]
fn at_stop(text: &str) -> Option<(usize, &'static str)> {
    match text.as_bytes() {
        [b'\0', ..] => Some((1, REPLACEMENT)),
        // The start of a line is also escaped character by character, in less code.
        _ if cfg!(target_family = "wasm") => None,
        [b' ', b' ', b' ', b' ', ..] => Some((4, "   &#32;")),
        [b'\t', ..] => Some((1, TAB)),
        [b' ', b' ', b' ', next, ..] if !is_special_at_line_start(*next) => Some((3, "   ")),
        [b' ', b' ', next, ..] if !is_special_at_line_start(*next) => Some((2, "  ")),
        [b' ', next, ..] if !is_special_at_line_start(*next) => Some((1, " ")),
        _ => None,
    }
}

const SPACE: &str = "&#32;";
const TAB: &str = "&#9;";

/// What is written instead of a NUL, which parsers replace, too.
const REPLACEMENT: &str = "\u{FFFD}";

/// The length of text that is escaped before it is written. It fits into the fastest cache, also if it becomes longer.
const MAX_PIECE_LEN: usize = 4096;

/// How a character is escaped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    None,
    Backslash,
    /// A numeric character reference, instead of a space or a tab.
    Reference,
    /// U+FFFD instead of the character.
    Replacement,
}

/// The characters that may be markup at any position in a line.
const MARKUP: AsciiSet = AsciiSet::new(b"\\`*_[]<>&~|^$");

/// How text in the middle of a line is escaped. It stops where a line starts with a character after which the next ones may
/// be escaped, and before NUL, which is replaced.
const TEXT: Escapes = {
    const LINE_BREAKS: AsciiSet = AsciiSet::new(b"\n\r");
    Escapes::new(MARKUP, AsciiSet::new(b"\0")).after(
        LINE_BREAKS,
        MARKUP_AT_LINE_START,
        WHITE_SPACE_AND_DIGITS,
    )
};

/// The characters that may be markup at the start of a line.
const MARKUP_AT_LINE_START: AsciiSet = AsciiSet::new(b"#+-=:");

/// The characters after which the next ones are still at the start of a line, or which are not white space there.
const WHITE_SPACE_AND_DIGITS: AsciiSet = AsciiSet::new(b" \t0123456789");

fn is_special_at_line_start(byte: u8) -> bool {
    const SPECIAL: AsciiSet = MARKUP_AT_LINE_START.union(WHITE_SPACE_AND_DIGITS);
    SPECIAL.contains(byte)
}

/// How the text of a link is escaped.
const LINK_TEXT: Escapes = Escapes::new(MARKUP.union(AsciiSet::new(b"!")), AsciiSet::new(b""));

/// The characters that are written as references in the destination of a link: a backslash does not keep a backquote
/// from ending a code span that starts before the link, nor, in some dialects, a bar from ending a table cell.
const DESTINATION: AsciiSet = AsciiSet::new(b"\\<>&`|");

/// Returns whether a character may be markup at any position in a line.
fn is_markup(c: char) -> bool {
    u8::try_from(c).is_ok_and(|byte| MARKUP.contains(byte))
}

impl Render for Markdown {
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut rest = text;
        while !rest.is_empty() {
            let piece = prefix(rest, MAX_PIECE_LEN);
            rest = rest.get(piece.len()..).unwrap_or_default();
            let mut buffer = core::mem::take(&mut self.buffer);
            let written = buffer.write(out, |buffer| {
                infallible(self.push_text(piece, buffer.as_mut_string()));
            });
            self.buffer = buffer;
            written?;
        }
        Ok(())
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut buffer = core::mem::take(&mut self.buffer);
        let written = buffer.write(out, |buffer| {
            infallible(self.push_link(link, buffer.as_mut_string()));
        });
        self.buffer = buffer;
        written
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.position = LinePosition::default();
        if core::mem::take(&mut self.pending_exclamation) {
            out.write_char('!')?;
        }
        Ok(())
    }

    fn push_text(&mut self, text: &str, out: &mut String) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        if core::mem::take(&mut self.pending_exclamation) {
            out.push('!');
        }
        match text.strip_suffix('!') {
            None => self.push_escaped_text(text, out),
            Some(text) => {
                self.push_escaped_text(text, out);
                self.advance('!');
                self.pending_exclamation = true;
            }
        }
        Ok(())
    }

    fn push_link(&mut self, link: &Link<'_>, out: &mut String) -> fmt::Result {
        let (prefix, href) = link.split_href();
        if prefix.is_empty() && runs_script(&href) {
            return self.push_text(link.as_str(), out);
        }
        if core::mem::take(&mut self.pending_exclamation) {
            out.push_str("\\!");
        }
        self.position = LinePosition::Middle;
        write_link(&self.show.link_text(link), prefix, &href, out)
    }
}

/// Writes a link in the form `[text](<destination>)`. The destination is `prefix`, in which nothing is escaped, and
/// `href`.
pub(super) fn write_link(
    link_text: &str,
    prefix: &str,
    href: &str,
    out: &mut String,
) -> fmt::Result {
    out.push('[');
    // There are no stops. The same function as for text, so that it is compiled once.
    push_escaped(out, link_text, &LINK_TEXT, at_stop);
    out.push_str("](<");
    out.push_str(prefix);
    escape::replace_bytes(href, &DESTINATION, out, |byte| match byte {
        b'\\' => "&#92;",
        b'<' => "&#60;",
        b'>' => "&#62;",
        b'&' => "&#38;",
        b'`' => "&#96;",
        _ => "&#124;",
    })?;
    out.push_str(">)");
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::format;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    /// The reference implementation: each character by the rules, without a fast path.
    fn escape_by_character(markdown: &mut Markdown, text: &str) -> String {
        let escaped = |c: char| match markdown.advance(c) {
            Escape::None => String::from(c),
            Escape::Backslash => format!("\\{c}"),
            Escape::Reference => format!("&#{};", u32::from(c)),
            Escape::Replacement => String::from(char::REPLACEMENT_CHARACTER),
        };
        text.chars().map(escaped).collect()
    }

    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "a", "word ", "字", "\n", "\n", "\r", "\r\n", " ", "    ", "\t", "1", "12.", "3)", "#", "+", "-", "=", ":", "*", "_", "\0",
        "[", "\\", "a long line without any markup that is longer than a word of sixty-four bytes, or two ",
    ];

    #[test]
    fn destinations_are_escaped_by_references() {
        let mut written = String::new();
        write_link("a", "https://", "b\\<>&`|(c)", &mut written).unwrap();
        assert_eq!(
            written,
            "[a](<https://b&#92;&#60;&#62;&#38;&#96;&#124;(c)>)"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8192, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn text_is_escaped_character_by_character(
            texts in prop::collection::vec(prop::collection::vec(select(PIECES), 0..40), 1..4)
        ) {
            let (mut fast, mut slow) = (Markdown::new(), Markdown::new());
            for text in texts {
                let text: String = text.concat();
                let mut written = String::new();
                fast.push_escaped_text(&text, &mut written);
                prop_assert_eq!(&written, &escape_by_character(&mut slow, &text), "{:?}", text);
                prop_assert_eq!(&fast, &slow);
            }
        }
    }
}
