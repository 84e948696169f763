//! Plain text as Markdown: expected escapes.

use linkspan::Finder;
use linkspan::render::{Markdown, render};

#[test]
fn markup_characters_are_escaped() {
    let cases = [
        ("# a", "\\# a"),
        ("a # b", "a # b"),
        ("- a\n+ b\n= c", "\\- a\n\\+ b\n\\= c"),
        ("1. a\n12) b\n1.5", "1\\. a\n12\\) b\n1\\.5"),
        (
            "a * b _c_ `d` [e](f) <g> &amp;",
            "a \\* b \\_c\\_ \\`d\\` \\[e\\](f) \\<g\\> \\&amp;",
        ),
        ("\0a\0b\n\0", "\u{FFFD}a\u{FFFD}b\n\u{FFFD}"),
        ("    code", "   &#32;code"),
        ("\tcode", "&#9;code"),
        ("so! a.com!", "so! [a.com](<https://a.com>)!"),
        (
            "see!a.com/_x_",
            "see\\![a.com/\\_x\\_](<https://a.com/_x_>)",
        ),
        (
            "a.com?x=`|y",
            "[a.com?x=\\`\\|y](<https://a.com?x=&#96;&#124;y>)",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(
            render(&Finder::new(), text, Markdown::new()),
            expected,
            "{text:?}"
        );
    }
}

/// Text is searched in words of 64 bytes.
#[test]
fn lines_start_anywhere_in_a_text() {
    for len in 0..200 {
        let line = "x".repeat(len);
        assert_eq!(
            render(&Finder::new(), &format!("{line}\n#*"), Markdown::new()),
            format!("{line}\n\\#\\*"),
            "after {len} characters"
        );
    }
}
