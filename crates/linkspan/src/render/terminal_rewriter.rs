//! Text with control sequences that arrives in chunks.
//!
//! A [`TextBuffer`] keeps the text that a terminal shows until its links are final. The source of that text, with its
//! control sequences, is kept beside it, and written piece by piece.

use alloc::string::String;
use core::fmt;

use super::Render as _;
use super::ansi::{Ansi, write_terminal_part};
use crate::control::{VisibleText, complete_len};
use crate::finder::Finder;
use crate::stream::{TextBuffer, Windows};

/// How many bytes control sequences may have in a text without a boundary, so that memory is bounded.
const MAX_SEQUENCES_LEN: usize = 1 << 20;

/// Renders a text with control sequences that arrives in chunks of any size, such as the output of a program that runs.
///
/// The result is that of [`render_terminal`](super::render_terminal) for the whole text. Text is written as soon as its
/// links are final, in bounded memory: it waits for a boundary, such as white space, or for a
/// [window](Windows::size) of text.
///
/// If the sequences in a text without a boundary have more than 1 MiB, the text is searched as if it ended there.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Ansi, Hyperlinks, TerminalRewriter};
///
/// let finder = Finder::new();
/// let (mut rewriter, mut out) = (TerminalRewriter::new(&finder, Ansi::new()), String::new());
/// for chunk in ["see exam\x1b[", "1mple.co", "m/a now"] {
///     rewriter.push(chunk, &mut out)?;
/// }
/// rewriter.finish(&mut out)?;
/// assert!(out.contains("https://example.com/a"));
/// # Ok::<(), std::fmt::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TerminalRewriter<'f> {
    finder: &'f Finder,
    windows: Windows<'f>,
    ansi: Ansi,
    /// The source of the text that is not written yet. It may end with a sequence that is not complete.
    source: String,
    /// How much of the source has its text in `visible`.
    shown: usize,
    visible: TextBuffer,
}

impl<'f> TerminalRewriter<'f> {
    /// A rewriter at the start of a text.
    ///
    /// ```
    /// # use linkspan::{Finder, render::{Ansi, TerminalRewriter}};
    /// let (finder, mut out) = (Finder::new(), String::new());
    /// TerminalRewriter::new(&finder, Ansi::new()).finish(&mut out)?;
    /// assert_eq!(out, "");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[must_use]
    pub fn new(finder: &'f Finder, ansi: Ansi) -> Self {
        Self {
            finder,
            windows: Windows::new(finder),
            ansi,
            source: String::new(),
            shown: 0,
            visible: TextBuffer::new(),
        }
    }

    /// Adds the next chunk, and writes the text whose links are final.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    ///
    /// ```
    /// # use linkspan::{Finder, render::{Ansi, TerminalRewriter}};
    /// let finder = Finder::new();
    /// let (mut rewriter, mut out) = (TerminalRewriter::new(&finder, Ansi::new()), String::new());
    /// rewriter.push("one two", &mut out)?;
    /// assert_eq!(out, "one ");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn push(&mut self, chunk: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        self.source.push_str(chunk);
        let unshown = self.source.get(self.shown..).unwrap_or_default();
        let complete = self.shown + complete_len(unshown);
        self.write_final(complete, false, out)?;
        if self.visible.is_empty() {
            return self.write_sequences(out);
        }
        if self.shown > self.visible.len() + MAX_SEQUENCES_LEN {
            self.write_final(self.shown, true, out)?;
            self.visible.restart(0);
        }
        Ok(())
    }

    /// Writes the rest of the text.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    ///
    /// ```
    /// # use linkspan::{Finder, render::{Ansi, Hyperlinks, TerminalRewriter}};
    /// let finder = Finder::new();
    /// let ansi = Ansi::new().hyperlinks(Hyperlinks::None);
    /// let (mut rewriter, mut out) = (TerminalRewriter::new(&finder, ansi), String::new());
    /// rewriter.push("see example.com", &mut out)?;
    /// rewriter.finish(&mut out)?;
    /// assert_eq!(out, "see example.com");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn finish(mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_final(self.source.len(), true, out)?;
        self.ansi.finish(out)
    }

    /// Writes the text whose links are final. The source is known up to `complete`, and the text ends there if `is_last`
    /// is set.
    fn write_final(
        &mut self,
        complete: usize,
        is_last: bool,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let unshown = self.source.get(self.shown..complete).unwrap_or_default();
        let added = VisibleText::new(unshown);
        self.visible.unsearched_mut().push_str(added.as_str());
        self.shown = complete;
        let source = self.source.get(..complete).unwrap_or_default();
        let visible = VisibleText::new(source);
        let (mut written, mut shown) = (0, 0);
        while self.visible.advance(self.windows, is_last) {
            let piece = self.visible.piece();
            let end = shown + piece.range().len();
            let source_end = visible.source_range(shown..end).end;
            let part = source.get(written..source_end).unwrap_or_default();
            let links = piece.links(self.finder).map(|link| {
                let start = shown + (link.start() - piece.range().start);
                let range = visible.source_range(start..start + link.as_str().len());
                (range.start - written..range.end - written, link)
            });
            write_terminal_part(part, links, &mut self.ansi, out)?;
            (written, shown) = (source_end, end);
        }
        self.source.drain(..written);
        self.shown -= written;
        if is_last {
            self.write_sequences(out)?;
        }
        Ok(())
    }

    /// Writes source without text.
    fn write_sequences(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        let sequences = self.source.get(..self.shown).unwrap_or_default();
        write_terminal_part(sequences, core::iter::empty(), &mut self.ansi, out)?;
        self.source.drain(..self.shown);
        self.shown = 0;
        Ok(())
    }
}
