//! Properties of the finder, for every text and every combination of options.
//!
//! The links are also compared with those of the [reference implementation](reference).

use std::net::Ipv6Addr;
use std::ops::Range;

use linkspan::find::Segment;
use linkspan::offset::{OffsetUnit, convert_ranges};
use linkspan::options::{CodeNames, FileNames};
use linkspan::stream::Windows;
use linkspan::url::UrlParts;
use linkspan::uts58::{LinkTerm, link_term, terminate};
use linkspan::{Finder, Link, LinkKind};

use super::options::Options;
use super::reference;

/// Checks all properties of a finder with these options. Does nothing if the options contradict each other.
pub(crate) fn assert_all(options: Options, text: &str) {
    let Some(finder) = options.finder() else {
        return;
    };
    let links: Vec<_> = finder.find_iter(text).collect();
    links_do_not_overlap(&links, text);
    parts_are_ordered_inside_the_link(&links, text);
    hrefs_are_ascii(&links);
    explain_finds_the_same_links(&finder, &links, text);
    segments_concatenate_to_the_text(&finder, &links, text);
    link_at_finds_the_same_links(&finder, &links, text);
    converted_offsets_select_the_link_text(&links, text);
    splitting_at_boundaries_keeps_the_links(&finder, &links, text);
    explained_ends_agree_with_the_links(&finder, &links, text);
    links_match_the_reference(options, text);
    links_are_independent_of_block_alignment(&finder, &links, text);
    if options.are_defaults() {
        assert_all_for_defaults(text);
    }
}

/// Checks the properties that hold only for the default options.
pub(crate) fn assert_all_for_defaults(text: &str) {
    let links: Vec<_> = linkspan::links(text).collect();
    for link in &links {
        display_form_is_detected_as_one_link(link);
        href_leads_to_the_host(link);
    }
}

/// The links are those of the reference implementation.
pub(crate) fn links_match_the_reference(options: Options, text: &str) {
    let finder = options.finder_without_policy().unwrap();
    let links = finder.find_iter(text);
    let links: Vec<_> = links.map(|link| (link.range(), link.as_str())).collect();
    let expected = reference::find(&options.rules(), text);
    let expected: Vec<_> = expected
        .into_iter()
        .map(|range| (range.clone(), &text[range]))
        .collect();
    assert_eq!(
        links, expected,
        "the reference implementation (right) finds other links"
    );
}

/// The display form is detected, by a finder that links names of files, too: UTS #46 may have made it look like one, as
/// `a.m\u{AD}d` is displayed as `a.md`. The top-level domain of an address may have been accepted because of the
/// brackets around it.
fn display_form_is_detected_as_one_link(link: &Link<'_>) {
    // A local part may contain what is a link on its own: `//example.com/a}ann@example.com`.
    if link.local_part().is_some_and(|local| local.contains('/')) {
        return;
    }
    let display = link.display();
    let text = match link.kind() {
        LinkKind::Email => format!("<{display}>"),
        _ => display.to_string(),
    };
    let names = Finder::builder()
        .file_names(FileNames::Link)
        .code_names(CodeNames::Link);
    let is_detected = [Finder::new(), names.build().unwrap()]
        .iter()
        .any(|finder| {
            let found: Vec<_> = finder.find_iter(&text).map(|link| link.as_str()).collect();
            found == [display.as_ref()]
        });
    assert!(is_detected, "{display:?} is not detected as a link");
}

