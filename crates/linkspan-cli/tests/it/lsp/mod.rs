//! The language server, as a client sees it: messages to and from the running program.

mod answers;
mod client;
mod edits;
mod malformed;
mod neovim;
mod settings;
mod text;

use crate::properties;
use crate::support::all_texts;

#[test]
fn an_edit_gives_the_links_of_the_edited_text() {
    let texts = all_texts();
    let parts: Vec<&str> = texts.split("\n\n").filter(|part| part.len() > 40).collect();
    for (number, part) in parts.iter().enumerate().step_by(1 + parts.len() / 60) {
        for (at, name) in (3..).zip(properties::DOCUMENT_NAMES) {
            let start = u16::try_from(number % 40).expect("a small number");
            properties::language_server(
                name,
                part,
                start,
                start + at,
                u8::try_from(number % 20).expect("a small number"),
            );
        }
    }
    for text in [
        "",
        "\r\n",
        "a\r\nb.com\x1b[31m",
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"shutdown\"}",
    ] {
        for name in properties::DOCUMENT_NAMES {
            properties::language_server(name, text, 1, 9, 3);
        }
    }
}
