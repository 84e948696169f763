//! Rendering against finding alone: what escaping, addresses and markup cost. And documents of HTML and
//! Markdown against plain text of the same length.

use linkspan::Finder;
use linkspan::render::{
    Ansi, Html, Markdown, MarkdownLinks, Notes, Render, markdown_options, rewrite_html,
    rewrite_markdown, to_string,
};
use linkspan_benches::{compare, corpus};

const CORPORA: &[&str] = &[
    "a_prose_en",
    "b_links_en",
    "c_cjk",
    "d_multilingual",
    "e_email_log",
    "f_code_json",
    "g_chat",
];

fn main() {
    let finder = Finder::new();
    let find = |text: &str| finder.find_iter(text).count();
    for name in CORPORA {
        let text = corpus(&format!("{name}.txt"));
        let rendered = |renderer: &mut dyn Render| to_string(&finder, &text, renderer).len();
        compare(
            &format!("{name}: text to HTML / find"),
            || rendered(&mut Html::new()),
            || find(&text),
        );
    }
    for name in ["a_prose_en", "d_multilingual"] {
        let text = corpus(&format!("{name}.txt"));
        let rendered = |renderer: &mut dyn Render| to_string(&finder, &text, renderer).len();
        compare(
            &format!("{name}: text to Markdown / find"),
            || rendered(&mut Markdown::new()),
            || find(&text),
        );
        compare(
            &format!("{name}: text to terminal / find"),
            || rendered(&mut Ansi::new()),
            || find(&text),
        );
        compare(
            &format!("{name}: text to notes / find"),
            || rendered(&mut Notes::new()),
            || find(&text),
        );
        let mut document = String::new();
        for line in text.lines() {
            let line = line.replace('&', "&amp;").replace('<', "&lt;");
            document.extend(["<p>", &line, "</p>\n"]);
        }
        compare(
            &format!("{name}: HTML in and out / text to HTML"),
            || {
                rewrite_html(&finder, Html::new(), &document)
                    .map(|html| html.len())
                    .ok()
            },
            || rendered(&mut Html::new()),
        );
        compare(
            &format!("{name}: Markdown in and out / text to Markdown"),
            || rewrite_markdown(&finder, &text, MarkdownLinks::Angle, markdown_options()).len(),
            || rendered(&mut Markdown::new()),
        );
    }
}
