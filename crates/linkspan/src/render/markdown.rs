//! Plain text to Markdown.

use alloc::string::String;
use core::fmt::{self, Write as _};

use linkspan_vector::{AsciiSet, MAX_RUN_LEN, masks, members};

use super::buffer::Buffer;
use super::link_text::Show;
use super::{Render, escape, runs_script};
use crate::link::Link;
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

    /// Writes text that does not end with a `!`.
    fn write_text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut written = Written {
            text,
            end: 0,
            buffer: core::mem::take(&mut self.buffer),
        };
        // What precedes this offset is done.
        let mut done = self.write_line_start(&mut written, 0, out)?;
        // In the middle of a line, most characters are written unchanged. The others are searched 64 bytes at a time, without
        // a look at each line.
        let mut ends_line = false;
        for (number, word) in text.as_bytes().chunks(MAX_RUN_LEN).enumerate() {
            let [escaped, line_breaks, at_line_start] = special_characters(word);
            let line_starts = (line_breaks << 1 | u64::from(ends_line)) & at_line_start;
            ends_line = line_breaks >> (MAX_RUN_LEN - 1) != 0;
            let mut stops = escaped | line_starts;
            while stops != 0 {
                let bit = stops.trailing_zeros();
                stops &= stops - 1;
                let at = number * MAX_RUN_LEN + bit as usize;
                if at < done {
                    continue;
                }
                if line_starts >> bit & 1 != 0 {
                    self.position = LinePosition::Start(0);
                    done = self.write_line_start(&mut written, at, out)?;
                } else if text.as_bytes().get(at) == Some(&0) {
                    written.replace(at, Escape::Replacement, out)?;
                } else {
                    written.escape(at, out)?;
                }
            }
        }
        if self.position == LinePosition::Middle && text.ends_with(['\n', '\r']) {
            self.position = LinePosition::Start(0);
        }
        self.buffer = written.finish(out)?;
        Ok(())
    }

    /// Writes characters from an offset on, one by one, until the middle of a line. Returns the offset there.
    fn write_line_start(
        &mut self,
        written: &mut Written<'_>,
        from: usize,
        out: &mut dyn fmt::Write,
    ) -> Result<usize, fmt::Error> {
        let mut rest = written.text.get(from..).unwrap_or_default().chars();
        let mut at = from;
        while self.position != LinePosition::Middle
            && let Some(c) = rest.next()
        {
            match self.advance(c) {
                Escape::None => {}
                escape => written.replace(at, escape, out)?,
            }
            at += c.len_utf8();
        }
        Ok(at)
    }
}

/// A text that is written with replacements.
struct Written<'t> {
    text: &'t str,
    /// What precedes this offset is written, or in the buffer.
    end: usize,
    buffer: Buffer,
}

impl Written<'_> {
    /// Writes a backslash before the character at an offset.
    #[inline(always)]
    fn escape(&mut self, at: usize, out: &mut dyn fmt::Write) -> fmt::Result {
        let before = self.text.get(self.end..at).unwrap_or_default();
        self.end = at;
        self.buffer.add_slice(before, out)?;
        self.buffer.text("\\");
        Ok(())
    }

    /// Escapes the character at an offset, which is ASCII.
    #[inline(never)]
    fn replace(&mut self, at: usize, escape: Escape, out: &mut dyn fmt::Write) -> fmt::Result {
        if escape == Escape::Backslash {
            return self.escape(at, out);
        }
        let before = self.text.get(self.end..at).unwrap_or_default();
        self.end = at + 1;
        self.buffer.add_slice(before, out)?;
        if escape == Escape::Reference {
            let byte = self.text.as_bytes().get(at).copied();
            let number = byte.unwrap_or_default().into();
            self.buffer.text("&#").number(number).text(";");
        } else {
            self.buffer.text("\u{FFFD}");
        }
        Ok(())
    }

    /// Writes the rest, and returns the empty buffer.
    fn finish(mut self, out: &mut dyn fmt::Write) -> Result<Buffer, fmt::Error> {
        let rest = self.text.get(self.end..).unwrap_or_default();
        self.buffer.add_slice(rest, out)?;
        self.buffer.flush(out)?;
        Ok(self.buffer)
    }
}

/// Up to 64 bytes of a text: which are members of [`ESCAPED`], [`LINE_BREAKS`] and [`AT_LINE_START`]. The first byte is
/// bit 0.
#[inline(always)]
fn special_characters(word: &[u8]) -> [u64; 3] {
    // Two masks tell three sets apart that have no common members.
    static SETS: [AsciiSet; 2] = [ESCAPED.union(LINE_BREAKS), AT_LINE_START.union(LINE_BREAKS)];
    let masks = masks(word, &SETS).unwrap_or_else(|| SETS.each_ref().map(|set| mask(word, set)));
    let [first, second] = masks;
    [first & !second, first & second, second & !first]
}

/// Which of up to 64 bytes are members of a set, for processors without [`masks`].
fn mask(word: &[u8], set: &AsciiSet) -> u64 {
    members(word, set).fold(0, |mask, at| mask | 1 << at)
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

/// The characters that are escaped at any position in a line.
const ESCAPED: AsciiSet = MARKUP.union(AsciiSet::new(b"\0"));

/// The characters after which a line starts.
const LINE_BREAKS: AsciiSet = AsciiSet::new(b"\n\r");

/// The characters that start a line and are not simply written there, unless they are members of [`ESCAPED`].
const AT_LINE_START: AsciiSet = AsciiSet::new(b" \t0123456789#+-=:");

/// The characters that are escaped in the text of a link.
const LINK_TEXT: AsciiSet = MARKUP.union(AsciiSet::new(b"!"));

/// The characters that are written as references in the destination of a link: a backslash does not keep a backquote
/// from ending a code span that starts before the link, nor, in some dialects, a bar from ending a table cell.
const DESTINATION: AsciiSet = AsciiSet::new(b"\\<>&`|");

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
        let link_text = self.show.link_text(link);
        self.buffer.write(out, |buffer| {
            infallible(write_link(
                &link_text,
                prefix,
                &href,
                buffer.as_mut_string(),
            ));
        })
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
    out: &mut String,
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
    fn masks_tell_which_bytes_are_members() {
        assert_eq!(mask(b"", &ESCAPED), 0);
        assert_eq!(mask(b"a*b_*", &ESCAPED), 1 << 1 | 1 << 3 | 1 << 4);
        let last = [b"a".repeat(MAX_RUN_LEN - 1), b"\n".to_vec()].concat();
        assert_eq!(mask(&last, &LINE_BREAKS), 1 << (MAX_RUN_LEN - 1));
        if let Some(masks) = masks(&last, &[ESCAPED, LINE_BREAKS]) {
            assert_eq!(masks, [mask(&last, &ESCAPED), mask(&last, &LINE_BREAKS)]);
        }
    }

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
                fast.write_text(&text, &mut written).unwrap();
                prop_assert_eq!(&written, &escape_by_character(&mut slow, &text), "{:?}", text);
                prop_assert_eq!(&fast, &slow);
            }
        }
    }
}
