//! Links in documents of Markdown.

use linkspan::Finder;
use linkspan::render::{MarkdownLinkStyle, link_events, markdown_options, rewrite_markdown};
use proptest::prelude::*;
use proptest::sample::select;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use serde::Deserialize;

use crate::data::{Cases, check_cases, expect_equal, read_data};
use crate::properties::{documents::assert_all, permissive_finder};
use crate::strategies;

#[test]
fn markdown_documents_match_the_cases() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        markdown: String,
        angle: Option<String>,
        readable: Option<String>,
        #[serde(rename = "why")]
        _why: String,
    }
    let cases: Cases<Case> = read_data("render/documents.toml");
    let finder = permissive_finder();
    check_cases(
        &cases.case,
        |case| &case.name,
        |case| {
            let rewrite =
                |links| rewrite_markdown(&finder, &case.markdown, links, markdown_options());
            let angle = case.angle.as_ref().unwrap_or(&case.markdown);
            expect_equal(&rewrite(MarkdownLinkStyle::Angle), angle)?;
            let readable = case.readable.as_ref().unwrap_or(angle);
            expect_equal(&rewrite(MarkdownLinkStyle::Readable), readable)
        },
    );
}

/// Pieces of Markdown documents.
const PIECES: &[&str] = &[
    "a.com",
    "a.com/",
    "https://",
    "https://a.com/b",
    "ann@a.com",
    "bücher.example.com/ä",
    "例え.jp/と。",
    "mailto:a@b.com",
    "http://a.com/?x=1&amp;y",
    "javascript://",
    "\"a b\"@a.com",
    "*",
    "**",
    "_",
    "__",
    "~~",
    "`",
    "``",
    "```\n",
    "[",
    "]",
    "](",
    "](x)",
    "![",
    "!",
    "(",
    ")",
    "<",
    ">",
    "<a href=x>",
    "</a>",
    "<code>",
    "</code>",
    "<b>",
    "<!-- a.com -->",
    "\\",
    "\\*",
    "\\_",
    "&",
    "&amp;",
    "&#58;",
    "&copy;",
    "|",
    "\\|",
    "\n| a | b |\n|---|---|\n|",
    "\n",
    "\n\n",
    "  \n",
    "    ",
    "\t",
    "> ",
    "- ",
    "1. ",
    "# ",
    "\n---\n",
    "===",
    "+++\n",
    "[^1]",
    "[^1]: ",
    "[a.com]: x\n",
    "[x]: y\n",
    "[x]",
    "%20",
    "%C3%A4",
    "#x",
    "?q=`",
    "/",
    ".",
    ",",
    ":",
    " ",
    " ",
    "x",
    "é",
    "字",
    "\0",
    "\r\n",
];

fn markdown_document() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(strategies::config())]

    #[test]
    fn properties_hold_in_any_document(document in markdown_document()) {
        assert_all(&document);
    }
}

#[test]
fn events_without_links_are_unchanged() {
    let source = "a \\* b &amp; [c] *d*";
    let finder = Finder::new();
    let events: Vec<_> = link_events(&finder, Parser::new(source)).collect();
    assert_eq!(events, Parser::new(source).collect::<Vec<_>>());
}

#[test]
fn events_may_end_with_text() {
    let finder = Finder::new();
    let text = |text: &'static str| Event::Text(text.into());
    let events: Vec<_> = link_events(&finder, [text("see "), text("a.com")]).collect();
    assert!(
        matches!(
            events.as_slice(),
            [
                Event::Text(before),
                Event::Start(Tag::Link { dest_url, .. }),
                Event::Text(label),
                Event::End(TagEnd::Link),
            ] if &**before == "see " && &**dest_url == "https://a.com" && &**label == "a.com"
        ),
        "{events:?}"
    );
}

/// The parser expands references up to a number of bytes. A block on its own would have more.
#[test]
fn references_beyond_the_limit_of_the_parser_are_text() {
    let definition = format!("[x]: {} '{}'", "y".repeat(300), "z".repeat(200));
    let document = |count| format!("{}\n\n[x]a.com\n\n{definition}\n", "[x] ".repeat(count));
    let rewrite = |document: &str| {
        let (style, options) = (MarkdownLinkStyle::Angle, markdown_options());
        rewrite_markdown(&Finder::new(), document, style, options)
    };
    assert_eq!(rewrite(&document(199)), document(199));
    assert_eq!(
        rewrite(&document(200)),
        document(200).replace("a.com", "[a.com](<https://a.com>)")
    );
}
