//! Tests that finding links reads at most a constant number of bytes per byte of text, on hostile inputs.

use std::string::String;
use std::vec::Vec;

use crate::options::{
    BadDots, OneLabelHosts, QuotedLocalParts, ScriptBoundaries, TopLevel, UnknownSchemes, Userinfo,
};
use crate::{Finder, Profile, counter, scheme};

/// The maximum number of bytes read per byte of text. Reading a byte again counts again.
const MAX_PER_BYTE: usize = 20;

/// Patterns of hostile inputs: a prefix, a repeated part, a suffix.
const PATTERNS: &[(&str, &str, &str)] = &[
    ("", "a", ""),
    ("", " ", ""),
    ("", ".", ""),
    ("", ":", ""),
    ("", "@", ""),
    ("", "。", ""),
    ("", "a@", ""),
    ("", "a.", ""),
    ("", "a:", ""),
    ("", "a。", ""),
    ("", "1.", ""),
    ("", "_a.", ""),
    ("", "-.", ""),
    ("", "한.글.", ""),
    ("", "xn--a.", ""),
    ("", "xn--p1ai.", ""),
    ("", ".com", ""),
    ("", ".com.", ""),
    ("", "..com", ""),
    ("", "a.com", ""),
    ("", "a.com.", ""),
    ("", "a.com+", ""),
    ("", "a.com-", ""),
    ("", "a.com!", ""),
    ("", "-a.com!", ""),
    ("", "a.com@", ""),
    ("", "a.com。", ""),
    ("", "a.com。。", ""),
    ("", "a.com。b", ""),
    ("", "a。com。", ""),
    ("", "example.com。谢", ""),
    ("", "谢。谢谢。", ""),
    ("", "谢a.com谢", ""),
    ("", "com谢", ""),
    ("", ".com谢", ""),
    ("", "a.中国", ""),
    ("", "a。中国。", ""),
    ("", "é.com", ""),
    ("", "ב-a.com!", ""),
    ("", "\u{301}.com!", ""),
    ("", "\u{AD}", ".com"),
    ("", "👉a.com", ""),
    ("", "a@b.com\n", ""),
    ("", "a@b.com", ""),
    ("", "a@b.com+", ""),
    ("", "a..b@c.com ", ""),
    ("", "a@-", ""),
    ("", "a.a~", ""),
    ("", "a.b:", ""),
    ("", "1.1.1.1:", ""),
    ("", "a.com:99999", ""),
    ("", "http://", ""),
    ("", "http:", ""),
    ("", "mailto:", ""),
    ("", "mailto:a@", ""),
    ("", "(http://", ""),
    ("", "http://a", ""),
    ("", "http://a@", ""),
    ("", "http://a.", ""),
    ("", "http://a.com", ""),
    ("", "http://a.com谢", ""),
    ("", "http://[", ""),
    ("", "http://[::1]", ""),
    ("", "x://", ""),
    ("", "x://u:p@", ""),
    ("", "x://a.com ", ""),
    ("", "a.com/ ", ""),
    ("", "a.com/?", ""),
    ("", "a.com/! ", ""),
    ("a.com/", ":~:", ""),
    ("a.com?", "=&", ""),
    ("a.com/", "%E4%B8", ""),
    ("a.com/", ".", ""),
    ("a.com/", "!", " b.com"),
    ("a.com/", "!", "x"),
    ("a.com/", "?", ""),
    ("a.com/", "(", ""),
    ("a.com/", "([", ""),
    ("a.com/", "()", ""),
    ("a.com/", "(a)", ""),
    ("a.com/", "(a)。", ""),
    ("a.com#", ":", ""),
    ("a.com#", ":~", ""),
    ("a.com/", ")", ""),
    ("a.com/", "/(", ""),
    ("a.com", ".", ""),
    ("a.com", ".", "x"),
    ("a.com", "!", ""),
    ("a.com", "(", ""),
    ("", "http://a.com/x谢", ""),
    ("", "a.com/x谢", ""),
    ("", "看a.com/x，", ""),
    ("", "a.com/。", ""),
    ("", ".com谢a.com/", ""),
    (
        "",
        "a.com+a.com+a.com+a.com+a.com+a.com+a.com+a.com+a.com+@é.é.é.é.é.é.é.é.é.é.é.é.é.é.é.é.é.é.",
        "",
    ),
    ("", "é.", "com"),
    ("", "한국.", "com"),
    ("http://", "é.", "com"),
    ("a@", "рф.", "com"),
    ("", "http://a,b!c;", ""),
    ("", "_a.com_", ""),
    ("", "a.com\u{200B}", ""),
    ("", "a/b.com/", ""),
    ("http://", "a", ".com"),
    ("http://", "谢", ".com"),
    ("http://", "a.", "com"),
    ("", "谢", "a.com"),
    ("", "a", ".com"),
    ("", "a", "@b.com"),
    ("", "=", "@b.com"),
    ("", "..=@b.com", ""),
    ("", "=..@b.com", ""),
    ("", "<a@b.xx>", ""),
    ("", "<a@b.xx", ""),
    ("", "a@b.xx>", ""),
    ("", "'a@b.xx'", ""),
    ("", "a@b.com:x", ""),
    ("", "a@b.com:", ""),
    ("", "a.com:99999@b.com", ""),
    ("", "a.com:99999+", ""),
    ("", "@a.com+b", ""),
    ("", "mailto:a@b.com?", ""),
    ("", "谢a@b.com", ""),
    ("", "\x1B[", ""),
    ("", "\x1B[0", ""),
    ("", "\x1B[0mhttp://", ""),
    ("", "0;", "mhttp://a.com"),
    ("", "0;0://", ""),
    ("", "\\nhttp://", ""),
    ("", "\\nhttp://a.com", ""),
    ("", "a+http://", ""),
    ("", "a+http://a.com", ""),
    ("", "http://a.com://", ""),
    ("", "http://a\\.", ""),
    ("", "http://a:{", ""),
    ("", "http://a[.]", ""),
    ("", "\"http://a.com/", ""),
    ("", "<a.com/.", ""),
    ("", "](http://a.com/.", ""),
    ("\"http://a.com/", ".", "\""),
    ("", "a.com/x,", ""),
    ("", ",a.com/x,", ""),
    ("a.com/", ",a", ""),
    ("a.com/", "&quot", ""),
    ("a.com/", "\\_", ""),
    ("a.com/", "_", ""),
    ("_a.com/", "_", ""),
    ("_a.com/", "_", "x"),
    ("", "a.com/x를", ""),
    (
        "",
        "a.com/x谢谢谢谢谢谢谢谢谢谢谢谢谢谢谢谢谢谢谢谢谢谢谢",
        "",
    ),
    ("", "a.com-b", ""),
    ("", "a.com-", ""),
    ("", "a.com-b ", ""),
    ("", "self.name ", ""),
    ("", "com.", ""),
    ("", "a.md:1", ""),
    ("", "a.name=", ""),
    ("", "a::b.name", ""),
    ("", "www.谢。com", ""),
    ("", "a。com ", ""),
    ("", "谢1.com", ""),
    ("", "a谢b.com", ""),
    ("", "\"", "@b.com"),
    ("", "\"\\", "\"@b.com "),
    ("", "\"a\\\"b\\\"c\\\"d\\\"e\\\"f\"@b.com ", ""),
    ("", "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"@b.com ", ""),
    ("", "tel:", ""),
    ("", "tel:12", ""),
    ("", "tel:--", ""),
    ("tel:", "-", "tel:123"),
    ("", "tel:123 ", ""),
    ("", "tel:123é", ""),
    ("", "geo:1", ""),
    ("geo:", "1", ",geo:1,2"),
    ("", "urn:", ""),
    ("", "urn:a:", ""),
    ("", "urn:aa:!", ""),
    ("", "xmpp:a", ""),
    ("", "xmpp:a.", ""),
    ("xmpp:", "a", "xmpp:a.b"),
    ("xmpp:", "a.", "!"),
    ("", "'xmpp:a'b.c", ""),
    ("", "magnet:?xt.1", ""),
    ("", "magnet:?xt=(", ""),
    ("", "doi:10.1000", ""),
    ("", "file://", ""),
    ("", "file:///", ""),
    ("", "file://a", ""),
    ("", "\x1B[0mtel:", ""),
];

fn input((prefix, repeated, suffix): (&str, &str, &str), bytes: usize) -> String {
    let mut text = String::from(prefix);
    while text.len() < bytes {
        text.push_str(repeated);
    }
    text.push_str(suffix);
    text
}

fn finders() -> Vec<Finder> {
    let mut finders: Vec<_> = Profile::ALL
        .iter()
        .map(|&profile| {
            Finder::builder()
                .profile(profile)
                .build()
                .expect("a profile is valid")
        })
        .collect();
    let everything = Finder::builder()
        .unknown_schemes(UnknownSchemes::Link)
        .userinfo(Userinfo::Link)
        .one_label_hosts(OneLabelHosts::Link)
        .scheme_tld(TopLevel::Any)
        .bare_tld(TopLevel::Any)
        .script_boundaries(ScriptBoundaries::Ignore)
        .bad_dots(BadDots::Recover)
        .quoted_local_parts(QuotedLocalParts::Link)
        .length_limit(usize::MAX)
        .build();
    finders.push(everything.expect("the options are valid"));
    for profile in [Profile::Uts58, Profile::Terminal] {
        let opaque = Finder::builder()
            .profile(profile)
            .schemes(scheme::opaque_names().chain(["file", "http"]))
            .build();
        finders.push(opaque.expect("the schemes are supported"));
    }
    finders
}

/// The largest number of bytes read per byte of text, and the pattern that causes it.
fn worst(finder: &Finder, bytes: usize) -> (usize, (&'static str, &'static str, &'static str)) {
    PATTERNS
        .iter()
        .map(|&pattern| {
            let text = input(pattern, bytes);
            counter::take();
            finder.find_iter(&text).for_each(drop);
            let read = counter::take();
            (read.div_ceil(text.len()), pattern)
        })
        .max()
        .expect("there are patterns")
}

#[test]
fn bytes_read_are_linear_in_the_length_of_the_text() {
    for (number, finder) in finders().iter().enumerate() {
        // The largest size takes long, so only one finder uses it.
        let sizes: &[usize] = if number == 0 {
            &[1 << 12, 1 << 16, 1 << 20]
        } else {
            &[1 << 12, 1 << 14, 1 << 17]
        };
        for &bytes in sizes {
            let (most, pattern) = worst(finder, bytes);
            std::println!("{bytes} bytes: at most {most} read per byte, with {pattern:?}");
            assert!(
                most <= MAX_PER_BYTE,
                "{most} read per byte of {pattern:?}, {bytes} bytes long"
            );
        }
    }
}

#[test]
fn reading_twice_counts_twice() {
    let finder = Finder::new();
    let text = "see example.com/a, ann@example.org";
    let count = || finder.find_iter(text).count();
    counter::take();
    assert_eq!(count(), 2);
    let once = counter::take();
    assert_eq!(count() + count(), 4);
    assert!(once >= text.len(), "{once} of {} bytes", text.len());
    assert_eq!(counter::take(), 2 * once);
}
