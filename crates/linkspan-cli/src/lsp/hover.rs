//! What is known about a link, for people.

use std::fmt::Write as _;

use linkspan::{Link, Profile};
use serde_json::{Value, json};

use super::links::readable;
use super::protocol::Client;
use super::settings::Settings;
use super::text::Text;
use crate::explain;
use crate::find::PlacedLink;

/// How text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Markup {
    Markdown,
    Plain,
}

/// The result of a request about a link.
pub(super) fn result(
    link: &PlacedLink<'_, '_>,
    text: &Text,
    client: Client,
    settings: &Settings,
) -> Value {
    let (markup, kind) = if client.markdown_hover {
        (Markup::Markdown, "markdown")
    } else {
        (Markup::Plain, "plaintext")
    };
    json!({
        "contents": {"kind": kind, "value": markup.description(link, settings)},
        "range": text.positions(&link.range, client.encoding),
    })
}

impl Markup {
    fn description(self, placed: &PlacedLink<'_, '_>, settings: &Settings) -> String {
        let found = placed.found;
        let link = &found.link;
        let mut out = String::new();
        // Writing to a string cannot fail.
        let mut add = |name: &str, value: &str| {
            let _ = match self {
                Self::Markdown => writeln!(out, "- **{name}:** {value}"),
                Self::Plain => writeln!(out, "{name}: {value}"),
            };
        };
        match found.rejection {
            None => {
                add("Target", &self.code(&link.href()));
                let target_finder = settings.finders.finders(Profile::Prose).target;
                let finder = placed.context.map_or(target_finder, |(finder, _)| finder);
                let readable = readable(link, &finder.assess(link), finder);
                add("Readable", &self.code(&readable));
            }
            Some(rejection) => add("Not linked", &self.text(&rejection.to_string())),
        }
        add("Kind", kind(link));
        if let Some((finder, text)) = placed.context.filter(|_| found.rejection.is_none()) {
            let end = explain::end_of_link(text, link, finder);
            add("End, in bytes of the searched text", &self.text(&end));
        }
        for finding in &found.findings {
            let name = format!("{} {}", finding.level().as_str(), finding.code());
            add(&name, &self.text(finding.message()));
        }
        out
    }

    /// Text that is shown as it is.
    fn text(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            if self == Self::Markdown && c.is_ascii_punctuation() {
                out.push('\\');
            }
            push_visible(&mut out, c);
        }
        out
    }

    /// A URL. It is code, so that clients do not make it a link again.
    fn code(self, text: &str) -> String {
        let mut code = String::with_capacity(text.len() + 2);
        text.chars().for_each(|c| push_visible(&mut code, c));
        if self == Self::Plain {
            return code;
        }
        // The fence is longer than any run of backticks inside.
        let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest + 1);
        let space = if longest > 0 { " " } else { "" };
        format!("{fence}{space}{code}{space}{fence}")
    }
}

/// Appends a character. Line ends and other control characters would end the line.
fn push_visible(out: &mut String, c: char) {
    if c.is_control() {
        // Writing to a string cannot fail.
        let _ = write!(out, "<U+{:04X}>", u32::from(c));
    } else {
        out.push(c);
    }
}

fn kind(link: &Link<'_>) -> &'static str {
    match (link.kind().as_str(), link.scheme()) {
        ("email", _) => "email address",
        (_, None) => "domain without a scheme",
        _ => "URL",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_document_is_not_markup() {
        assert_eq!(
            Markup::Markdown.text("a*b_<c>\n"),
            "a\\*b\\_\\<c\\><U+000A>"
        );
        assert_eq!(Markup::Plain.text("a*b"), "a*b");
        assert_eq!(
            Markup::Markdown.code("https://a.com/`b"),
            "`` https://a.com/`b ``"
        );
        assert_eq!(Markup::Markdown.code("https://a.com"), "`https://a.com`");
    }
}
