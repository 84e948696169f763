//! Measures rendering, relative to finding links, and the rewriting of HTML and Markdown documents, relative to
//! rendering plain text of the same length.

use linkspan::Finder;
use linkspan::render::{
    Ansi, Html, Markdown, MarkdownLinkStyle, Notes, Render, markdown_options, rewrite_html,
    rewrite_markdown,
};
use linkspan_benches::corpora::{Corpora, NAMES};
use linkspan_benches::measure::compare;
use linkspan_benches::table::Comparisons;

fn main() -> anyhow::Result<()> {
    let corpora = Corpora::available();
    let finder = Finder::new();
    let mut table = Comparisons::new();
    for name in NAMES {
        let text = corpora.text(name)?;
        let find = || finder.find_iter(&text).count();
        let html = || rendered(&finder, &text, &mut Html::new());
        table.row(name, "text to HTML / find", compare(html, find));
    }
    for name in ["a_prose_en", "d_multilingual"] {
        let text = corpora.text(name)?;
        let find = || finder.find_iter(&text).count();
        let html = || rendered(&finder, &text, &mut Html::new());
        let markdown = || rendered(&finder, &text, &mut Markdown::new());
        table.row(name, "text to Markdown / find", compare(markdown, find));
        let terminal = || rendered(&finder, &text, &mut Ansi::new());
        table.row(name, "text to terminal / find", compare(terminal, find));
        let notes = || rendered(&finder, &text, &mut Notes::new());
        table.row(name, "text to notes / find", compare(notes, find));
        let document = paragraphs(&text);
        let rewritten =
            || rewrite_html(&finder, &document, Html::new()).map_or(0, |html| html.len());
        table.row(
            name,
            "HTML to HTML / text to HTML",
            compare(rewritten, html),
        );
        let rewritten =
            || rewrite_markdown(&finder, &text, MarkdownLinkStyle::Angle, markdown_options()).len();
        let ratio = compare(rewritten, markdown);
        table.row(name, "Markdown to Markdown / text to Markdown", ratio);
    }
    println!("## Rendering\n\n{table}");
    Ok(())
}

/// The length of the output.
fn rendered(finder: &Finder, text: &str, renderer: &mut dyn Render) -> usize {
    linkspan::render::render(finder, text, renderer).len()
}

/// An HTML document with a paragraph for each line.
fn paragraphs(text: &str) -> String {
    let paragraph = |line: &str| {
        let line = line.replace('&', "&amp;").replace('<', "&lt;");
        format!("<p>{line}</p>\n")
    };
    text.lines().map(paragraph).collect()
}
