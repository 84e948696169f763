//! The public interface of HTML rewriting, on top of the parser's callbacks.
//!
//! The parser owns the callbacks, so state that several of them use is shared: `Arc` with `Mutex` or an
//! atomic rather than `Rc` with `RefCell`, so that a rewriter can be moved to another thread. The lock is
//! never contended, since all callbacks run during [`HtmlRewriter::write`] and [`HtmlRewriter::end`]. Only
//! a rewriter that lists links takes it.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use lol_html::html_content::{ContentType, TextChunk, TextType};
use lol_html::send::{DocumentContentHandlers, ElementContentHandlers, Settings};
use lol_html::{MemorySettings, Selector};

use super::error::{HtmlError, Kind};
use super::line_counter::LineCounter;
use super::settings::HtmlSettings;
use super::text_node::{LinkHandler, TextNode};
use crate::finder::Finder;
use crate::link::Link;
use crate::percent::infallible;
use crate::render::Html;

/// Receives the bytes of the output.
type Sink<'a> = Box<dyn FnMut(&[u8]) + Send + 'a>;

/// Adds links to the text of an HTML document or fragment that arrives in chunks.
///
/// Only the tags of the new links are added; all other bytes of the document are unchanged. Links are
/// also found if character references are part of them (`&amp;` in a query), and independently of where
/// the document is split into chunks. A link never crosses a tag or a comment, so `exa<b>mple</b>.com` is
/// not linked. Attributes, comments and the text of [skipped elements](HtmlSettings::SKIPPED) are not
/// searched. An element ends at its end tag, or at the end tag of an element that contains it.
///
/// Of the settings of [`Html`], line breaks and the page apply to plain text only and have no effect here.
///
/// A rewriter is [`Send`]. The functions that it is given, and that of [`Html::each`], must therefore be
/// `Send`.
///
/// # Complexity
///
/// Time is linear in the length of the document. Memory is independent of it: the rewriter holds the
/// current tag and the current block of text. Text that has no white space for more than 1 MiB is searched
/// in blocks of that size.
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
    /// `None` after an error, since the parser panics if it is used after one.
    parser: Option<lol_html::send::HtmlRewriter<'a, Sink<'a>>>,
    /// `Some` if the rewriter lists links.
    lines: Option<Arc<Mutex<LineCounter>>>,
}

/// The position of a link in the source of a document.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{HtmlRewriter, HtmlSettings};
///
/// let (finder, document) = (Finder::new(), "<p>\na.com/&amp;b</p>");
/// let mut spans = Vec::new();
/// let on_link = |_: &linkspan::Link<'_>, span| spans.push(span);
/// let mut lister = HtmlRewriter::list_links(&finder, HtmlSettings::new(), on_link);
/// lister.write(document)?;
/// lister.end()?;
/// assert_eq!(spans[0].line, 2);
/// assert_eq!(spans[0].bytes, 4..16);
/// assert_eq!(&document[4..16], "a.com/&amp;b");
/// # Ok::<(), linkspan::render::HtmlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SourceSpan {
    /// The number of the line in which the link starts. The first line is 1.
    pub line: u64,
    /// The byte range of the link in the document.
    pub bytes: Range<u64>,
}

impl<'a> HtmlRewriter<'a> {
    /// Creates a rewriter with the default settings. The output, which is UTF-8, goes to `sink`.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Anchor, Html, HtmlRewriter, Rel};
    ///
    /// let html = Html::new().anchor(Anchor::new().rel(Rel::NONE));
    /// let (finder, mut out) = (Finder::new(), Vec::new());
    /// let mut rewriter = HtmlRewriter::new(&finder, html, |bytes| out.extend_from_slice(bytes));
    /// rewriter.write("<b>a.com</b>")?;
    /// rewriter.end()?;
    /// assert_eq!(out, b"<b><a href=\"https://a.com\">a.com</a></b>");
    /// # Ok::<(), linkspan::render::HtmlError>(())
    /// ```
    #[must_use]
    pub fn new(finder: &'a Finder, html: Html<'a>, sink: impl FnMut(&[u8]) + Send + 'a) -> Self {
        Self::with_settings(finder, html, HtmlSettings::new(), sink)
    }

