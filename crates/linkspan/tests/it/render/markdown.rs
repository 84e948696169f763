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
