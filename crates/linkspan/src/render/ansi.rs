//! Text with hyperlinks for terminals (OSC 8).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use linkspan_vector::{AsciiSet, push_texts, run};

use super::buffer::{Buffer, push_number};
use super::link_text::Show;
use super::{Render, runs_script};
use crate::control::{Passed, SequenceFilter, VisibleText, hyperlink_labels, is_without_controls};
use crate::finder::Finder;
use crate::link::Link;

/// The length of the longest URL that terminals accept, in bytes.
const MAX_HREF_LEN: usize = 2083;

/// The start of a hyperlink, up to its number.
const START: &str = "\x1b]8;id=linkspan-";

/// What follows the URL at the start of a hyperlink.
const START_END: &str = "\x1b\\";

/// The end of a hyperlink.
const END: &str = "\x1b]8;;\x1b\\";

/// Text with hyperlinks for terminals, as OSC 8 escape sequences.
///
/// Each link has a numeric `id`, by which terminals recognise a link that is wrapped over several lines.
/// The URL is in ASCII. A link whose URL is longer than 2083 bytes, the limit of common terminals, is
/// written as text.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Ansi, Hyperlinks, render};
///
/// let text = "\x1b]0;gotcha\x07→ 例え.jp!";
/// assert_eq!(
///     render(&Finder::new(), text, Ansi::new()),
///     "→ \x1b]8;id=linkspan-1;https://xn--r8jz45g.jp\x1b\\例え.jp\x1b]8;;\x1b\\!"
/// );
/// let plain = Ansi::new().hyperlinks(Hyperlinks::None);
/// assert_eq!(render(&Finder::new(), text, plain), "→ 例え.jp!");
/// ```
///
/// [`render()`](super::render()) searches the text as it is, in which a control sequence ends a link. For text with
/// sequences, use [`render_terminal`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ansi {
    hyperlinks: Hyperlinks,
    controls: Controls,
    show: Show,
    /// The number of links written so far. The next link's `id` is one more.
    link_count: u64,
    filter: SequenceFilter,
    /// Whether a style was written after the last one that resets all.
    is_styled: bool,
    /// Whether the text so far ends inside the label of a hyperlink that is kept.
    is_in_label: bool,
    buffer: Buffer,
}

/// Whether the terminal supports hyperlinks.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Ansi, Hyperlinks, render};
///
/// let linked = |hyperlinks| render(&Finder::new(), "a.com", Ansi::new().hyperlinks(hyperlinks));
/// assert_eq!(
///     linked(Hyperlinks::Osc8),
///     "\x1b]8;id=linkspan-1;https://a.com\x1b\\a.com\x1b]8;;\x1b\\"
/// );
/// assert_eq!(linked(Hyperlinks::None), "a.com");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Hyperlinks {
    /// Links are written as OSC 8 escape sequences.
    #[default]
    Osc8,
    /// Links are written as text.
    None,
}

/// How control characters and control sequences in the text are treated.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Ansi, Controls, render};
///
/// let text = "\x1b[31mred\x1b[0m\n";
/// let rendered = |controls| render(&Finder::new(), text, Ansi::new().controls(controls));
/// assert_eq!(rendered(Controls::Strip), "red\n");
/// assert_eq!(rendered(Controls::Styles), text);
/// assert_eq!(rendered(Controls::Keep), text);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Controls {
    /// Whole sequences are removed, and all control characters except line feeds and tabs. If a sequence is not
    /// complete, its rest is text.
    #[default]
    Strip,
    /// The same, but sequences that set colours and the like (SGR) are kept, except those that hide text. The style is
    /// reset at the end. Colours can still make text hard to read.
    Styles,
    /// They are kept. Use this only for text from a trusted program.
    Keep,
}

impl Ansi {
    /// Creates a renderer for a terminal with hyperlinks and for untrusted text.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Ansi, render};
    ///
    /// assert_eq!(render(&Finder::new(), "\x1b[2Jx", Ansi::new()), "x");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether the terminal supports hyperlinks.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Ansi, Hyperlinks, render};
    ///
    /// let plain = Ansi::new().hyperlinks(Hyperlinks::None);
    /// assert_eq!(render(&Finder::new(), "a.com", plain), "a.com");
    /// ```
    #[must_use]
    pub fn hyperlinks(mut self, hyperlinks: Hyperlinks) -> Self {
        self.hyperlinks = hyperlinks;
        self
    }

