//! The visible text of a text for terminals, compared with a reference implementation.

use linkspan::Finder;
use linkspan::control::{VisibleText, complete_len};
use proptest::prelude::*;
use proptest::sample::select;

use crate::strategies::config;

/// Whether a text is exactly one control sequence, by the grammar of ECMA-48.
fn is_sequence(text: &str) -> bool {
    let is_final = |c: char| ('0'..='~').contains(&c);
    let is_intermediate = |c: char| (' '..='/').contains(&c);
    let is_parameter = |c: char| ('0'..='?').contains(&c);
    let Some(rest) = text.strip_prefix('\x1b').filter(|_| text.len() <= 4096) else {
        return false;
    };
    if let Some(rest) = rest.strip_prefix('[') {
        let rest = rest.trim_start_matches(is_parameter);
        let rest = rest.trim_start_matches(is_intermediate);
        return rest.chars().count() == 1 && rest.chars().all(is_final);
    }
    if let Some(string) = rest.strip_prefix([']', 'P', 'X', '^', '_']) {
        let content = string
            .strip_suffix('\x07')
            .or_else(|| string.strip_suffix("\x1b\\"));
        return content.is_some_and(|content| content.chars().all(|c| c >= ' '));
    }
    let rest = rest.trim_start_matches(is_intermediate);
    rest.chars().count() == 1 && rest.chars().all(is_final)
}

/// The visible characters of a text, each with its source offset, and the targets of hyperlinks.
fn reference(source: &str) -> (Vec<(usize, char)>, Vec<String>) {
    let (mut visible, mut targets) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let ends = (at + 1..=source.len()).filter(|&end| source.is_char_boundary(end));
        let sequence = ends.map(|end| &source[at..end]).find(|s| is_sequence(s));
        if let Some(sequence) = sequence {
            if let Some(rest) = sequence.strip_prefix("\x1b]8;") {
                let (_, rest) = rest.split_once(';').unwrap_or_default();
                let target = rest.trim_end_matches(['\x07', '\\', '\x1b']);
                if !target.is_empty() {
                    targets.push(target.to_owned());
                }
            }
            at += sequence.len();
        } else {
            visible.push((at, c));
            at += c.len_utf8();
        }
    }
    (visible, targets)
}

/// Text with complete, incomplete and malformed sequences.
fn terminal_text() -> impl Strategy<Value = String> {
    let piece = select(&[
        "a",
        "é",
        "漢",
        " ",
        "\n",
        "https://",
        "example.com",
        "\x1b[0m",
        "\x1b[01;31m",
        "\x1b[K",
        "\x1b",
        "\x1b[",
        "\x1b]8;;",
        "\x1b]8;id=1;",
        "\x1b]8;;\x1b\\",
        "\x1b(B",
        "\x07",
        ";",
        "m",
        "1",
        "]",
        "[",
    ]);
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn visible_text_is_that_of_the_reference(source in terminal_text()) {
        let visible = VisibleText::new(&source);
        let (expected, targets) = reference(&source);
        let text: String = expected.iter().map(|&(_, c)| c).collect();
        prop_assert_eq!(visible.as_str(), &text);
        for (offset, &(at, c)) in visible.as_str().char_indices().map(|(offset, _)| offset).zip(&expected) {
            let range = offset..offset + c.len_utf8();
            prop_assert_eq!(visible.source_range(range), at..at + c.len_utf8());
        }
        let runs: String = visible.runs().map(|run| &source[run]).collect();
        prop_assert_eq!(&runs, &text);
        let found: Vec<_> = visible.hyperlinks().iter().map(|link| link.target().to_owned()).collect();
        prop_assert_eq!(found, targets);
        for link in visible.hyperlinks() {
            prop_assert_eq!(&source[link.target_range()], link.target());
            prop_assert!(visible.as_str().is_char_boundary(link.text_offset()));
        }
    }

    #[test]
    fn text_can_be_split_at_its_complete_length(first in terminal_text(), second in terminal_text()) {
        let len = complete_len(&first);
        let whole = format!("{first}{second}");
        let (start, rest) = whole.split_at(len);
        let parts = [VisibleText::new(start), VisibleText::new(rest)];
        let joined: String = parts.iter().map(VisibleText::as_str).collect();
        let visible = VisibleText::new(&whole);
        prop_assert_eq!(visible.as_str(), joined);
    }
}

#[test]
fn a_link_with_colour_changes_is_found_whole() {
    let source =
        "\x1b[35mlog\x1b[m: \x1b[4mhttps://\x1b[01;31m\x1b[Kexample\x1b[m\x1b[K.com/a\x1b[0m)";
    let visible = VisibleText::new(source);
    let link = Finder::new().find(visible.as_str()).unwrap();
    assert_eq!(link.as_str(), "https://example.com/a");
    let written = &source[visible.source_range(link.range())];
    assert_eq!(
        written,
        "https://\x1b[01;31m\x1b[Kexample\x1b[m\x1b[K.com/a"
    );
}

#[test]
fn text_without_sequences_is_one_run() {
    let visible = VisibleText::new("plain");
    assert_eq!(visible.runs().next(), Some(0..5));
    assert_eq!(visible.runs().count(), 1);
    assert_eq!(visible.source_range(1..3), 1..3);
    assert_eq!(visible.source_range(9..12), 5..5);
    let invisible = VisibleText::new("\x1b[m");
    assert_eq!(invisible.as_str(), "");
    assert_eq!(invisible.runs().next(), Some(3..3));
}
