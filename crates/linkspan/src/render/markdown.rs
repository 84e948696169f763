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
        let mut buffer = core::mem::take(&mut self.buffer);
        let mut events = Events::new(text);
        let mut at = 0;
        // The text before this offset is written.
        let mut written = 0;
        loop {
            // Fast path: in the middle of a line, most characters are written unchanged.
            if self.position == LinePosition::Middle {
                let Some(event) = events.first_from(at) else {
                    break;
                };
                at = event.offset;
                if event.starts_line {
                    self.position = LinePosition::Start(0);
                } else if text.as_bytes().get(at) != Some(&0) {
                    buffer.add_slice(text.get(written..at).unwrap_or_default(), out)?;
                    buffer.text("\\");
                    written = at;
                    at += 1;
                    continue;
                }
            }
            let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else {
                break;
            };
            let end = at + c.len_utf8();
            let escape = self.advance(c);
            if escape != Escape::None {
                buffer.add_slice(text.get(written..at).unwrap_or_default(), out)?;
                written = end;
            }
            match escape {
                Escape::None => {}
                Escape::Backslash => {
                    buffer.text("\\");
                    written = at;
                }
                Escape::Reference => {
                    buffer.text("&#").number(u64::from(u32::from(c))).text(";");
                }
                Escape::Replacement => {
                    buffer.text("\u{FFFD}");
                }
            }
            at = end;
        }
        if self.position == LinePosition::Middle && text.ends_with(['\n', '\r']) {
            self.position = LinePosition::Start(0);
        }
        buffer.add_slice(text.get(written..).unwrap_or_default(), out)?;
        buffer.flush(out)?;
        self.buffer = buffer;
        Ok(())
    }
}

/// The places of a text that are not simply passed in the middle of a line, in order. They are searched 64 bytes at a
/// time, without a look at each line.
struct Events<'t> {
    bytes: &'t [u8],
    /// The offset of the current word of 64 bytes.
    word: usize,
    /// The characters of the current word that are not written unchanged. The first byte is bit 0.
    escaped: u64,
    /// Those that are the first of their line and may be markup because of that.
    line_starts: u64,
    /// Whether the current word ends with a line break.
    ends_line: bool,
}

/// A place of a text.
struct Event {
    offset: usize,
    /// Whether the place is the start of a line.
    starts_line: bool,
}

impl<'t> Events<'t> {
    fn new(text: &'t str) -> Self {
        let mut events = Self {
            bytes: text.as_bytes(),
            word: 0,
            escaped: 0,
            line_starts: 0,
            ends_line: false,
        };
        events.examine_word();
        events
    }

    /// The first of them that is not before an offset. Offsets must not decrease from call to call.
    #[inline]
    fn first_from(&mut self, offset: usize) -> Option<Event> {
        loop {
            let passed = offset.saturating_sub(self.word);
            let remaining = match u32::try_from(passed) {
                Ok(passed) if passed < u64::BITS => u64::MAX << passed,
                _ => 0,
            };
            let events = (self.escaped | self.line_starts) & remaining;
            if events != 0 {
                let bit = events.trailing_zeros();
                return Some(Event {
                    offset: self.word + bit as usize,
                    starts_line: self.line_starts >> bit & 1 != 0,
                });
            }
            self.word += MAX_RUN_LEN;
            if self.word >= self.bytes.len() {
                return None;
            }
            self.examine_word();
        }
    }

    #[inline]
    fn examine_word(&mut self) {
        const SETS: [AsciiSet; 3] = [ESCAPED, LINE_BREAKS, AT_LINE_START];
        let word = self.bytes.get(self.word..).unwrap_or_default();
        let masks = masks(word, &SETS).unwrap_or_else(|| SETS.map(|set| mask(word, &set)));
        let [escaped, line_breaks, at_line_start] = masks;
        self.escaped = escaped;
        self.line_starts = (line_breaks << 1 | u64::from(self.ends_line)) & at_line_start;
        self.ends_line = line_breaks >> (MAX_RUN_LEN - 1) != 0;
    }
}

/// The members of a set among the first 64 bytes. The first byte is bit 0.
fn mask(bytes: &[u8], set: &AsciiSet) -> u64 {
    let bytes = bytes.get(..MAX_RUN_LEN).unwrap_or(bytes);
    members(bytes, set).fold(0, |mask, at| mask | 1 << at)
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
