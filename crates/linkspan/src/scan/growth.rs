//! Shows that finding links reads no more than a constant times the length of the text.

use std::string::String;
use std::vec::Vec;

use super::{
    BadDots, Finder, OneLabelHosts, QuotedLocalParts, ScriptBoundaries, UnknownSchemes, Userinfo,
};
use crate::host::TopLevel;
use crate::{Profile, examined};

/// How many bytes may be looked at for each byte of text. Looking at one again counts again.
const MOST_PER_BYTE: usize = 10;

/// What a shape is made of: a front, something repeated, an end.
const SHAPES: &[(&str, &str, &str)] = &[
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
    ("", "\"", "@b.com"),
    ("", "\"\\", "\"@b.com "),
    ("", "\"a\\\"b\\\"c\\\"d\\\"e\\\"f\"@b.com ", ""),
    ("", "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"@b.com ", ""),
];

fn shape((front, repeated, end): (&str, &str, &str), bytes: usize) -> String {
    let mut text = String::from(front);
    while text.len() < bytes {
        text.push_str(repeated);
    }
    text.push_str(end);
    text
}

fn finders() -> Vec<Finder> {
    let mut finders: Vec<_> = Profile::ALL
        .into_iter()
        .map(|profile| {
            Finder::builder()
                .profile(profile)
                .build()
                .expect("a profile")
        })
        .collect();
    let everything = Finder::builder()
        .unknown_schemes(UnknownSchemes::Link)
        .userinfo(Userinfo::Allow)
        .one_label_hosts(OneLabelHosts::Allow)
        .scheme_tld(TopLevel::Any)
        .bare_tld(TopLevel::Any)
        .script_boundaries(ScriptBoundaries::Ignore)
        .bad_dots(BadDots::Recover)
        .quoted_local_parts(QuotedLocalParts::Link)
        .length_limit(usize::MAX)
        .build();
    finders.push(everything.expect("options that agree"));
    finders
}

/// The most bytes looked at for each byte of text, and for which shape.
fn worst(finder: &Finder, bytes: usize) -> (usize, (&'static str, &'static str, &'static str)) {
    SHAPES
        .iter()
        .map(|&parts| {
            let text = shape(parts, bytes);
            examined::take();
            finder.find_iter(&text).for_each(drop);
            let examined = examined::take();
            (examined.div_ceil(text.len()), parts)
        })
        .max()
        .expect("there are shapes")
}

#[test]
fn no_shape_costs_more_than_a_constant_for_each_byte() {
    for (number, finder) in finders().iter().enumerate() {
        // The largest size takes longest; the other finders show the same on less.
        let sizes: &[usize] = if number == 0 {
            &[1 << 12, 1 << 16, 1 << 20]
        } else {
            &[1 << 12, 1 << 14, 1 << 17]
        };
        for &bytes in sizes {
            let (most, parts) = worst(finder, bytes);
            std::println!("{bytes} bytes: at most {most} looked at for each, with {parts:?}");
            assert!(
                most <= MOST_PER_BYTE,
                "{most} for each byte of {parts:?}, {bytes} bytes long"
            );
        }
    }
}

#[test]
fn counting_sees_a_second_look() {
    let finder = Finder::new();
    let text = "see example.com/a, ann@example.org";
    let count = || finder.find_iter(text).count();
    examined::take();
    assert_eq!(count(), 2);
    let once = examined::take();
    assert_eq!(count() + count(), 4);
    assert!(once >= text.len(), "{once} of {} bytes", text.len());
    assert_eq!(examined::take(), 2 * once);
}
