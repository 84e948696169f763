//! Renderers: plain text in, text with clickable links out.
//!
//! A [`Render`] implementation writes text and links in one output format and escapes both. [`render()`]
//! returns the result as a `String`, [`render_to`] writes it to a [`fmt::Write`]:
//!
//! ```
//! use linkspan::Finder;
//! use linkspan::render::{Ansi, Html, Markdown, Notes, render};
//!
//! let (finder, text) = (Finder::new(), "<3 例え.jp/と");
//! assert_eq!(
//!     render(&finder, text, Html::new()),
//!     "&lt;3 <a href=\"https://xn--r8jz45g.jp/%E3%81%A8\" rel=\"nofollow noopener ugc\">例え.jp/と</a>"
//! );
//! assert_eq!(
//!     render(&finder, text, Markdown::new()),
//!     "\\<3 [例え.jp/と](<https://xn--r8jz45g.jp/%E3%81%A8>)"
//! );
//! assert_eq!(
//!     render(&finder, text, Notes::new()),
//!     "<3 例え.jp/と⟨1⟩\n\n⟨1⟩ https://xn--r8jz45g.jp/%E3%81%A8\n"
//! );
//! assert_eq!(
//!     render(&finder, text, Ansi::new()),
//!     "<3 \x1b]8;id=linkspan-1;https://xn--r8jz45g.jp/%E3%81%A8\x1b\\例え.jp/と\x1b]8;;\x1b\\"
//! );
//! ```
//!
//! Input text cannot inject markup: the output contains no element, attribute, markup or escape
//! sequence that the renderer did not generate. HTML, Markdown and terminal output never link a URL that
//! runs a script (`javascript:`, `vbscript:`, `data:`); such a link is written as text. [`Json`], [`Csv`]
//! and [`Notes`] list it if the finder accepts it, which it does not by default.
//!
//! All functions take their arguments in the same order: the finder, the input, then the settings.
//!
//! To add links to documents that already contain markup, use `HtmlRewriter` or `rewrite_html` for HTML
//! (crate feature `html-rewrite`), and `rewrite_markdown`, `link_events` or `html_link_events` for
//! Markdown (crate feature `pulldown-cmark`).

mod anchor;
mod ansi;
mod attribute;
mod buffer;
#[cfg(feature = "pulldown-cmark")]
mod commonmark;
mod escape;
mod html;
#[cfg(feature = "html-rewrite")]
mod html_document;
mod link_text;
mod markdown;
mod newlines;
mod notes;
mod numbers;
mod record;
mod short_text;
#[cfg(any(feature = "html-rewrite", feature = "pulldown-cmark"))]
mod skipped_elements;
mod terminal_rewriter;

use alloc::string::String;
use core::fmt;

pub use crate::direction::Isolation;
pub use anchor::Anchor;
pub use ansi::{Ansi, Controls, Hyperlinks, render_terminal, render_terminal_to};
pub use attribute::{AttributeName, AttributeNameError, Rel, Target, Title};
#[cfg(feature = "pulldown-cmark")]
pub use commonmark::{
    HtmlLinkEvents, LinkEvents, LinkEventsWithOffsets, MarkdownLinkStyle, html_link_events,
    link_events, link_events_with_offsets, markdown_links, markdown_options, rewrite_markdown,
};
pub use html::Html;
#[cfg(feature = "html-rewrite")]
#[doc(hidden)]
pub use html_document::DecodedText;
#[cfg(feature = "html-rewrite")]
pub use html_document::{HtmlError, HtmlRewriter, HtmlSettings, SourceSpan, rewrite_html};
pub use link_text::Show;
pub use markdown::Markdown;
pub use newlines::Newlines;
pub use notes::Notes;
pub use record::{Csv, Json, Record};
pub use terminal_rewriter::TerminalRewriter;

use crate::finder::Finder;
use crate::link::Link;

/// Writes text and links in one output format.
///
/// The caller passes text and links in the order of the input. The text between two links may arrive in
/// several chunks. The output must not depend on where the chunks were split, so that a long input can be
/// rendered without holding it in memory.
///
/// Implement this trait to support another output format. The example `bbcode` of this crate does so in
/// thirty lines.
///
/// ```
/// use std::fmt::{Result, Write};
///
/// use linkspan::render::{Render, render};
/// use linkspan::{Finder, Link};
///
/// /// Marks links in the notation of UTS #58.
/// struct Marked;
///
/// impl Render for Marked {
///     fn text(&mut self, text: &str, out: &mut dyn Write) -> Result {
///         out.write_str(text)
///     }
///
///     fn link(&mut self, link: &Link<'_>, out: &mut dyn Write) -> Result {
///         write!(out, "⸠{}⸡", link.as_str())
///     }
/// }
///
/// assert_eq!(render(&Finder::new(), "See example.com!", Marked), "See ⸠example.com⸡!");
/// ```
pub trait Render {
    /// Writes text, escaped so that it is displayed unchanged.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes a link.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes what follows the text, and resets the renderer for the next text.
    ///
    /// The default implementation writes nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of `out`.
    fn finish(&mut self, _out: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }

    /// Appends what [`text`](Self::text) writes to a string. Renderers of this crate write to its memory directly, without
    /// a call for each piece.
    #[doc(hidden)]
    fn push_text(&mut self, text: &str, out: &mut String) -> fmt::Result {
        self.text(text, out)
    }

    /// Appends what [`link`](Self::link) writes to a string.
    #[doc(hidden)]
    fn push_link(&mut self, link: &Link<'_>, out: &mut String) -> fmt::Result {
        self.link(link, out)
    }
}

