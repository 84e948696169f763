//! Where addresses of existing links lead, compared with `url` (the URL standard).

use linkspan::Finder;
use linkspan::assess::{Code, ExistingLink};
use proptest::prelude::*;
use proptest::sample::select;
use url::{Host, Url};

use super::runner;

const PIECES: &[&str] = &[
    "http:",
    "https:",
    "HTTPS:",
    "ftp:",
    "wss:",
    "git:",
    "javascript:",
    "mailto:",
    "file:",
    "/",
    "/",
    "//",
    "\\",
    "?",
    "#",
    "@",
    ":",
    ":80",
    ":99999",
    "a",
    "evil.org",
    "bank.com",
    "example",
    ".",
    ".com",
    "xn--bcher-kva",
    "bücher",
    "ｅ",
    "。",
    "%65",
    "%2E",
    "%2F",
    "%",
    "0x7f.1",
    "127",
    ".0.0.1",
    "[::1]",
    "[",
    "]",
    "\t",
    "\n",
    " ",
    "\u{1}",
    "\u{AD}",
    "\u{200B}",
    "-",
    "_",
    "<",
    "|",
    "é",
    "+",
];

const BASES: &[Option<&str>] = &[
    None,
    Some("https://base.org/a/b?c#d"),
    Some("http://base.org:8080"),
    Some("/relative"),
];

/// The URL that an address stands for by the URL standard. `None` if it is invalid, or relative without a base.
fn url_by_standard(href: &str, base: Option<&str>) -> Option<Url> {
    let base = base.and_then(|base| Url::parse(base).ok());
    let slashes = href
        .trim_start_matches(|c| c <= ' ')
        .chars()
        .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
        .take_while(|c| matches!(c, '/' | '\\'));
    if slashes.count() >= 2 {
        // The address has the scheme of the page. `url` rejects it if there are three slashes, unlike the standard.
        let scheme = base.as_ref().map_or("https", Url::scheme);
        let href = href.trim_start_matches(|c| c <= ' ');
        return Url::parse(&format!("{scheme}:{href}")).ok();
    }
    match base {
        Some(base) => base.join(href).ok(),
        None => Url::parse(href).ok(),
    }
}

/// The host that an address leads to by the URL standard.
fn host_by_standard(href: &str, base: Option<&str>) -> Option<String> {
    let parsed = url_by_standard(href, base)?;
    // Other rules apply to these: a script leads to no host.
    if matches!(parsed.scheme(), "javascript" | "mailto") {
        return None;
    }
    let host = match parsed.host()? {
        // The hosts of other schemes are compared like those of the web.
        Host::Domain(domain) if !parsed.is_special() => {
            return Url::parse(&format!("http://{domain}/"))
                .ok()?
                .host_str()
                .map(|host| host.trim_end_matches('.').to_owned());
        }
        Host::Domain(domain) => domain.trim_end_matches('.').to_owned(),
        address => address.to_string(),
    };
    // A root dot alone is no host.
    Some(host).filter(|host| !host.is_empty())
}

/// The host that the finding names, for a text that shows a host that no address leads to.
fn host_by_finding(href: &str, base: Option<&str>) -> Option<String> {
    let mut anchor = ExistingLink::new("https://shown.invalid/", href);
    if let Some(base) = base {
        anchor = anchor.base(base);
    }
    let found = Finder::new().assess_anchor_links(&anchor);
    let mut findings = found.iter().flat_map(|found| found.report.findings());
    let finding = findings.find(|finding| finding.code() == Code::OtherHost)?;
    let (_, host) = finding.message().split_once("but the link leads to '")?;
    Some(host.trim_end_matches('\'').to_owned())
}

#[test]
fn targets_are_those_of_the_url_standard() {
    let address = prop::collection::vec(select(PIECES), 0..8).prop_map(|pieces| pieces.concat());
    let mut hosts = 0;
    let result = runner().run(&(address, select(BASES)), |(href, base)| {
        // A file may be on this computer or on another one.
        if url_by_standard(&href, base).is_some_and(|url| url.scheme() == "file") {
            return Ok(());
        }
        let expected = host_by_standard(&href, base);
        let found = host_by_finding(&href, base);
        let found = found.map(|host| {
            if host.contains(':') {
                format!("[{host}]")
            } else {
                host
            }
        });
        prop_assert_eq!(&found, &expected, "{:?} {:?}", href, base);
        Ok(())
    });
    result.unwrap();
    for (href, base) in [
        ("https:evil.org", None),
        ("https:evil.org", Some("https://base.org/")),
        ("/\\evil.org", None),
        ("//evil.org@b.com", Some("https://base.org/")),
    ] {
        assert_eq!(
            host_by_finding(href, base),
            host_by_standard(href, base),
            "{href}"
        );
        hosts += usize::from(host_by_finding(href, base).is_some());
    }
    assert_eq!(hosts, 4);
}
