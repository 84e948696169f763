//! Properties of the finder on random texts and on all test data, and its limits.

use std::path::{Path, PathBuf};

use linkspan::offset::{OffsetUnit, convert_ranges};
use linkspan::{Finder, Profile};
use proptest::prelude::*;
use proptest::sample::select;

use crate::properties::find::{assert_all, links_match_the_reference};
use crate::properties::options::Options;
use crate::strategies::config;

/// Pieces of links, of texts that are almost links, and of text around links.
const PIECES: &[&str] = &[
    // Hosts and parts of hosts
    "example",
    "www",
    "a",
    "x1",
    "-",
    "_",
    "1",
    "192.0.2.1",
    "[::1]",
    "xn--bcher-kva",
    "xn--p1ai",
    "xn--a",
    "bücher",
    "пример",
    "例子",
    "ב",
    "תשובה",
    "مثال",
    "ไทย",
    "한국",
    "😀",
    "\u{200D}",
    "\u{AD}",
    "\u{301}",
    "co",
    "blogspot",
    // Top-level domains
    "com",
    "org",
    "uk",
    "co.uk",
    "рф",
    "中国",
    "みんな",
    "invalid",
    "foobar",
    "COM",
    "py",
    "vermögensberatung",
    // Separators and triggers
    ".",
    ".",
    ".",
    "。",
    "．",
    "｡",
    "..",
    ":",
    "://",
    "@",
    "@",
    "/",
    "?",
    "#",
    ":80",
    ":99999",
    ":5pm",
    "\\",
    // Schemes
    "http://",
    "https://",
    "HTTP://",
    "ftp://",
    "foo://",
    "mailto:",
    "http:",
    "git+https://",
    "file://",
    "foo:///",
    "tel:",
    "TEL:",
    "urn:",
    "xmpp:",
    "geo:",
    "magnet:",
    "news:",
    "tel:+123",
    "sms:110",
    "geo:1,-2.5",
    "urn:isbn:1",
    "magnet:?xt=a",
    "xmpp:ann@example.com",
    "matrix:r/a",
    "doi:10.1000/1",
    "bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "lightning:lnbc10u1p3pj257pp5yztkw",
    "ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359",
    // Text around them
    " ",
    " ",
    "\u{3000}",
    "(",
    ")",
    "「",
    "」",
    "<",
    ">",
    "\"",
    "'",
    "!",
    ",",
    "，",
    "、",
    "と",
    "です",
    "請看",
    "это",
    "+",
    "=",
    "&",
    "%",
    "~",
    "…",
    "—",
    "・",
    "·",
    // Whole links
    "example.com",
    "https://example.org/α",
    "ann@example.com",
    "example.co.uk/a(b)",
];

pub(crate) fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..14).prop_map(|pieces| pieces.concat())
}

/// Pieces of code, data, markup and terminal output around links, and of what the options treat differently.
const SYNTAX: &[&str] = &[
    // Delimiters
    "\"",
    "'",
    "`",
    "‘",
    "’",
    "‚",
    "“",
    "”",
    "„",
    "«",
    "»",
    "״",
    "…",
    "|",
    "*",
    "_",
    "__",
    "~~",
    "\\",
    "\\n",
    "\\u003c",
    "\\_",
    "&quot;",
    "&amp;lt;",
    "&#x27;",
    "&amp;",
    ",",
    ";",
    "<",
    ">",
    "](",
    ")",
    "(",
    "[",
    "[.]",
    "(dot)",
    "\t",
    "\n",
    // Hard characters that are no spaces
    "\u{149}",
    "\u{206A}",
    "\u{FFFF}",
    // Control sequences
    "\u{1B}[34m",
    "\u{1B}[0m",
    "\u{1B}]8;;",
    "\u{1B}\\",
    "\u{7}",
    "\u{1B}(B",
    "\u{1B}",
    // Code
    "::",
    "->",
    "=",
    "$",
    "%",
    "{",
    "}",
    "{x}",
    "self.",
    "this.",
    "com.",
    "org.",
    "NET",
    "It",
    "new",
    "id",
    "fooBar",
    "foo_bar",
    "README.md",
    "main.rs:12",
    "a.py",
    "localhost",
    "git@example.com:",
    // Email addresses
    "user=",
    "a@",
    "\"a b\"@",
    "mailto:a@example.com?",
    "subject=x",
    "root@localhost",
    "a@b.internal",
    "a..b@example.com",
    // Words
    "를",
    "에서",
    "한국",
    "です",
    "详见",
    "，",
    "（",
    "ת",
    "é",
    "-on",
    "-ת",
    "100",
    "👉",
    "%C3",
    "#",
    // Schemes
    "hxxp://",
    "git+https://",
    "x-https://",
    "see.https://",
    "vscode://",
    "file:///",
    // Whole links
    "https://example.com/a",
    "http://localhost:3000/x",
    "http://ann@example.com/x",
    "www.example.org",
    "www.日本語。jp",
    "GC。Java",
    "Google.de",
];