    /// Creates a rewriter with the given settings. The output, which is UTF-8, goes to `sink`.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, HtmlRewriter, HtmlSettings};
    ///
    /// let settings = HtmlSettings::new().skip("i")?;
    /// let (finder, mut out) = (Finder::new(), Vec::new());
    /// let sink = |bytes: &[u8]| out.extend_from_slice(bytes);
    /// let mut rewriter = HtmlRewriter::with_settings(&finder, Html::new(), settings, sink);
    /// rewriter.write("<i>a.com</i>")?;
    /// rewriter.end()?;
    /// assert_eq!(out, b"<i>a.com</i>");
    /// # Ok::<(), linkspan::render::HtmlError>(())
    /// ```
    #[must_use]
    pub fn with_settings(
        finder: &'a Finder,
        html: Html<'a>,
        settings: HtmlSettings,
        sink: impl FnMut(&[u8]) + Send + 'a,
    ) -> Self {
        let text_node = TextNode::new(finder);
        Self::with_text_node(
            text_node,
            settings,
            write_link_with(html),
            Box::new(sink),
            None,
        )
    }

    /// Creates a rewriter that calls `on_link` for each link, with its position in the document. It
    /// produces no output.
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{HtmlRewriter, HtmlSettings};
    ///
    /// let finder = Finder::new();
    /// let mut found = Vec::new();
    /// let mut lister = HtmlRewriter::list_links(&finder, HtmlSettings::new(), |link, span| {
    ///     found.push((link.as_str().to_owned(), span.line, span.bytes));
    /// });
    /// lister.write("<p>\nSee a.com/&amp;")?;
    /// lister.end()?;
    /// assert_eq!(found, [(String::from("a.com/&"), 2, 8..19)]);
    /// # Ok::<(), linkspan::render::HtmlError>(())
    /// ```
    #[must_use]
    pub fn list_links(
        finder: &'a Finder,
        settings: HtmlSettings,
        mut on_link: impl FnMut(&Link<'_>, SourceSpan) + Send + 'a,
    ) -> Self {
        let lines = Arc::new(Mutex::new(LineCounter::default()));
        let handler_lines = Arc::clone(&lines);
        let report_link = move |link: &Link<'_>, _: &str, bytes: Range<u64>, _: &mut String| {
            let line = lock(&handler_lines).advance_to(bytes.start);
            on_link(link, SourceSpan { line, bytes });
        };
        Self::with_text_node(
            TextNode::new(finder),
            settings,
            Box::new(report_link),
            Box::new(|_| {}),
            Some(lines),
        )
    }

    fn with_text_node(
        text_node: TextNode<'a>,
        settings: HtmlSettings,
        link_handler: Box<LinkHandler<'a>>,
        sink: Sink<'a>,
        lines: Option<Arc<Mutex<LineCounter>>>,
    ) -> Self {
        let parser_settings = parser_settings(settings, text_node, link_handler, lines.clone());
        Self {
            parser: Some(lol_html::HtmlRewriter::new(parser_settings, sink)),
            lines,
        }
    }

    /// Processes the next chunk of the document.
    ///
    /// # Errors
    ///
    /// Returns an error if the parser needs more memory than [`HtmlSettings::memory_limit`]. The output is
    /// then incomplete, and all further calls return an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{HtmlRewriter, HtmlSettings};
    ///
    /// let (finder, mut count) = (Finder::new(), 0);
    /// let mut lister = HtmlRewriter::list_links(&finder, HtmlSettings::new(), |_, _| count += 1);
    /// lister.write("exam")?;
    /// lister.write("ple.com")?;
    /// lister.end()?;
    /// assert_eq!(count, 1);
    /// # Ok::<(), linkspan::render::HtmlError>(())
    /// ```
    pub fn write(&mut self, chunk: &str) -> Result<(), HtmlError> {
        if let Some(lines) = &self.lines {
            lock(lines).add(chunk);
        }
        let Some(parser) = &mut self.parser else {
            return Err(HtmlError::new(Kind::AfterError));
        };
        if let Err(error) = parser.write(chunk.as_bytes()) {
            self.parser = None;
            return Err(HtmlError::from_parser(error));
        }
        if let Some(lines) = &self.lines {
            lock(lines).forget_searched();
        }
        Ok(())
    }

