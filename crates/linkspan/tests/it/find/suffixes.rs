//! The embedded suffix list, and lists that are parsed at run time.

use linkspan::suffix::SuffixList;
use linkspan::{Finder, Profile};

#[test]
fn top_level_domains_are_recognized_in_every_form() {
    let list = SuffixList::embedded();
    for label in [
        "com",
        "CoM",
        "xn--p1ai",
        "XN--P1AI",
        "рф",
        "РФ",
        "中国",
        "ไทย",
        "za",
        "zip",
    ] {
        assert!(list.is_top_level(label), "{label}");
    }
    for label in [
        "", "invalid", "co.uk", "c", "xn--", "xn--a", "local", "谢谢",
    ] {
        assert!(!list.is_top_level(label), "{label}");
    }
}

#[test]
fn public_suffixes_follow_rules_wildcards_and_exceptions() {
    let list = SuffixList::embedded();
    for (domain, suffix, registrable) in [
        ("www.example.com", "com", Some("example.com")),
        ("www.example.com.", "com", Some("example.com")),
        ("com", "com", None),
        ("www.example.co.uk", "co.uk", Some("example.co.uk")),
        ("co.uk", "co.uk", None),
        // The rule is `*.sch.uk`, and there is none for `sch.uk`.
        ("sch.uk", "uk", Some("sch.uk")),
        ("a.sch.uk", "a.sch.uk", None),
        ("b.a.sch.uk", "a.sch.uk", Some("b.a.sch.uk")),
        // The rules are `*.kawasaki.jp` and `!city.kawasaki.jp`.
        (
            "c.b.a.kawasaki.jp",
            "a.kawasaki.jp",
            Some("b.a.kawasaki.jp"),
        ),
        (
            "www.city.kawasaki.jp",
            "kawasaki.jp",
            Some("city.kawasaki.jp"),
        ),
        ("www.example.invalid", "invalid", Some("example.invalid")),
    ] {
        assert_eq!(list.public_suffix(domain), suffix, "{domain}");
        assert_eq!(list.registrable_domain(domain), registrable, "{domain}");
    }
}

#[test]
fn number_of_top_level_domains_is_known() {
    let list = SuffixList::embedded();
    let mut domains = list.top_level_domains();
    let count = list.top_level_domains().count();
    assert_eq!(domains.len(), count);
    domains.next();
    assert_eq!(domains.len(), count - 1);
}

#[test]
fn embedded_list_has_a_date() {
    let date = SuffixList::embedded_date();
    let parts: Vec<u32> = date.split('-').map(|part| part.parse().unwrap()).collect();
    assert!(
        parts[0] >= 2025 && (1..=12).contains(&parts[1]) && (1..=31).contains(&parts[2]),
        "{date}"
    );
}

#[test]
fn raw_list_has_labels_and_marks() {
    let list: SuffixList = "test\n*.wild.test\n!open.wild.test\n".parse().unwrap();
    let raw = list.raw();
    let domains: Vec<_> = (0..raw.nodes.len())
        .map(|index| raw.domain(index))
        .collect();
    let labels: Vec<_> = domains.iter().map(|(label, _)| *label).collect();
    assert_eq!(labels, ["test", "wild", "open"]);
    // Rule, wildcard and exception have different marks.
    assert!(domains[0].1 != domains[1].1 && domains[1].1 != domains[2].1);
}

#[test]
fn raw_list_has_the_domains_below_each_domain() {
    let list: SuffixList = "com\njp\nco.jp\nne.jp\nuk\nac.uk\nco.uk\nsch.uk\nx.sch.uk\n"
        .parse()
        .unwrap();
    let raw = list.raw();
    let label = |index| raw.domain(index).0;
    let below: Vec<_> = (0..raw.nodes.len())
        .map(|index| (label(index), raw.children_of(index).map(label).collect()))
        .filter(|(_, below): &(_, Vec<_>)| !below.is_empty())
        .collect();
    assert_eq!(
        below,
        [
            ("jp", vec!["co", "ne"]),
            ("uk", vec!["ac", "co", "sch"]),
            ("sch", vec!["x"]),
        ]
    );
}

#[test]
fn a_list_has_at_most_4_mib_of_domains() {
    let lines: Vec<_> = (0..67_000).map(|n| format!("{n:a>63}.com\n")).collect();
    let error = lines.concat().parse::<SuffixList>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected at most 4 MiB of domains, found more"
    );
}

#[test]
fn long_label_is_compared_as_a_whole() {
    let list = SuffixList::embedded();
    assert!(list.is_top_level("international") && list.is_top_level("PHOTOGRAPHY"));
    assert!(!list.is_top_level("internationax") && !list.is_top_level("photographers"));
}

#[test]
fn custom_list_replaces_the_embedded_one() {
    let list: SuffixList = "// a list\ntest\n*.wild.test\n!open.wild.test\n"
        .parse()
        .unwrap();
    let finder = Finder::builder().suffixes(list).build().unwrap();
    let found = |text| finder.find(text).is_some();
    assert!(found("a.test") && found("a.b.wild.test") && found("open.wild.test"));
    assert!(!found("b.wild.test") && !found("example.com"));
    assert!(
        found("http://example.com"),
        "with a scheme, a syntactically valid top-level domain is enough"
    );
}

#[test]
fn profile_keeps_the_suffix_list() {
    let list = SuffixList::from_iana("TEST\n").unwrap();
    let finder = Finder::builder()
        .suffixes(list)
        .profile(Profile::Prose)
        .build()
        .unwrap();
    assert!(finder.find("a.test").is_some());
}

#[test]
fn private_section_of_the_list_is_ignored() {
    let text = "// ===BEGIN ICANN DOMAINS===\ncom\n// ===END ICANN DOMAINS===\n\
                // ===BEGIN PRIVATE DOMAINS===\nblogspot.com\n// ===END PRIVATE DOMAINS===\n";
    let list = SuffixList::from_psl(text).unwrap();
    assert_eq!(list.public_suffix("blogspot.com"), "com");
}

#[test]
fn invalid_lists_are_rejected_with_the_line_number() {
    let message = |text: &str| text.parse::<SuffixList>().unwrap_err().to_string();
    assert_eq!(message(""), "expected a list of domains, found none");
    assert_eq!(
        message("# Version 1\n"),
        "expected a list of domains, found none"
    );
    assert_eq!(
        message("# Version 1\nCOM\nB@D\n"),
        "line 3: expected a top-level domain at byte 0, found \"B@D\""
    );
    assert_eq!(
        message("// rules\ncom\n\nco..uk\n"),
        "line 4: expected a suffix rule at byte 0, found \"co..uk\""
    );
    let error = "COM\n<html>\n".parse::<SuffixList>().unwrap_err();
    assert_eq!(error.line(), Some(2));
}

/// Case is folded for letters only, so no other character stands for one of a label.
#[test]
fn labels_with_other_characters_are_not_top_level_domains() {
    let list = SuffixList::embedded();
    assert!(list.is_top_level("xn--p1ai") && list.is_top_level("XN--P1AI"));
    for label in [
        "xn\r\rp1ai",
        "xn--p\u{11}ai",
        "c\u{4F}m\0",
        "co m",
        "com.",
        "",
    ] {
        assert!(!list.is_top_level(label), "{label:?}");
    }
}

#[test]
fn exceptions_to_top_level_domains_are_rejected() {
    let error = SuffixList::from_psl("uk\n!uk\n").unwrap_err();
    assert_eq!(error.line(), Some(2));
}
