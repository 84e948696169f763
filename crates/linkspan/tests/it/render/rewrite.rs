//! Links in HTML documents: data cases, properties, streaming and limits.

use linkspan::Finder;
use linkspan::render::{HtmlRewriter, HtmlSettings, rewrite_html};
use proptest::prelude::*;
use proptest::sample::select;
use serde::Deserialize;

use crate::data::{Cases, check_cases, expect_equal, read_data};
use crate::properties::permissive_finder;
use crate::properties::rewrite::{self, assert_all, html_without_rel, rewrite_in_chunks};
use crate::strategies;

#[test]
fn html_documents_match_the_cases() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        html: String,
        out: Option<String>,
        #[serde(rename = "why")]
        _why: String,
    }
    let cases: Cases<Case> = read_data("html/cases.toml");
    let finder = permissive_finder();
    check_cases(
        &cases.case,
        |case| &case.name,
        |case| {
            let expected = case.out.as_ref().unwrap_or(&case.html);
            let whole =
                rewrite_html(&finder, &case.html, html_without_rel()).map_err(|e| e.to_string())?;
            expect_equal(&whole, expected)?;
            for size in [1, 7, 4096] {
                expect_equal(
                    &rewrite_in_chunks(&finder, html_without_rel(), &case.html, size),
                    expected,
                )?;
            }
            Ok(())
        },
    );
}

/// Pieces of HTML documents.
const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<div class=x>",
    "</div>",
    "<a href=y>",
    "</a>",
    "<code>",
    "</code>",
    "<pre>",
    "</pre>",
    "<svg>",
    "</svg>",
    "<math>",
    "<mi>",
    "</math>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<textarea>",
    "</textarea>",
    "<title>",
    "</title>",
    "<noscript>",
    "</noscript>",
    "<button>",
    "</button>",
    "<br/>",
    "<img alt='a.com'>",
    "<!-- a.com -->",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?x a.com>",
    "</",
    "<",
    ">",
    "&",
    "\"",
    "'",
    "=",
    "<p title=\"",
    "a.com",
    "a.com/",
    "https://",
    "ann@a.com",
    "bücher.example.com",
    "אתר.קום",
    "例え.jp/と。",
    "&amp;",
    "&lt;",
    "&gt",
    "&#58;",
    "&#x2e;",
    "&colon;//",
    "&nbsp;",
    "&notin;",
    "&fjlig;",
    "&#0;",
    "&#",
    "&a",
    "amp;",
    "(",
    ")",
    ".",
    ",",
    "/",
    "?q=1",
    "#x",
    " ",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "x",
    "é",
    "字",
    "javascript://",
    "\"a b\"@a.com",
];

fn html_document() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..30).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(strategies::config())]

    #[test]
    fn properties_hold_in_any_document(document in html_document(), chunk_size in select(&[2_usize, 7, 4096][..])) {
        assert_all(&document, chunk_size);
    }

    #[test]
    fn links_are_those_of_the_element_texts(texts in prop::collection::vec(html_document(), 1..5)) {
        rewrite::links_are_those_of_the_element_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        rewrite::links_are_those_of_the_lines(&texts.concat());
    }
}

#[test]
fn long_attributes_and_deep_nesting_are_supported() {
    let finder = Finder::new();
    let attribute = "a.com ".repeat(1024 * 1024 / 6);
    let depth = 10_000;
    let document = format!(
        "<p title=\"{attribute}\">a.com{}b.com{}<code title='{attribute}'>c.com</code>",
        "<div>".repeat(depth),
        "</div>".repeat(depth),
    );
    let expected = document
        .replace(">a.com<", "><a href=\"https://a.com\">a.com</a><")
        .replace(">b.com<", "><a href=\"https://b.com\">b.com</a><");
    assert!(rewrite_html(&finder, &document, html_without_rel()).unwrap() == expected);
    for size in [1, 7, 4096] {
        let rewritten = rewrite_in_chunks(&finder, html_without_rel(), &document, size);
        assert!(rewritten == expected, "in chunks of {size}");
    }
}

#[test]
fn long_text_without_spaces_is_searched_completely() {
    let finder = Finder::new();
    let link = "https://ja.wikipedia.org/wiki/東京";
    for text in [
        format!("「東京」は、（{link}）を参照。ここには&amp;何もありません。"),
        format!("「東京」は、（{link}）を参照。ここには何もありません。"),
    ] {
        // More than a window.
        let count = 1_300_000 / text.len();
        let document = format!("<p>{}</p>", text.repeat(count));
        let whole = rewrite_html(&finder, &document, html_without_rel()).unwrap();
        assert_eq!(whole.matches(&format!("\">{link}</a>")).count(), count);
        for size in [4095, 100_000] {
            assert!(
                rewrite_in_chunks(&finder, html_without_rel(), &document, size) == whole,
                "in chunks of {size}"
            );
        }
    }
}

/// Such a text was written twice.
#[test]
fn long_text_without_links_is_unchanged() {
    let finder = Finder::new();
    for text in ["ab ", "ab", "a&amp;"] {
        let document = format!("<p>{}</p>a", text.repeat((5 << 18) / text.len()));
        let whole = rewrite_html(&finder, &document, html_without_rel()).unwrap();
        assert!(whole == document, "{text} becomes {} bytes", whole.len());
        let chunked = rewrite_in_chunks(&finder, html_without_rel(), &document, 100_000);
        assert!(chunked == document, "{text} in chunks");
    }
}

