//! Links in documents of Markdown: what holds for every document.

use linkspan::render::{
    Html, MarkdownLinks, html_link_events, link_events, link_events_with_offsets, markdown_options,
    markdown_places, rewrite_markdown,
};
use percent_encoding::{CONTROLS, utf8_percent_encode};
use pulldown_cmark::{CowStr, Event, LinkType, Parser, Tag, TagEnd};

use super::eager;

/// All laws for a document.
pub(crate) fn laws(document: &str) {
    the_writer_and_the_adapter_agree(document);
    bytes_outside_of_links_stay(document);
    offsets_are_those_of_the_source(document);
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

/// Reading what was written gives what the adapter gives, but for links that had to stay bare.
fn the_writer_and_the_adapter_agree(document: &str) {
    let finder = eager();
    let options = markdown_options();
    let written = rewrite_markdown(&finder, document, MarkdownLinks::Angle, options);
    let found = normalized(Parser::new_ext(&written, options));
    let expected = normalized(link_events(&finder, Parser::new_ext(document, options)));
    let text = |events: &[Event<'static>]| -> String {
        events
            .iter()
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(text.to_string()),
                _ => None,
            })
            .collect()
    };
    assert_eq!(text(&found), text(&expected), "{written}");
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
        assert!(
            expected_links.any(|expected| expected == link),
            "{}",
            written
        );
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
    assert_eq!(blocks(&found), blocks(&expected), "{written}");
}

fn bytes_outside_of_links_stay(document: &str) {
    let finder = eager();
    let mut places = Vec::new();
    markdown_places(&finder, document, markdown_options(), |_, place| {
        places.push(place);
    });
    for links in [MarkdownLinks::Angle, MarkdownLinks::Readable] {
        let written = rewrite_markdown(&finder, document, links, markdown_options());
        let mut at = 0;
        let mut done = 0;
        for place in &places {
            let between = &document[done..place.start];
            let found = written[at..].find(between);
            assert!(found.is_some(), "{between:?} in {written:?}");
            at += found.unwrap() + between.len();
            done = place.end;
        }
        assert!(written.ends_with(&document[done..]));
        if places.is_empty() {
            assert_eq!(written, document);
        }
    }
}

fn offsets_are_those_of_the_source(document: &str) {
    let finder = eager();
    let parser = || Parser::new_ext(document, markdown_options());
    let with = link_events_with_offsets(&finder, parser().into_offset_iter());
    let mut events = Vec::new();
    for (event, place) in with {
        assert!(document.get(place.clone()).is_some());
        if let Event::Text(text) = &event {
            if place.len() == text.len() && !text.contains('\0') && !text.contains('\u{FFFD}') {
                assert_eq!(&document[place], &**text);
            }
        }
        events.push(event);
    }
    let without: Vec<_> = link_events(&finder, parser()).collect();
    assert_eq!(events, without);
    same_links_as_html(document);
}

fn same_links_as_html(document: &str) {
    let finder = eager();
    let (mut written, mut places) = (Vec::new(), Vec::new());
    let html = Html::new().each(|link, anchor| {
        written.push(link.as_str().to_owned());
        Some(anchor)
    });
    let parser = Parser::new_ext(document, markdown_options());
    html_link_events(&finder, html, parser).for_each(drop);
    markdown_places(&finder, document, markdown_options(), |link, _| {
        let href = link.href();
        let scheme = href.split(':').next().unwrap();
        // These are listed, but no page links them.
        if !["javascript", "vbscript", "data"].contains(&scheme) {
            places.push(link.as_str().to_owned());
        }
    });
    assert_eq!(written, places);
}
