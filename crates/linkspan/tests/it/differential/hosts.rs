//! Hosts, compared with `url` (the URL standard) and `idna` (UTS #46).

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use linkspan::Finder;
use linkspan::explain::{DomainError, Rejection};
use linkspan::options::{OneLabelHosts, TopLevel};
use proptest::prelude::*;
use proptest::sample::select;
use url::Url;

use super::{Tally, runner};

/// A finder that accepts any top-level domain, so that only the syntax of a name decides.
fn any_top_level_finder() -> Finder {
    Finder::builder()
        .scheme_tld(TopLevel::Any)
        .one_label_hosts(OneLabelHosts::Link)
        .build()
        .unwrap()
}

fn accepts(finder: &Finder, host: &str) -> bool {
    let text = format!("http://{host}/");
    let link = finder.find(&text);
    link.is_some_and(|link| link.host() == host)
}

fn idna_accepts(host: &str, deny: AsciiDenyList, hyphens: Hyphens) -> bool {
    Uts46::new()
        .to_ascii(host.as_bytes(), deny, hyphens, DnsLength::Verify)
        .is_ok()
}

/// Compares a host of ASCII letters, digits, `-`, `_` and dots with the strictest options of UTS #46.
fn compare_with_idna(finder: &Finder, host: &str, tally: &mut Tally) {
    let ours = accepts(finder, host);
    let strict = idna_accepts(host, AsciiDenyList::STD3, Hyphens::Check);
    if ours == strict {
        return;
    }
    let last = host.rsplit('.').next().unwrap();
    let class = if ours {
        if host.contains('_') && idna_accepts(host, AsciiDenyList::URL, Hyphens::Check) {
            "underscores"
        } else if idna_accepts(host, AsciiDenyList::URL, Hyphens::CheckFirstLast) {
            "hyphens in the third and fourth position"
        } else {
            panic!("{host:?} is accepted, but invalid by UTS #46")
        }
    } else if last.bytes().all(|byte| byte.is_ascii_digit()) {
        "names that end in a number"
    } else {
        panic!("{host:?} is rejected, but valid by UTS #46")
    };
    tally.add(Some(class), || host.to_owned());
}

/// All labels of up to five characters from an alphabet that covers the rules, alone and in names.
#[test]
fn ascii_labels_are_accepted_as_by_idna() {
    const ALPHABET: &[u8] = b"aZ9-_xn";
    let finder = any_top_level_finder();
    let mut tally = Tally::default();
    let mut labels = vec![String::new()];
    let mut done = 0;
    while let Some(label) = labels.get(done).cloned() {
        done += 1;
        if label.len() < 5 {
            labels.extend(
                ALPHABET
                    .iter()
                    .map(|&c| format!("{label}{}", char::from(c))),
            );
        }
        for host in [
            label.clone(),
            format!("{label}.com"),
            format!("a.{label}.com"),
            format!("a.{label}"),
        ] {
            // A trailing dot is not part of the host in running text.
            if !host.is_empty() && !host.ends_with('.') {
                compare_with_idna(&finder, &host, &mut tally);
            }
        }
    }
    assert_eq!(
        done,
        (0..=5).map(|length| 7_usize.pow(length)).sum::<usize>()
    );
    tally.report("idna");
}

#[test]
fn length_limits_match_idna() {
    let finder = any_top_level_finder();
    let mut tally = Tally::default();
    for length in 60..=66 {
        for label in [
            "a".repeat(length),
            format!("xn--{}", "a".repeat(length - 4)),
        ] {
            compare_with_idna(&finder, &format!("{label}.com"), &mut tally);
            compare_with_idna(&finder, &format!("b.{label}"), &mut tally);
        }
    }
    for length in 248..=258 {
        let labels = "a23456789.".repeat(26);
        let host = format!("{}{}", &labels[..length - 4], ".com").replace("..", ".b");
        compare_with_idna(&finder, &host, &mut tally);
    }
    assert!(
        tally.classes.is_empty(),
        "length limits have no class of differences"
    );
}

/// Pieces of hosts, with and without non-ASCII characters.
const PIECES: &[&str] = &[
    "a",
    "b1",
    "example",
    "com",
    "COM",
    "org",
    "9",
    "0x7f",
    "127",
    "1",
    "-",
    "_",
    "--",
    "xn--",
    "xn--p1ai",
    "xn--bcher-kva",
    "xn--a",
    "bücher",
    "ß",
    "рф",
    "例子",
    "中国",
    "한국",
    "אתר",
    "مثال",
    "ไทย",
    "😀",
    "ﬁ",
    "ｇ",
    "\u{301}",
    "\u{200D}",
    "\u{AD}",
    ".",
    ".",
    ".",
    "。",
    "．",
];

