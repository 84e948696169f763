//! What renderers write around links: rows, pages, attributes and styles.

use linkspan::Finder;
use linkspan::render::{
    Anchor, Ansi, AttributeName, Controls, Csv, Html, Isolation, Json, Newlines, Record, Rel,
    Render as _, Show, Target, Title, render, render_terminal,
};

use crate::properties::permissive_finder;

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
fn records_escape_any_target() {
    let link = linkspan::links("see a.com").next().unwrap();
    let href = link.href();
    let written = |record: &Record<'_>| {
        let (mut json, mut csv) = (String::new(), String::new());
        record.write_json(&mut json).unwrap();
        record.write_csv(&mut csv).unwrap();
        (json, csv)
    };
    let start = r#"{"path":null,"line":1,"start":4,"end":9,"kind":"url","text":"a.com","#;
    assert_eq!(
        written(&Record::new(&link, &href)),
        (
            format!(r#"{start}"href":"https://a.com"}}"#),
            String::from(",1,4,9,url,a.com,https://a.com")
        )
    );
    // A program may set a target of its own.
    assert_eq!(
        written(&Record::new(&link, "\",\\a.com")),
        (
            format!(r#"{start}"href":"\",\\a.com"}}"#),
            String::from(r#",1,4,9,url,a.com,""",\a.com""#)
        )
    );
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
fn each_setting_of_an_anchor_has_an_effect_on_its_own() {
    let start = "<a href=\"https://a.com/%C3%A4\"";
    let rel = "rel=\"nofollow noopener ugc\"";
    let name = AttributeName::new("lang").unwrap();
    for (anchor, expected) in [
        (Anchor::new(), format!("{start} {rel}>a.com/ä</a>")),
        (
            Anchor::new().rel(Rel::EXTERNAL),
            format!("{start} rel=\"external\">a.com/ä</a>"),
        ),
        (
            Anchor::new().target(Target::Blank),
            format!("{start} {rel} target=\"_blank\">a.com/ä</a>"),
        ),
        (
            Anchor::new().target(Target::Parent),
            format!("{start} {rel} target=\"_parent\">a.com/ä</a>"),
        ),
        (
            Anchor::new().class("b"),
            format!("{start} {rel} class=\"b\">a.com/ä</a>"),
        ),
        (
            Anchor::new().title(Title::Readable),
            format!("{start} {rel} title=\"a.com/ä\">a.com/ä</a>"),
        ),
        (
            Anchor::new().attribute(name, "de"),
            format!("{start} {rel} lang=\"de\">a.com/ä</a>"),
        ),
        (
            Anchor::new().show(Show::Short(6)),
            format!("{start} {rel}>a.com…</a>"),
        ),
    ] {
        let html = Html::new().anchor(anchor.clone());
        assert_eq!(
            render(&Finder::new(), "a.com/ä", html),
            expected,
            "{anchor:?}"
        );
    }
}

#[test]
fn link_types_form_a_set() {
    let types = [
        (Rel::NOFOLLOW, "nofollow"),
        (Rel::NOOPENER, "noopener"),
        (Rel::NOREFERRER, "noreferrer"),
        (Rel::UGC, "ugc"),
        (Rel::SPONSORED, "sponsored"),
        (Rel::EXTERNAL, "external"),
    ];
    for (rel, name) in types {
        assert_eq!(rel.to_string(), name);
        assert_eq!((rel | rel).to_string(), name);
        assert_eq!(rel.union(Rel::NONE), rel);
    }
    let names = types.map(|(_, name)| name);
    let all = types.into_iter().fold(Rel::NONE, |all, (rel, _)| all | rel);
    assert_eq!(all.to_string(), names.join(" "));
}

#[test]
fn unsafe_attribute_names_are_refused_with_the_accepted_ones() {
    for name in [
        "onclick", "href", "style", "data-", "data-A", "aria-x y", "",
    ] {
        let error = AttributeName::new(name).unwrap_err().to_string();
        assert!(error.contains("hreflang"), "{error}");
        assert!(error.ends_with(&format!("; found '{name}'")), "{error}");
    }
}

#[test]
fn direction_is_isolated_as_set() {
    let isolated = |text: &str, isolation| {
        let html = render(&Finder::new(), text, Html::new().isolation(isolation));
        assert_eq!(html.contains("<bdi>"), html.contains("</bdi>"), "{html}");
        html.contains("<bdi>")
    };
    for (text, by_default) in [("a.com", false), ("אתר.קום", true)] {
        assert_eq!(isolated(text, Isolation::RightToLeft), by_default, "{text}");
        assert!(isolated(text, Isolation::Always), "{text}");
        assert!(!isolated(text, Isolation::Never), "{text}");
    }
}

#[test]
fn white_space_at_the_start_of_lines_of_paragraphs_is_removed() {
    let html = Html::new().newlines(Newlines::Paragraphs);
    assert_eq!(
        render(&Finder::new(), "  a  b\n \tc\n\n  d\n", html),
        "<p dir=\"auto\">a  b<br>\nc</p>\n<p dir=\"auto\">d</p>\n"
    );
}

#[test]
fn urls_that_run_scripts_are_not_terminal_hyperlinks() {
    for text in ["javascript://a.com/b", "data://a.com", "vbscript://a.com"] {
        assert_eq!(permissive_finder().find_iter(text).count(), 1, "{text}");
        assert_eq!(render(&permissive_finder(), text, Ansi::new()), text);
    }
}

/// Links are added before, between and after the hyperlinks of a text, not in their labels.
#[test]
fn hyperlinks_of_the_text_are_kept() {
    let kept = |label: &str| format!("\x1b]8;;https://z.org\x1b\\{label}\x1b]8;;\x1b\\");
    let added = |number: usize, text: &str| {
        format!("\x1b]8;id=linkspan-{number};https://{text}\x1b\\{text}\x1b]8;;\x1b\\")
    };
    let (first, second) = (kept(" b.com "), kept("(c.com"));
    let text = format!("a.com{first}d.com {second}) e.com {}", kept("f.com"));
    let ansi = Ansi::new().controls(Controls::Keep);
    assert_eq!(
        render_terminal(&Finder::new(), &text, ansi),
        format!(
            "{}{first}{} {second}) {} {}",
            added(1, "a.com"),
            added(2, "d.com"),
            added(3, "e.com"),
            kept("f.com")
        )
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
