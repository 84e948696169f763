//! HTML.

use linkspan::Link;

use super::{Render, is_program, write_replacing};

/// A fragment of HTML.
#[derive(Debug)]
pub(crate) struct Html;

impl Render for Html {
    fn text(&mut self, text: &str, out: &mut Vec<u8>) {
        write_replacing(text, out, entity);
    }

    fn link(&mut self, link: &Link<'_>, out: &mut Vec<u8>) {
        let href = link.href();
        if is_program(&href) {
            return self.text(link.as_str(), out);
        }
        out.extend_from_slice(b"<a href=\"");
        self.text(&href, out);
        out.extend_from_slice(b"\">");
        self.text(link.as_str(), out);
        out.extend_from_slice(b"</a>");
    }
}

fn entity(byte: u8) -> Option<&'static str> {
    Some(match byte {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        b'"' => "&quot;",
        b'\'' => "&#39;",
        _ => return None,
    })
}
