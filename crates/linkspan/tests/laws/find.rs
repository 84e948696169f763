//! The finder: what holds for every text, whatever the options.

use std::net::Ipv6Addr;
use std::ops::Range;

use linkspan::{Finder, Link, LinkKind, LinkTerm, OffsetUnit, Segment, convert_ranges, link_term};

use super::options::Options;
use super::twin;

/// All laws of a finder with some options, if these do not contradict each other.
pub(crate) fn laws(options: Options, text: &str) {
    let Some(finder) = options.finder() else {
        return;
    };
    let links: Vec<_> = finder.find_iter(text).collect();
    ordered_and_whole(&links, text);
    addresses(&links);
    one_story(&finder, &links, text);
    offsets(&links, text);
    let cut = |c: char| {
        if options.spaces_in_links() {
            c.is_control()
        } else {
            link_term(c) == LinkTerm::Hard
        }
    };
    cuts(&finder, &links, text, cut);
    moved(&finder, &links, text);
    if options.are_defaults() {
        defaults(text);
    }
}

/// What holds for the defaults besides.
pub(crate) fn defaults(text: &str) {
    let links: Vec<_> = linkspan::links(text).collect();
    let ranges: Vec<_> = links.iter().map(Link::range).collect();
    assert_eq!(ranges, twin::find(text), "the twin finds other links");
    for link in &links {
        let display = link.display();
        let found: Vec<_> = linkspan::links(&display).collect();
        let texts: Vec<_> = found.iter().map(Link::as_str).collect();
        assert_eq!(texts, [display.as_ref()]);
        leads_to_the_host(link, text);
    }
}

fn ordered_and_whole(links: &[Link<'_>], text: &str) {
    let mut end = 0;
    for link in links {
        assert!(end <= link.start() && link.start() < link.end());
        end = link.end();
        assert_eq!(text.get(link.range()), Some(link.as_str()));
        // The parts lie inside the link, in their order.
        let parts = [
            link.scheme(),
            link.local_part(),
            Some(link.host()),
            link.port(),
            link.path(),
            link.query(),
            link.fragment(),
        ];
        let mut from = link.start();
        for part in parts.into_iter().flatten() {
            assert!(from <= part.start && part.start <= part.end && part.end <= link.end());
            assert!(text.get(part.clone()).is_some());
            from = part.end;
        }
        assert_eq!(link.local_part().is_some(), link.kind() == LinkKind::Email);
    }
}

fn addresses(links: &[Link<'_>]) {
    for link in links {
        let href = link.href();
        assert!(href.bytes().all(|byte| byte.is_ascii_graphic()), "{href}");
        assert!(!link.display().is_empty());
    }
}

/// A URL parser takes the address of a link to its host.
fn leads_to_the_host(link: &Link<'_>, text: &str) {
    let href = link.href();
    let url = url::Url::parse(&href);
    assert!(url.is_ok(), "{href} of {}", link.as_str());
    if link.kind() == LinkKind::Url {
        let url = url.unwrap();
        let host = &text[link.host()];
        if host.starts_with('[') {
            // An address can be written in several ways.
            let address = |host: &str| host.trim_matches(['[', ']']).parse::<Ipv6Addr>().ok();
            assert_eq!(address(host), address(url.host_str().unwrap()));
            return;
        }
        let (given, _) = idna::domain_to_unicode(host);
        let (seen, _) = idna::domain_to_unicode(url.host_str().unwrap());
        // Browsers take a root dot off IP addresses.
        assert_eq!(given.trim_end_matches('.'), seen.trim_end_matches('.'));
    }
}

/// Every way to ask gives the same links.
fn one_story(finder: &Finder, links: &[Link<'_>], text: &str) {
    let explained = finder
        .explain(text)
        .filter_map(|candidate| candidate.verdict.ok());
    assert!(explained.eq(links.iter().copied()), "explain differs");

    let segments: Vec<_> = finder.segments(text).collect();
    let joined: String = segments.iter().map(Segment::as_str).collect();
    assert_eq!(joined, text);
    assert!(segments.iter().all(|segment| !segment.as_str().is_empty()));
    let linked = segments.iter().filter_map(|segment| match segment {
        Segment::Link(link) => Some(link),
        Segment::Text(_) => None,
    });
    assert!(linked.eq(links), "segments differ");

    // Not at every offset of a long text, since that takes time.
    let step = text.len() / 64 + 1;
    let edges = links.iter().flat_map(|link| [link.start(), link.end()]);
    for offset in (0..=text.len() + 1).step_by(step).chain(edges) {
        let expected = links.iter().find(|link| link.range().contains(&offset));
        let found = finder.link_at(text, offset);
        assert_eq!(found, expected.copied(), "at {offset}");
    }
    assert_eq!(finder.first(text), links.first().copied());
}

/// Offsets in other units select the same.
fn offsets(links: &[Link<'_>], text: &str) {
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let chars: Vec<char> = text.chars().collect();
    let in_unit =
        |unit| convert_ranges(text, unit, links.iter().map(Link::range)).collect::<Vec<_>>();
    for (link, range) in links.iter().zip(in_unit(OffsetUnit::Utf16)) {
        assert_eq!(String::from_utf16(&utf16[range]).unwrap(), link.as_str());
    }
    for (link, range) in links.iter().zip(in_unit(OffsetUnit::CodePoint)) {
        assert_eq!(chars[range].iter().collect::<String>(), link.as_str());
    }
}

/// Cutting the text where no link can be changes nothing.
fn cuts(finder: &Finder, links: &[Link<'_>], text: &str, cut: impl Fn(char) -> bool) {
    let mut parted: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for piece in text.split_inclusive(cut) {
        let found = finder.find_iter(piece);
        parted.extend(found.map(|link| link.start() + start..link.end() + start));
        start += piece.len();
    }
    let whole: Vec<_> = links.iter().map(Link::range).collect();
    assert_eq!(whole, parted, "cutting the text changes its links");
}

/// Where a text stands changes nothing. The search goes by stretches of 512 bytes: here, the text lies across the
/// boundary of two.
fn moved(finder: &Finder, links: &[Link<'_>], text: &str) {
    let before = 512 - (text.len() / 2).min(511);
    let far_away = "\n".repeat(before) + text;
    let found = finder.find_iter(&far_away);
    let found = found.map(|link| link.start() - before..link.end() - before);
    assert!(
        found.eq(links.iter().map(Link::range)),
        "moving the text by {before} bytes changes its links"
    );
}