/// Text of [`PIECES`] and [`SYNTAX`].
fn text_with_syntax() -> impl Strategy<Value = String> {
    let piece = prop_oneof![select(PIECES), select(SYNTAX)];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// The front of a link: a host with what may precede it.
const FRONTS: &[&str] = &[
    "https://example.com",
    "http://a.b:80",
    "http://localhost",
    "vscode://x",
    "http://u@example.com",
    "example.com",
    "www.example.org",
    "mailto:a@example.com",
    "a@example.com",
    "item.name",
    "docs.rs",
    "https://例え.jp",
    "\"a b\"@example.com",
    "<a@b.internal",
    "user=a.b@example.com",
];

/// What follows the host of a link, piece by piece.
#[rustfmt::skip]
const TAILS: &[&str] = &[
    "/", "/", "a", "b1", "?", "#", "=", "&", ".", ",", ";", ":", "!", "(", ")", "[", "]", "<", ">", "\"",
    "'", "`", "|", "*", "_", "~", "\\", "\\n", "&gt;", "&amp;quot;", "%C3%A9", "%", "$", "{", "‘", "’",
    "“", "”", "«", "…", "״", "א", "é", "я", "中", "の", "ไ", "를", "에서", "한", "（", "，", "。", "😀", "-",
    " ", "\n", "https://example.org/b", ",https://example.org/b", ":~:", "://", "@example.org", "8080",
];

/// What may be directly before and directly after a link.
#[rustfmt::skip]
const DELIMITERS: &[(&str, &str)] = &[
    ("", ""), (" ", " "), ("'", "'"), ("\"", "\""), ("`", "`"), ("<", ">"), ("](", ")"), ("(", ")"), ("[", "|"),
    ("<", "|"), ("|", "|"), ("*", "*"), ("**", "**"), ("_", "_"), ("__", "__"), ("~~", "~~"), ("‘", "’"), ("‚", "‘"),
    ("״", "״"), ("“", "”"), (",", ","), (";", ";"), ("", ","), ("\t", ","), ("\\n", "\\n"), ("\\\"", "\\\""),
    ("&lt;", "&gt;"), ("\u{1B}[1m", "\u{1B}[0m"), ("中", "中"), ("=", "="), ("::", "("), ("git+", "{"), ("x", ".{"),
];

/// Text around one link: characters that may delimit it, its host, and its path with what ends it.
fn text_around_link() -> impl Strategy<Value = String> {
    let tail = || prop::collection::vec(select(TAILS), 0..5);
    let path = select(&["", "/", "/a", "/a?b", "?b=", "/#c"][..]);
    (select(DELIMITERS), select(FRONTS), path, tail(), tail()).prop_map(
        |((before, after), front, path, tail, rest)| {
            let (tail, rest) = (tail.concat(), rest.concat());
            format!("{before}{front}{path}{tail}{after}{rest}")
        },
    )
}

/// Text of every kind.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![text(), text_with_syntax(), text_around_link()]
}

