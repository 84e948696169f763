//! Text that would like to be more than text.

use proptest::prelude::*;
use proptest::sample::select;

use crate::alphabet;
use crate::laws::{html, markdown, notes, records, renderers, terminal};

/// What breaks out of one notation or another, and what links are made of.
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

/// Hostile text.
pub(crate) fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(alphabet::config())]

    #[test]
    fn nothing_breaks_out_of_html(source in hostile(), value in hostile(), limit in 0_usize..20) {
        html::laws(&source, &value, limit);
    }

    #[test]
    fn nothing_breaks_out_of_markdown(source in hostile()) {
        markdown::laws(&source);
    }

    #[test]
    fn nothing_breaks_out_of_terminal_links(source in hostile()) {
        terminal::laws(&source);
    }

    #[test]
    fn nothing_breaks_out_of_records(source in hostile()) {
        records::laws(&source);
    }

    #[test]
    fn notes_are_those_of_the_twin(source in hostile()) {
        notes::laws(&source);
    }

    #[test]
    fn it_does_not_matter_where_text_is_cut(source in hostile(), cut in 0_usize..64) {
        renderers::laws(&source, cut);
    }
}