#[test]
fn long_character_references_are_not_split() {
    let finder = Finder::new();
    // The search windows end inside a reference. In the last case, a single reference is longer than a window.
    for (zeros, count) in [(5_000, 500), (30_000, 100), (2_000_000, 1)] {
        let reference = format!("&#{}97;", "0".repeat(zeros));
        let document = format!("a.com/{}", reference.repeat(count));
        let whole = rewrite_html(&finder, &document, html_without_rel()).unwrap();
        assert_eq!(whole.matches(&reference).count(), count, "{zeros} zeros");
        let chunked = rewrite_in_chunks(&finder, html_without_rel(), &document, 4096);
        assert!(chunked == whole, "{zeros} zeros in chunks");
    }
}

/// The references are not decoded, so nobody knows which host `b.com` is a part of.
#[test]
fn text_after_too_long_character_references_is_not_linked_up_to_a_space() {
    let finder = Finder::new();
    for (zeros, count) in [(30_000, 40), (1_200_000, 1), (2_200_000, 1)] {
        let references = format!("&#{}97;", "0".repeat(zeros)).repeat(count);
        let document = format!("{references}b.com c.com d.com/{references}「e.com」\nf.com");
        let linked = |name: &str| format!("<a href=\"https://{name}\">{name}</a>");
        let [c, f] = ["c.com", "f.com"].map(linked);
        let expected = format!("{references}b.com {c} d.com/{references}「e.com」\n{f}");
        let whole = rewrite_html(&finder, &document, html_without_rel()).unwrap();
        assert!(whole == expected, "{zeros} zeros");
        let chunked = rewrite_in_chunks(&finder, html_without_rel(), &document, 1 << 16);
        assert!(chunked == expected, "{zeros} zeros in chunks");
    }
}

#[test]
fn skipped_elements_can_be_configured() {
    let finder = Finder::new();
    let rewrite = |skip: &str, document: &str| {
        let mut out = Vec::new();
        let settings = HtmlSettings::new().skip(skip).unwrap();
        let sink = |bytes: &[u8]| out.extend_from_slice(bytes);
        let mut rewriter = HtmlRewriter::with_settings(&finder, html_without_rel(), settings, sink);
        rewriter.write(document).unwrap();
        rewriter.end().unwrap();
        String::from_utf8(out).unwrap()
    };
    let link = "<a href=\"https://a.com\">a.com</a>";
    assert_eq!(
        rewrite("", "<code>a.com</code>"),
        format!("<code>{link}</code>")
    );
    assert_eq!(
        rewrite("", "<a>a.com</a>"),
        "<a>a.com</a>",
        "existing links are always skipped"
    );
    assert_eq!(
        rewrite("", "<script>a.com</script>"),
        "<script>a.com</script>"
    );
    assert_eq!(
        rewrite(
            "div > .x, [data-y]",
            "<div><p class=x>a.com</p>a.com</div><i data-y>a.com</i>"
        ),
        format!("<div><p class=x>a.com</p>{link}</div><i data-y>a.com</i>")
    );
    let error = HtmlSettings::new().skip("p:hover").unwrap_err().to_string();
    assert!(
        error.starts_with("expected a list of CSS selectors: "),
        "{error}"
    );
}

#[test]
fn memory_limit_is_enforced() {
    let finder = Finder::new();
    let settings = HtmlSettings::new().memory_limit(100_000);
    let mut rewriter = HtmlRewriter::with_settings(&finder, html_without_rel(), settings, |_| {});
    // Long text does not reach the limit, but a long tag does.
    for _ in 0..4 {
        rewriter.write(&"a.com ".repeat(10_000)).unwrap();
        rewriter.write(&"<b>x</b>".repeat(10_000)).unwrap();
    }
    rewriter.write("<p title='").unwrap();
    let mut chunks = std::iter::repeat_n("a.com ".repeat(1000), 100);
    let error = chunks
        .find_map(|chunk| rewriter.write(&chunk).err())
        .unwrap();
    assert!(error.to_string().contains("memory limit"), "{error}");
    let again = rewriter.write("x").unwrap_err();
    assert_eq!(
        again.to_string(),
        "the document was given up after an earlier error"
    );
    assert!(rewriter.end().is_err());
}

#[test]
fn default_memory_limit_is_64_mebibytes() {
    assert_eq!(HtmlSettings::DEFAULT_MEMORY_LIMIT, 67_108_864);
}

/// The text before an unfinished tag is searched after the line break in the tag has arrived.
#[test]
fn line_breaks_in_tags_are_counted_after_the_links_before_them() {
    assert_all("a.com<b\n>b.com</b\n\n>c.com", 2);
}

#[test]
fn rewriters_have_a_debug_form() {
    let finder = Finder::new();
    let rewriter = HtmlRewriter::new(&finder, html_without_rel(), |_| {});
    assert_eq!(format!("{rewriter:?}"), "HtmlRewriter { .. }");
}

/// Found by fuzzing: without the question mark that follows the link, its text was detected as a shorter link.
#[test]
fn link_before_a_question_mark_is_found_again_without_it() {
    let document = "htAvps://examp.?\0\0\0m/a\u{e0078}\u{e0069}";
    assert_all(document, 7);
    rewrite::links_are_those_of_the_lines(document);
}

/// Found by fuzzing: the same text is an email address after a backslash, and a URL elsewhere.
#[test]
fn links_that_depend_on_what_precedes_them_have_their_own_target() {
    for document in [
        "C:\\example.com/@a.org/b",
        "\u{1b}]8;;https://a.org\u{1b}\\example.com/@a.org/b",
    ] {
        assert_all(document, 7);
        rewrite::links_are_those_of_the_lines(document);
    }
}
