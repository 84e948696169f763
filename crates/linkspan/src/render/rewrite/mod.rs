//! Links in documents of HTML, as a stream.
//!
//! The parser ([`lol_html`]) tells what is text and hands it out in chunks; what is not text never
//! comes by here. `node` collects the chunks of a text node until a stretch of it can be searched,
//! `reference` reads character references, and the links that are found in what they spell are put
//! around the source that spelled it.

mod error;
mod lines;
mod node;
mod reading;
mod reference;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use core::cell::{Cell, RefCell};
use core::fmt;
use core::ops::Range;

use lol_html::html_content::{ContentType, TextChunk, TextType};
use lol_html::{ElementContentHandlers, MemorySettings, Settings, doc_text};

pub use self::error::HtmlError;
pub use self::reading::HtmlReading;

use self::error::Kind;
use self::lines::Lines;
use self::node::{Make, Node};
use super::Html;
use crate::scan::{Finder, Link};

/// Takes the bytes that come out.
type Sink<'a> = Box<dyn FnMut(&[u8]) + 'a>;

/// Makes links in the text of a document or fragment of HTML, as it comes.
///
/// Nothing is written anew but the links: all other bytes are those that came in. Links are found
/// also where character references spell them (`&amp;` in a query), and wherever chunks were cut. A
/// link never goes over a tag or a comment: in `exa<b>mple</b>.com` there is none. Attributes,
/// comments and the elements of [`HtmlReading::SKIPPED`] are left alone. An element ends where its
/// end tag is, or the one of an element around it.
///
/// Line breaks and the page of [`Html`] are for plain text and have no effect here.
///
/// # Complexity
///
/// Time is linear in the length of the document. Memory does not grow with it: it holds the tag and
/// the stretch of text at hand. Text without any white space for more than a mebibyte is searched
/// in parts of that size.
///
/// # Examples
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Html, HtmlRewriter};
///
/// let finder = Finder::new();
/// let mut out = String::new();
/// let mut rewriter = HtmlRewriter::new(&finder, Html::new(), |bytes| {
///     out.push_str(std::str::from_utf8(bytes).unwrap());
/// });
/// for chunk in ["<P title='a.com'>See a.com/?b&am", "p;c<br/><code>a.com</code>"] {
///     rewriter.write(chunk)?;
/// }
/// rewriter.end()?;
/// assert_eq!(
///     out,
///     "<P title='a.com'>See <a href=\"https://a.com/?b&amp;c\" rel=\"nofollow noopener ugc\">\
///      a.com/?b&amp;c</a><br/><code>a.com</code>"
/// );
/// # Ok::<(), linkspan::render::HtmlError>(())
/// ```
pub struct HtmlRewriter<'a> {
    /// Gone when something went wrong.
    parser: Option<lol_html::HtmlRewriter<'a, Sink<'a>>>,
    lines: Option<Rc<RefCell<Lines>>>,
    node: Rc<RefCell<Node<'a>>>,
}

/// Where a link is in a document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Place {
    /// The number of the line, from 1.
    pub line: u64,
    /// The bytes of the document that spell the link.
    pub bytes: Range<u64>,
}

impl<'a> HtmlRewriter<'a> {
    /// Starts to rewrite a document. The bytes of the result, which are UTF-8, go to `sink`.
    #[must_use]
    pub fn new(finder: &'a Finder, html: Html<'a>, sink: impl FnMut(&[u8]) + 'a) -> Self {
        Self::with_reading(HtmlReading::new(), finder, html, sink)
    }

