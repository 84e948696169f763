//! Text with terminal hyperlinks: the length limit of addresses, and long texts without a boundary in chunks.

use linkspan::Finder;
use linkspan::render::{Ansi, Controls, TerminalRewriter, render, render_terminal};

use crate::properties::terminal::terminal_text_can_be_written_in_chunks;

#[test]
fn overlong_addresses_are_written_as_text() {
    let long = format!("a.com/{}", "x".repeat(2083 - "https://a.com/".len()));
    let written = render(&Finder::new(), &long, Ansi::new());
    assert!(written.starts_with("\x1b]8;id=linkspan-1;https://a.com/xxx"));
    let longer = format!("{long}x");
    assert_eq!(render(&Finder::new(), &longer, Ansi::new()), longer);
}

/// The text that a terminal shows has no boundary, and is longer than a window.
#[test]
fn long_texts_without_a_boundary_are_searched_as_a_whole() {
    let styled = "\x1b[31m看a.\x1b[0mcom/x。谢谢。\x1b]0;a title\x07";
    let bracketed = "看「b.\x1b[1morg/y」";
    for repeated in [
        styled,
        bracketed,
        "a.com/\x1b[1mx",
        "\x1b]8;;a:b\x1b\\看b.org/y",
    ] {
        let text = repeated.repeat((5 << 19) / repeated.len());
        terminal_text_can_be_written_in_chunks(&text, 100_000);
    }
}

/// A program may write styles for ever.
#[test]
fn sequences_without_text_are_not_buffered() {
    let finder = Finder::new();
    let ansi = Ansi::new().controls(Controls::Styles);
    let (mut rewriter, mut out) = (TerminalRewriter::new(&finder, ansi), String::new());
    rewriter.push("\x1b[1m", &mut out).unwrap();
    assert_eq!(out, "\x1b[1m");
    rewriter.push("a.com", &mut out).unwrap();
    assert_eq!(out, "\x1b[1m");
    for _ in 0..40 {
        rewriter.push(&"\x1b[1m".repeat(10_000), &mut out).unwrap();
    }
    assert!(
        out.contains("https://a.com"),
        "a link waits for a mebibyte of sequences"
    );
}

#[test]
fn a_link_waits_for_a_mebibyte_of_sequences() {
    let finder = Finder::new();
    let ansi = Ansi::new().controls(Controls::Strip);
    let (mut rewriter, mut out) = (TerminalRewriter::new(&finder, ansi), String::new());
    rewriter.push("a.com", &mut out).unwrap();
    rewriter.push(&"\x1b[1m".repeat(1 << 18), &mut out).unwrap();
    assert_eq!(out, "");
    rewriter.push("\x1b[1m", &mut out).unwrap();
    assert!(out.contains("https://a.com"), "{out:?}");
}

/// Windows of the text are split, and the next ones overlap them.
#[test]
fn links_are_where_they_are_in_a_long_text_without_a_boundary() {
    let finder = Finder::new();
    let repeated = "\x1b[1m看「a.com/x」「b.org」\x1b[m谢谢。";
    let text = repeated.repeat((3 << 20) / repeated.len());
    let ansi = || Ansi::new().controls(Controls::Styles);
    let (mut rewriter, mut out) = (TerminalRewriter::new(&finder, ansi()), String::new());
    rewriter.push(&text, &mut out).unwrap();
    rewriter.finish(&mut out).unwrap();
    assert!(out == render_terminal(&finder, &text, ansi()));
    let one = render_terminal(&finder, repeated, ansi());
    // The links are numbered.
    let numbered = |number: usize| {
        let second = one.replace("linkspan-2;", &format!("linkspan-{};", 2 * number + 2));
        second.replace("linkspan-1;", &format!("linkspan-{};", 2 * number + 1))
    };
    let expected: String = (0..text.len() / repeated.len()).map(numbered).collect();
    assert!(out == expected);
}
