//! Text in, clickable text out: HTML, Markdown, terminals, lists of links, and your own notation.
//!
//! A [`Render`] writes text and links in some notation, and does the escaping. [`to_string`] and
//! [`write_to`] lead a text through one:
//!
//! ```
//! use linkspan::Finder;
//! use linkspan::render::{Ansi, Html, Markdown, Notes, to_string};
//!
//! let (finder, text) = (Finder::new(), "<3 例え.jp/と");
//! assert_eq!(
//!     to_string(&finder, text, Html::new()),
//!     "&lt;3 <a href=\"https://xn--r8jz45g.jp/%E3%81%A8\" rel=\"nofollow noopener ugc\">例え.jp/と</a>"
//! );
//! assert_eq!(
//!     to_string(&finder, text, Markdown::new()),
//!     "\\<3 [例え.jp/と](<https://xn--r8jz45g.jp/%E3%81%A8>)"
//! );
//! assert_eq!(
//!     to_string(&finder, text, Notes::new()),
//!     "<3 例え.jp/と⟨1⟩\n\n⟨1⟩ https://xn--r8jz45g.jp/%E3%81%A8\n"
//! );
//! assert_eq!(
//!     to_string(&finder, text, Ansi::new()),
//!     "<3 \x1b]8;id=linkspan-1;https://xn--r8jz45g.jp/%E3%81%A8\x1b\\例え.jp/と\x1b]8;;\x1b\\"
//! );
//! ```
//!
//! Whatever the text, it cannot break out of the notation: no element, attribute, markup or escape
//! sequence comes out that the renderer did not make. Links that would run a program when they are
//! followed (`javascript:` and the like) stay text wherever links can be followed: in HTML, in Markdown
//! and in terminals. Lists and notes name them if the finder lets them pass, which it does not by default.
//!
//! Documents that have markup already are for `HtmlRewriter` (with the crate feature `html-rewrite`),
//! `rewrite_markdown`, `link_events` and `html_link_events` (with `pulldown-cmark`).

mod anchor;
mod ansi;
#[cfg(feature = "pulldown-cmark")]
mod commonmark;
mod escape;
mod html;
mod lines;
mod markdown;
mod notes;
mod record;
#[cfg(feature = "html-rewrite")]
mod rewrite;
mod show;

use alloc::string::String;
use core::fmt;

pub use anchor::{Anchor, AttributeName, BadAttributeName, Rel, Target, Title};
pub use ansi::{Ansi, Controls, Hyperlinks};
#[cfg(feature = "pulldown-cmark")]
pub use commonmark::{
    MarkdownLinks, html_link_events, link_events, link_events_with_offsets, markdown_options,
    markdown_places, rewrite_markdown,
};
pub use html::{Html, Isolation};
pub use lines::Newlines;
pub use markdown::Markdown;
pub use notes::Notes;
pub use record::{Csv, Json, Record};
#[cfg(feature = "html-rewrite")]
pub use rewrite::{HtmlError, HtmlReading, HtmlRewriter, Place, rewrite_html};
pub use show::Show;

use crate::scan::{Finder, Link, Segment};

/// Writes text and links in some notation.
///
/// They come in the order of the text. What lies between two links may come in several pieces, and
/// what is written must not depend on where they were cut, so that texts of any length can be
/// rendered in little memory.
///
/// To render in a notation of your own, say how it writes text and how it writes a link; the
/// example `bbcode` does so in thirty lines.
///
/// ```
/// use std::fmt::{Result, Write};
///
/// use linkspan::render::{Render, to_string};
/// use linkspan::{Finder, Link};
///
/// /// Text with its links marked as UTS #58 marks them.
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
/// assert_eq!(to_string(&Finder::new(), "See example.com!", Marked), "See ⸠example.com⸡!");
/// ```
pub trait Render {
    /// Writes text so that it shows as it is.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn text(&mut self, text: &str, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes a link.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn link(&mut self, link: &Link<'_>, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes what comes after the text, and makes the renderer ready for another one.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    fn finish(&mut self, _out: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
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
}

/// Renders a text as a string.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Html, to_string};
///
/// let html = to_string(&Finder::new(), "<b>", Html::new());
/// assert_eq!(html, "&lt;b&gt;");
/// ```
#[must_use]
pub fn to_string(finder: &Finder, text: &str, renderer: impl Render) -> String {
    // Escaping and addresses take some room; a guess that is too low costs a copy.
    let mut out = String::with_capacity(text.len() + text.len() / 2);
    crate::escape::infallible(write_to(finder, text, renderer, &mut out));
    out
}

/// Renders a text to anything that text can be written to.
///
/// # Errors
///
/// Those of `out`.
///
/// # Examples
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Notes, write_to};
///
/// let mut page = String::from("> ");
/// write_to(&Finder::new(), "see example.com", Notes::new(), &mut page)?;
/// assert_eq!(page, "> see example.com⟨1⟩\n\n⟨1⟩ https://example.com\n");
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn write_to(
    finder: &Finder,
    text: &str,
    mut renderer: impl Render,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    for segment in finder.segments(text) {
        match segment {
            Segment::Text(text) => renderer.text(text, out)?,
            Segment::Link(link) => renderer.link(&link, out)?,
        }
    }
    renderer.finish(out)
}

/// Whether following a link would run a program that is in the link. Such links stay text.
fn is_program(href: &str) -> bool {
    let scheme = href.split(':').next().unwrap_or_default();
    ["javascript", "vbscript", "data"]
        .iter()
        .any(|program| scheme.eq_ignore_ascii_case(program))
}
