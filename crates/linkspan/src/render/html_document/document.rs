//! Links in a document of which all is known.
//!
//! The parser only says where the text is: its output is discarded. The output consists of slices of the document, which
//! are as long as possible, with tags around links. Short texts are searched many at a time, long ones in place.

use alloc::borrow::Cow;
use alloc::string::String;
use core::cell::Cell;
use core::fmt;
use core::ops::Range;

use lol_html::html_content::{TextChunk, TextType};
use lol_html::{DocumentContentHandlers, ElementContentHandlers, MemorySettings, Settings};

use super::character_reference::DecodedText;
use super::error::HtmlError;
use super::joined_texts::{DocumentRanges, JoinedTexts};
use super::open_elements::{OpenElements, has_foreign_content};
use super::settings::HtmlSettings;
use super::text_node::TextNode;
use crate::finder::Finder;
use crate::link::Link;
use crate::percent::infallible;
use crate::render::Html;
use crate::stream::Windows;

/// The length of the shortest text that may contain a link: a trigger, and something on both sides.
const MIN_TEXT_LEN: usize = 3;

/// The maximum length of texts that are searched together, so that they stay in the cache. A longer text is searched in
/// place.
const MAX_JOINED_LEN: usize = 16 * 1024;

/// Adds links to the text of a whole HTML document or fragment, with the default
/// [settings](HtmlSettings).
///
/// Time is linear in the length of the document.
///
/// # Errors
///
/// Returns an error if the parser needs more memory than [`HtmlSettings::DEFAULT_MEMORY_LIMIT`].
///
/// # Examples
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{Anchor, Html, Rel, rewrite_html};
///
/// let html = Html::new().anchor(Anchor::new().rel(Rel::UGC));
/// let fragment = rewrite_html(&Finder::new(), "<li>a.com<li><a href=b>b.com</a>", html)?;
/// assert_eq!(
///     fragment,
///     "<li><a href=\"https://a.com\" rel=\"ugc\">a.com</a><li><a href=b>b.com</a>"
/// );
/// # Ok::<(), linkspan::render::HtmlError>(())
/// ```
pub fn rewrite_html(finder: &Finder, document: &str, html: Html<'_>) -> Result<String, HtmlError> {
    let mut output = Output::new(finder, document, html);
    if has_foreign_content(document) {
        add_links_with_selectors(document, &mut output)?;
    } else {
        add_links(document, &mut output)?;
    }
    Ok(output.finish())
}

/// Adds links outside of the elements that are skipped by default, in a document without SVG and `MathML`.
fn add_links(document: &str, output: &mut Output<'_, '_>) -> Result<(), HtmlError> {
    let mut open_elements = OpenElements::new();
    let mut text_end = 0;
    let on_text = |chunk: &TextChunk<'_>| {
        let range = chunk.source_location().bytes();
        if range.is_empty() {
            return;
        }
        if text_end < range.start {
            open_elements.pass(document.get(text_end..range.start).unwrap_or_default());
        }
        text_end = range.end;
        if chunk.text_type() == TextType::Data && !open_elements.is_skipped() {
            output.add_text(range);
        }
    };
    parse(document, parser_settings(), on_text)
}

/// Adds links outside of the elements that are skipped by default, which selectors recognise.
fn add_links_with_selectors(document: &str, output: &mut Output<'_, '_>) -> Result<(), HtmlError> {
    // The parser calls the text handler of a matching element before that of the document, so the first
    // one marks a chunk as skipped for the second one.
    let is_skipped = Cell::new(false);
    let mut settings = parser_settings();
    if let Some(selector) = HtmlSettings::new().skip {
        let mark_skipped = |_: &mut TextChunk<'_>| {
            is_skipped.set(true);
            Ok(())
        };
        let handlers = ElementContentHandlers::default().text(mark_skipped);
        settings = settings.append_element_content_handler((Cow::Owned(selector), handlers));
    }
    let on_text = |chunk: &TextChunk<'_>| {
        if !is_skipped.replace(false) && chunk.text_type() == TextType::Data {
            output.add_text(chunk.source_location().bytes());
        }
    };
    parse(document, settings, on_text)
}

/// The settings that do not depend on the document. See `rewriter::parser_settings`.
fn parser_settings<'h>() -> Settings<'h, 'static> {
    let memory = MemorySettings::new();
    Settings::new().with_strict(false).with_memory_settings(
        memory.with_max_allowed_memory_usage(HtmlSettings::DEFAULT_MEMORY_LIMIT),
    )
}

