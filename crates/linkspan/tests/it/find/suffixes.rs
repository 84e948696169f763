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
