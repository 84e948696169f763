//! What can be done about findings.

use linkspan::{
    Finder, assess, defang, escape_invisible, escape_lookalikes, links, punycode, refang,
    strip_invisible,
};
use proptest::prelude::*;

use super::{lenient, link_text, text};
use crate::alphabet::config;

#[test]
fn labels_with_findings_are_shown_in_punycode() {
    for (text, shown) in [
        (
            "https://www.pаypal.com/a",
            "https://www.xn--pypal-4ve.com/a",
        ),
        ("https://пример.рф/", "https://пример.рф/"),
        ("ann@аррӏе.com", "ann@xn--80ak6aa92e.com"),
        (
            "https://pаypal.bücher.com:8080/ä",
            "https://xn--pypal-4ve.bücher.com:8080/ä",
        ),
    ] {
        let link = links(text).next().unwrap();
        assert_eq!(punycode(&link, &assess(&link)), shown);
    }
}

#[test]
fn what_is_found_is_escaped_or_stripped() {
    let text = "https://exam\u{AD}ple.com/a\u{202E}b／c\u{200B}d/می\u{200C}خواهم";
    let link = links(text).next().unwrap();
    let report = assess(&link);
    assert_eq!(
        strip_invisible(&link, &report),
        "https://example.com/ab／cd/می\u{200C}خواهم"
    );
    assert_eq!(
        escape_invisible(&link, &report),
        "https://example.com/a%E2%80%AEb／c%E2%80%8Bd/می\u{200C}خواهم"
    );
    assert_eq!(
        escape_lookalikes(&link, &report),
        "https://exam\u{AD}ple.com/a\u{202E}b%EF%BC%8Fc\u{200B}d/می\u{200C}خواهم"
    );
}

#[test]
fn refang_knows_many_forms() {
    for (fanged, link) in [
        ("hxxp://example[.]com", "http://example.com"),
        ("hxxps://example.com", "https://example.com"),
        ("hXXps://example(.)com/a", "https://example.com/a"),
        ("HXXP://EXAMPLE[.]COM", "HTTP://EXAMPLE.COM"),
        ("hxxp[:]//example[.]com", "http://example.com"),
        ("hxxp[://]example[.]com", "http://example.com"),
        ("https[:]//example{.}com", "https://example.com"),
        ("h**ps://example[dot]com", "https://example.com"),
        ("htxp://example(dot)com", "http://example.com"),
        ("fxp://example[.]com/", "ftp://example.com/"),
        ("ann[at]example[.]com", "ann@example.com"),
        ("ann (at) example (dot) com", "ann@example.com"),
        ("ann{AT}example[DOT]com", "ann@example.com"),
        ("192[.]0[.]2[.]1", "192.0.2.1"),
        ("example[.]com[:]8080[/]a", "example.com:8080/a"),
        ("example\\.com", "example.com"),
        ("https://example.com/a[1]", "https://example.com/a[1]"),
        ("例え[。]jp", "例え。jp"),
    ] {
        assert_eq!(refang(fanged), link, "{fanged}");
    }
}

#[test]
fn a_megabyte_is_defanged_and_back() {
    for piece in ["[", "(((", "[.", "hxxp", "hxxp[", ".", "[dot] ", "  [at]"] {
        let text = piece.repeat((1 << 20) / piece.len());
        let defanged = defang(&text);
        assert!(defanged.len() >= text.len());
        assert!(!refang(&text).is_empty());
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn refang_inverts_defang(text in link_text()) {
        for link in lenient().find_iter(&text) {
            let defanged = defang(link.as_str());
            prop_assert_eq!(refang(&defanged), link.as_str());
        }
    }

    #[test]
    fn refang_inverts_defang_of_any_text(text in "[a-z\\[\\](){}\\\\.@:/hxtps。]{0,24}") {
        let defanged = defang(&text);
        prop_assert_eq!(refang(&defanged), text);
    }

    #[test]
    fn what_is_defanged_is_no_link(text in link_text()) {
        for link in Finder::new().find_iter(&text) {
            let defanged = defang(link.as_str());
            prop_assert_eq!(lenient().find_iter(&defanged).count(), 0, "{}", defanged);
        }
    }

    #[test]
    fn actions_mend_what_they_are_for(text in text()) {
        for link in Finder::new().find_iter(&text) {
            let report = assess(&link);
            let stripped = strip_invisible(&link, &report);
            let escaped = escape_invisible(&link, &report);
            for mended in [stripped, escaped] {
                prop_assert!(!mended.contains('\u{202E}'), "{mended:?}");
                prop_assert!(!mended.contains('\u{E0041}'), "{mended:?}");
            }
            if report.is_empty() {
                prop_assert_eq!(punycode(&link, &report), link.as_str());
                prop_assert_eq!(escape_lookalikes(&link, &report), link.as_str());
            }
        }
    }
}
