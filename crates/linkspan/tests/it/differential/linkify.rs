//! The links that the `linkify` crate finds in ASCII text.

use linkspan::{BadDomain, Finder, Link, LinkKind, NoLink};
use proptest::prelude::*;
use proptest::sample::select;

use super::{Tally, runner};
use crate::published::corpora;

/// Their links, with and without a scheme.
fn theirs(text: &str) -> Vec<linkify::Link<'_>> {
    let mut finder = linkify::LinkFinder::new();
    finder.url_must_have_scheme(false);
    finder.links(text).collect()
}

/// Puts every difference in a text into its class.
fn compare(text: &str, tally: &mut Tally) {
    let ours: Vec<_> = linkspan::links(text).collect();
    let theirs = theirs(text);
    for link in &ours {
        let their = theirs
            .iter()
            .find(|their| their.start() < link.end() && link.start() < their.end());
        let class = match their {
            None => only_ours(text, link),
            Some(their) if (their.start(), their.end()) == (link.start(), link.end()) => continue,
            Some(their) if their.start() != link.start() => other_start(text, link, their),
            Some(their) => other_end(text, link, their),
        };
        let their = their.map(linkify::Link::as_str);
        tally.add(class, || {
            format!("{:?}, theirs {their:?}, in {text:?}", link.as_str())
        });
    }
    for their in &theirs {
        if !ours
            .iter()
            .any(|link| their.start() < link.end() && link.start() < their.end())
        {
            let (class, reason) = only_theirs(text, their);
            tally.add(class, || {
                format!("theirs {:?} in {text:?}: {reason:?}", their.as_str())
            });
        }
    }
}

/// What user names may hold, so that they read on over it.
const AFTER_HOSTS: &str = "!$&'()*+,;=.:";

/// Where host and port end.
fn host_end(link: &Link<'_>) -> usize {
    link.port().unwrap_or(link.host()).end
}

/// Why they do not find a link of ours.
fn only_ours(text: &str, link: &Link<'_>) -> Option<&'static str> {
    let host = &text[link.host()];
    let before = text[..link.start()].chars().next_back();
    let after = text[link.host().end..].chars().next();
    let word = text[..link.start()].rsplit(char::is_whitespace).next()?;
    Some(if host.starts_with('[') {
        "IPv6 addresses"
    } else if host.contains('_') || before == Some('_') || matches!(after, Some('_' | '~')) {
        "underscores and tildes beside hosts"
    } else if link.scheme().is_some() && before.is_some_and(|c| c.is_ascii_digit()) {
        "a digit before the scheme"
    } else if word.contains('@') || text[link.end()..].starts_with('@') {
        "beside an @"
    } else if link.scheme().is_none() && before == Some('/') {
        "a slash before a bare domain"
    } else if link.port().is_some() && link.scheme().is_none() {
        "ports"
    } else if link.end() == host_end(link) && after.is_some_and(|c| AFTER_HOSTS.contains(c)) {
        "punctuation right after the host"
    } else {
        return None;
    })
}

/// Why we do not find a link of theirs: what the finder says about the first thing that it noticed in it, or the last
/// one before.
fn only_theirs(text: &str, their: &linkify::Link<'_>) -> (Option<&'static str>, Option<NoLink>) {
    let refused: Vec<_> = Finder::new()
        .explain(text)
        .filter(|candidate| candidate.offset < their.end())
        .filter_map(|candidate| Some((candidate.offset, candidate.verdict.err()?)))
        .collect();
    let inside = refused.iter().find(|(offset, _)| *offset >= their.start());
    let reason = inside.or(refused.last()).map(|&(_, reason)| reason);
    (reason.and_then(refusal), reason)
}

/// The class of what is refused for a reason.
fn refusal(reason: NoLink) -> Option<&'static str> {
    Some(match reason {
        NoLink::UnknownScheme => "unknown schemes",
        NoLink::Userinfo => "user names",
        NoLink::BadPort => "ports",
        NoLink::BadLocalPart(_) => "dots in local parts",
        NoLink::InPath => "paths of files",
        NoLink::NoTopLevel
        | NoLink::NotLastLabel
        | NoLink::NoDomainAfterAt
        | NoLink::BadDomain(BadDomain::TopLevel) => "top-level domains that do not exist",
        NoLink::BadDomain(BadDomain::OneLabel) | NoLink::NoHost => "hosts of one label or none",
        NoLink::IsScheme | NoLink::NoScheme => "schemes one after the other",
        NoLink::BesideAt | NoLink::InLocalPart => "beside an @",
        NoLink::BadDomain(BadDomain::Underscore) => "underscores and tildes beside hosts",
        NoLink::BadDomain(BadDomain::PublicSuffix) => "public suffixes",
        NoLink::BadDomain(_) | NoLink::BadAddress | NoLink::EmptyLabel | NoLink::NoHostStart => {
            "hosts that are none"
        }
        _ => return None,
    })
}