    /// Sets how control characters and sequences are treated.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Ansi, Controls, render};
    ///
    /// let text = "\x1b[1mbold\x1b[0m";
    /// let trusted = Ansi::new().controls(Controls::Keep);
    /// assert_eq!(render(&Finder::new(), text, trusted), text);
    /// ```
    #[must_use]
    pub fn controls(mut self, controls: Controls) -> Self {
        self.controls = controls;
        self
    }

    /// Sets the text that links display.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Ansi, Show, render};
    ///
    /// let ansi = Ansi::new().show(Show::Readable);
    /// let written = render(&Finder::new(), "a.com/%41", ansi);
    /// assert!(written.contains("\\a.com/A\x1b"));
    /// ```
    #[must_use]
    pub fn show(mut self, show: Show) -> Self {
        self.show = show;
        self
    }

    /// Writes a link. `written` is the link as written, possibly with control sequences inside.
    fn write_link(
        &mut self,
        link: &Link<'_>,
        written: &str,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        // What precedes the link is not the start of a sequence that continues in it.
        self.flush(out)?;
        let link_text = self.show.link_text(link);
        let shown = match self.show {
            Show::Written => written,
            _ => &*link_text,
        };
        let (prefix, href) = link.split_href();
        let runs_script = prefix.is_empty() && runs_script(&href);
        let is_short = prefix.len() + href.len() <= MAX_HREF_LEN;
        if self.hyperlinks == Hyperlinks::None {
            self.text(shown, out)?;
        } else if runs_script || !is_short || !is_graphic(&href) {
            self.text(written, out)?;
        } else {
            self.link_count += 1;
            let number = self.link_count;
            self.buffer.write(out, |buffer| {
                let buffer = buffer.as_mut_string();
                buffer.push_str(START);
                push_number(buffer, number);
                buffer.push(';');
                buffer.push_str(prefix);
                buffer.push_str(&href);
                buffer.push_str(START_END);
            })?;
            self.text(shown, out)?;
            self.flush(out)?;
            out.write_str(END)?;
        }
        self.flush(out)
    }

    /// Appends a link that is its own target, as most links are, apart from the scheme. Returns `false` and appends nothing
    /// if the link has another form.
    #[inline]
    fn push_plain_link(&mut self, link: &Link<'_>, out: &mut String) -> bool {
        if !self.filter.is_empty()
            || self.hyperlinks == Hyperlinks::None
            || self.show != Show::Written
        {
            return false;
        }
        // No link contains a control character, which would end the escape sequence, and a target is ASCII.
        let Some((prefix, href)) = link.plain_href() else {
            return false;
        };
        debug_assert!(is_graphic(href), "a link has no control character");
        if prefix.is_empty() && runs_script(href) || prefix.len() + href.len() > MAX_HREF_LEN {
            return false;
        }
        self.link_count += 1;
        out.push_str(START);
        push_number(out, self.link_count);
        out.push(';');
        if !prefix.is_empty() {
            out.push_str(prefix);
        }
        if !push_texts(out, [href, START_END, link.as_str(), END]) {
            out.push_str(href);
            out.push_str(START_END);
            out.push_str(link.as_str());
            out.push_str(END);
        }
        true
    }

    /// Writes what may be the start of a sequence as text.
    fn flush(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.filter.is_empty() {
            return Ok(());
        }
        let mut filter = core::mem::take(&mut self.filter);
        filter.finish(&mut |passed| self.write_passed(&passed, out))
    }

    fn write_passed(&mut self, passed: &Passed<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        match passed {
            Passed::Text(text) => out.write_str(text),
            Passed::Style(style) if self.controls == Controls::Styles => {
                self.is_styled = !matches!(*style, "\x1b[m" | "\x1b[0m");
                out.write_str(style)
            }
            Passed::Style(_) => Ok(()),
        }
    }
}

impl Render for Ansi {
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        if self.controls == Controls::Keep {
            return out.write_str(text);
        }
        let mut filter = core::mem::take(&mut self.filter);
        let written = filter.push(text, &mut |passed| self.write_passed(&passed, out));
        self.filter = filter;
        written
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut buffer = core::mem::take(&mut self.buffer);
        let written = if self.push_plain_link(link, buffer.as_mut_string()) {
            Some(buffer.flush(out))
        } else {
            None
        };
        self.buffer = buffer;
        written.unwrap_or_else(|| self.write_link(link, link.as_str(), out))
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.flush(out)?;
        if core::mem::take(&mut self.is_styled) {
            out.write_str("\x1b[0m")?;
        }
        self.link_count = 0;
        self.is_in_label = false;
        Ok(())
    }

    fn push_text(&mut self, text: &str, out: &mut String) -> fmt::Result {
        if self.filter.is_empty() && is_without_controls(text) {
            out.push_str(text);
            return Ok(());
        }
        self.text(text, out)
    }

    fn push_link(&mut self, link: &Link<'_>, out: &mut String) -> fmt::Result {
        if self.push_plain_link(link, out) {
            return Ok(());
        }
        self.write_link(link, link.as_str(), out)
    }
}