    /// Starts to rewrite a document that is read in some way.
    #[must_use]
    pub fn with_reading(
        reading: HtmlReading,
        finder: &'a Finder,
        mut html: Html<'a>,
        sink: impl FnMut(&[u8]) + 'a,
    ) -> Self {
        let make = move |link: &Link<'_>, source: &str, _: Range<u64>, out: &mut String| {
            // A string takes everything.
            let _ = html.write_link(link, |out| out.write_str(source), out);
        };
        Self::start(reading, finder, Box::new(make), Box::new(sink), None)
    }

    /// Starts to list the links of a document, with their places. Nothing is rewritten.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{HtmlReading, HtmlRewriter};
    ///
    /// let finder = Finder::new();
    /// let mut found = Vec::new();
    /// let mut lister = HtmlRewriter::listing(HtmlReading::new(), &finder, |link, place| {
    ///     found.push((link.as_str().to_owned(), place.line, place.bytes));
    /// });
    /// lister.write("<p>\nSee a.com/&amp;")?;
    /// lister.end()?;
    /// assert_eq!(found, [(String::from("a.com/&"), 2, 8..19)]);
    /// # Ok::<(), linkspan::render::HtmlError>(())
    /// ```
    #[must_use]
    pub fn listing(
        reading: HtmlReading,
        finder: &'a Finder,
        mut on_link: impl FnMut(&Link<'_>, Place) + 'a,
    ) -> Self {
        let lines = Rc::new(RefCell::new(Lines::default()));
        let known = Rc::clone(&lines);
        let make = move |link: &Link<'_>, _: &str, bytes: Range<u64>, _: &mut String| {
            let line = known.borrow_mut().pass(bytes.start);
            on_link(link, Place { line, bytes });
        };
        Self::start(
            reading,
            finder,
            Box::new(make),
            Box::new(|_| {}),
            Some(lines),
        )
    }

    fn start(
        reading: HtmlReading,
        finder: &'a Finder,
        mut make: Box<Make<'a>>,
        sink: Sink<'a>,
        lines: Option<Rc<RefCell<Lines>>>,
    ) -> Self {
        let node = Rc::new(RefCell::new(Node::new(finder)));
        let pending = Rc::clone(&node);
        let skipped = Rc::new(Cell::new(false));
        let skips = Rc::clone(&skipped);
        let mut settings = Settings {
            // Where browsers disagree with the parser about what is text, a link may show as
            // source, and nothing worse, since none is put into scripts and styles.
            strict: false,
            memory_settings: MemorySettings {
                max_allowed_memory_usage: reading.memory_limit,
                ..MemorySettings::new()
            },
            ..Settings::new()
        };
        // Handlers of elements are called before those of documents.
        if let Some(selector) = reading.skip {
            let handlers = ElementContentHandlers::default().text(move |_: &mut TextChunk<'_>| {
                skips.set(true);
                Ok(())
            });
            let handler = (Cow::Owned(selector), handlers);
            settings.element_content_handlers.push(handler);
        }
        let mut out = String::new();
        let text = doc_text!(move |chunk: &mut TextChunk<'_>| {
            let is_skipped = skipped.take();
            if !is_skipped && chunk.text_type() == TextType::Data {
                let start = chunk.source_location().bytes().start as u64;
                let last = chunk.last_in_text_node();
                let mut node = pending.borrow_mut();
                if node.add(chunk.as_str(), start, last, &mut make, &mut out) {
                    chunk.replace(&out, ContentType::Html);
                }
                out.clear();
            }
            Ok(())
        });
        settings.document_content_handlers.push(text);
        Self {
            parser: Some(lol_html::HtmlRewriter::new(settings, sink)),
            lines,
            node,
        }
    }

    /// Takes the next chunk of the document.
    ///
    /// # Errors
    ///
    /// If the parser would need more memory than it may have. Then the output is incomplete, and
    /// all further calls are errors too.
    pub fn write(&mut self, chunk: &str) -> Result<(), HtmlError> {
        if let Some(lines) = &self.lines {
            lines.borrow_mut().add(chunk);
        }
        let Some(parser) = &mut self.parser else {
            return Err(HtmlError::new(Kind::Stopped));
        };
        let written = parser.write(chunk.as_bytes());
        if let Err(error) = written {
            self.parser = None;
            return Err(error.into());
        }
        if let Some(lines) = &self.lines {
            let searched = self.node.borrow().start();
            lines.borrow_mut().pass(searched.unwrap_or(u64::MAX));
        }
        Ok(())
    }

    /// Takes note that the document is at its end, and writes what is left.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn end(mut self) -> Result<(), HtmlError> {
        match self.parser.take() {
            Some(parser) => Ok(parser.end()?),
            None => Err(HtmlError::new(Kind::Stopped)),
        }
    }
}

impl fmt::Debug for HtmlRewriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HtmlRewriter").finish_non_exhaustive()
    }
}

/// Makes links in the text of a whole document or fragment of HTML, with the defaults of
/// [`HtmlReading`].
///
/// # Errors
///
/// Those of [`HtmlRewriter::write`].
///
/// # Examples
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Anchor, Html, Rel, rewrite_html};
///
/// let html = Html::new().anchor(Anchor::new().rel(Rel::UGC));
/// let fragment = rewrite_html(&Finder::new(), html, "<li>a.com<li><a href=b>b.com</a>")?;
/// assert_eq!(
///     fragment,
///     "<li><a href=\"https://a.com\" rel=\"ugc\">a.com</a><li><a href=b>b.com</a>"
/// );
/// # Ok::<(), linkspan::render::HtmlError>(())
/// ```
pub fn rewrite_html(finder: &Finder, html: Html<'_>, document: &str) -> Result<String, HtmlError> {
    let mut out = alloc::vec::Vec::with_capacity(document.len() + document.len() / 4);
    let mut rewriter = HtmlRewriter::new(finder, html, |bytes| out.extend_from_slice(bytes));
    rewriter.write(document)?;
    rewriter.end()?;
    // What comes out is what came in, and text of ours.
    Ok(String::from_utf8(out)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
