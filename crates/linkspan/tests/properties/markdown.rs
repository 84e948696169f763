//! Properties of plain text as Markdown: no text is interpreted as markup.

use linkspan::render::{Markdown, render};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{has_unsafe_scheme, permissive_finder};

/// A Markdown parser sees the words of the source and exactly the links that were found.
pub(crate) fn output_is_read_as_the_source_with_its_links(source: &str) {
    let finder = permissive_finder();
    let written = render(&finder, source, Markdown::new());
    let mut text = String::new();
    let mut links = Vec::new();
    // All extensions but smart punctuation, which changes text, and the older of two footnote syntaxes.
    let options =
        Options::all() - Options::ENABLE_SMART_PUNCTUATION - Options::ENABLE_OLD_FOOTNOTES;
    for event in Parser::new_ext(&written, options) {
        match event {
            Event::Text(piece) => text.push_str(&piece),
            Event::Start(Tag::Link { dest_url, .. }) => links.push(dest_url.to_string()),
            Event::SoftBreak
            | Event::HardBreak
            | Event::Start(Tag::Paragraph)
            | Event::End(TagEnd::Paragraph | TagEnd::Link) => {}
            other => panic!("{other:?} in {written:?}"),
        }
    }
    let without_whitespace = |text: &str| {
        let text = text.replace('\0', "\u{FFFD}");
        text.split([' ', '\t', '\n', '\r', '\u{b}', '\u{c}'])
            .collect::<String>()
    };
    assert_eq!(
        without_whitespace(&text),
        without_whitespace(source),
        "{written}"
    );
    let expected: Vec<_> = finder
        .find_iter(source)
        .map(|link| link.href().into_owned())
        .filter(|href| !has_unsafe_scheme(href))
        .collect();
    assert_eq!(links, expected, "{written}");
}
