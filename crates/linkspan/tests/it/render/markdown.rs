//! Plain text as Markdown.

use linkspan::Finder;
use linkspan::render::{Markdown, to_string};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::hostile::{eager, hostile};
use crate::alphabet;

#[test]
fn what_would_be_markup_is_escaped() {
    let cases = [
        ("# a", "\\# a"),
        ("a # b", "a # b"),
        ("- a\n+ b\n= c", "\\- a\n\\+ b\n\\= c"),
        ("1. a\n12) b\n1.5", "1\\. a\n12\\) b\n1\\.5"),
        (
            "a * b _c_ `d` [e](f) <g> &amp;",
            "a \\* b \\_c\\_ \\`d\\` \\[e\\](f) \\<g\\> \\&amp;",
        ),
        ("    code", "   &#32;code"),
        ("\tcode", "&#9;code"),
        ("so! a.com!", "so! [a.com](<https://a.com>)!"),
        (
            "see!a.com/_x_",
            "see\\![a.com/\\_x\\_](<https://a.com/_x_>)",
        ),
        (
            "a.com?x=`|y",
            "[a.com?x=\\`\\|y](<https://a.com?x=&#96;&#124;y>)",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(
            to_string(&Finder::new(), text, Markdown::new()),
            expected,
            "{text:?}"
        );
    }
}

proptest! {
    #![proptest_config(alphabet::config())]

    #[test]
    fn markdown_has_the_same_words_and_only_our_links(source in hostile()) {
        let finder = eager();
        let written = to_string(&finder, &source, Markdown::new());
        let mut text = String::new();
        let mut links = Vec::new();
        // All extensions, but for those that have to be asked for by a heading's or a quote's
        // first words, and for typography.
        let options = Options::all()
            - Options::ENABLE_SMART_PUNCTUATION
            - Options::ENABLE_OLD_FOOTNOTES;
        for event in Parser::new_ext(&written, options) {
            match event {
                Event::Text(piece) => text.push_str(&piece),
                Event::Start(Tag::Link { dest_url, .. }) => links.push(dest_url.to_string()),
                Event::SoftBreak
                | Event::HardBreak
                | Event::Start(Tag::Paragraph)
                | Event::End(TagEnd::Paragraph | TagEnd::Link) => {}
                other => return Err(TestCaseError::fail(format!("{other:?} in {written:?}"))),
            }
        }
        let words = |text: &str| {
            let text = text.replace('\0', "\u{FFFD}");
            text.split([' ', '\t', '\n', '\r', '\u{b}', '\u{c}']).collect::<String>()
        };
        prop_assert_eq!(words(&text), words(&source), "{}", written);
        let expected: Vec<_> = finder
            .find_iter(&source)
            .map(|link| link.href().into_owned())
            .filter(|href| {
                let href = href.to_ascii_lowercase();
                !["javascript:", "data:", "vbscript:"].iter().any(|s| href.starts_with(s))
            })
            .collect();
        prop_assert_eq!(links, expected, "{}", written);
    }
}
