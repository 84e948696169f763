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

/// What a terminal makes of a text.
#[derive(Default)]
struct Reference {
    /// The visible characters, each with its source offset.
    visible: Vec<(usize, char)>,
    /// The targets of hyperlinks, each with its source offset and the length of the visible text before it.
    hyperlinks: Vec<(String, usize, usize)>,
    /// The start of the first sequence that is not complete.
    incomplete: Option<usize>,
}

impl Reference {
    fn new(source: &str) -> Self {
        let mut this = Self::default();
        let mut at = 0;
        while let Some(c) = source[at..].chars().next() {
            let rest = &source[at..];
            let ends = (1..=rest.len()).filter(|&end| rest.is_char_boundary(end));
            let sequence = ends.map(|end| &rest[..end]).find(|s| is_sequence(s));
            if let Some(sequence) = sequence {
                let arguments = sequence.strip_prefix("\x1b]8;");
                if let Some((parameters, rest)) = arguments.and_then(|rest| rest.split_once(';')) {
                    let target = rest.trim_end_matches(['\x07', '\\', '\x1b']);
                    let start = at + "\x1b]8;".len() + parameters.len() + ";".len();
                    let shown = this.visible.iter().map(|(_, c)| c.len_utf8()).sum();
                    if !target.is_empty() {
                        this.hyperlinks.push((target.to_owned(), start, shown));
                    }
                }
                at += sequence.len();
                continue;
            }
            // A final byte, the end of a string, or the second half of it.
            let completions = ["m", "\x07", "\\"].map(|end| format!("{rest}{end}"));
            if completions.iter().any(|text| is_sequence(text)) {
                this.incomplete.get_or_insert(at);
            }
            this.visible.push((at, c));
            at += c.len_utf8();
        }
        this
    }
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
        "\x1b]8;;https://example.com/\x1b\\",
        "\x1b]8;id=1;mailto:a@é.example\x07",
        "\x1b]0;title\x07",
        "\x1b\\",
        "\x1bP",
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
        let expected = Reference::new(&source);
        let text: String = expected.visible.iter().map(|&(_, c)| c).collect();
        prop_assert_eq!(visible.as_str(), &text);
        let offsets = visible.as_str().char_indices().map(|(offset, _)| offset);
        for (offset, &(at, c)) in offsets.zip(&expected.visible) {
            let range = offset..offset + c.len_utf8();
            prop_assert_eq!(visible.source_range(range), at..at + c.len_utf8());
        }
        let runs: String = visible.runs().map(|run| &source[run]).collect();
        prop_assert_eq!(&runs, &text);
        let links = visible.hyperlinks().iter();
        let found: Vec<_> = links
            .map(|link| (link.target().to_owned(), link.target_range().start, link.text_offset()))
            .collect();
        prop_assert_eq!(found, expected.hyperlinks);
        for link in visible.hyperlinks() {
            prop_assert_eq!(&source[link.target_range()], link.target());
        }
        prop_assert_eq!(complete_len(&source), expected.incomplete.unwrap_or(source.len()));
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

#[test]
fn hyperlinks_know_their_place_in_source_and_visible_text() {
    let source =
        "é \x1b]8;id=1;mailto:a@é.example\x07漢\x1b]8;;\x07 \x1b]8;;a:b\x1b\\c\x1b]8;;\x1b\\";
    let visible = VisibleText::new(source);
    assert_eq!(visible.as_str(), "é 漢 c");
    let [mail, other] = visible.hyperlinks() else {
        panic!("{visible:?}");
    };
    assert_eq!(mail.target(), "mailto:a@é.example");
    assert_eq!(mail.target_range(), 12..31);
    assert_eq!(mail.text_offset(), 3);
    assert_eq!(other.target(), "a:b");
    assert_eq!(&source[other.target_range()], "a:b");
    assert_eq!(other.text_offset(), 7);
}
