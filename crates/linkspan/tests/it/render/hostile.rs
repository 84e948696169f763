//! Hostile text, which must not be interpreted as markup, in every output format.

use proptest::prelude::*;
use proptest::sample::select;

use crate::properties::{html, markdown, notes, records, renderers, terminal};
use crate::strategies;

/// Pieces that have a meaning in some output format, and pieces of links.
const PIECES: &[&str] = &[
    "<",
    ">",
    "\"",
    "'",
    "&",
    "`",
    "=",
    "/",
    "\\",
    "!",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "*",
    "_",
    "~",
    "|",
    "#",
    "-",
    "+",
    "1",
    "1.",
    "^",
    "$",
    ":",
    ";",
    ".",
    ",",
    "@",
    "%",
    " ",
    "  ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\0",
    "\u{c}",
    "\u{b}",
    "\x1b",
    "\x1b[31m",
    "\x1b[0m",
    "\x1b[8m",
    "\x1b]8;;\x1b\\",
    "\u{9b}31m",
    "tel:+123",
    "urn:a1:",
    "xmpp:ann@a.com",
    "\u{9d}0;",
    "\x1b]8;;x\x07",
    "\x07",
    "\x7f",
    "\u{9c}",
    "\u{9b}",
    "\u{85}",
    "\u{2028}",
    "\u{202e}",
    "\u{feff}",
    "\u{fffd}",
    "\u{a0}",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "</",
    "<a>",
    "</a>",
    "<a href=x>",
    "<script>",
    "</script>",
    "<style>",
    "<p>",
    "</p>",
    "<br>",
    "<b>",
    "</b>",
    "<bdi>",
    "</bdi>",
    "<title>",
    "<svg>",
    "<plaintext>",
    "<textarea>",
    "onclick=",
    "&amp;",
    "&lt;",
    "&#58;",
    "&#x2e",
    "&quot",
    "](",
    "](<",
    ">)",
    "![",
    "```",
    "***",
    "---",
    "===",
    "&#32;",
    "x",
    "é",
    "अ",
    "字",
    "https://",
    "http:",
    "javascript:",
    "javascript://",
    "JavaScript://",
    "data:",
    "data://",
    "vbscript://",
    "mailto:",
    "a.com",
    "a.com/",
    "bücher.example.com",
    "אתר.קום/נתיב",
    "例え.jp/と。",
    "ann@a.com",
    "\"ann lee\"@a.com",
    "a@",
    "/?q='\"<>&x=`",
    "#:~:text=",
    "?a|b",
    "%22%3E",
    "http://a.com/<b>",
    "//",
    "localhost",
    "[::1]",
];

fn hostile_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(strategies::config())]

    #[test]
    fn text_cannot_inject_html(source in hostile_text(), value in hostile_text(), limit in 0_usize..20) {
        html::assert_all(&source, &value, limit);
    }

    #[test]
    fn text_cannot_inject_markdown(source in hostile_text()) {
        markdown::output_is_read_as_the_source_with_its_links(&source);
    }

    #[test]
    fn text_cannot_inject_terminal_sequences(source in hostile_text()) {
        terminal::output_has_only_hyperlink_sequences(&source);
    }

    #[test]
    fn terminal_text_can_be_written_by_line(source in hostile_text()) {
        terminal::terminal_text_can_be_written_by_line(&source);
    }

    #[test]
    fn terminal_text_can_be_written_in_chunks(source in hostile_text(), size in 1_usize..40) {
        terminal::terminal_text_can_be_written_in_chunks(&source, size);
    }

    #[test]
    fn records_are_valid_for_any_text(source in hostile_text()) {
        records::records_describe_every_link(&source);
    }

    #[test]
    fn notes_match_the_reference(source in hostile_text()) {
        notes::notes_match_reference(&source);
    }

    #[test]
    fn output_is_independent_of_text_splits(source in hostile_text(), split_at in 0_usize..64) {
        renderers::output_is_independent_of_text_splits(&source, split_at);
    }
}
