//! The methods of the finder and of links beyond `find_iter`, compared with it.

use linkspan::find::OwnedLink;
use linkspan::offset::OffsetUnit;
use linkspan::suffix::SuffixList;
use linkspan::{Finder, Link, Profile};
use proptest::prelude::*;

use super::properties::text;
use crate::strategies::config;

proptest! {
    #![proptest_config(config())]

    /// Each run of valid UTF-8 is searched as a text of its own, and ranges count from the start of the bytes.
    #[test]
    fn links_of_bytes_are_those_of_their_valid_runs(
        texts in prop::collection::vec(text(), 0..4),
        invalid in prop::collection::vec(0x80_u8..=0xFF, 1..3),
    ) {
        let finder = Finder::new();
        let bytes = texts.iter().map(String::as_bytes).collect::<Vec<_>>().join(&*invalid);
        // Bytes of different runs may form a character, so the runs are those of the whole.
        let mut expected = Vec::new();
        let mut start = 0;
        for chunk in bytes.utf8_chunks() {
            let links = finder.find_iter(chunk.valid());
            expected.extend(links.map(|link| (link.start() + start..link.end() + start, link.href().into_owned())));
            start += chunk.valid().len() + chunk.invalid().len();
        }
        let found: Vec<_> = finder
            .find_bytes_iter(&bytes)
            .map(|link| (link.range(), link.as_link().href().into_owned()))
            .collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn methods_agree_with_find_iter(text in text()) {
        let finder = Finder::builder().profile(Profile::Terminal).build().unwrap();
        let links: Vec<Link<'_>> = finder.find_iter(&text).collect();
        prop_assert_eq!(finder.find(&text), links.first().copied());
        prop_assert_eq!(finder.is_match(&text), !links.is_empty());
        prop_assert_eq!(finder.replace_all(&text, |link| *link), text.as_str());
        let removed = finder.replace_all(&text, |_| "");
        let linked: usize = links.iter().map(|link| link.as_str().len()).sum();
        prop_assert_eq!(removed.len(), text.len() - linked);
        for link in links {
            let owned = OwnedLink::from(link);
            prop_assert_eq!(owned.range(), link.range());
            prop_assert_eq!(owned.href(), link.href());
            prop_assert_eq!(owned.as_link().host(), link.host());
            let mut written = String::new();
            link.write_href(&mut written).unwrap();
            prop_assert_eq!(&written, &*link.href());
            written.clear();
            link.write_display(&mut written).unwrap();
            prop_assert_eq!(&written, &*link.display());
        }
    }
}

#[test]
fn suffix_and_registrable_domain_are_parts_of_the_written_host() {
    let psl = SuffixList::from_psl("com\nexample\nblog.example\n").unwrap();
    let embedded = SuffixList::embedded();
    for (text, list, suffix, registrable) in [
        (
            "https://www.bücher.co.uk/",
            embedded,
            Some("co.uk"),
            Some("bücher.co.uk"),
        ),
        (
            "https://例。え。公司。cn",
            embedded,
            Some("公司。cn"),
            Some("え。公司。cn"),
        ),
        (
            "https://www.example.com./a",
            embedded,
            Some("com"),
            Some("example.com"),
        ),
        (
            "ann@mail.example.org",
            embedded,
            Some("org"),
            Some("example.org"),
        ),
        (
            "https://a.b.blog.example",
            &psl,
            Some("blog.example"),
            Some("b.blog.example"),
        ),
        ("https://blog.example", &psl, Some("blog.example"), None),
        (
            "https://a.unknown",
            &psl,
            Some("unknown"),
            Some("a.unknown"),
        ),
        ("http://192.0.2.1/", embedded, None, None),
        ("http://[::1]/", embedded, None, None),
    ] {
        let link = linkspan::links(text).next().unwrap();
        assert_eq!(link.public_suffix(list), suffix, "{text}");
        assert_eq!(link.registrable_domain(list), registrable, "{text}");
    }
    // An escaped dot separates labels that the text does not show, and this number is an address.
    for url in [
        "https://a%2Eb.com/",
        "http://0x7f000001/",
        "http://１２７.1/",
    ] {
        let link = Link::parse(url).unwrap();
        assert_eq!(link.public_suffix(embedded), None, "{url}");
        assert_eq!(link.registrable_domain(embedded), None, "{url}");
    }
    let terminal = Finder::builder()
        .profile(Profile::Terminal)
        .build()
        .unwrap();
    let opaque = terminal.find("foo://www.example.com/").unwrap();
    assert_eq!(
        opaque.registrable_domain(embedded),
        None,
        "only its scheme defines the host"
    );
    let single = terminal.find("http://localhost/").unwrap();
    assert_eq!(
        (
            single.public_suffix(embedded),
            single.registrable_domain(embedded)
        ),
        (Some("localhost"), None)
    );
}

#[test]
fn debug_output_is_short() {
    let text = format!("{} example.com", "x".repeat(10_000));
    let link = linkspan::links(&text).next().unwrap();
    assert_eq!(
        format!("{link:?}"),
        "Link { text: \"example.com\", range: 10001..10012, kind: Url, .. }"
    );
    let finder = Finder::new();
    let list = SuffixList::from_iana("COM\nORG\n").unwrap();
    let ranges = linkspan::offset::convert_ranges(&text, std::iter::once(0..1), OffsetUnit::Utf16);
    for debug in [
        format!("{:?}", finder.find_iter(&text)),
        format!("{:?}", finder.segments(&text)),
        format!("{:?}", finder.explain(&text)),
        format!("{:?}", finder.find_bytes_iter(text.as_bytes())),
        format!("{:?}", link.into_owned()),
        format!("{ranges:?}"),
        format!("{list:?}"),
        format!(
            "{:?}",
            linkspan::url::UrlParts::parse("example.com/a").unwrap()
        ),
        format!("{:?}", linkspan::uts58::Steps::new(&text, 10_012)),
        #[cfg(feature = "assess")]
        format!("{:?}", finder.assess_iter(&text)),
    ] {
        assert!(debug.len() < 150, "{debug}");
    }
    assert_eq!(link.to_string(), "example.com");
    assert_eq!(format!("{link:>12}"), " example.com");
}

#[cfg(feature = "assess")]
#[test]
fn assessment_uses_the_suffix_list_of_the_finder() {
    use linkspan::assess::Code;

    let list = SuffixList::from_psl("com\nexample\nblog.example\n").unwrap();
    let finder = Finder::builder().suffixes(list).build().unwrap();
    // Two tenants of one public suffix are different domains.
    let anchor = |finder: &Finder| {
        let report = finder.assess_anchor("http://a.blog.example", "https://b.blog.example/");
        let mut findings = report.findings().iter();
        let other = findings.find(|finding| finding.code() == Code::OtherHost);
        other.unwrap().level()
    };
    assert_eq!(anchor(&finder), linkspan::assess::Level::Danger);
    assert_eq!(anchor(&Finder::new()), linkspan::assess::Level::Info);
    // Truncation keeps the registrable domain of this list.
    let text = "https://www.shop.blog.example/a/b/c";
    let short = |finder: &Finder| {
        let link = finder.find(text).unwrap();
        finder
            .safe_display()
            .limit(1)
            .format(&link, &finder.assess(&link))
    };
    assert_eq!(short(&finder), "….shop.blog.example");
    assert_eq!(short(&Finder::new()), "….blog.example");
    // A top-level domain after an ideographic full stop belongs to the list, too.
    let has_dot = |finder: &Finder, text: &str| {
        let link = finder.find(text).unwrap();
        finder.assess(&link).has(Code::HostDot)
    };
    assert!(has_dot(&finder, "https://a.com。example"));
    assert!(!has_dot(&Finder::new(), "https://a.com。example"));
}

/// Equal links have equal hashes, and the text around a link does not matter.
#[test]
fn equality_is_about_the_link() {
    use std::hash::{DefaultHasher, Hash, Hasher};

    let hash = |link: &Link<'_>| {
        let mut hasher = DefaultHasher::new();
        link.hash(&mut hasher);
        hasher.finish()
    };
    let [one, other] = ["see example.com, now", "say example.com"]
        .map(|text| linkspan::links(text).next().unwrap());
    assert_eq!(one, other);
    assert_eq!(hash(&one), hash(&other));
    let elsewhere = linkspan::links("example.com").next().unwrap();
    assert_ne!(one, elsewhere, "at another offset");
}
