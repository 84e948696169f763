//! Plain text with a numbered list of URLs at its end.

use alloc::string::String;
use core::fmt;

use super::buffer::Buffer;
use super::link_text::Show;
use super::numbers::UrlNumbers;
use super::{Render, escape};
use crate::link::Link;
use crate::percent::infallible;

/// Plain text in which links are numbered, followed by a list of their URLs.
///
/// It is meant for print and other media in which links cannot be clicked. Links with the same URL have
/// the same number.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Notes, render};
///
/// assert_eq!(
///     render(&Finder::new(), "例え.jp, a.com; https://例え.jp!", Notes::new()),
///     "例え.jp⟨1⟩, a.com⟨2⟩; https://例え.jp⟨1⟩!\n\
///      \n\
///      ⟨1⟩ https://xn--r8jz45g.jp\n\
///      ⟨2⟩ https://a.com\n"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Notes {
    show: Show,
    numbers: UrlNumbers,
    /// Whether the output so far ends in the middle of a line.
    in_line: bool,
    buffer: Buffer,
}

impl Notes {
    /// Creates a renderer that displays links as written.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Notes, render};
    ///
    /// assert_eq!(render(&Finder::new(), "no link", Notes::new()), "no link");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the text that links display.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Notes, Show, render};
    ///
    /// let notes = render(&Finder::new(), "a.com/%41", Notes::new().show(Show::Readable));
    /// assert_eq!(notes, "a.com/A⟨1⟩\n\n⟨1⟩ https://a.com/%41\n");
    /// ```
    #[must_use]
    pub fn show(mut self, show: Show) -> Self {
        self.show = show;
        self
    }
}

impl Render for Notes {
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        if let Some(&last) = text.as_bytes().last() {
            self.in_line = last != b'\n';
        }
        escape::replace_nul(text, out)
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut buffer = core::mem::take(&mut self.buffer);
        let written = buffer.write(out, |buffer| {
            infallible(self.push_link(link, buffer.as_mut_string()));
        });
        self.buffer = buffer;
        written
    }

    fn push_text(&mut self, text: &str, out: &mut String) -> fmt::Result {
        if !escape::push_without_nul(text, out) {
            return self.text(text, out);
        }
        if let Some(&last) = text.as_bytes().last() {
            self.in_line = last != b'\n';
        }
        Ok(())
    }

    fn push_link(&mut self, link: &Link<'_>, out: &mut String) -> fmt::Result {
        let (prefix, href) = link.split_href();
        self.in_line = true;
        out.push_str(&self.show.link_text(link));
        out.push_str(self.numbers.mark(prefix, &href));
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        let numbers = core::mem::take(&mut self.numbers);
        let in_line = core::mem::take(&mut self.in_line);
        if numbers.list().is_empty() {
            return Ok(());
        }
        out.write_str(if in_line { "\n\n" } else { "\n" })?;
        out.write_str(numbers.list())
    }
}