fn ranges(text: &str) -> Vec<std::ops::Range<usize>> {
    linkspan::links(text).map(|link| link.range()).collect()
}

/// Options: a few of them changed, with or without a profile, or most of them.
pub(crate) fn options() -> impl Strategy<Value = Options> {
    let any = || prop::array::uniform27(0_u8..7);
    let is_changed = prop::array::uniform27(0_u8..6);
    let few = (any(), is_changed, 0_u8..8).prop_map(|(mut options, changed, profile)| {
        for (option, changed) in options.iter_mut().zip(changed) {
            *option *= u8::from(changed == 0);
        }
        options[0] = profile;
        options
    });
    prop_oneof![few, any()].prop_map(Options::new)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases / 128, ..config() })]

    #[test]
    fn links_match_the_reference_where_the_lookahead_ends(
        texts in prop::collection::vec((any_text(), 1_usize..200), 1..4),
        profile in 0_u8..5,
        limit in 1_u8..3,
    ) {
        // The lookahead is 4096 bytes. The reference takes long for long texts.
        let text: String = texts.iter().map(|(text, count)| text.replace([' ', '\n'], "").repeat(*count)).collect();
        if text.len() > 4_096 && text.len() < 12_000 {
            let options = options_with_short_links(profile, limit);
            links_match_the_reference(options, &text);
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn properties_hold_with_default_options(text in any_text()) {
        assert_all(Options::default(), &text);
    }

    #[test]
    fn properties_hold_in_any_text(text in ".{0,40}") {
        assert_all(Options::default(), &text);
    }

    #[test]
    fn properties_hold_with_any_options(text in any_text(), options in options()) {
        assert_all(options, &text);
    }

    #[test]
    fn links_match_the_reference_in_long_texts(texts in prop::collection::vec(text(), 0..8)) {
        assert_all(Options::default(), &texts.join("\n"));
    }

    /// The prefilter searches blocks of 512 bytes, and a local part has up to 64 bytes before its `@`.
    #[test]
    fn links_are_independent_of_the_position(text in text(), padding in 1_usize..1100) {
        let moved = ranges(&text).into_iter().map(|range| range.start + padding..range.end + padding);
        prop_assert_eq!(ranges(&format!("{:padding$}{text}", "")), moved.collect::<Vec<_>>());
    }

    #[test]
    fn hard_characters_separate_texts(before in text(), after in text(), hard in select(&[" ", "\n", "\u{0}", "\u{2028}", "\u{FFFF}"][..])) {
        let whole = format!("{before}{hard}{after}");
        let offset = before.len() + hard.len();
        let mut separate = ranges(&before);
        separate.extend(ranges(&after).into_iter().map(|range| range.start + offset..range.end + offset));
        prop_assert_eq!(ranges(&whole), separate);
    }
}

/// The reference finds the same links in every line, and no link crosses a line end.
#[test]
fn links_match_the_reference_in_all_test_data() {
    let mut texts = Vec::new();
    collect(&testdata(), &mut texts);
    assert!(texts.len() > 50, "{} texts", texts.len());
    let mut found = 0;
    for text in texts {
        let mut by_line = Vec::new();
        let mut offset = 0;
        // The reference implementation is too slow for whole files.
        for line in text.split_inclusive('\n') {
            assert_all(Options::default(), line);
            let in_line = ranges(line).into_iter();
            by_line.extend(in_line.map(|range| range.start + offset..range.end + offset));
            offset += line.len();
        }
        assert_eq!(ranges(&text), by_line);
        found += by_line.len();
    }
    assert!(found > 2_000, "{found} links");
}

fn collect(folder: &Path, texts: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, texts);
        } else {
            texts.push(std::fs::read_to_string(&path).unwrap());
        }
    }
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

