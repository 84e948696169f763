//! Text with its links made, in the notations that have links.

mod ansi;
mod html;
mod markdown;

use linkspan::Link;

pub(crate) use ansi::Ansi;
pub(crate) use html::Html;
pub(crate) use markdown::Markdown;

use crate::text::UNREADABLE;

/// Writes text and links in some notation. They come in the order of the text, in pieces of any
/// size.
pub(crate) trait Render {
    /// Writes text so that it shows as it is.
    fn text(&mut self, text: &str, out: &mut Vec<u8>);
    /// Writes a link.
    fn link(&mut self, link: &Link<'_>, out: &mut Vec<u8>);
}

/// Whether following a link would run a program that is in the link. Such links stay text.
fn is_program(href: &str) -> bool {
    let scheme = href.split(':').next().unwrap_or_default();
    ["javascript", "vbscript", "data"]
        .iter()
        .any(|program| scheme.eq_ignore_ascii_case(program))
}

/// Writes text with some ASCII characters replaced. Bytes that are no text show as U+FFFD.
fn write_replacing(text: &str, out: &mut Vec<u8>, replacement: fn(u8) -> Option<&'static str>) {
    let replacement = |byte: u8| match char::from(byte) {
        UNREADABLE => Some("\u{FFFD}"),
        _ => replacement(byte),
    };
    let mut rest = text.as_bytes();
    while let Some((at, shown)) = rest
        .iter()
        .enumerate()
        .find_map(|(at, &byte)| Some((at, replacement(byte)?)))
    {
        let (before, from) = rest.split_at(at);
        out.extend_from_slice(before);
        out.extend_from_slice(shown.as_bytes());
        rest = from.get(1..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
}

/// What to show for a character: bytes that are no text show as U+FFFD.
fn shown(c: char) -> char {
    match c {
        UNREADABLE => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

fn push(out: &mut Vec<u8>, c: char) {
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use linkspan::{Finder, Segment, UnknownSchemes};

    fn rendered(mut render: impl Render, text: &str) -> String {
        let finder = Finder::builder().unknown_schemes(UnknownSchemes::Link);
        let finder = finder.build().expect("one option contradicts nothing");
        let mut out = Vec::new();
        for segment in finder.segments(text) {
            match segment {
                Segment::Text(text) => render.text(text, &mut out),
                Segment::Link(link) => render.link(&link, &mut out),
            }
        }
        String::from_utf8(out).expect("text was written as UTF-8")
    }

    #[test]
    fn html_escapes_text_and_attributes() {
        let text = "<b>\"a.com/x=1&y='2\0'</b>";
        assert_eq!(
            rendered(Html, text),
            "&lt;b&gt;&quot;<a href=\"https://a.com/x=1&amp;y=&#39;2\">a.com/x=1&amp;y=&#39;2</a>\
             \u{FFFD}&#39;&lt;/b&gt;"
        );
    }

    #[test]
    fn programs_stay_text() {
        let text = "javascript://a.com/%0aalert(1)";
        assert_eq!(rendered(Html, text), text);
        assert_eq!(rendered(Markdown::new(), text), text);
        assert_eq!(rendered(Ansi, text), text);
    }

    #[test]
    fn markdown_escapes_what_would_be_markup() {
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
            (
                "see!a.com/_x_",
                "see\\![a.com/\\_x\\_](<https://a.com/_x_>)",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(rendered(Markdown::new(), text), expected, "{text:?}");
        }
    }

    #[test]
    fn ansi_is_osc_8() {
        assert_eq!(
            rendered(Ansi, "→ 例え.jp!"),
            "→ \x1b]8;;https://xn--r8jz45g.jp\x1b\\例え.jp\x1b]8;;\x1b\\!"
        );
    }
}
