//! The safe display form on random texts, for typical links, and regressions.

use linkspan::assess::{SafeDisplay, assess};
use linkspan::options::FileNames;
use linkspan::{Finder, Link};
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation as _;

use super::{link_text, text};
use crate::properties::assess::terminal_finder;
use crate::properties::display::safe_form_is_clean_and_shows_the_domain as assert_safe_form;
use crate::strategies::config;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn safe_form_is_clean_and_shows_the_domain(text in link_text()) {
        assert_safe_form(&text, usize::MAX);
    }

    #[test]
    fn shortened_safe_form_is_clean_and_shows_the_domain(text in link_text(), limit in 0_usize..60) {
        assert_safe_form(&text, limit);
    }

    #[test]
    fn safe_form_is_clean_in_any_text(text in text(), limit in 0_usize..60) {
        assert_safe_form(&text, limit);
    }
}

/// Found by fuzzing: an A-label decoded to a label with a middle dot, and the displayed host was detected as two
/// links.
#[test]
fn host_with_a_middle_dot_is_displayed_as_one_link() {
    let text = "rg.xn--zckzaxxxxxxxxxrg.xn--zckzaxxxxxxxxxxxxxxxxxxxxxxxeadme.md";
    assert_safe_form(text, usize::MAX);
    let text = "https://www.xn--r8j8t907e.jp";
    let link = linkspan::links(text).next().unwrap();
    let displayed = SafeDisplay::new().format(&link, &assess(&link));
    assert_eq!(displayed, "https://www.例・え.jp");
}

/// Found by fuzzing: a finder that does not link the scheme took its name for a host.
#[test]
fn scheme_with_dots_is_not_displayed_as_a_host() {
    for text in ["box.sO.://l_@box.cO.://le.com/٠", "see box.so.://a/b"] {
        assert_safe_form(text, usize::MAX);
    }
}

/// Found by fuzzing: a file extension with invisible or full-width characters was not reported, but displayed as an
/// ordinary one.
#[test]
fn file_names_are_reported_in_any_spelling() {
    let finder = Finder::builder().file_names(FileNames::Link).build();
    let finder = finder.unwrap();
    for text in [
        "Read README.m\u{200B}d",
        "Read README.ｍｄ",
        "Read README。md",
        "Read README．zip",
    ] {
        assert_safe_form(text, usize::MAX);
        for link in finder.find_iter(text) {
            assert!(
                assess(&link).has(linkspan::assess::Code::TldFileName),
                "{text}"
            );
        }
    }
    assert_eq!(finder.find_iter("Read README.m\u{200B}d").count(), 1);
    let text = "Read 例え.md";
    let link = finder.find(text).unwrap();
    assert!(assess(&link).has(linkspan::assess::Code::TldFileName));
}

/// Found by fuzzing: the host of `mailto://b.com` was looked up like the domain of an email address.
#[test]
fn mailto_with_slashes_is_not_an_email_address() {
    let texts = ["mailto://b.com", "mailto:ann@b.com", "see MAILTO://b.com/a"];
    for text in texts {
        for limit in [0, 5, 10, usize::MAX] {
            assert_safe_form(text, limit);
        }
    }
}

#[test]
fn safe_forms_of_typical_links() {
    let finder = terminal_finder();
    for (text, limit, expected) in [
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
        ("https://www.Ann.GitHub.io/a/b", 1, "….ann.github.io"),
        ("https://github.io/a/b/c/d/e/f", 1, "https://github.io"),
        ("a.long.local.part@example.com", 16, "a.l…@example.com"),
        ("https://ノート.jp/モノ", 80, "https://ノート.jp/モノ"),
    ] {
        let rejected = || finder.assess_iter(text).next().map(|it| it.link);
        let link = finder.find(text).or_else(rejected);
        let link = link.unwrap_or_else(|| Link::parse(text).unwrap());
        let form = SafeDisplay::new()
            .limit(limit)
            .format(&link, &assess(&link));
        assert_eq!(form, expected, "{text}");
        assert!(form.graphemes(true).count() <= limit.max(17), "{form}");
    }
}

#[test]
fn right_to_left_labels_are_displayed_in_order() {
    let text = "https://בנק.אתר.com/דף https://موقع.مصر/صفحة";
    let links: Vec<_> = terminal_finder().find_iter(text).collect();
    let form = |link: &Link<'_>| SafeDisplay::new().format(link, &assess(link));
    // Labels that would be displayed in another order are written in Punycode.
    assert_eq!(
        form(&links[0]),
        "\u{2068}https://xn--5db4av.xn--4db2cf.com/דף\u{2069}"
    );
    // A URL that is right-to-left as a whole stays readable.
    assert_eq!(form(&links[1]), "\u{2068}https://موقع.مصر/صفحة\u{2069}");
}