impl<R: Render + ?Sized> Render for &mut R {
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        (**self).text(text, out)
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result {
        (**self).link(link, out)
    }

    fn finish(&mut self, out: &mut dyn fmt::Write) -> fmt::Result {
        (**self).finish(out)
    }

    fn push_text(&mut self, text: &str, out: &mut String) -> fmt::Result {
        (**self).push_text(text, out)
    }

    fn push_link(&mut self, link: &Link<'_>, out: &mut String) -> fmt::Result {
        (**self).push_link(link, out)
    }
}

/// Renders a text and returns the result.
///
/// Time is linear in the length of the text.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Html, render};
///
/// let html = render(&Finder::new(), "<b>", Html::new());
/// assert_eq!(html, "&lt;b&gt;");
/// ```
#[must_use]
pub fn render(finder: &Finder, text: &str, mut renderer: impl Render) -> String {
    // Escapes and URLs make the output longer than the input. Memory that is not written to costs nothing, but a low
    // estimate costs a copy of the output. Vectors are stored as a whole, also at the end of the output.
    let mut out = String::with_capacity(text.len() * 2 + 128);
    let written = for_each_part(finder, text, |part| match part {
        Part::Text(text) => renderer.push_text(text, &mut out),
        Part::Link(link) => renderer.push_link(link, &mut out),
    });
    crate::percent::infallible(written.and_then(|()| renderer.finish(&mut out)));
    out
}

/// Renders a text and writes the result to `out`.
///
/// Time is linear in the length of the text.
///
/// # Errors
///
/// Returns the errors of `out`.
///
/// # Examples
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Notes, render_to};
///
/// let mut page = String::from("> ");
/// render_to(&Finder::new(), "see example.com", Notes::new(), &mut page)?;
/// assert_eq!(page, "> see example.com⟨1⟩\n\n⟨1⟩ https://example.com\n");
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn render_to(
    finder: &Finder,
    text: &str,
    mut renderer: impl Render,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    for_each_part(finder, text, |part| match part {
        Part::Text(text) => renderer.text(text, out),
        Part::Link(link) => renderer.link(link, out),
    })?;
    renderer.finish(out)
}

/// A part of a text.
enum Part<'t, 'l> {
    /// Text without links. It is not empty.
    Text(&'t str),
    Link(&'l Link<'t>),
}

/// Passes the parts of a text to a function, in order.
#[inline]
fn for_each_part<'t>(
    finder: &Finder,
    text: &'t str,
    mut write: impl FnMut(Part<'t, '_>) -> fmt::Result,
) -> fmt::Result {
    let mut done = 0;
    let mut links = finder.find_iter(text);
    // Links are large, so they stay where they are.
    while let Some(link) = &links.next() {
        if let Some(between) = text.get(done..link.start()).filter(|text| !text.is_empty()) {
            write(Part::Text(between))?;
        }
        done = link.end();
        write(Part::Link(link))?;
    }
    match text.get(done..) {
        None | Some("") => Ok(()),
        Some(rest) => write(Part::Text(rest)),
    }
}

/// Returns whether following a URL may run a script that the URL itself contains.
///
/// Renderers write such a link as text.
///
/// ```
/// use linkspan::render::runs_script;
///
/// assert!(runs_script("JavaScript:alert(1)"));
/// assert!(!runs_script("https://example.com/javascript:"));
/// ```
#[inline]
#[must_use]
pub fn runs_script(href: &str) -> bool {
    // Most URLs start with another letter.
    let first = href.as_bytes().first().map(u8::to_ascii_lowercase);
    matches!(first, Some(b'j' | b'v' | b'd')) && has_script_scheme(href)
}

fn has_script_scheme(href: &str) -> bool {
    ["javascript:", "vbscript:", "data:"].iter().any(|script| {
        let start = href.as_bytes().get(..script.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(script.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renderers_have_the_auto_traits() {
        const fn send<T: Send>() {}
        const fn send_sync<T: Send + Sync>() {}
        const {
            send::<Html<'_>>();
            send_sync::<Anchor>();
            send_sync::<Ansi>();
            send_sync::<AttributeName>();
            send_sync::<AttributeNameError>();
            send_sync::<Csv>();
            send_sync::<Json>();
            send_sync::<Markdown>();
            send_sync::<Notes>();
            send_sync::<Record<'_>>();
        }
    }

    #[cfg(feature = "html-rewrite")]
    #[test]
    fn html_rewriter_has_the_auto_traits() {
        const fn send<T: Send>() {}
        const fn send_sync<T: Send + Sync>() {}
        const {
            send::<HtmlRewriter<'_>>();
            send_sync::<HtmlError>();
            send_sync::<HtmlSettings>();
            send_sync::<SourceSpan>();
        }
    }

    #[cfg(feature = "pulldown-cmark")]
    #[test]
    fn event_iterators_have_the_auto_traits() {
        use pulldown_cmark::{OffsetIter, Parser};

        const fn send<T: Send>() {}
        const {
            send::<HtmlLinkEvents<'_, '_, '_, Parser<'_>>>();
            send::<LinkEvents<'_, '_, Parser<'_>>>();
            send::<LinkEventsWithOffsets<'_, '_, OffsetIter<'_>>>();
        }
    }

    #[test]
    fn script_urls() {
        assert!(runs_script("javascript:alert(1)"));
        assert!(runs_script("JavaScript:alert(1)"));
        assert!(runs_script("data:text/html,x"));
        assert!(!runs_script("https://example.com/javascript:"));
        assert!(!runs_script("database:x"));
        assert!(!runs_script(""));
    }
}
