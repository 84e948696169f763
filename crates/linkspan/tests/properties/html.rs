//! Properties of plain text as HTML: no text is interpreted as markup. The oracle is `html5ever`.

use linkspan::render::{Anchor, AttributeName, Html, Newlines, Show, Target, Title, render};

use super::dom::{TreeEvent, document_events, fragment_events, text_content};
use super::{has_unsafe_scheme, permissive_finder};

/// Normalizes line endings and NUL as an HTML parser does.
fn normalized(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace('\0', "\u{FFFD}")
}

/// Whether an event is text, a link with a safe address, or an element of this list without attributes.
fn is_generated(event: &TreeEvent, elements: &[&str]) -> bool {
    match event {
        TreeEvent::Open(name, attributes) if name == "a" => {
            let names: Vec<_> = attributes.iter().map(|(name, _)| name.as_str()).collect();
            let href = &attributes[0].1;
            names.starts_with(&["href", "rel"])
                && href.bytes().all(|byte| byte.is_ascii_graphic())
                && !has_unsafe_scheme(href)
        }
        TreeEvent::Open(name, attributes) if name == "p" => {
            elements.contains(&"p") && attributes == &[("dir".to_owned(), "auto".to_owned())]
        }
        TreeEvent::Open(name, attributes) => {
            elements.contains(&name.as_str()) && attributes.is_empty()
        }
        TreeEvent::Close(name) => name == "a" || elements.contains(&name.as_str()),
        TreeEvent::Text(_) => true,
        TreeEvent::Other(_) => false,
    }
}

/// Checks all properties for a source text, a value for attributes, and a limit for short labels.
pub(crate) fn assert_all(source: &str, value: &str, limit: usize) {
    output_has_the_source_text_and_only_generated_elements(source);
    paragraphs_have_the_source_words(source);
    attribute_values_are_escaped(source, value);
    link_labels_are_escaped(source, limit);
}

fn output_has_the_source_text_and_only_generated_elements(source: &str) {
    for (newlines, elements) in [
        (Newlines::Keep, &["bdi"] as &[&str]),
        (Newlines::Break, &["bdi", "br"]),
    ] {
        let html = render(&permissive_finder(), source, Html::new().newlines(newlines));
        let events = fragment_events(&html);
        assert_eq!(text_content(&events), normalized(source), "{html}");
        assert!(
            events.iter().all(|event| is_generated(event, elements)),
            "{html}"
        );
    }
}

fn paragraphs_have_the_source_words(source: &str) {
    let html = Html::new().newlines(Newlines::Paragraphs);
    let html = render(&permissive_finder(), source, html);
    let events = fragment_events(&html);
    let without_whitespace = |text: &str| text.split([' ', '\t', '\n']).collect::<String>();
    assert_eq!(
        without_whitespace(&text_content(&events)),
        without_whitespace(&normalized(source)),
        "{html}"
    );
    let elements = ["bdi", "br", "p"];
    assert!(
        events.iter().all(|event| is_generated(event, &elements)),
        "{html}"
    );
}

/// A parser reads back the attribute values that were set, whatever they contain.
fn attribute_values_are_escaped(source: &str, value: &str) {
    let anchor = Anchor::new()
        .target(Target::Named(value.to_owned()))
        .class(value.to_owned())
        .title(Title::Text(value.to_owned()))
        .attribute(AttributeName::new("data-x").unwrap(), value.to_owned());
    let html = Html::new().anchor(anchor).page(value.to_owned());
    let html = render(&permissive_finder(), source, html);
    let mut links = 0;
    for event in &document_events(&html) {
        let TreeEvent::Open(name, attributes) = event else {
            continue;
        };
        let elements = ["html", "head", "meta", "title", "style", "body", "a", "bdi"];
        assert!(elements.contains(&&**name));
        if name == "a" {
            links += 1;
            let class = usize::from(!value.is_empty());
            assert_eq!(attributes.len(), 5 + class, "{html}");
            for (name, attribute) in attributes {
                if name != "href" && name != "rel" {
                    assert_eq!(attribute, &normalized(value), "{html}");
                }
            }
        }
    }
    assert!(links <= permissive_finder().find_iter(source).count());
}

fn link_labels_are_escaped(source: &str, limit: usize) {
    for show in [Show::Readable, Show::Short(limit)] {
        let anchor = Anchor::new().show(show).title(Title::Readable);
        let html = render(&permissive_finder(), source, Html::new().anchor(anchor));
        let events = fragment_events(&html);
        assert!(
            events.iter().all(|event| is_generated(event, &["bdi"])),
            "{html}"
        );
    }
}
