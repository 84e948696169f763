//! Hosts, as `url` (the URL standard) and `idna` (UTS #46) read them.

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use linkspan::{BadDomain, Finder, NoLink, OneLabelHosts, TopLevel};
use proptest::prelude::*;
use proptest::sample::select;
use url::Url;

use super::{Tally, runner};

/// A finder that asks nothing of top-level domains, so that all that is left is whether a name is one.
fn finder() -> Finder {
    Finder::builder()
        .scheme_tld(TopLevel::Any)
        .one_label_hosts(OneLabelHosts::Allow)
        .build()
        .unwrap()
}

fn accepts(finder: &Finder, host: &str) -> bool {
    let text = format!("http://{host}/");
    let link = finder.first(&text);
    link.is_some_and(|link| text.get(link.host()) == Some(host))
}

fn idna_accepts(host: &str, deny: AsciiDenyList, hyphens: Hyphens) -> bool {
    Uts46::new()
        .to_ascii(host.as_bytes(), deny, hyphens, DnsLength::Verify)
        .is_ok()
}

/// Compares a host of ASCII letters, digits, `-`, `_` and dots with UTS #46 at its strictest.
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
            "hyphens in third and fourth place"
        } else {
            panic!("{host:?} is accepted against UTS #46")
        }
    } else if last.bytes().all(|byte| byte.is_ascii_digit()) {
        "names that end in a number"
    } else {
        panic!("{host:?} is refused against UTS #46")
    };
    tally.add(Some(class), || host.to_owned());
}

/// Every label of up to five characters from those that the rules are about, alone and in names.
#[test]
fn ascii_labels_are_those_of_idna() {
    const ALPHABET: &[u8] = b"aZ9-_xn";
    let finder = finder();
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
            // A dot at the end is the finder's business.
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
fn lengths_are_those_of_idna() {
    let finder = finder();
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
        let front = "a23456789.".repeat(26);
        let host = format!("{}{}", &front[..length - 4], ".com").replace("..", ".b");
        compare_with_idna(&finder, &host, &mut tally);
    }
    assert!(tally.classes.is_empty(), "lengths are no matter of opinion");
}

/// Pieces of hosts, ASCII and not.
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

/// What refuses a host that the URL standard takes.
fn class(host: &str, reason: NoLink) -> Option<&'static str> {
    let lenient = |hyphens| {
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
        NoLink::BadDomain(BadDomain::NotAllowed)
            if lenient(Hyphens::Allow) && !lenient(Hyphens::CheckFirstLast) =>
        {
            "hyphens at the ends of labels"
        }
        NoLink::BadDomain(BadDomain::OneLabel) | NoLink::NoHost => "one label",
        NoLink::BadDomain(BadDomain::TopLevel) => "no top-level domain",
        NoLink::BadDomain(BadDomain::Number) | NoLink::BadAddress => "unusual addresses",
        NoLink::BadDomain(BadDomain::Hyphen) => "hyphens at the ends of labels",
        NoLink::BadDomain(BadDomain::Underscore) => "underscores in the registered name",
        NoLink::BadDomain(BadDomain::EmptyLabel) | NoLink::EmptyLabel => "empty labels",
        NoLink::BadDomain(BadDomain::TooLong) => "names too long for the DNS",
        _ => return None,
    })
}

/// Every host that is linked is one to a browser, and the same; what a browser takes and we do not link is of a
/// class with a name.
#[test]
fn hosts_are_those_of_browsers() {
    let finder = Finder::new();
    let tally = std::cell::RefCell::new(Tally::default());
    let mut runner = runner();
    let outcome = runner.run(&hosts(), |host| {
        let text = format!("http://{host}/");
        let theirs = Url::parse(&text).ok();
        let mut tally = tally.borrow_mut();
        match finder.first(&text).filter(|link| link.start() == 0) {
            Some(link) => {
                let linked = text.get(link.host()).unwrap();
                let url = Url::parse(&link.href()).unwrap();
                if linked == host {
                    let theirs = theirs.expect("a browser takes what is linked");
                    prop_assert_eq!(&url, &theirs);
                } else {
                    // The link is shorter than the host; a browser was given the link.
                    tally.add(Some("hosts that end earlier"), || host.clone());
                }
            }
            None if theirs.is_some() => {
                let reason = finder
                    .explain(&text)
                    .find_map(|candidate| candidate.verdict.err());
                tally.add(reason.and_then(|reason| class(&host, reason)), || {
                    format!("{host:?}: {reason:?}")
                });
            }
            None => {}
        }
        Ok(())
    });
    outcome.unwrap();
    tally.borrow().report("url");
}

/// A browser that is given what stands in the text goes where one goes that is given the `href`.
#[test]
fn hrefs_lead_where_the_text_leads() {
    let pieces = &[
        "a", "B", "/", "/", "?", "#", "..", "/../", "/./", "%2e", "%41", "%FF", "%", "é", "字",
        "^", "|", "\\", "{", "}", "[", "]", "'", "\"", "&", "=", "+", ":~:", ";", ",", "`",
        "\u{200D}", "😀",
    ];
    let tails = prop::collection::vec(select(&pieces[..]), 0..12);
    let fronts = select(
        &[
            "http://example.com/",
            "https://bücher.example.com?",
            "HTTP://EXAMPLE.com:8080#",
            "ftp://例子.中国/",
            "wss://1.2.3.4/",
        ][..],
    );
    let mut runner = runner();
    let outcome = runner.run(&(fronts, tails), |(front, tail)| {
        let text = format!("{front}{}", tail.concat());
        let link = linkspan::links(&text).next().unwrap();
        // The URL standard has '^' escaped in paths; this parser does not do so yet.
        let caret = |url: &str| Url::parse(url).unwrap().as_str().replace('^', "%5E");
        prop_assert_eq!(caret(&link.href()), caret(link.as_str()));
        Ok(())
    });
    outcome.unwrap();
}