#[test]
fn every_profile_links_a_domain_with_a_path() {
    for profile in Profile::ALL.iter().copied() {
        let finder = Finder::builder().profile(profile).build().unwrap();
        let found = finder
            .find("see example.com/a.")
            .map(|link| link.as_str().to_owned());
        assert_eq!(
            found.as_deref(),
            Some("example.com/a"),
            "{}",
            profile.as_str()
        );
    }
}

#[test]
fn convert_ranges_accepts_unsorted_and_invalid_ranges() {
    let text = "é😀";
    let convert = |ranges: &[std::ops::Range<usize>]| {
        convert_ranges(text, ranges.iter().cloned(), OffsetUnit::Utf16).collect::<Vec<_>>()
    };
    assert_eq!(convert(&[2..6, 0..2]), [1..3, 0..1]);
    assert_eq!(convert(&[0..99, 1..5]), [0..3, 0..1]);
}

#[test]
fn link_has_at_most_8_kib_by_default() {
    let before_path = "https://example.com/";
    for (bytes, found) in [(8192, 1), (8193, 0), (1 << 20, 0)] {
        let text = format!(
            "see {before_path}{} now",
            "a".repeat(bytes - before_path.len())
        );
        assert_eq!(linkspan::links(&text).count(), found, "{bytes} bytes");
    }
    // A URL above the limit does not hide the next link, and no part of it is linked.
    let text = format!(
        "{before_path}{}/www.example.org example.net",
        "a".repeat(9000)
    );
    let found: Vec<_> = linkspan::links(&text).map(|link| link.as_str()).collect();
    assert_eq!(found, ["example.net"]);
}

#[test]
fn host_is_found_inside_a_long_unspaced_sentence() {
    // Thai and Japanese sentences can be longer than any label and have no punctuation.
    let sentence = "ก็".repeat(200);
    for link in ["example.com", "https://example.com", "ann@example.com"] {
        let text = format!("{link}{sentence} {sentence}example.org{sentence}");
        let found: Vec<_> = linkspan::links(&text).map(|link| link.as_str()).collect();
        assert_eq!(found, [link, "example.org"]);
    }
}

#[test]
fn names_with_too_many_labels_are_not_linked() {
    // The ASCII form of such a name is several times as long as the text.
    for label in ["é.", "한국.", "рф.", "例。", "\u{AD}a."] {
        for labels in [8, 9, 60, 78, 113, 127, 253, 1000] {
            let host = format!("{}com", label.repeat(labels));
            for prefix in ["", "http://", "a@", "foo://", "请看"] {
                let text = format!("{prefix}{host}");
                let found = linkspan::links(&text).count();
                assert!(found <= 1, "{labels} of {label}");
                // UTS #46 removes soft hyphens, so those names are short.
                let is_short = label.contains('\u{AD}') || labels < 60;
                assert!(
                    is_short || found == 0,
                    "{labels} of {label} after {prefix:?}"
                );
            }
        }
    }
}

/// Found by fuzzing: the reference implementation accepted a name of 253 octets that is written with one more
/// character, which UTS #46 removes.
#[test]
fn characters_removed_by_uts46_count_towards_the_length() {
    let labels = [
        "a".repeat(62),
        "b".repeat(61),
        "c".repeat(62),
        "d".repeat(61),
    ];
    let name = format!("{}.com", labels.join("."));
    assert_eq!(name.len(), 253);
    for (text, links) in [
        (name.clone(), 1),
        (name.replacen("bb", "b\u{200B}b", 1), 0),
        (name.replacen("bb", "\u{200B}b", 1), 1),
    ] {
        let text = format!("Whole: {text} no.");
        assert_all(Options::default(), &text);
        assert_eq!(linkspan::links(&text).count(), links, "{text}");
    }
}

/// A profile with a length limit of 20 or 64 bytes, for the bytes 1 and 2, and so with the minimum lookahead.
fn options_with_short_links(profile: u8, limit: u8) -> Options {
    let mut bytes = [0; Options::COUNT];
    bytes[0] = profile;
    bytes[5] = limit;
    Options::new(bytes)
}
