//! Strategies for random text, built from characters that the rules treat differently.

use proptest::prelude::*;
use proptest::sample::select;

/// The configuration of property tests: 4096 cases unless `PROPTEST_CASES` is set.
pub(crate) fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(4096);
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Characters of every `Link_Term`, in many scripts, and the syntax of URLs.
const PIECES: &[&str] = &[
    // Include
    "a",
    "Z",
    "0",
    "f",
    "~",
    "-",
    "_",
    "%",
    "*",
    "$",
    "|",
    "^",
    "α",
    "я",
    "ש",
    "م",
    "ม",
    "한",
    "字",
    "ア",
    "𞤀",
    "😀",
    "\u{301}",
    "\u{200D}",
    "\u{202E}",
    "\u{E0041}",
    // Soft
    ".",
    ",",
    ";",
    "!",
    "'",
    "\"",
    ":",
    "?",
    "؟",
    "।",
    "。",
    "、",
    "»",
    "’",
    "།",
    "။",
    "։",
    // Hard
    " ",
    "\u{3000}",
    "\u{A0}",
    "\u{2028}",
    "\u{FFFF}",
    "\u{E000}",
    "\u{378}",
    "\u{149}",
    // Open and Close
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "「",
    "」",
    "（",
    "）",
    "༺",
    "༻",
    "⟨",
    "⟩",
    "⦍",
    "⦐",
    // Syntax
    "/",
    "?",
    "#",
    "=",
    "&",
    "+",
    ",",
    ":~:",
    ":~",
    "~:",
    "::~:",
    "\\",
    "@",
];

/// Percent-escapes: necessary, unnecessary and incomplete ones, and some of invalid UTF-8.
const ESCAPES: &[&str] = &[
    "%41",
    "%7E",
    "%7e",
    "%2E",
    "%2e",
    "%2F",
    "%2f",
    "%3F",
    "%23",
    "%26",
    "%3D",
    "%2B",
    "%2C",
    "%3A",
    "%20",
    "%25",
    "%28",
    "%29",
    "%5C",
    "%22",
    "%27",
    "%00",
    "%0A",
    "%7F",
    "%CE%B1",
    "%e0%A4%aE",
    "%F0%9F%98%80",
    "%E3%80%82",
    "%E3%80%8D",
    "%EF%BF%BF",
    "%C2%A0",
    "%FF",
    "%C2%C2",
    "%E4%B8",
    "%ED%A0%80",
    "%",
    "%4",
    "%%34%31",
    "%25%34%31",
];

/// Text of [`PIECES`].
pub(crate) fn text(
    pieces: impl Into<prop::collection::SizeRange>,
) -> impl Strategy<Value = String> {
    concatenated(select(PIECES), pieces)
}

/// Text of [`PIECES`] and [`ESCAPES`].
pub(crate) fn escaped_text(
    pieces: impl Into<prop::collection::SizeRange>,
) -> impl Strategy<Value = String> {
    concatenated(prop_oneof![select(PIECES), select(ESCAPES)], pieces)
}

fn concatenated(
    piece: impl Strategy<Value = &'static str>,
    pieces: impl Into<prop::collection::SizeRange>,
) -> impl Strategy<Value = String> {
    prop::collection::vec(piece, pieces).prop_map(|pieces| pieces.concat())
}

/// One of these texts.
pub(crate) fn one_of(texts: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    select(texts)
}