/// Calls a function for each chunk of text.
fn parse<'h>(
    document: &str,
    settings: Settings<'h, 'static>,
    mut on_text: impl FnMut(&TextChunk<'_>) + 'h,
) -> Result<(), HtmlError> {
    let on_text = move |chunk: &mut TextChunk<'_>| {
        on_text(chunk);
        Ok(())
    };
    let handlers = DocumentContentHandlers::default().text(on_text);
    let settings = settings.append_document_content_handler(handlers);
    let mut parser = lol_html::HtmlRewriter::new(settings, |_: &[u8]| {});
    let written = parser.write(document.as_bytes());
    let ended = written.and_then(|()| parser.end());
    ended.map_err(HtmlError::from_parser)
}

/// The output, and where in the document it ends.
struct Output<'d, 'h> {
    document: &'d str,
    finder: &'d Finder,
    html: Html<'h>,
    windows: Windows<'d>,
    /// The range of a text whose end is not known yet.
    text: Range<usize>,
    /// Texts that are not searched yet.
    joined: JoinedTexts,
    /// The document up to this offset is written.
    written: usize,
    out: String,
}

impl<'d, 'h> Output<'d, 'h> {
    fn new(finder: &'d Finder, document: &'d str, html: Html<'h>) -> Self {
        Self {
            document,
            finder,
            html,
            windows: Windows::new(finder),
            text: 0..0,
            joined: JoinedTexts::default(),
            written: 0,
            out: String::with_capacity(document.len() + document.len() / 4),
        }
    }

    /// Adds the next chunk of a text that is searched.
    fn add_text(&mut self, chunk: Range<usize>) {
        let start = if self.text.is_empty() {
            chunk.start
        } else {
            self.text.start
        };
        self.text = start..chunk.end;
        // A `<` ends every link, whether it starts a tag or not.
        if matches!(self.document.as_bytes().get(chunk.end), None | Some(b'<')) {
            let text = core::mem::take(&mut self.text);
            if text.len() >= MIN_TEXT_LEN {
                self.search(text);
            }
        }
    }

    fn search(&mut self, range: Range<usize>) {
        let document = self.document;
        let Some(source) = document.get(range.clone()) else {
            return;
        };
        if source.len() >= self.windows.size() {
            self.search_joined();
            return self.search_long(source, &range);
        }
        if self.joined.source().len() + source.len() >= MAX_JOINED_LEN {
            self.search_joined();
        }
        if source.len() >= MAX_JOINED_LEN {
            return self.search_source(source, DocumentRanges::of_text(range.start));
        }
        self.joined.push(source, range.start);
    }

    /// Searches the texts that are joined.
    fn search_joined(&mut self) {
        let mut joined = core::mem::take(&mut self.joined);
        self.search_source(joined.source(), joined.document_ranges());
        joined.clear();
        self.joined = joined;
    }

    /// Searches the source of text. `ranges` says where it is in the document.
    fn search_source(&mut self, source: &str, mut ranges: DocumentRanges<'_>) {
        let decoded = DecodedText::new(source);
        let mut offsets = decoded.source_offsets();
        for link in self.finder.find_iter(decoded.text()) {
            // If the link starts or ends inside the expansion of a reference, no tag can be inserted
            // there. The link stays text.
            let (Some(start), Some(end)) = (offsets.map(link.start()), offsets.map(link.end()))
            else {
                continue;
            };
            let range = ranges.map(start..end);
            let link_source = self.document.get(range.clone()).unwrap_or_default();
            self.write_up_to(range.start);
            let write_source = |_, out: &mut dyn fmt::Write| out.write_str(link_source);
            infallible(self.html.write_link(&link, write_source, &mut self.out));
            self.written = range.end;
        }
    }