/// Why a link starts elsewhere.
fn other_start(text: &str, link: &Link<'_>, their: &linkify::Link<'_>) -> Option<&'static str> {
    if their.start() < link.start() {
        // What they start with, we refuse, or end where the port would be.
        let refused = only_theirs(text, their).0;
        let before = text[..link.start()].trim_end_matches(|c: char| c.is_ascii_digit());
        let ports = before.ends_with(':').then_some("ports");
        if refused.is_none() && *their.kind() == linkify::LinkKind::Email {
            return Some("beside an @");
        }
        // Or they read on over what ends a link of ours.
        let read_on = linkspan::links(text).any(|link| link.start() == their.start());
        return refused
            .or(ports)
            .or(read_on.then_some("punctuation right after the host"))
            // Or a link of ours ends here that was longer than theirs.
            .or(linkspan::links(text)
                .any(|before| before.end() == link.start())
                .then_some("slashes and brackets after punctuation"));
    }
    let front = &text[link.start()..their.start()];
    if front.eq_ignore_ascii_case("mailto:") {
        Some("mailto")
    } else if link.kind() == LinkKind::Email && *their.kind() == linkify::LinkKind::Url {
        Some("beside an @")
    } else {
        // They do not find ours, but something in it.
        only_ours(text, link)
    }
}

/// Why a link ends elsewhere: what comes where the shorter one ends.
fn other_end(text: &str, link: &Link<'_>, their: &linkify::Link<'_>) -> Option<&'static str> {
    if link.kind() == LinkKind::Email && *their.kind() == linkify::LinkKind::Url {
        return Some("beside an @");
    }
    if link.kind() == LinkKind::Url && *their.kind() == linkify::LinkKind::Email {
        return Some("beside an @");
    }
    let (ours, theirs) = (link.end(), their.end());
    let excess = &text[ours.min(theirs)..ours.max(theirs)];
    let next = excess.chars().next()?;
    Some(if ours > theirs {
        match next {
            '#' if theirs == host_end(link) => "a fragment right after the host",
            '|' | '"' | '<' | '>' | '`' => "characters that RFC 3986 has no place for",
            '(' | '[' | '{' => "brackets that nothing closes",
            '\'' => "quotes",
            '*' => "asterisks at the end",
            '?' | '!' | '.' | ',' | ':' | ';' => "slashes and brackets after punctuation",
            _ => return None,
        }
    } else {
        let closes = |c: char| ")]}".contains(c);
        match next {
            ':' => "ports",
            _ if link.port().is_some() && ours == host_end(link) => "ports",
            _ if excess
                .trim_matches(['?', '!', '.', ',', ':', ';', '\''])
                .is_empty() =>
            {
                "quotes"
            }
            '_' | '~' => "underscores and tildes beside hosts",
            _ if ours == host_end(link) && AFTER_HOSTS.contains(next) => {
                "punctuation right after the host"
            }
            _ if excess
                .trim_start_matches(['?', '!', '.', ',', ':', ';', '\''])
                .starts_with(closes) =>
            {
                "brackets across parts"
            }
            _ => return None,
        }
    })
}

/// What ASCII text with links in it is made of.
const PIECES: &[&str] = &[
    "example",
    "www.",
    "a",
    "b1",
    ".com",
    ".org",
    ".co.uk",
    ".invalid",
    ".py",
    ".c",
    ".",
    ".",
    "..",
    "-",
    "_",
    "192.0.2.1",
    "[::1]",
    "localhost",
    "http://",
    "https://",
    "HTTP://",
    "ftp://",
    "foo://",
    "mailto:",
    "://",
    ":",
    ":80",
    ":99999",
    ":x",
    "@",
    "ann@",
    "u:p@",
    "/",
    "/",
    "?",
    "#",
    "=",
    "&",
    "%41",
    "+",
    "~",
    "*",
    "$",
    "!",
    ",",
    ";",
    "'",
    "\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "|",
    "`",
    "^",
    "\\",
    " ",
    " ",
    "\n",
    "1",
    "example.com",
    "http://example.com/a",
    "ann@example.com",
];

#[test]
fn differences_in_generated_text_have_names() {
    let texts = prop::collection::vec(select(PIECES), 0..12).prop_map(|pieces| pieces.concat());
    let tally = std::cell::RefCell::new(Tally::default());
    let mut runner = runner();
    runner
        .run(&texts, |text| {
            compare(&text, &mut tally.borrow_mut());
            Ok(())
        })
        .unwrap();
    tally.borrow().report("linkify, generated");
}

#[test]
fn differences_in_corpora_have_names() {
    let names = [
        "a_prose_en",
        "b_links_en",
        "e_email_log",
        "f_code_json",
        "g_chat",
    ];
    let corpora = corpora(&names);
    if corpora.is_empty() {
        return;
    }
    let mut tally = Tally::default();
    for (_, text) in corpora {
        for line in text.lines().filter(|line| line.is_ascii()) {
            compare(line, &mut tally);
        }
    }
    tally.report("linkify, corpora");
}
