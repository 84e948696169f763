//! Text as Markdown: no text breaks out of it.

use linkspan::render::{Markdown, to_string};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{eager, is_never_linked};

/// A reader sees the same words, and only the links that were found.
pub(crate) fn laws(source: &str) {
    let finder = eager();
    let written = to_string(&finder, source, Markdown::new());
    let mut text = String::new();
    let mut links = Vec::new();
    // All extensions, but for those that have to be asked for by a heading's or a quote's
    // first words, and for typography.
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
    let words = |text: &str| {
        let text = text.replace('\0', "\u{FFFD}");
        text.split([' ', '\t', '\n', '\r', '\u{b}', '\u{c}'])
            .collect::<String>()
    };
    assert_eq!(words(&text), words(source), "{written}");
    let expected: Vec<_> = finder
        .find_iter(source)
        .map(|link| link.href().into_owned())
        .filter(|href| !is_never_linked(href))
        .collect();
    assert_eq!(links, expected, "{written}");
}
