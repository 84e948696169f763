//! Properties of links in Markdown documents. The oracle is `pulldown-cmark`, which parses the result again.

use linkspan::render::{
    Html, MarkdownLinkStyle, html_link_events, link_events, link_events_with_offsets,
    markdown_links, markdown_options, rewrite_markdown,
};
use percent_encoding::{CONTROLS, utf8_percent_encode};
use pulldown_cmark::{CowStr, Event, LinkType, Parser, Tag, TagEnd};

use super::permissive_finder;

/// Checks all properties for a document.
pub(crate) fn assert_all(document: &str) {
    rewritten_document_has_the_links_of_link_events(document);
    bytes_outside_links_are_unchanged(document);
    offsets_select_the_source_text(document);
    html_links_are_the_listed_links(document);
}

/// Merges adjacent text events and gives every link the same type and an ASCII address.
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
                    LinkType::Autolink => match linkspan::url::to_ascii(&dest_url) {
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

/// Parsing the rewritten document gives the events of [`link_events`], except for links that could not be written
/// without changing the document.
fn rewritten_document_has_the_links_of_link_events(document: &str) {
    let finder = permissive_finder();
    let options = markdown_options();
    let written = rewrite_markdown(&finder, document, MarkdownLinkStyle::Angle, options);
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
    // Links may be missing, but their order is the same.
    let mut expected_links = links(&expected).into_iter();
    for link in links(&found) {
        assert!(
            expected_links.any(|expected| expected == link),
            "{}",
            written
        );
    }
    let without_text_and_links = |events: &[Event<'static>]| -> Vec<Event<'static>> {
        let is_text_or_link = |e: &Event<'_>| {
            matches!(
                e,
                Event::Text(_) | Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link)
            )
        };
        let is_kept = |e: &&Event<'static>| !is_text_or_link(e);
        events.iter().filter(is_kept).cloned().collect()
    };
    assert_eq!(
        without_text_and_links(&found),
        without_text_and_links(&expected),
        "{written}"
    );
}

fn bytes_outside_links_are_unchanged(document: &str) {
    let finder = permissive_finder();
    let mut spans = Vec::new();
    markdown_links(&finder, document, markdown_options(), |_, span| {
        spans.push(span);
    });
    for style in [MarkdownLinkStyle::Angle, MarkdownLinkStyle::Readable] {
        let written = rewrite_markdown(&finder, document, style, markdown_options());
        let mut written_end = 0;
        let mut done = 0;
        for span in &spans {
            let between = &document[done..span.start];
            let found = written[written_end..].find(between);
            assert!(found.is_some(), "{between:?} in {written:?}");
            written_end += found.unwrap() + between.len();
            done = span.end;
        }
        assert!(written.ends_with(&document[done..]));
        if spans.is_empty() {
            assert_eq!(written, document);
        }
    }
}

fn offsets_select_the_source_text(document: &str) {
    let finder = permissive_finder();
    let parser = || Parser::new_ext(document, markdown_options());
    let with_offsets = link_events_with_offsets(&finder, parser().into_offset_iter());
    let mut events = Vec::new();
    for (event, span) in with_offsets {
        assert!(document.get(span.clone()).is_some());
        if let Event::Text(text) = &event
            && span.len() == text.len()
            && !text.contains('\0')
            && !text.contains('\u{FFFD}')
        {
            assert_eq!(&document[span], &**text);
        }
        events.push(event);
    }
    let without_offsets: Vec<_> = link_events(&finder, parser()).collect();
    assert_eq!(events, without_offsets);
}

/// [`html_link_events`] links what [`markdown_links`] lists, except for unsafe schemes.
fn html_links_are_the_listed_links(document: &str) {
    let finder = permissive_finder();
    let (mut written, mut listed) = (Vec::new(), Vec::new());
    let html = Html::new().each(|link, anchor| {
        written.push(link.as_str().to_owned());
        Some(anchor)
    });
    let parser = Parser::new_ext(document, markdown_options());
    html_link_events(&finder, parser, html).for_each(drop);
    markdown_links(&finder, document, markdown_options(), |link, _| {
        let href = link.href();
        let scheme = href.split(':').next().unwrap();
        // Links with these schemes are listed, but not written.
        if !["javascript", "vbscript", "data"].contains(&scheme) {
            listed.push(link.as_str().to_owned());
        }
    });
    assert_eq!(written, listed);
}