fn links_do_not_overlap(links: &[Link<'_>], text: &str) {
    let mut end = 0;
    for link in links {
        assert!(end <= link.start() && link.start() < link.end());
        end = link.end();
        assert_eq!(text.get(link.range()), Some(link.as_str()));
    }
}

fn parts_are_ordered_inside_the_link(links: &[Link<'_>], text: &str) {
    for link in links {
        let parts = [
            (link.scheme_range(), link.scheme()),
            (link.userinfo_range(), link.userinfo()),
            (link.local_part_range(), link.local_part()),
            (Some(link.host_range()), Some(link.host())),
            (link.port_range(), link.port()),
            (Some(link.path_range()), Some(link.path())),
            (link.query_range(), link.query()),
            (link.fragment_range(), link.fragment()),
            (link.directive_range(), link.directive()),
        ];
        let mut from = link.start();
        for (range, part) in parts {
            assert_eq!(range.is_some(), part.is_some());
            if let Some(range) = range {
                assert!(from <= range.start && range.start <= range.end && range.end <= link.end());
                assert_eq!(text.get(range.clone()), part);
                from = range.end;
            }
        }
        if let Some(parts) = link.parts() {
            assert_eq!(Ok(parts), UrlParts::parse(link.as_str()));
        }
        assert_eq!(link.local_part().is_some(), link.kind() == LinkKind::Email);
    }
}

fn hrefs_are_ascii(links: &[Link<'_>]) {
    for link in links {
        let href = link.href();
        assert!(href.bytes().all(|byte| byte.is_ascii_graphic()), "{href}");
        assert!(!link.display().is_empty());
    }
}

/// A WHATWG URL parser reads the same host from the `href` as the finder from the text.
fn href_leads_to_the_host(link: &Link<'_>) {
    let href = link.href();
    let url = url::Url::parse(&href);
    assert!(url.is_ok(), "{href} of {}", link.as_str());
    if link.kind() == LinkKind::Url {
        let url = url.unwrap();
        let host = link.host();
        if host.starts_with('[') {
            // An IPv6 address has several notations.
            let address = |host: &str| host.trim_matches(['[', ']']).parse::<Ipv6Addr>().ok();
            assert_eq!(address(host), address(url.host_str().unwrap()));
            return;
        }
        let (expected, _) = idna::domain_to_unicode(host);
        let (found, _) = idna::domain_to_unicode(url.host_str().unwrap());
        // Browsers remove a root dot after an IP address.
        assert_eq!(expected.trim_end_matches('.'), found.trim_end_matches('.'));
    }
}

fn explain_finds_the_same_links(finder: &Finder, links: &[Link<'_>], text: &str) {
    let explained = finder
        .explain(text)
        .filter_map(|candidate| candidate.outcome.ok());
    assert!(
        explained.eq(links.iter().copied()),
        "explain finds other links"
    );
}

fn segments_concatenate_to_the_text(finder: &Finder, links: &[Link<'_>], text: &str) {
    let segments: Vec<_> = finder.segments(text).collect();
    let concatenated: String = segments.iter().map(Segment::as_str).collect();
    assert_eq!(concatenated, text);
    assert!(segments.iter().all(|segment| !segment.as_str().is_empty()));
    let linked = segments.iter().filter_map(|segment| match segment {
        Segment::Link(link) => Some(link),
        Segment::Text(_) => None,
    });
    assert!(linked.eq(links), "segments have other links");
}

fn link_at_finds_the_same_links(finder: &Finder, links: &[Link<'_>], text: &str) {
    // In long texts, only some offsets are tested, since each test searches the text.
    let step = text.len() / 64 + 1;
    let link_bounds = links.iter().flat_map(|link| [link.start(), link.end()]);
    for offset in (0..=text.len() + 1).step_by(step).chain(link_bounds) {
        let expected = links.iter().find(|link| link.range().contains(&offset));
        let found = finder.link_at(text, offset);
        assert_eq!(found, expected.copied(), "at {offset}");
    }
    assert_eq!(finder.find(text), links.first().copied());
}

fn converted_offsets_select_the_link_text(links: &[Link<'_>], text: &str) {
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let chars: Vec<char> = text.chars().collect();
    let in_unit =
        |unit| convert_ranges(text, links.iter().map(Link::range), unit).collect::<Vec<_>>();
    for (link, range) in links.iter().zip(in_unit(OffsetUnit::Utf16)) {
        assert_eq!(String::from_utf16(&utf16[range]).unwrap(), link.as_str());
    }
    for (link, range) in links.iter().zip(in_unit(OffsetUnit::CodePoint)) {
        assert_eq!(chars[range].iter().collect::<String>(), link.as_str());
    }
}

/// No link crosses a boundary, so the text can be split after each of them and searched piece by piece.
fn splitting_at_boundaries_keeps_the_links(finder: &Finder, links: &[Link<'_>], text: &str) {
    let windows = Windows::new(finder);
    let whole: Vec<_> = links.iter().map(Link::range).collect();
    let by_piece = |pieces: &mut dyn Iterator<Item = &str>| {
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        for piece in pieces {
            let links = finder.find_iter(piece);
            found.extend(links.map(|link| link.start() + start..link.end() + start));
            start += piece.len();
        }
        found
    };
    let is_boundary = |c| windows.is_boundary(c);
    let pieces = by_piece(&mut text.split_inclusive(is_boundary));
    assert_eq!(whole, pieces, "splitting the text changes its links");
    for (offset, c) in text.char_indices().filter(|&(_, c)| is_boundary(c)) {
        let (before, after) = text.split_at(offset + c.len_utf8());
        let pieces = by_piece(&mut [before, after].into_iter());
        assert_eq!(
            whole, pieces,
            "splitting the text at {offset} changes its links"
        );
    }
}

/// Only punctuation and opening brackets are between the end of a link and the character that ends it early. Without
/// such a character, only they are between the end of a URL and its end by the standard.
fn explained_ends_agree_with_the_links(finder: &Finder, links: &[Link<'_>], text: &str) {
    for link in links {
        let explained = finder.explain_end(link).map(|early| early.offset);
        if let Some(offset) = explained {
            assert!(link.end() <= offset && offset < text.len());
        } else if link.kind() == LinkKind::Email {
            continue;
        }
        if explained.is_none() && text[link.end()..].starts_with([')', '>', '"', '\'', '`']) {
            // The link may be delimited exactly, inside brackets that it opened.
            continue;
        }
        let end = explained.unwrap_or_else(|| end_by_the_standard(link, text));
        let between = &text[link.end().min(end)..link.end().max(end)];
        let is_trimmed = |c| matches!(link_term(c), LinkTerm::Soft | LinkTerm::Open);
        assert!(
            between.chars().all(is_trimmed),
            "{between:?} between {link:?} and its end"
        );
    }
}

/// The standard starts a path with a slash. In a URL without `//`, the colon of the scheme starts it.
fn end_by_the_standard(link: &Link<'_>, text: &str) -> usize {
    let start = link.path_range().start;
    if !link.is_opaque() {
        return terminate(text, start);
    }
    let mut text = text.to_owned();
    text.replace_range(start - 1..start, "/");
    terminate(&text, start - 1)
}

/// The prefilter searches blocks of 512 bytes. The result is the same if the text crosses the boundary of two blocks.
fn links_are_independent_of_block_alignment(finder: &Finder, links: &[Link<'_>], text: &str) {
    let padding = 512 - (text.len() / 2).min(511);
    let padded = "\n".repeat(padding) + text;
    let found = finder.find_iter(&padded);
    let found = found.map(|link| link.start() - padding..link.end() - padding);
    assert!(
        found.eq(links.iter().map(Link::range)),
        "{padding} bytes before the text change its links"
    );
}
