//! Properties of links in HTML documents. The oracle is `html5ever`.

use std::ops::Range;

use linkspan::render::{
    Anchor, Html, HtmlRewriter, HtmlSettings, Rel, Render as _, SourceSpan, rewrite_html,
};
use linkspan::{Finder, Link};

use super::dom::{self, TreeEvent};
use super::{has_unsafe_scheme, permissive_finder};

/// Links with an `href` and no other attribute, which keeps expected results short.
pub(crate) fn html_without_rel() -> Html<'static> {
    Html::new().anchor(Anchor::new().rel(Rel::NONE))
}

/// Splits a text into chunks of `size` bytes, or a few more where a chunk would end inside a character.
fn chunks(text: &str, size: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut ends = (size..rest.len()).filter(|&end| rest.is_char_boundary(end));
        let (chunk, others) = rest.split_at(ends.next().unwrap_or(rest.len()));
        rest = others;
        (!chunk.is_empty()).then_some(chunk)
    })
}

/// Rewrites a document that is written in chunks of about `size` bytes.
pub(crate) fn rewrite_in_chunks(
    finder: &Finder,
    html: Html<'_>,
    document: &str,
    size: usize,
) -> String {
    let mut out = Vec::new();
    let mut rewriter = HtmlRewriter::new(finder, html, |bytes| out.extend_from_slice(bytes));
    for chunk in chunks(document, size) {
        rewriter.write(chunk).unwrap();
    }
    rewriter.end().unwrap();
    String::from_utf8(out).unwrap()
}

fn byte_range(span: &SourceSpan) -> Range<usize> {
    usize::try_from(span.bytes.start).unwrap()..usize::try_from(span.bytes.end).unwrap()
}

/// Lists the links of a document that is written in chunks, with their byte ranges in the source. Also checks the line
/// numbers.
fn list_links_in_chunks(
    finder: &Finder,
    document: &str,
    size: usize,
) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let on_link = |link: &Link<'_>, span: SourceSpan| {
        let bytes = byte_range(&span);
        let line = 1 + document[..bytes.start].matches('\n').count();
        assert_eq!(span.line, line as u64, "{document:?}");
        found.push((link.as_str().to_owned(), bytes));
    };
    let mut lister = HtmlRewriter::list_links(finder, HtmlSettings::new(), on_link);
    for chunk in chunks(document, size) {
        lister.write(chunk).unwrap();
    }
    lister.end().unwrap();
    found
}

fn list_links(finder: &Finder, document: &str) -> Vec<(String, Range<usize>)> {
    list_links_in_chunks(finder, document, usize::MAX)
}

/// Checks all properties for a document, which is also written in chunks of `chunk_size` bytes.
pub(crate) fn assert_all(document: &str, chunk_size: usize) {
    bytes_outside_links_are_unchanged(document);
    output_is_independent_of_chunk_size(document, chunk_size);
    dom_differs_only_by_links(document);
}

fn bytes_outside_links_are_unchanged(document: &str) {
    let finder = permissive_finder();
    let mut expected = String::new();
    let mut done = 0;
    // The link as it was found: the same text elsewhere may be another link.
    let on_link = |link: &Link<'_>, span: SourceSpan| {
        if has_unsafe_scheme(&link.href()) {
            return;
        }
        let span = byte_range(&span);
        expected.push_str(&document[done..span.start]);
        let mut rendered = String::new();
        html_without_rel().link(link, &mut rendered).unwrap();
        let (start, rest) = rendered.split_once("\">").unwrap();
        let (_, end) = rest.split_once("</a>").unwrap();
        let source = &document[span.clone()];
        expected.extend([start, "\">", source, "</a>", end]);
        done = span.end;
    };
    let mut lister = HtmlRewriter::list_links(&finder, HtmlSettings::new(), on_link);
    lister.write(document).unwrap();
    lister.end().unwrap();
    expected.push_str(&document[done..]);
    assert_eq!(
        rewrite_html(&finder, document, html_without_rel()).unwrap(),
        expected
    );
}

fn output_is_independent_of_chunk_size(document: &str, chunk_size: usize) {
    let finder = permissive_finder();
    let whole = rewrite_html(&finder, document, html_without_rel()).unwrap();
    for size in [1, chunk_size.max(1)] {
        assert_eq!(
            &rewrite_in_chunks(&finder, html_without_rel(), document, size),
            &whole
        );
        let listed = list_links_in_chunks(&finder, document, size);
        assert_eq!(listed, list_links(&finder, document));
    }
}

fn dom_differs_only_by_links(document: &str) {
    // An HTML element in SVG or MathML ends the foreign content in browsers, but not in `lol_html`.
    let document = document.replace("svg>", "ul>").replace("math>", "li>");
    let anchor = Anchor::new().class("generated");
    let rewritten =
        rewrite_html(&permissive_finder(), &document, Html::new().anchor(anchor)).unwrap();
    let (before, after) = (
        dom::document_events(&document),
        dom::document_events(&rewritten),
    );
    assert_eq!(
        dom::text_content(&before),
        dom::text_content(&after),
        "{rewritten}"
    );
    // Browsers reopen an unclosed `<a>` or `<code>` in every following element, and a generated link ends that.
    let may_be_reopened = before.iter().any(
        |event| matches!(event, TreeEvent::Open(name, _) if ["a", "code"].contains(&name.as_str())),
    );
    if !may_be_reopened {
        assert_eq!(
            dom::without_generated_links(&after, "generated"),
            before,
            "{rewritten}"
        );
    }
}

/// [`links_are_those_of_the_element_texts`] for the lines of a text, in up to three elements.
pub(crate) fn links_are_those_of_the_lines(text: &str) {
    links_are_those_of_the_element_texts(&text.splitn(3, '\n').collect::<Vec<_>>());
}

/// The links of a well-formed document are those of its texts, except in skipped elements.
pub(crate) fn links_are_those_of_the_element_texts(texts: &[&str]) {
    let finder = permissive_finder();
    let (mut document, mut expected) = (String::new(), Vec::new());
    for (number, text) in texts.iter().enumerate() {
        let text = text.replace(['\0', '\r'], "");
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
        match number % 3 {
            0 => document.extend(["<p>", &escaped, "</p>"]),
            1 => document.extend(["<div><i>", &escaped, "</i><hr></div>"]),
            _ => {
                document.extend(["<code>", &escaped, "</code>"]);
                continue;
            }
        }
        expected.extend(finder.find_iter(&text).map(|link| link.as_str().to_owned()));
    }
    let found: Vec<_> = list_links(&finder, &document)
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    assert_eq!(found, expected);
}