/// The characters of [`is_graphic`].
const GRAPHIC: AsciiSet = AsciiSet::new(
    b"!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
);

/// Whether a URL contains only visible ASCII characters.
fn is_graphic(href: &str) -> bool {
    let mut rest = href.as_bytes();
    while !rest.is_empty() {
        let len = run(rest, &GRAPHIC, []).len;
        if len == 0 {
            return false;
        }
        rest = rest.get(len..).unwrap_or_default();
    }
    true
}

/// Renders a text with control sequences, such as the output of a program: links are found in the text that a terminal
/// shows, so a link may change its color.
///
/// Hyperlinks (OSC 8) of the text are kept only with [`Controls::Keep`]; then no link is added in their labels.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Ansi, Controls, render_terminal};
///
/// let text = "see https://\x1b[1mexample\x1b[m.com/a";
/// let linked = |controls| render_terminal(&Finder::new(), text, Ansi::new().controls(controls));
/// assert_eq!(
///     linked(Controls::Strip),
///     "see \x1b]8;id=linkspan-1;https://example.com/a\x1b\\https://example.com/a\x1b]8;;\x1b\\"
/// );
/// assert!(linked(Controls::Styles).contains("\\https://\x1b[1mexample\x1b[m.com/a\x1b]8;;"));
/// ```
#[must_use]
pub fn render_terminal(finder: &Finder, text: &str, mut ansi: Ansi) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 2);
    // Writing to a string cannot fail.
    let _ =
        render_terminal_to(finder, text, &mut ansi, &mut out).and_then(|()| ansi.finish(&mut out));
    out
}

/// Writes the next part of a text with control sequences: see [`render_terminal`]. After the last part, call
/// [`finish`](Render::finish).
///
/// A part ends where a text may be split: after a boundary (`Windows::is_boundary`), and where a sequence
/// [is complete](crate::control::complete_len). A [`TerminalRewriter`](super::TerminalRewriter) splits a text that
/// arrives in chunks.
///
/// # Errors
///
/// Those of `out`.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Ansi, Render as _, render_terminal_to};
///
/// let (finder, mut ansi, mut out) = (Finder::new(), Ansi::new(), String::new());
/// for line in ["\x1b[1mone\n", "two\x1b[0m\n"] {
///     render_terminal_to(&finder, line, &mut ansi, &mut out)?;
/// }
/// ansi.finish(&mut out)?;
/// assert_eq!(out, "one\ntwo\n");
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn render_terminal_to(
    finder: &Finder,
    text: &str,
    ansi: &mut Ansi,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    let visible = VisibleText::new(text);
    let links = finder.find_iter(visible.as_str());
    let links = links.map(|link| (visible.source_range(link.range()), link));
    write_terminal_part(text, links, ansi, out)
}

/// Writes a part of a text with control sequences. The links come with their ranges in it.
pub(super) fn write_terminal_part<'t>(
    text: &str,
    links: impl Iterator<Item = (Range<usize>, Link<'t>)>,
    ansi: &mut Ansi,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    let labels = match ansi.controls {
        Controls::Keep => hyperlink_labels(text, &mut ansi.is_in_label),
        Controls::Strip | Controls::Styles => Vec::new(),
    };
    let mut labels = labels.into_iter().peekable();
    let mut is_in_label = |range: &Range<usize>| {
        while labels.next_if(|label| label.end <= range.start).is_some() {}
        labels.peek().is_some_and(|label| label.start < range.end)
    };
    let mut done = 0;
    for (range, link) in links {
        if is_in_label(&range) {
            continue;
        }
        ansi.text(text.get(done..range.start).unwrap_or_default(), out)?;
        done = range.end;
        ansi.write_link(&link, text.get(range).unwrap_or_default(), out)?;
    }
    ansi.text(text.get(done..).unwrap_or_default(), out)
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    #[test]
    fn graphic_urls_consist_of_visible_ascii_characters() {
        for c in '\0'..'\u{100}' {
            for len in [0, 1, 70, 200] {
                let around = "x".repeat(len);
                let href = format!("{around}{c}{around}");
                let expected = href.bytes().all(|byte| byte.is_ascii_graphic());
                assert_eq!(is_graphic(&href), expected, "{c:?} after {len} characters");
            }
        }
        assert!(is_graphic(""));
    }
}