    /// Searches a text that is longer than a window, in which references may be so long that nothing else fits into it.
    /// Streams find the same links.
    #[cold]
    fn search_long(&mut self, source: &str, range: &Range<usize>) {
        self.write_up_to(range.start);
        let html = &mut self.html;
        let mut write_link = |link: &Link<'_>, source: &str, _, out: &mut String| {
            infallible(html.write_link(link, |_, out| out.write_str(source), out));
        };
        let mut text_node = TextNode::new(self.finder);
        // All of the text is written, also if it contains no link.
        text_node.add(source, range, true, &mut write_link, &mut self.out);
        self.written = range.end;
    }

    fn write_up_to(&mut self, end: usize) {
        let source = self.document.get(self.written..end);
        self.out.push_str(source.unwrap_or_default());
        self.written = end;
    }

    fn finish(mut self) -> String {
        self.search_joined();
        self.write_up_to(self.document.len());
        self.out
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::render::HtmlRewriter;

    /// Rewrites a document without SVG and `MathML`, in which the open elements are counted or selectors are used.
    fn rewrite_with(
        add_links: fn(&str, &mut Output<'_, '_>) -> Result<(), HtmlError>,
        document: &str,
    ) -> String {
        let mut output = Output::new(&FINDER, document, Html::new());
        add_links(document, &mut output).unwrap();
        output.finish()
    }

    static FINDER: Finder = Finder::new();

    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "a.com ", "<p>", "</p>", "<P class=x>", "</P >", "<a>", "</a>", "<A href='x>y'>", "</a/>", "<code>", "</CODE>", "<pre\n>",
        "</pre>", "<br>", "<img/>", "</br>", "<custom-element>", "</custom-ELEMENT>", "<blockquote x>", "</blockquote>", "<textarea>",
        "</textarea>", "<script>", "</script>", "<button a=\"b>c\" d>", "</button>", "<p/>", "<a/>", "<", ">", "\"", "'", "=", "/", "-",
        "--", "!", "?", "<!--", "-->", "--!>", "<!>", "<!doctype html>", "<?x", "</>", "</ ", "<![CDATA[", "]]>", "<p a", "<a ", " b=", "&amp;",
        "<\0", "<p\0>", "</p\0>", "<title>", "</title>", "<é>", "<pé>", "</pé>", "\n",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 16_384, failure_persistence: None, ..ProptestConfig::default() })]

        /// Selectors are the reference implementation.
        #[test]
        fn open_elements_are_those_of_the_parser(pieces in prop::collection::vec(select(PIECES), 0..40)) {
            let document: String = pieces.concat();
            prop_assert_eq!(
                rewrite_with(add_links, &document),
                rewrite_with(add_links_with_selectors, &document)
            );
        }
    }

    #[test]
    fn end_tags_are_found_among_many_open_elements() {
        let open = "<b><i><custom-element><p>".repeat(50);
        for end in [
            "</u>",
            "</ul>",
            "</p></u>",
            "</ul></custom-element></u>",
            "</code></ul>",
            "</code></div>",
        ] {
            let document =
                format!("<div><ul>{open}<code>a.com</x>{end}a.com</code>a.com{open}</div>a.com");
            assert_eq!(
                rewrite_with(add_links, &document),
                rewrite_with(add_links_with_selectors, &document),
                "{end}"
            );
        }
    }

    /// A stream is the reference implementation: it searches each text alone.
    #[test]
    fn texts_that_are_searched_together_have_the_links_of_each() {
        let text = |number: usize| match number % 11 {
            0 => String::from("a.com"),
            1 => String::from("&amp;a.com?x&amp;y&#47;"),
            2 => String::from("https://example.com/a_(b&lt"),
            3 => String::from(";.org/path http"),
            4 => String::from("://b.com/ &amp"),
            5 => String::from("ann@"),
            6 => String::from("example.org &fjlig;.com x&fjlig;.com"),
            7 => "x ".repeat(number) + "(c.com",
            8 => String::from("\n"),
            9 => String::from("/d.com 例え.jp 3 < 4.com"),
            _ if number % 20 == 1 => "e.com/&amp; ".repeat(Windows::new(&FINDER).size() / 10),
            _ => "long.com ".repeat(number % 7 * 300),
        };
        for (first, count) in [(0, 40), (5, 300), (1, 1000)] {
            let texts = (first..first + count).map(|number| format!("<p>{}</p>\n", text(number)));
            let document = texts.collect::<Vec<_>>().concat();
            let mut expected = Vec::new();
            let out = |bytes: &[u8]| expected.extend_from_slice(bytes);
            let mut rewriter = HtmlRewriter::new(&FINDER, Html::new(), out);
            rewriter.write(&document).unwrap();
            rewriter.end().unwrap();
            assert!(expected.len() > document.len() + 20 * count);
            let rewritten = rewrite_with(add_links, &document);
            assert_eq!(rewritten.as_bytes(), expected, "{count} texts");
        }
    }

    /// Names that are too long for a number are numbered, and so many numbers include those of short names.
    #[test]
    fn long_names_differ_from_short_ones() {
        let tags = (0..300).map(|number| format!("<element-{number}>"));
        let document = tags.collect::<Vec<_>>().concat() + "a.com</p>";
        let rewritten = rewrite_with(add_links, &document);
        assert!(rewritten.contains(">a.com</a>"), "{rewritten}");
    }

    #[test]
    fn foreign_content_is_recognised() {
        for (document, expected) in [
            ("<svg>", true),
            ("<p><SVG/>", true),
            ("a<mAth>", true),
            ("<MATH x>", true),
            ("<s><strong><m><mat>", false),
            ("svg <p", false),
            ("<s", false),
        ] {
            assert_eq!(has_foreign_content(document), expected, "{document}");
        }
        // In SVG, a self-closing element has no content. Elsewhere, the slash has no meaning.
        let document = "<svg><a/></svg>a.com <a/>b.com";
        let rewritten = rewrite_html(&FINDER, document, Html::new()).unwrap();
        assert!(
            rewritten.contains(">a.com</a>") && !rewritten.contains(">b.com</a>"),
            "{rewritten}"
        );
    }
}
