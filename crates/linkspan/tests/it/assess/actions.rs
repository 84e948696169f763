//! Actions on findings: Punycode, escaping, stripping and defanging.

use linkspan::assess::{
    assess, defang, escape_invisible, escape_lookalikes, punycode, refang, strip_invisible,
};
use linkspan::links;
use proptest::prelude::*;

use super::{link_text, text};
use crate::properties::actions::{assert_all, refang_inverts_defang};
use crate::strategies::config;

#[test]
fn labels_with_findings_are_shown_in_punycode() {
    for (text, expected) in [
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
        assert_eq!(punycode(&link, &assess(&link)), expected);
    }
}

#[test]
fn characters_with_findings_are_escaped_or_stripped() {
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
fn refang_accepts_common_notations() {
    for (defanged, expected) in [
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
        assert_eq!(refang(defanged), expected, "{defanged}");
    }
}

/// Found by fuzzing: `refang` did not restore the case of `HtTp`, and changed `x-hxxp` to `x-http`.
#[test]
fn refang_restores_the_case_of_schemes() {
    for scheme in [
        "http", "https", "HTTP", "HTTPS", "Http", "hTTp", "HtTp", "httpx", "ftp", "FTP",
    ] {
        assert_all(&format!("{scheme}://example.com/form"));
    }
    assert_eq!(defang("Https://a.com"), "Hxxps[:]//a[.]com");
    assert_eq!(defang("hTTp://a.com"), "hTTp[:]//a[.]com");
}

#[test]
fn a_megabyte_can_be_defanged_and_refanged() {
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
    fn refang_inverts_defang_of_any_text(text in "[a-z\\[\\](){}\\\\.@:/hxtps。]{0,24}") {
        refang_inverts_defang(&text);
    }

    #[test]
    fn properties_hold_in_any_text(text in text()) {
        assert_all(&text);
    }

    #[test]
    fn properties_hold_in_links(text in link_text()) {
        assert_all(&text);
    }
}
