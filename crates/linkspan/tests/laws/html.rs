//! Text as HTML: no text breaks out of it.

use linkspan::render::{Anchor, AttributeName, Html, Newlines, Show, Target, Title, to_string};

use super::dom::{Step, document, fragment, text};
use super::{eager, is_never_linked};

/// The text that a parser must give back.
fn normalized(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace('\0', "\u{FFFD}")
}

fn is_ours(step: &Step, elements: &[&str]) -> bool {
    match step {
        Step::Open(name, attributes) if name == "a" => {
            let names: Vec<_> = attributes.iter().map(|(name, _)| name.as_str()).collect();
            let href = &attributes[0].1;
            names.starts_with(&["href", "rel"])
                && href.bytes().all(|byte| byte.is_ascii_graphic())
                && !is_never_linked(href)
        }
        Step::Open(name, attributes) => elements.contains(&name.as_str()) && attributes.is_empty(),
        Step::Close(name) => name == "a" || elements.contains(&name.as_str()),
        Step::Text(_) => true,
        Step::Other(_) => false,
    }
}

/// All laws for a text, and a value that attributes are given.
pub(crate) fn laws(source: &str, value: &str, limit: usize) {
    the_same_text_and_only_our_elements(source);
    paragraphs(source);
    attributes(source, value);
    shown(source, limit);
}

fn the_same_text_and_only_our_elements(source: &str) {
    for (newlines, elements) in [
        (Newlines::Keep, &["bdi"] as &[&str]),
        (Newlines::Break, &["bdi", "br"]),
    ] {
        let html = to_string(&eager(), source, Html::new().newlines(newlines));
        let steps = fragment(&html);
        assert_eq!(text(&steps), normalized(source), "{html}");
        assert!(steps.iter().all(|step| is_ours(step, elements)), "{html}");
    }
}

fn paragraphs(source: &str) {
    let html = Html::new().newlines(Newlines::Paragraphs);
    let html = to_string(&eager(), source, html);
    let steps = fragment(&html);
    let words = |text: &str| text.split([' ', '\t', '\n']).collect::<String>();
    assert_eq!(words(&text(&steps)), words(&normalized(source)), "{html}");
    let elements = ["bdi", "br", "p"];
    assert!(steps.iter().all(|step| is_ours(step, &elements)), "{html}");
}

/// Attributes hold whatever they are given.
fn attributes(source: &str, value: &str) {
    let anchor = Anchor::new()
        .target(Target::Named(value.to_owned()))
        .class(value.to_owned())
        .title(Title::Text(value.to_owned()))
        .attribute(AttributeName::new("data-x").unwrap(), value.to_owned());
    let html = Html::new().anchor(anchor).page(value.to_owned());
    let html = to_string(&eager(), source, html);
    let mut links = 0;
    for step in &document(&html) {
        let Step::Open(name, attributes) = step else {
            continue;
        };
        assert!(["html", "head", "meta", "title", "body", "a", "bdi"].contains(&&**name));
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
    assert!(links <= eager().find_iter(source).count());
}

/// What is shown in place of a link cannot break out either.
fn shown(source: &str, limit: usize) {
    for show in [Show::Readable, Show::Short(limit)] {
        let anchor = Anchor::new().show(show).title(Title::Readable);
        let html = to_string(&eager(), source, Html::new().anchor(anchor));
        let steps = fragment(&html);
        assert!(steps.iter().all(|step| is_ours(step, &["bdi"])), "{html}");
    }
}
