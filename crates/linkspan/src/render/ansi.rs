//! Text for terminals.

use core::fmt;

use super::show::Show;
use super::{Render, is_program};
use crate::scan::Link;

/// The longest address that terminals take.
const LONGEST_HREF: usize = 2083;

/// Text with links that can be clicked in terminals (OSC 8).
///
/// Each link has a number as its `id`, so that one which goes over the end of a line is one link
/// still. The address is in ASCII. An address of more than 2083 bytes, which terminals refuse,
/// makes no link.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Ansi, Hyperlinks, to_string};
///
/// let text = "\x1b]0;gotcha\x07→ 例え.jp!";
/// assert_eq!(
///     to_string(&Finder::new(), text, Ansi::new()),
///     "]0;gotcha→ \x1b]8;id=linkspan-1;https://xn--r8jz45g.jp\x1b\\例え.jp\x1b]8;;\x1b\\!"
/// );
/// let plain = Ansi::new().hyperlinks(Hyperlinks::None);
/// assert_eq!(to_string(&Finder::new(), text, plain), "]0;gotcha→ 例え.jp!");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ansi {
    hyperlinks: Hyperlinks,
    controls: Controls,
    show: Show,
    /// How many links were written.
    links: u64,
}

/// Whether a terminal knows links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Hyperlinks {
    /// It does: links are written as OSC 8.
    #[default]
    Osc8,
    /// It does not: links are written as text.
    None,
}

/// What becomes of control characters in a text for a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Controls {
    /// They are left out, but for line feeds and tabs. What is left of an escape sequence shows as
    /// text and does nothing.
    #[default]
    Strip,
    /// They go through, and with them colours; for text that comes from a program you trust.
    Keep,
}

impl Ansi {
    /// For a terminal that knows links, and text that nobody vouches for.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Ansi, to_string};
    ///
    /// assert_eq!(to_string(&Finder::new(), "\x1b[2Jx", Ansi::new()), "[2Jx");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets whether the terminal knows links.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Ansi, Hyperlinks, to_string};
    ///
    /// let plain = Ansi::new().hyperlinks(Hyperlinks::None);
    /// assert_eq!(to_string(&Finder::new(), "a.com", plain), "a.com");
    /// ```
    #[must_use]
    pub fn hyperlinks(mut self, hyperlinks: Hyperlinks) -> Self {
        self.hyperlinks = hyperlinks;
        self
    }

    /// Sets what becomes of control characters.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Ansi, Controls, to_string};
    ///
    /// let text = "\x1b[1mbold\x1b[0m";
    /// let trusted = Ansi::new().controls(Controls::Keep);
    /// assert_eq!(to_string(&Finder::new(), text, trusted), text);
    /// ```
    #[must_use]
    pub fn controls(mut self, controls: Controls) -> Self {
        self.controls = controls;
        self
    }

    /// Sets what readers see of links.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Ansi, Show, to_string};
    ///
    /// let ansi = Ansi::new().show(Show::Readable);
    /// let written = to_string(&Finder::new(), "a.com/%41", ansi);
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
                .filter(|piece| !piece.is_empty())
                .try_for_each(|piece| out.write_str(piece)),
        }
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let shown = self.show.of(link);
        if self.hyperlinks == Hyperlinks::None {
            return self.text(&shown, out);
        }
        let href = link.href();
        // All that makes an address one is graphic ASCII; anything else would end the sequence.
        let is_safe = href.bytes().all(|byte| byte.is_ascii_graphic());
        if is_program(&href) || !is_safe || href.len() > LONGEST_HREF {
            return self.text(link.as_str(), out);
        }
        self.links += 1;
        write!(out, "\x1b]8;id=linkspan-{};{href}\x1b\\", self.links)?;
        self.text(&shown, out)?;
        out.write_str("\x1b]8;;\x1b\\")
    }

    fn finish(&mut self, _out: &mut dyn fmt::Write) -> fmt::Result {
        self.links = 0;
        Ok(())
    }
}
