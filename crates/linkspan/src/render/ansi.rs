//! Text with hyperlinks for terminals (OSC 8).

use core::fmt;

use super::link_text::Show;
use super::{Render, runs_script};
use crate::link::Link;

/// The length of the longest URL that terminals accept, in bytes.
const MAX_HREF_LEN: usize = 2083;

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
///     "]0;gotcha→ \x1b]8;id=linkspan-1;https://xn--r8jz45g.jp\x1b\\例え.jp\x1b]8;;\x1b\\!"
/// );
/// let plain = Ansi::new().hyperlinks(Hyperlinks::None);
/// assert_eq!(render(&Finder::new(), text, plain), "]0;gotcha→ 例え.jp!");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ansi {
    hyperlinks: Hyperlinks,
    controls: Controls,
    show: Show,
    /// The number of links written so far. The next link's `id` is one more.
    link_count: u64,
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

/// How control characters in the text are treated.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Ansi, Controls, render};
///
/// let text = "\x1b[31mred\x1b[0m\n";
/// let rendered = |controls| render(&Finder::new(), text, Ansi::new().controls(controls));
/// assert_eq!(rendered(Controls::Strip), "[31mred[0m\n");
/// assert_eq!(rendered(Controls::Keep), text);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Controls {
    /// They are removed, except line feeds and tabs. The rest of an escape sequence is displayed as
    /// text and has no effect.
    #[default]
    Strip,
    /// They are kept, including colours. Use this only for text from a trusted program.
    Keep,
}

impl Ansi {
    /// Creates a renderer for a terminal with hyperlinks and for untrusted text.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Ansi, render};
    ///
    /// assert_eq!(render(&Finder::new(), "\x1b[2Jx", Ansi::new()), "[2Jx");
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

    /// Sets how control characters are treated.
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
}

impl Render for Ansi {
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.controls {
            Controls::Keep => out.write_str(text),
            Controls::Strip => text
                .split(|c: char| c.is_control() && !matches!(c, '\n' | '\t'))
                .filter(|part| !part.is_empty())
                .try_for_each(|part| out.write_str(part)),
        }
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let link_text = self.show.link_text(link);
        if self.hyperlinks == Hyperlinks::None {
            return self.text(&link_text, out);
        }
        let href = link.href();
        // A control character in the URL would end the escape sequence.
        let is_graphic = href.bytes().all(|byte| byte.is_ascii_graphic());
        if runs_script(&href) || !is_graphic || href.len() > MAX_HREF_LEN {
            return self.text(link.as_str(), out);
        }
        self.link_count += 1;
        write!(out, "\x1b]8;id=linkspan-{};{href}\x1b\\", self.link_count)?;
        self.text(&link_text, out)?;
        out.write_str("\x1b]8;;\x1b\\")
    }

    fn finish(&mut self, _out: &mut dyn fmt::Write) -> fmt::Result {
        self.link_count = 0;
        Ok(())
    }
}
