//! Links in ASCII text, compared with those of the `linkify` crate ("theirs").

use linkspan::explain::{DomainError, Rejection};
use linkspan::{Finder, Link, LinkKind};
use proptest::prelude::*;
use proptest::sample::select;

use super::{Tally, runner};
use crate::published::corpora;

/// The links that `linkify` finds, with and without a scheme.
fn linkify_links(text: &str) -> Vec<linkify::Link<'_>> {
    let mut finder = linkify::LinkFinder::new();
    finder.url_must_have_scheme(false);
    finder.links(text).collect()
}

/// Classifies every difference in a text.
fn compare(text: &str, tally: &mut Tally) {
    let ours: Vec<_> = linkspan::links(text).collect();
    let theirs = linkify_links(text);
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

/// Punctuation that `linkify` accepts after a host, since a user name may contain it.
const USER_NAME_PUNCTUATION: &str = "!$&'()*+,;=.:";

/// The end of the port, or of the host if there is no port.
fn host_end(link: &Link<'_>) -> usize {
    link.port_range().unwrap_or(link.host_range()).end
}

/// The class of a link that only we find.
fn only_ours(text: &str, link: &Link<'_>) -> Option<&'static str> {
    let host = link.host();
    let before = text[..link.start()].chars().next_back();
    let after = text[link.host_range().end..].chars().next();
    let word = text[..link.start()].rsplit(char::is_whitespace).next()?;
    Some(if host.starts_with('[') {
        "IPv6 addresses"
    } else if host.contains('_') || before == Some('_') || matches!(after, Some('_' | '~')) {
        "underscores and tildes next to hosts"
    } else if link.scheme().is_some() && before.is_some_and(|c| c.is_ascii_digit()) {
        "a digit before the scheme"
    } else if word.contains('@') || text[link.end()..].starts_with('@') {
        "adjacent to an @"
    } else if link.scheme().is_none() && before == Some('/') {
        "a slash before a bare domain"
    } else if link.port().is_some() && link.scheme().is_none() {
        "ports"
    } else if link.end() == host_end(link)
        && after.is_some_and(|c| USER_NAME_PUNCTUATION.contains(c))
    {
        "punctuation right after the host"
    } else {
        return None;
    })
}

/// The class of a link that only `linkify` finds, and why we reject it.
///
/// The reason is that of the first rejected candidate inside their link, or else of the last one before it.
fn only_theirs(text: &str, their: &linkify::Link<'_>) -> (Option<&'static str>, Option<Rejection>) {
    let rejected: Vec<_> = Finder::new()
        .explain(text)
        .filter(|candidate| candidate.offset < their.end())
        .filter_map(|candidate| Some((candidate.offset, candidate.outcome.err()?)))
        .collect();
    let inside = rejected.iter().find(|(offset, _)| *offset >= their.start());
    let reason = inside.or(rejected.last()).map(|&(_, reason)| reason);
    (reason.and_then(class_of_rejection), reason)
}

/// The class of links that we reject for this reason.
fn class_of_rejection(reason: Rejection) -> Option<&'static str> {
    Some(match reason {
        Rejection::UnknownScheme => "unknown schemes",
        Rejection::Userinfo => "user names",
        Rejection::InvalidPort => "ports",
        Rejection::InvalidLocalPart(_) => "dots in local parts",
        Rejection::InPath | Rejection::FileName => "paths and names of files",
        Rejection::CodeName => "names in source code",
        Rejection::RemotePath => "remote paths",
        Rejection::Defanged => "defanged links",
        Rejection::NoTopLevel
        | Rejection::NotLastLabel
        | Rejection::NoDomainAfterAt
        | Rejection::InvalidDomain(DomainError::TopLevel) => "top-level domains that do not exist",
        Rejection::InvalidDomain(DomainError::OneLabel) | Rejection::NoHost => {
            "hosts with fewer than two labels"
        }
        Rejection::IsScheme | Rejection::NoScheme => "schemes one after the other",
        Rejection::NextToAt | Rejection::InLocalPart => "adjacent to an @",
        Rejection::InvalidDomain(DomainError::Underscore) => "underscores and tildes next to hosts",
        Rejection::InvalidDomain(DomainError::PublicSuffix) => "public suffixes",
        Rejection::InvalidDomain(_)
        | Rejection::InvalidAddress
        | Rejection::EmptyLabel
        | Rejection::NoHostStart => "invalid hosts",
        _ => return None,
    })
}

/// The class of a link that starts at another offset.
fn other_start(text: &str, link: &Link<'_>, their: &linkify::Link<'_>) -> Option<&'static str> {
    if their.start() < link.start() {
        // We reject the candidate where their link starts, or end a link where its port would be.
        let rejected = only_theirs(text, their).0;
        let before = text[..link.start()].trim_end_matches(|c: char| c.is_ascii_digit());
        let ports = before.ends_with(':').then_some("ports");
        if rejected.is_none() && *their.kind() == linkify::LinkKind::Email {
            return Some("adjacent to an @");
        }
        // Or their scheme includes the word before ours.
        let front = &text[their.start()..link.start()];
        if link.scheme().is_some() && front.ends_with(['+', '-', '.']) {
            return Some("words before the scheme");
        }
        // Or their link includes punctuation that ends ours.
        let same_start = linkspan::links(text).any(|link| link.start() == their.start());
        return rejected
            .or(ports)
            .or(same_start.then_some("punctuation right after the host"))
            // Or our previous link ends here and is longer than theirs.
            .or(linkspan::links(text)
                .any(|before| before.end() == link.start())
                .then_some("slashes and brackets after punctuation"));
    }
    let front = &text[link.start()..their.start()];
    if front.eq_ignore_ascii_case("mailto:") {
        Some("mailto")
    } else if link.kind() == LinkKind::Email && *their.kind() == linkify::LinkKind::Url {
        Some("adjacent to an @")
    } else {
        // They find only a part of our link.
        only_ours(text, link)
    }
}

/// The class of a link that ends at another offset, by the character after the shorter link.
fn other_end(text: &str, link: &Link<'_>, their: &linkify::Link<'_>) -> Option<&'static str> {
    if link.kind() == LinkKind::Email && *their.kind() == linkify::LinkKind::Url {
        return Some("adjacent to an @");
    }
    if link.kind() == LinkKind::Url && *their.kind() == linkify::LinkKind::Email {
        return Some("adjacent to an @");
    }
    let (ours, theirs) = (link.end(), their.end());
    let excess = &text[ours.min(theirs)..ours.max(theirs)];
    let next = excess.chars().next()?;
    Some(if ours > theirs {
        match next {
            '#' if theirs == host_end(link) => "a fragment right after the host",
            '|' | '"' | '<' | '>' | '`' => "characters outside RFC 3986",
            '(' | '[' | '{' => "unclosed brackets",
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
            '_' | '~' => "underscores and tildes next to hosts",
            _ if ours == host_end(link) && USER_NAME_PUNCTUATION.contains(next) => {
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

/// Pieces of ASCII text with links.
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
fn differences_in_generated_text_are_classified() {
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
fn differences_in_corpora_are_classified() {
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
