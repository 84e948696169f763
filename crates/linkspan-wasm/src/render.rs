//! Text with links as HTML and Markdown. The settings are fields; `js/src/core/render.js` writes them.

use alloc::string::String;
use alloc::vec::Vec;

use linkspan::Finder;
use linkspan::render::{
    Anchor, AttributeName, Html, Isolation, Markdown, Newlines, Rel, Show, Target, Title, render,
};

use crate::fields::{Field, Fields};
use crate::output::message;

/// The link types, in the order of their bits in the arguments.
const REL: [Rel; 6] = [
    Rel::NOFOLLOW,
    Rel::NOOPENER,
    Rel::NOREFERRER,
    Rel::UGC,
    Rel::SPONSORED,
    Rel::EXTERNAL,
];

/// Writes HTML. The error is a message for people.
pub(crate) fn html(finder: &Finder, text: &str, arguments: &[u8]) -> Result<String, String> {
    let mut html = Html::new();
    let mut anchor = Anchor::new();
    let mut each = None;
    for field in Fields(arguments) {
        html = match field.tag {
            20 => html.newlines(match field.number() {
                1 => Newlines::Break,
                2 => Newlines::Paragraphs,
                _ => Newlines::Keep,
            }),
            21 => html.isolation(isolation(field)),
            22 => html.page(field.text()),
            23 => {
                each = Some(field);
                html
            }
            _ => {
                anchor = set(anchor, field)?;
                html
            }
        };
    }
    let html = html.anchor(anchor.clone());
    let Some(each) = each else {
        return Ok(render(finder, text, html));
    };
    // JavaScript chose all anchors before this call, so that no function of its own runs inside it.
    let mut anchors = Vec::new();
    for field in each.fields() {
        anchors.push(match field.tag {
            0 => None,
            _ => Some(field.fields().try_fold(anchor.clone(), set)?),
        });
    }
    let mut anchors = anchors.into_iter();
    let html = html.each(move |_, anchor| anchors.next().unwrap_or(Some(anchor)));
    Ok(render(finder, text, html))
}

/// Writes Markdown.
pub(crate) fn markdown(finder: &Finder, text: &str, arguments: &[u8]) -> String {
    let mut markdown = Markdown::new();
    for field in Fields(arguments) {
        markdown = markdown.show(show(field));
    }
    render(finder, text, markdown)
}

/// How the direction of links is isolated.
pub(crate) fn isolation(field: Field<'_>) -> Isolation {
    match field.number() {
        1 => Isolation::Always,
        2 => Isolation::Never,
        _ => Isolation::RightToLeft,
    }
}

fn set(anchor: Anchor, field: Field<'_>) -> Result<Anchor, String> {
    let text = || String::from(field.text());
    Ok(match field.tag {
        0 => {
            let bits = field.number();
            let types = REL.into_iter().enumerate();
            let set = types.filter(|(index, _)| bits >> index & 1 == 1);
            anchor.rel(set.fold(Rel::NONE, |set, (_, rel)| set | rel))
        }
        1 => anchor.target(match field.text() {
            "" | "_self" => Target::Same,
            "_blank" => Target::Blank,
            "_parent" => Target::Parent,
            "_top" => Target::Top,
            _ => Target::Named(text()),
        }),
        2 => anchor.class(text()),
        3 => anchor.title(Title::Text(text())),
        4 => anchor.title(Title::Readable),
        5 => {
            let mut pair = field.fields().map(Field::text);
            let name = String::from(pair.next().unwrap_or_default());
            let name = AttributeName::new(name).map_err(message)?;
            anchor.attribute(name, pair.next().unwrap_or_default())
        }
        _ => anchor.show(show(field)),
    })
}

/// The text of links: tag 10 is a maximum length.
fn show(field: Field<'_>) -> Show {
    match (field.tag, field.number()) {
        (10, limit) => Show::Short(limit as usize),
        (_, 1) => Show::Readable,
        _ => Show::Written,
    }
}
