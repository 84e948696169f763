//! Truncated link texts.

use linkspan::Finder;
use linkspan::render::{Notes, Show, render};
use proptest::prelude::*;
use proptest::sample::select;

use crate::properties::registrable::short_forms_show_the_domain;
use crate::strategies;

const BEFORE_HOST: &[&str] = &[
    "",
    "https://",
    "HTTPS://",
    "ftp://",
    "https://bank.com@",
    "http://ann:b@",
    "ann.lee@",
    "mailto:ann@",
    "\"ann@b lee\"@",
    "foo://",
];

const LABELS: &[&str] = &[
    "www.",
    "login.bank.com.",
    "a.",
    "bücher.",
    "xn--80ak6aa92e.",
    "xn--r8jz45g.",
    "почта.",
    "بريد.",
    "a--b.",
];

#[rustfmt::skip]
const HOSTS: &[&str] = &[
    "example.com", "example.co.uk", "ann.github.io", "github.io", "bucket.s3.amazonaws.com", "co.uk", "例え.jp", "例え。jp",
    "xn--r8jz45g.jp", "пример.рф", "xn--e1afmkfd.xn--p1ai", "אתר.ישראל", "مثال.مصر", "EXAMPLE.COM", "example.com.",
    "127.0.0.1", "[::1]", "localhost", "name.example",
];

const AFTER_HOST: &[&str] = &[
    "",
    ":",
    ":8080",
    "/",
    "/a/b/c/index.html",
    "?q=https://bank.com/",
    "#bank.com",
    "/%E3%81%A8/%E2%80%AE",
    "/👩\u{200D}💻/e\u{301}",
    "/a@bank.com",
];

fn link_text() -> impl Strategy<Value = String> {
    let labels = prop::collection::vec(select(LABELS), 0..4);
    let after = prop::collection::vec(select(AFTER_HOST), 0..3);
    (select(BEFORE_HOST), labels, select(HOSTS), after).prop_map(|(before, labels, host, after)| {
        [before, &labels.concat(), host, &after.concat()].concat()
    })
}

proptest! {
    #![proptest_config(strategies::config())]

    #[test]
    fn links_show_their_registrable_domain(text in link_text(), limit in 0_usize..50) {
        short_forms_show_the_domain(&text, limit);
    }

    #[test]
    fn links_in_any_text_show_their_registrable_domain(text in strategies::text(24), limit in 0_usize..20) {
        short_forms_show_the_domain(&text, limit);
    }
}

#[test]
fn links_are_truncated_around_the_registrable_domain() {
    let finder = Finder::builder()
        .userinfo(linkspan::options::Userinfo::Link)
        .build()
        .unwrap();
    for (text, limit, expected) in [
        (
            "https://www.example.com/a/b",
            27,
            "https://www.example.com/a/b",
        ),
        (
            "https://www.example.com/a/b",
            26,
            "https://www.example.com/a…",
        ),
        ("https://www.example.com/a/b", 20, "….example.com/a/b"),
        ("https://www.example.com/a/b", 1, "….example.com"),
        ("https://www.ann.example.co.uk/", 1, "….example.co.uk"),
        // The list of such suffixes is part of the feature `assess`.
        #[cfg(feature = "assess")]
        ("https://www.ann.github.io/a/b", 1, "….ann.github.io"),
        ("https://github.io/a/b", 1, "https://github.io"),
        ("https://www.xn--r8jz45g.jp/%E3%81%A8", 9, "….例え.jp/と"),
        ("www.bank.com.evil.co.uk", 8, "….evil.co.uk"),
        ("https://bank.com@evil.com/", 20, "https://evil.com/"),
        ("ann.lee@mail.example.com", 24, "ann.lee@mail.example.com"),
        ("ann.lee@mail.example.com", 20, "an…@mail.example.com"),
        ("ann.lee@mail.example.com", 8, "…@….example.com"),
        ("http://127.0.0.1:8080/a/b", 3, "http://127.0.0.1:8080"),
        ("http://[::1]:8080/a/b", 18, "http://[::1]:8080…"),
    ] {
        let rendered = render(&finder, text, Notes::new().show(Show::Short(limit)));
        let shown = rendered.split('⟨').next().unwrap_or_default();
        assert_eq!(shown, expected, "{text} in {limit}");
    }
}
