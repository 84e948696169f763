//! What renderers write around links: rows, pages, attributes and styles.

use linkspan::Finder;
use linkspan::render::{
    Anchor, Ansi, AttributeName, Controls, Csv, Html, Json, Rel, Render as _, render,
    render_terminal,
};

#[test]
fn csv_has_a_header_and_a_row_for_each_link() {
    let text = "see a.com/b,c\n\nand b.com/\"d\", ann@c.com";
    assert_eq!(
        render(&Finder::new(), text, Csv::new()),
        "path,line,start,end,kind,text,href\n\
         ,1,4,13,url,\"a.com/b,c\",\"https://a.com/b,c\"\n\
         ,3,19,27,url,\"b.com/\"\"d\",https://b.com/%22d\n\
         ,3,30,39,email,ann@c.com,mailto:ann@c.com\n"
    );
    assert_eq!(
        render(&Finder::new(), "no link", Csv::new()),
        "path,line,start,end,kind,text,href\n"
    );
}

#[test]
fn a_renderer_of_records_starts_anew_after_the_end() {
    let link = linkspan::links("a.com").next().unwrap();
    let (mut csv, mut json) = (Csv::new(), Json::new());
    let mut out = String::new();
    for _ in 0..2 {
        csv.link(&link, &mut out).unwrap();
        csv.finish(&mut out).unwrap();
    }
    let once = render(&Finder::new(), "a.com", Csv::new());
    assert_eq!(out, once.repeat(2));
    out.clear();
    for _ in 0..2 {
        json.link(&link, &mut out).unwrap();
        json.finish(&mut out).unwrap();
    }
    let once = render(&Finder::new(), "a.com", Json::new());
    assert_eq!(out, once.repeat(2));
}

#[test]
fn page_is_opened_once_and_closed() {
    let html = render(&Finder::new(), "a.com\n<b>", Html::new().page("A & B"));
    assert!(html.starts_with("<!DOCTYPE html>\n"), "{html}");
    assert!(html.ends_with("</body>\n</html>\n"), "{html}");
    for once in ["<html>", "<title>A &amp; B</title>", "<body ", "&lt;b&gt;"] {
        assert_eq!(html.matches(once).count(), 1, "{once} in {html}");
    }
    // A text without anything is a page, too.
    let empty = render(&Finder::new(), "", Html::new().page("A"));
    assert!(
        empty.contains("<body ") && empty.contains("</body>"),
        "{empty}"
    );
}

#[test]
fn last_value_of_an_attribute_is_written() {
    let name = |name| AttributeName::new(name).unwrap();
    let anchor = Anchor::new()
        .rel(Rel::NONE)
        .attribute(name("data-a"), "1")
        .attribute(name("data-b"), "<2>")
        .attribute(name("data-a"), "3");
    assert_eq!(
        render(&Finder::new(), "a.com", Html::new().anchor(anchor)),
        "<a href=\"https://a.com\" data-b=\"&lt;2&gt;\" data-a=\"3\">a.com</a>"
    );
}

#[test]
fn styles_are_kept_or_removed() {
    let text = "see https://\x1b[1mexample\x1b[m.com/a \x1b[31mred";
    let linked = |controls| render_terminal(&Finder::new(), text, Ansi::new().controls(controls));
    assert_eq!(
        linked(Controls::Strip),
        "see \x1b]8;id=linkspan-1;https://example.com/a\x1b\\https://example.com/a\x1b]8;;\x1b\\ red"
    );
    let styled = linked(Controls::Styles);
    assert!(
        styled.contains("https://\x1b[1mexample\x1b[m.com/a\x1b]8;;"),
        "{styled}"
    );
    // What is still styled at the end is reset.
    assert!(styled.ends_with(" \x1b[31mred\x1b[0m"), "{styled}");
}

#[test]
fn renderers_show_their_settings() {
    let shown = format!("{:?}", Html::new().page("title of the page"));
    assert!(shown.contains("title of the page"), "{shown}");
    let finder = Finder::new();
    let shown = format!("{:?}", finder.segments("a.com"));
    assert!(shown.contains("Segments"), "{shown}");
}