    /// Ends the document and writes the rest of the output.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`write`](Self::write).
    ///
    /// # Examples
    ///
    /// ```
    /// use linkspan::Finder;
    /// use linkspan::render::{Html, HtmlRewriter};
    ///
    /// let (finder, mut length) = (Finder::new(), 0);
    /// let mut rewriter = HtmlRewriter::new(&finder, Html::new(), |bytes| length += bytes.len());
    /// rewriter.write("example")?; // held back, since a link may start here
    /// rewriter.end()?;
    /// assert_eq!(length, 7);
    /// # Ok::<(), linkspan::render::HtmlError>(())
    /// ```
    pub fn end(mut self) -> Result<(), HtmlError> {
        match self.parser.take() {
            Some(parser) => parser.end().map_err(HtmlError::from_parser),
            None => Err(HtmlError::new(Kind::AfterError)),
        }
    }
}

impl fmt::Debug for HtmlRewriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HtmlRewriter").finish_non_exhaustive()
    }
}

/// Writes links with the tags of `html` around their source.
fn write_link_with(mut html: Html<'_>) -> Box<LinkHandler<'_>> {
    Box::new(move |link, source, _, out| {
        infallible(html.write_link(link, |_, out| out.write_str(source), out));
    })
}

/// Builds the parser's settings, with the callbacks for text.
fn parser_settings<'a>(
    settings: HtmlSettings,
    mut text_node: TextNode<'a>,
    mut link_handler: Box<LinkHandler<'a>>,
    lines: Option<Arc<Mutex<LineCounter>>>,
) -> Settings<'a, 'static> {
    let HtmlSettings { skip, memory_limit } = settings;
    // Strict parsing rejects documents in which it cannot tell whether something is text. It is not
    // needed for safety: links are only inserted into text, never into scripts and styles. If a
    // browser disagrees with the parser, it displays the tags of a link as text.
    let mut parser_settings = Settings::new_send()
        .with_strict(false)
        .with_memory_settings(MemorySettings::new().with_max_allowed_memory_usage(memory_limit));
    // The parser calls the text handler of a matching element before that of the document, so the first
    // one marks a chunk as skipped for the second one.
    let is_skipped = Arc::new(AtomicBool::new(false));
    if let Some(selector) = skip {
        let handler = mark_skipped(selector, Arc::clone(&is_skipped));
        parser_settings = parser_settings.append_element_content_handler(handler);
    }
    let mut out = String::new();
    let on_text = move |chunk: &mut TextChunk<'_>| {
        if is_skipped.load(Ordering::Relaxed) {
            is_skipped.store(false, Ordering::Relaxed);
        } else if chunk.text_type() == TextType::Data {
            let range = chunk.source_location().bytes();
            let is_last = chunk.last_in_text_node();
            if text_node.add(chunk.as_str(), &range, is_last, &mut link_handler, &mut out) {
                chunk.replace(&out, ContentType::Html);
            }
            out.clear();
            if let Some(lines) = &lines {
                lock(lines).set_unsearched_start(text_node.unsearched_start());
            }
        }
        Ok(())
    };
    let handlers = DocumentContentHandlers::default().text(on_text);
    parser_settings.append_document_content_handler(handlers)
}

/// A handler that sets the flag for each chunk of text in a matching element.
fn mark_skipped<'a>(
    selector: Selector,
    is_skipped: Arc<AtomicBool>,
) -> (Cow<'static, Selector>, ElementContentHandlers<'a>) {
    let on_text = move |_: &mut TextChunk<'_>| {
        is_skipped.store(true, Ordering::Relaxed);
        Ok(())
    };
    let handlers = ElementContentHandlers::default().text(on_text);
    (Cow::Owned(selector), handlers)
}

/// Locks a mutex, also if it is poisoned. No data here is left inconsistent by a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
