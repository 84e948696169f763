//! What holds for every text.

use linkspan::{
    BadDots, BareDomains, Finder, FinderBuilder, GluedTails, IpHosts, LinkKind, LinkTerm,
    OffsetUnit, OneLabelHosts, Profile, QuotedLocalParts, ScriptBoundaries, Segment, TopLevel,
    TrailingQuestion, UnknownSchemes, Userinfo, convert_ranges, link_term,
};
use proptest::prelude::*;
use proptest::sample::select;

use super::twin;
use crate::alphabet::config;

/// Pieces that make links, nearly make links, and stand around links.
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

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..14).prop_map(|pieces| pieces.concat())
}

/// A finder with options chosen by numbers.
fn finder(choices: [u8; 16]) -> Finder {
    let mut choices = choices.into_iter().map(usize::from);
    let mut choose = || choices.next().unwrap();
    let rules = [TopLevel::Listed, TopLevel::Syntactic, TopLevel::Any];
    let profile = Profile::ALL[choose() + choose() / 2];
    let mut builder = Finder::builder()
        .profile(profile)
        .scheme_tld(rules[choose()])
        .bare_tld(rules[choose()]);
    // Each is changed in one case of three.
    let changes: [fn(FinderBuilder) -> FinderBuilder; 12] = [
        |builder| builder.unknown_schemes(UnknownSchemes::Link),
        |builder| builder.bare_domains(BareDomains::Skip),
        |builder| builder.userinfo(Userinfo::Allow),
        |builder| builder.ip_hosts(IpHosts::Skip),
        |builder| builder.one_label_hosts(OneLabelHosts::Allow),
        |builder| builder.script_boundaries(ScriptBoundaries::Ignore),
        |builder| builder.trailing_question(TrailingQuestion::Keep),
        |builder| builder.bad_dots(BadDots::Recover),
        |builder| builder.quoted_local_parts(QuotedLocalParts::Link),
        |builder| builder.length_limit(20),
        |builder| builder.schemes(["foo", "http"]),
        |builder| builder.glued_tails(GluedTails::Cut),
    ];
    for change in changes {
        if choose() == 0 {
            builder = change(builder);
        }
    }
    builder.build().unwrap()
}

fn ranges(text: &str) -> Vec<std::ops::Range<usize>> {
    linkspan::links(text).map(|link| link.range()).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn agrees_with_the_twin(text in text()) {
        prop_assert_eq!(ranges(&text), twin::find(&text), "{}", text);
    }

    #[test]
    fn agrees_with_the_twin_on_any_text(text in ".{0,40}") {
        prop_assert_eq!(ranges(&text), twin::find(&text), "{}", text);
    }

    #[test]
    fn no_options_break_the_order_or_the_href(text in text(), choices in prop::array::uniform16(0_u8..3)) {
        let finder = finder(choices);
        let mut end = 0;
        for link in finder.find_iter(&text) {
            prop_assert!(end <= link.start() && link.start() < link.end());
            end = link.end();
            prop_assert!(link.href().is_ascii());
            prop_assert!(!link.display().is_empty());
        }
        let explained = finder.explain(&text).filter_map(|candidate| candidate.verdict.ok());
        prop_assert!(explained.eq(finder.find_iter(&text)));
    }

    #[test]
    fn links_are_ordered_disjoint_and_whole(text in text()) {
        let mut end = 0;
        for link in linkspan::links(&text) {
            prop_assert!(end <= link.start() && link.start() < link.end());
            end = link.end();
            prop_assert_eq!(text.get(link.range()), Some(link.as_str()));
            // The parts lie inside the link, in their order.
            let parts = [link.scheme(), link.local_part(), Some(link.host()), link.port(), link.path(), link.query(), link.fragment()];
            let mut from = link.start();
            for part in parts.into_iter().flatten() {
                prop_assert!(from <= part.start && part.start <= part.end && part.end <= link.end());
                prop_assert!(text.get(part.clone()).is_some());
                from = part.end;
            }
            prop_assert_eq!(link.local_part().is_some(), link.kind() == LinkKind::Email);
        }
    }

    #[test]
    fn a_hard_character_parts_texts(before in text(), after in text(), hard in select(&[" ", "\n", "\u{0}", "\u{2028}", "\u{FFFF}"][..])) {
        let whole = format!("{before}{hard}{after}");
        let offset = before.len() + hard.len();
        let mut parted = ranges(&before);
        parted.extend(ranges(&after).into_iter().map(|range| range.start + offset..range.end + offset));
        prop_assert_eq!(ranges(&whole), parted);
    }

    #[test]
    fn splitting_at_every_hard_character_changes_nothing(text in text()) {
        let mut parted = Vec::new();
        let mut start = 0;
        for piece in text.split_inclusive(|c| link_term(c) == LinkTerm::Hard) {
            parted.extend(ranges(piece).into_iter().map(|range| range.start + start..range.end + start));
            start += piece.len();
        }
        prop_assert_eq!(ranges(&text), parted);
    }

    #[test]
    fn segments_joined_are_the_text(text in text()) {
        let finder = Finder::new();
        let segments: Vec<_> = finder.segments(&text).collect();
        let joined: String = segments.iter().map(Segment::as_str).collect();
        prop_assert_eq!(&joined, &text);
        let found: Vec<_> = segments.iter().filter_map(|segment| match segment {
            Segment::Link(link) => Some(link.range()),
            Segment::Text(_) => None,
        }).collect();
        prop_assert_eq!(found, ranges(&text));
        prop_assert!(segments.iter().all(|segment| !segment.as_str().is_empty()));
    }

    #[test]
    fn offsets_in_other_units_select_the_same(text in text()) {
        let utf16: Vec<u16> = text.encode_utf16().collect();
        let chars: Vec<char> = text.chars().collect();
        let in_unit = |unit| convert_ranges(&text, unit, ranges(&text)).collect::<Vec<_>>();
        for (link, range) in linkspan::links(&text).zip(in_unit(OffsetUnit::Utf16)) {
            prop_assert_eq!(String::from_utf16(&utf16[range]).unwrap(), link.as_str());
        }
        for (link, range) in linkspan::links(&text).zip(in_unit(OffsetUnit::CodePoint)) {
            prop_assert_eq!(chars[range].iter().collect::<String>(), link.as_str());
        }
    }

    #[test]
    fn the_link_under_the_cursor_is_the_one_that_is_found(text in text()) {
        let finder = Finder::new();
        let links: Vec<_> = finder.find_iter(&text).collect();
        for offset in 0..=text.len() + 1 {
            let expected = links.iter().find(|link| link.range().contains(&offset));
            prop_assert_eq!(finder.link_at(&text, offset), expected.copied(), "at {}", offset);
        }
    }

    #[test]
    fn the_display_form_is_found_whole(text in text()) {
        for link in linkspan::links(&text) {
            let display = link.display();
            let found: Vec<_> = linkspan::links(&display).map(|link| link.as_str()).collect();
            prop_assert_eq!(&found, &[&*display], "{}", link.as_str());
        }
    }

    #[test]
    fn the_href_is_ascii_and_leads_to_the_host(text in text()) {
        for link in linkspan::links(&text) {
            let href = link.href();
            prop_assert!(href.is_ascii(), "{}", href);
            let url = url::Url::parse(&href);
            prop_assert!(url.is_ok(), "{} of {}", href, link.as_str());
            if link.kind() == LinkKind::Url {
                let host = &text[link.host()];
                let (given, _) = idna::domain_to_unicode(host);
                let (seen, _) = idna::domain_to_unicode(url.unwrap().host_str().unwrap());
                // Browsers take a root dot off IP addresses.
                prop_assert_eq!(given.trim_end_matches('.'), seen.trim_end_matches('.'));
            }
        }
    }
}

