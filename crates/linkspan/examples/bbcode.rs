//! A custom renderer, which writes `BBCode` for forums: `cargo run --example bbcode 'See example.com [sic].'`

use std::fmt::{Result, Write};

use linkspan::render::{Render, render};
use linkspan::{Finder, Link};

struct BbCode;

impl Render for BbCode {
    // A bracket cannot be escaped. An empty tag after it keeps it from starting a tag.
    fn text(&mut self, text: &str, out: &mut dyn Write) -> Result {
        out.write_str(&text.replace('[', "[[b][/b]"))
    }

    fn link(&mut self, link: &Link<'_>, out: &mut dyn Write) -> Result {
        // An `href` is ASCII without spaces and quotation marks, but it may contain brackets.
        let address = link.href().replace('[', "%5B").replace(']', "%5D");
        write!(out, "[url={address}]")?;
        self.text(&link.display(), out)?;
        out.write_str("[/url]")
    }
}

fn main() {
    let text: Vec<_> = std::env::args().skip(1).collect();
    println!("{}", render(&Finder::new(), &text.join(" "), BbCode));
}

#[test]
fn brackets_cannot_inject_tags() {
    let rendered = render(&Finder::new(), "[url] bücher.example.com/[x]", BbCode);
    let link = "[url=https://xn--bcher-kva.example.com/%5Bx%5D]bücher.example.com/[[b][/b]x][/url]";
    assert_eq!(rendered, format!("[[b][/b]url] {link}"));
}