fn hosts() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 1..8).prop_map(|pieces| pieces.concat())
}

/// The class of a host that is valid by the URL standard and not linked.
fn class_of_rejection(host: &str, reason: Rejection) -> Option<&'static str> {
    let is_valid_with = |hyphens| {
        let host = host.trim_end_matches(['.', '。', '．']);
        let ascii = Uts46::new().to_ascii(
            host.as_bytes(),
            AsciiDenyList::URL,
            hyphens,
            DnsLength::Ignore,
        );
        ascii.is_ok()
    };
    Some(match reason {
        Rejection::InvalidDomain(DomainError::NotAllowed)
            if is_valid_with(Hyphens::Allow) && !is_valid_with(Hyphens::CheckFirstLast) =>
        {
            "hyphens at the ends of labels"
        }
        Rejection::InvalidDomain(DomainError::OneLabel) | Rejection::NoHost => "one label",
        Rejection::InvalidDomain(DomainError::TopLevel) => "no top-level domain",
        Rejection::InvalidDomain(DomainError::Number) | Rejection::InvalidAddress => {
            "unusual addresses"
        }
        Rejection::InvalidDomain(DomainError::Hyphen) => "hyphens at the ends of labels",
        Rejection::InvalidDomain(DomainError::Underscore) => "underscores in the registered name",
        Rejection::InvalidDomain(DomainError::EmptyLabel) | Rejection::EmptyLabel => "empty labels",
        Rejection::InvalidDomain(DomainError::TooLong) => "names that exceed DNS limits",
        _ => return None,
    })
}

/// Every linked host is valid in a browser and leads to the same URL. A valid host that is not linked belongs to a
/// class.
#[test]
fn linked_hosts_are_valid_in_browsers() {
    let finder = Finder::new();
    let tally = std::cell::RefCell::new(Tally::default());
    let mut runner = runner();
    let outcome = runner.run(&hosts(), |host| {
        let text = format!("http://{host}/");
        let theirs = Url::parse(&text).ok();
        let mut tally = tally.borrow_mut();
        match finder.find(&text).filter(|link| link.start() == 0) {
            Some(link) => {
                let linked = link.host();
                let url = Url::parse(&link.href()).unwrap();
                if linked == host {
                    let theirs = theirs.expect("browsers accept a linked host");
                    prop_assert_eq!(&url, &theirs);
                } else {
                    // The link ends before the generated host does.
                    tally.add(Some("hosts that end early"), || host.clone());
                }
            }
            None if theirs.is_some() => {
                let reason = finder
                    .explain(&text)
                    .find_map(|candidate| candidate.outcome.err());
                tally.add(
                    reason.and_then(|reason| class_of_rejection(&host, reason)),
                    || format!("{host:?}: {reason:?}"),
                );
            }
            None => {}
        }
        Ok(())
    });
    outcome.unwrap();
    tally.borrow().report("url");
}

/// A browser parses the text of a link and its `href` to the same URL.
#[test]
fn href_is_equivalent_to_the_link_text_in_browsers() {
    let pieces = &[
        "a", "B", "/", "/", "?", "#", "..", "/../", "/./", "%2e", "%41", "%FF", "%", "é", "字",
        "^", "|", "\\", "{", "}", "[", "]", "'", "\"", "&", "=", "+", ":~:", ";", ",", "`",
        "\u{200D}", "😀",
    ];
    let tails = prop::collection::vec(select(&pieces[..]), 0..12);
    let before_tails = select(
        &[
            "http://example.com/",
            "https://bücher.example.com?",
            "HTTP://EXAMPLE.com:8080#",
            "ftp://例子.中国/",
            "wss://1.2.3.4/",
        ][..],
    );
    let mut runner = runner();
    let outcome = runner.run(&(before_tails, tails), |(before_tail, tail)| {
        let text = format!("{before_tail}{}", tail.concat());
        let link = linkspan::links(&text).next().unwrap();
        // The URL standard escapes '^' in paths, but the `url` crate does not yet.
        let parse = |url: &str| Url::parse(url).unwrap().as_str().replace('^', "%5E");
        prop_assert_eq!(parse(&link.href()), parse(link.as_str()));
        Ok(())
    });
    outcome.unwrap();
}