#[test]
fn the_profiles_have_names_and_find_the_plain_link() {
    for profile in Profile::ALL {
        let finder = Finder::builder().profile(profile).build().unwrap();
        let found = finder
            .first("see example.com/a.")
            .map(|link| link.as_str().to_owned());
        assert_eq!(
            found.as_deref(),
            Some("example.com/a"),
            "{}",
            profile.name()
        );
    }
}

#[test]
fn offsets_out_of_order_past_the_end_or_inside_a_character() {
    let text = "é😀";
    let convert = |ranges: &[std::ops::Range<usize>]| {
        convert_ranges(text, OffsetUnit::Utf16, ranges.iter().cloned()).collect::<Vec<_>>()
    };
    assert_eq!(convert(&[2..6, 0..2]), [1..3, 0..1]);
    assert_eq!(convert(&[0..99, 1..5]), [0..3, 0..1]);
}

#[test]
fn a_link_has_at_most_8_kib_by_default() {
    let front = "https://example.com/";
    for (bytes, found) in [(8192, 1), (8193, 0), (1 << 20, 0)] {
        let text = format!("see {front}{} now", "a".repeat(bytes - front.len()));
        assert_eq!(linkspan::links(&text).count(), found, "{bytes} bytes");
    }
    // What is too long hides nothing after it, and nothing in it is a link.
    let text = format!("{front}{}/www.example.org example.net", "a".repeat(9000));
    let found: Vec<_> = linkspan::links(&text).map(|link| link.as_str()).collect();
    assert_eq!(found, ["example.net"]);
}

#[test]
fn a_long_sentence_may_be_glued_to_a_host() {
    // Longer than any label, and without punctuation, as Thai and Japanese can be.
    let sentence = "ก็".repeat(200);
    for link in ["example.com", "https://example.com", "ann@example.com"] {
        let text = format!("{link}{sentence} {sentence}example.org{sentence}");
        let found: Vec<_> = linkspan::links(&text).map(|link| link.as_str()).collect();
        assert_eq!(found, [link, "example.org"]);
    }
}

#[test]
fn names_of_many_labels_are_none_and_do_no_harm() {
    // Their ASCII form is several times as long as the text.
    for label in ["é.", "한국.", "рф.", "例。", "\u{AD}a."] {
        for labels in [8, 9, 60, 78, 113, 127, 253, 1000] {
            let host = format!("{}com", label.repeat(labels));
            for front in ["", "http://", "a@", "foo://", "请看"] {
                let text = format!("{front}{host}");
                let found = linkspan::links(&text).count();
                assert!(found <= 1, "{labels} of {label}");
                // UTS #46 drops the soft hyphen, so that these are short.
                let short = label.contains('\u{AD}') || labels < 60;
                assert!(short || found == 0, "{labels} of {label} after {front:?}");
            }
        }
    }
}
