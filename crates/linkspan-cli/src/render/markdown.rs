//! Markdown.

use linkspan::Link;

use super::{Render, is_program, push, shown};

/// `CommonMark`, with everything escaped that would be taken for markup.
#[derive(Debug)]
pub(crate) struct Markdown {
    place: Place,
}

/// Where in a line the next character stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the start, after this many spaces.
    Start(u8),
    /// After digits that start the line: a dot or a parenthesis would make a list of it.
    Number,
    Middle,
}

impl Markdown {
    pub(crate) fn new() -> Self {
        Self {
            place: Place::Start(0),
        }
    }

    fn character(&mut self, c: char, last: bool, out: &mut Vec<u8>) {
        let escaped = match (self.place, c) {
            (_, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|')
            | (Place::Start(_), '#' | '+' | '-' | '=')
            | (Place::Number, '.' | ')') => true,
            // Before a link it would make an image.
            (_, '!') => last,
            _ => false,
        };
        let mut next = match (self.place, c) {
            (_, '\n') => Place::Start(0),
            (Place::Start(spaces), ' ') => Place::Start(spaces + 1),
            (Place::Start(_) | Place::Number, '0'..='9') => Place::Number,
            _ => Place::Middle,
        };
        match (self.place, c) {
            // Four spaces or a tab would make it code, in which there are no links.
            (Place::Start(3), ' ') => {
                out.extend_from_slice(b"&#32;");
                next = Place::Middle;
            }
            (Place::Start(_), '\t') => out.extend_from_slice(b"&#9;"),
            _ => {
                if escaped {
                    out.push(b'\\');
                }
                push(out, shown(c));
            }
        }
        self.place = next;
    }
}

impl Render for Markdown {
    fn text(&mut self, text: &str, out: &mut Vec<u8>) {
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            self.character(c, chars.peek().is_none(), out);
        }
    }

    fn link(&mut self, link: &Link<'_>, out: &mut Vec<u8>) {
        let href = link.href();
        if is_program(&href) {
            return self.text(link.as_str(), out);
        }
        self.place = Place::Middle;
        out.push(b'[');
        self.text(link.as_str(), out);
        out.extend_from_slice(b"](<");
        for c in href.chars() {
            if matches!(c, '\\' | '<' | '>' | '&') {
                out.push(b'\\');
            }
            push(out, c);
        }
        out.extend_from_slice(b">)");
    }
}
