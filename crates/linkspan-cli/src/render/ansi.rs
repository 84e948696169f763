//! Text for terminals.

use linkspan::Link;

use super::{Render, is_program, write_replacing};
use crate::terminal::hyperlink;

/// Text with links that terminals understand (OSC 8). Escape sequences that are in the text already,
/// such as colours, go through.
#[derive(Debug)]
pub(crate) struct Ansi;

impl Render for Ansi {
    fn text(&mut self, text: &str, out: &mut Vec<u8>) {
        write_replacing(text, out, |_| None);
    }

    fn link(&mut self, link: &Link<'_>, out: &mut Vec<u8>) {
        let href = link.href();
        if is_program(&href) {
            return self.text(link.as_str(), out);
        }
        hyperlink(out, &href, link.as_str());
    }
}
