//! Links in documents of Markdown.

use linkspan::Finder;
use linkspan::render::{
    MarkdownLinks, link_events, link_events_with_offsets, markdown_options, markdown_places,
    rewrite_markdown,
};
use percent_encoding::{CONTROLS, utf8_percent_encode};
use proptest::prelude::*;
use proptest::sample::select;
use pulldown_cmark::{CowStr, Event, LinkType, Parser, Tag, TagEnd};
use serde::Deserialize;

use super::hostile::eager;
use crate::alphabet;
use crate::data::{Cases, check, read, same};

#[test]
fn documents() {
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
    let cases: Cases<Case> = read("render/documents.toml");
    let finder = eager();
    check(
        &cases.case,
        |case| &case.name,
        |case| {
            let rewrite =
                |links| rewrite_markdown(&finder, &case.markdown, links, markdown_options());
            let angle = case.angle.as_ref().unwrap_or(&case.markdown);
            same(&rewrite(MarkdownLinks::Angle), angle)?;
            let readable = case.readable.as_ref().unwrap_or(angle);
            same(&rewrite(MarkdownLinks::Readable), readable)
        },
    );
}

/// What documents are made of.
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

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

/// Events with text put together, and links in one spelling.
fn normalized<'e>(events: impl Iterator<Item = Event<'e>>) -> Vec<Event<'static>> {
    let mut out: Vec<Event<'static>> = Vec::new();
    for event in events {
        let event = match event.into_static() {
            Event::Text(text) => match out.last_mut() {
                Some(Event::Text(before)) => {
                    *before = CowStr::from(format!("{before}{text}"));
                    continue;
                }
                _ => Event::Text(text),
            },
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                ..
            }) => {
                let dest_url = match link_type {
                    LinkType::Email => CowStr::from(format!("mailto:{dest_url}")),
                    LinkType::Autolink => match linkspan::wire(&dest_url) {
                        Ok(wire) => CowStr::from(wire.into_owned()),
                        Err(_) => {
                            let escaped = utf8_percent_encode(&dest_url, CONTROLS);
                            CowStr::from(escaped.to_string())
                        }
                    },
                    _ => dest_url,
                };
                Event::Start(Tag::Link {
                    link_type: LinkType::Autolink,
                    dest_url,
                    title: CowStr::Borrowed(""),
                    id: CowStr::Borrowed(""),
                })
            }
            event => event,
        };
        out.push(event);
    }
    out
}

proptest! {
    #![proptest_config(alphabet::config())]

    /// Reading what was written gives what the adapter gives, but for links that had to stay bare.
    #[test]
    fn the_writer_and_the_adapter_agree(document in pieces()) {
        let finder = eager();
        let options = markdown_options();
        let written = rewrite_markdown(&finder, &document, MarkdownLinks::Angle, options);
        let found = normalized(Parser::new_ext(&written, options));
        let expected = normalized(link_events(&finder, Parser::new_ext(&document, options)));
        let text = |events: &[Event<'static>]| -> String {
            events
                .iter()
                .filter_map(|event| match event {
                    Event::Text(text) | Event::Code(text) => Some(text.to_string()),
                    _ => None,
                })
                .collect()
        };
        prop_assert_eq!(text(&found), text(&expected), "{}", written);
        let links = |events: &[Event<'static>]| -> Vec<String> {
            events
                .iter()
                .filter_map(|event| match event {
                    Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.to_string()),
                    _ => None,
                })
                .collect()
        };
        // In order, and but for those that had to stay bare.
        let mut expected_links = links(&expected).into_iter();
        for link in links(&found) {
            prop_assert!(expected_links.any(|expected| expected == link), "{}", written);
        }
        let blocks = |events: &[Event<'static>]| -> Vec<Event<'static>> {
            let is_link = |e: &Event<'_>| {
                matches!(
                    e,
                    Event::Text(_) | Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link)
                )
            };
            let keeps = |e: &&Event<'static>| !is_link(e);
            events.iter().filter(keeps).cloned().collect()
        };
        prop_assert_eq!(blocks(&found), blocks(&expected), "{}", written);
    }

    #[test]
    fn bytes_outside_of_links_stay(document in pieces()) {
        let finder = eager();
        let mut places = Vec::new();
        markdown_places(&finder, &document, markdown_options(), |_, place| places.push(place));
        for links in [MarkdownLinks::Angle, MarkdownLinks::Readable] {
            let written = rewrite_markdown(&finder, &document, links, markdown_options());
            let mut at = 0;
            let mut done = 0;
            for place in &places {
                let between = &document[done..place.start];
                let found = written[at..].find(between);
                prop_assert!(found.is_some(), "{:?} in {:?}", between, written);
                at += found.unwrap() + between.len();
                done = place.end;
            }
            prop_assert!(written.ends_with(&document[done..]));
            if places.is_empty() {
                prop_assert_eq!(&written, &document);
            }
        }
    }

    #[test]
    fn offsets_are_those_of_the_source(document in pieces()) {
        let finder = eager();
        let parser = || Parser::new_ext(&document, markdown_options());
        let with = link_events_with_offsets(&finder, parser().into_offset_iter());
        let mut events = Vec::new();
        for (event, place) in with {
            prop_assert!(document.get(place.clone()).is_some());
            if let Event::Text(text) = &event {
                if place.len() == text.len() && !text.contains('\0') && !text.contains('\u{FFFD}') {
                    prop_assert_eq!(&document[place], &**text);
                }
            }
            events.push(event);
        }
        let without: Vec<_> = link_events(&finder, parser()).collect();
        prop_assert_eq!(events, without);
    }
}

#[test]
fn text_without_links_passes_as_it_came() {
    let source = "a \\* b &amp; [c] *d*";
    let finder = Finder::new();
    let events: Vec<_> = link_events(&finder, Parser::new(source)).collect();
    assert_eq!(events, Parser::new(source).collect::<Vec<_>>());
}
