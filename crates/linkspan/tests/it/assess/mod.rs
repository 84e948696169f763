//! Assessing links: reports, policies, safe display forms and actions.

mod actions;
mod anchors;
mod corpora;
mod data;
mod display;
mod docs;
mod names;
mod policy;
mod properties;
mod rare;
mod reference;
mod tables;

use proptest::prelude::*;
use proptest::sample::select;

/// Pieces of deceptive and of ordinary links.
const PIECES: &[&str] = &[
    "https://",
    "http://",
    "foo://",
    "mailto:",
    "ann@",
    "user:pass@",
    "www.",
    "example",
    "пример",
    "сор",
    "аррӏе",
    "pаypal",
    "例え",
    "한국",
    "אתר",
    "بنك",
    "ไทย",
    "xn--80ak6aa92e",
    "xn--bcher-kva",
    "xn--a",
    "bücher",
    "ｇｏ",
    "😀",
    "i\u{307}",
    "スぺイン",
    "зб3",
    "a一",
    "þ",
    "ЕВАУ",
    "com-a",
    "0x7f",
    "127",
    ".",
    ".",
    ".",
    ".com",
    ".com",
    ".рф",
    ".com",
    ".py",
    ".co.uk",
    ".ישראל",
    ".مصر",
    ".مصر",
    ".中国",
    "。",
    "．",
    ":8080",
    ":25",
    "/",
    "/",
    "/",
    "?",
    "#",
    "=",
    "&",
    "%E2%80%AE",
    "%E2%80%8B",
    "%D7%90",
    "%FF",
    "%",
    "a",
    "b",
    "Z",
    "1",
    "٣",
    "۳",
    "я",
    "α",
    "ノ",
    "モノ",
    "字",
    "א",
    "ب",
    "ः",
    "／",
    "⁄",
    "∕",
    "：",
    "Ɂ",
    "＠",
    "\u{202E}",
    "\u{2069}",
    "\u{200F}",
    "\u{200B}",
    "\u{200C}",
    "\u{200D}",
    "\u{AD}",
    "\u{FE0F}",
    "\u{E0041}",
    "\u{301}",
    "\u{338}",
    "a\u{301}\u{302}\u{303}\u{304}",
    "ಕ್\u{200C}",
    "👩\u{200D}💻",
    "می\u{200C}خ",
    "-",
    "_",
    "…",
    " ",
    "(",
    ")",
    "://",
];

/// A text of [`PIECES`].
fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 1..24).prop_map(|pieces| pieces.concat())
}

/// A text that is probably a single link.
fn link_text() -> impl Strategy<Value = String> {
    let host = prop::collection::vec(select(&PIECES[7..31]), 1..4);
    let top_level = select(
        &[
            ".com",
            ".рф",
            ".co.uk",
            ".ישראל",
            ".مصر",
            ".py",
            ".中国",
            ".corp",
        ][..],
    );
    let scheme = select(&["https://", "", "ann@", "http://ann@", "http://@", "ftp://"][..]);
    let tail = prop::collection::vec(select(PIECES), 0..16);
    (scheme, host, top_level, tail).prop_map(|(scheme, host, top_level, tail)| {
        let slash = if tail.is_empty() { "" } else { "/" };
        [scheme, &host.join("."), top_level, slash, &tail.concat()].concat()
    })
}
