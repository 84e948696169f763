//! `linkspan linkify`.

use crate::support::{run, run_on};

#[test]
fn the_notations() {
    let text = "<i>例え.jp</i> & ann@a.com";
    let cases = [
        (
            "html",
            "&lt;i&gt;<a href=\"https://xn--r8jz45g.jp\">例え.jp</a>&lt;/i&gt; &amp; \
             <a href=\"mailto:ann@a.com\">ann@a.com</a>",
        ),
        (
            "markdown",
            "\\<i\\>[例え.jp](<https://xn--r8jz45g.jp>)\\</i\\> \\& [ann@a.com](<mailto:ann@a.com>)",
        ),
        (
            "ansi",
            "<i>\x1b]8;;https://xn--r8jz45g.jp\x1b\\例え.jp\x1b]8;;\x1b\\</i> & \
             \x1b]8;;mailto:ann@a.com\x1b\\ann@a.com\x1b]8;;\x1b\\",
        ),
    ];
    for (to, expected) in cases {
        for block in ["1", "7", "4096"] {
            let run = run_on(text, &["linkify", "--to", to, "--block-size", block]);
            assert_eq!(
                (run.text(), run.status),
                (expected, 0),
                "{to} in blocks of {block}"
            );
        }
    }
}

#[test]
fn a_text_without_links_is_no_failure() {
    let run = run_on("none", &["linkify", "--to", "html"]);
    assert_eq!((run.text(), run.status), ("none", 0));
}

#[test]
fn output_is_utf_8_whatever_the_input() {
    let run = run_on(
        b"\xFE\xFF\0a\0.\0c\0o\0m\0 \xD8\0\0!",
        &["linkify", "--to", "html"],
    );
    assert_eq!(run.text(), "<a href=\"https://a.com\">a.com</a> \u{FFFD}!");
}

#[test]
fn one_missing_file_does_not_stop_the_others() {
    let file = crate::support::testdata().join("texts/tibetan.txt");
    let file = file.to_str().expect("the path is UTF-8");
    let run = run(&["linkify", "--to", "markdown", "no-such-file", file]);
    assert_eq!(run.status, 2);
    assert!(
        run.text().contains("](<https://bo.wikipedia.org/"),
        "{}",
        run.text()
    );
}
