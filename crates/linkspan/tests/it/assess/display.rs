//! The safe display form.

use linkspan::{Link, SafeDisplay, assess};
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation as _;

use super::{link_text, text};
use crate::alphabet::config;
use crate::laws::assess::lenient;
use crate::laws::display::laws;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn is_free_of_findings_and_shows_the_domain(text in link_text()) {
        laws(&text, usize::MAX);
    }

    #[test]
    fn so_it_is_when_it_is_cut(text in link_text(), limit in 0_usize..60) {
        laws(&text, limit);
    }

    #[test]
    fn so_it_is_in_any_text(text in text(), limit in 0_usize..60) {
        laws(&text, limit);
    }
}

/// Found by fuzzing: a label that is written in Punycode has a middle dot, and what was shown was two links.
#[test]
fn a_host_is_shown_as_one() {
    let text = "rg.xn--zckzaxxxxxxxxxrg.xn--zckzaxxxxxxxxxxxxxxxxxxxxxxxeadme.md";
    laws(text, usize::MAX);
    let text = "https://www.xn--r8j8t907e.jp";
    let link = linkspan::links(text).next().unwrap();
    let shown = SafeDisplay::new().of(&link, &assess(&link));
    assert_eq!(shown, "https://www.例・え.jp");
}

/// Found by fuzzing: the scheme looks like a host, to a finder that does not know it.
#[test]
fn a_scheme_with_dots() {
    for text in ["box.sO.://l_@box.cO.://le.com/٠", "see box.so.://a/b"] {
        laws(text, usize::MAX);
    }
}

/// Found by fuzzing: an ending that was written in a way of its own was not taken for that of a file, but shown as one.
#[test]
fn names_of_files_in_disguise() {
    for text in [
        "Read README.m\u{200B}d",
        "Read README.ｍｄ",
        "Read README。md",
        "Read README．zip",
    ] {
        laws(text, usize::MAX);
        for link in linkspan::links(text) {
            assert!(assess(&link).has(linkspan::Code::TldFileName), "{text}");
        }
    }
    assert_eq!(linkspan::links("Read README.m\u{200B}d").count(), 1);
    let text = "Read 例え.md";
    let link = linkspan::links(text).next().unwrap();
    assert!(assess(&link).has(linkspan::Code::TldFileName));
}

/// Found by fuzzing: the host of such a URL was asked for like that of an address.
#[test]
fn a_url_of_mailto_is_no_email_address() {
    let texts = ["mailto://b.com", "mailto:ann@b.com", "see MAILTO://b.com/a"];
    for text in texts {
        for limit in [0, 5, 10, usize::MAX] {
            laws(text, limit);
        }
    }
}

#[test]
fn forms() {
    let finder = lenient();
    for (text, limit, shown) in [
        ("https://example.com/a", 80, "https://example.com/a"),
        (
            "https://xn--bcher-kva.example.com/%C3%A4",
            80,
            "https://bücher.example.com/ä",
        ),
        ("https://pаypal.com/", 80, "https://xn--pypal-4ve.com/"),
        (
            "https://xn--pypal-4ve.com/",
            80,
            "https://xn--pypal-4ve.com/",
        ),
        ("http://bank.com@example.org/", 80, "http://example.org/"),
        ("http://2130706433/a", 80, "http://127.0.0.1/a"),
        ("readme.md", 80, "https://readme.md"),
        (
            "https://example.com/a∕b",
            80,
            "https://example.com/a%E2%88%95b",
        ),
        (
            "https://example.com/\u{202E}gpj.exe",
            80,
            "https://example.com/%E2%80%AEgpj.exe",
        ),
        (
            "https://example.com/pаypal/x",
            80,
            "https://example.com/p%D0%B0ypal/x",
        ),
        ("https://example。com/", 80, "https://example.com/"),
        (
            "https://example.com/one/two/three/four.html",
            36,
            "https://example.com/…/four.html",
        ),
        (
            "https://example.com/one/two/three/four.html?q=a",
            37,
            "https://example.com/…/four.html…",
        ),
        (
            "https://a.very.deep.sub.example.com/x",
            25,
            "….deep.sub.example.com/x",
        ),
        ("https://a.very.deep.sub.example.com/x", 5, "….example.com"),
        (
            "https://example.com/👩\u{200D}💻👩\u{200D}💻👩\u{200D}💻",
            22,
            "https://example.com/👩\u{200D}💻…",
        ),
        ("https://www.example.co.uk/a/b", 1, "….example.co.uk"),
        ("a.long.local.part@example.com", 16, "a.l…@example.com"),
        ("https://ノート.jp/モノ", 80, "https://ノート.jp/モノ"),
    ] {
        let link = finder
            .first(text)
            .unwrap_or_else(|| finder.check(text).next().unwrap().link);
        let form = SafeDisplay::new().limit(limit).of(&link, &assess(&link));
        assert_eq!(form, shown, "{text}");
        assert!(form.graphemes(true).count() <= limit.max(17), "{form}");
    }
}

#[test]
fn right_to_left_hosts_keep_their_order() {
    let text = "https://בנק.אתר.com/דף https://موقع.مصر/صفحة";
    let links: Vec<_> = lenient().find_iter(text).collect();
    let form = |link: &Link<'_>| SafeDisplay::new().of(link, &assess(link));
    // Labels that would change places are in Punycode, ...
    assert_eq!(
        form(&links[0]),
        "\u{2068}https://xn--5db4av.xn--4db2cf.com/דף\u{2069}"
    );
    // ... and what is read from right to left as a whole stays readable.
    assert_eq!(form(&links[1]), "\u{2068}https://موقع.مصر/صفحة\u{2069}");
}
