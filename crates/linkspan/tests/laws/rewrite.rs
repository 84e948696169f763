//! Links in documents of HTML: what holds for every document.

use linkspan::render::{Anchor, Html, HtmlReading, HtmlRewriter, Rel, rewrite_html};
use linkspan::{Finder, Link};

use super::dom::{self, Step};
use super::{eager, is_never_linked};

pub(crate) fn bare() -> Html<'static> {
    Html::new().anchor(Anchor::new().rel(Rel::NONE))
}

/// A text in chunks of some bytes, or a few more where they would cut a character.
fn chunks(text: &str, size: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut ends = (size..rest.len()).filter(|&end| rest.is_char_boundary(end));
        let (chunk, others) = rest.split_at(ends.next().unwrap_or(rest.len()));
        rest = others;
        (!chunk.is_empty()).then_some(chunk)
    })
}

/// Rewrites a document that comes in chunks of some characters.
pub(crate) fn in_chunks(finder: &Finder, html: Html<'_>, document: &str, size: usize) -> String {
    let mut out = Vec::new();
    let mut rewriter = HtmlRewriter::new(finder, html, |bytes| out.extend_from_slice(bytes));
    for chunk in chunks(document, size) {
        rewriter.write(chunk).unwrap();
    }
    rewriter.end().unwrap();
    String::from_utf8(out).unwrap()
}

/// The links of a document that comes in chunks of some bytes, with the bytes that spell them.
fn places_in_chunks(
    finder: &Finder,
    document: &str,
    size: usize,
) -> Vec<(String, std::ops::Range<usize>)> {
    let mut found = Vec::new();
    let on_link = |link: &Link<'_>, place: linkspan::render::Place| {
        let bytes =
            usize::try_from(place.bytes.start).unwrap()..usize::try_from(place.bytes.end).unwrap();
        let line = 1 + document[..bytes.start].matches('\n').count();
        assert_eq!(place.line, line as u64, "{document:?}");
        found.push((link.as_str().to_owned(), bytes));
    };
    let mut lister = HtmlRewriter::listing(HtmlReading::new(), finder, on_link);
    for chunk in chunks(document, size) {
        lister.write(chunk).unwrap();
    }
    lister.end().unwrap();
    found
}

fn places(finder: &Finder, document: &str) -> Vec<(String, std::ops::Range<usize>)> {
    places_in_chunks(finder, document, usize::MAX)
}

/// All laws for a document, which also comes in chunks of some bytes.
pub(crate) fn laws(document: &str, chunk: usize) {
    bytes_outside_of_links_stay(document);
    chunks_do_not_matter(document, chunk);
    the_tree_is_the_same_but_for_links(document);
}

fn bytes_outside_of_links_stay(document: &str) {
    let finder = eager();
    let mut expected = String::new();
    let mut done = 0;
    for (text, place) in places(&finder, document) {
        let link = finder.first(&text).unwrap();
        if is_never_linked(&link.href()) {
            continue;
        }
        expected.push_str(&document[done..place.start]);
        let plain = linkspan::render::to_string(&finder, &text, bare());
        let (start, rest) = plain.split_once("\">").unwrap();
        let (_, end) = rest.split_once("</a>").unwrap();
        let spelled = &document[place.clone()];
        expected.extend([start, "\">", spelled, "</a>", end]);
        done = place.end;
    }
    expected.push_str(&document[done..]);
    assert_eq!(rewrite_html(&finder, bare(), document).unwrap(), expected);
}

fn chunks_do_not_matter(document: &str, chunk: usize) {
    let finder = eager();
    let whole = rewrite_html(&finder, bare(), document).unwrap();
    for size in [1, chunk.max(1)] {
        assert_eq!(&in_chunks(&finder, bare(), document, size), &whole);
        let listed = places_in_chunks(&finder, document, size);
        assert_eq!(listed, places(&finder, document));
    }
}

fn the_tree_is_the_same_but_for_links(document: &str) {
    // Where HTML breaks out of SVG and MathML, the parser does not follow.
    let document = document.replace("svg>", "ul>").replace("math>", "li>");
    let anchor = Anchor::new().class("made");
    let rewritten = rewrite_html(&eager(), Html::new().anchor(anchor), &document).unwrap();
    let (before, after) = (dom::document(&document), dom::document(&rewritten));
    assert_eq!(dom::text(&before), dom::text(&after), "{rewritten}");
    // An `<a>` or `<code>` that is not closed is opened again by browsers, over and over;
    // links of ours end that.
    let reopened = before
        .iter()
        .any(|step| matches!(step, Step::Open(name, _) if ["a", "code"].contains(&name.as_str())));
    if !reopened {
        assert_eq!(dom::without_links(&after, "made"), before, "{rewritten}");
    }
}

/// The same for a text in three elements, cut at its line ends.
pub(crate) fn well_formed(text: &str) {
    twin(&text.splitn(3, '\n').collect::<Vec<_>>());
}

/// In well-formed documents, links are those of their texts.
pub(crate) fn twin(texts: &[&str]) {
    // Well-formed: each text is escaped, in elements that are closed.
    let finder = eager();
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
    let found: Vec<_> = places(&finder, &document)
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    assert_eq!(found, expected);
}
