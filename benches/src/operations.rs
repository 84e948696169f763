//! What users do with the links of a text, as functions that are measured and counted.

use std::hint::black_box;

use linkspan::render::{
    Ansi, Csv, Html, Json, Markdown, MarkdownLinkStyle, Notes, Render, markdown_options,
    rewrite_html, rewrite_markdown,
};
use linkspan::{Finder, Link, Profile};
use lol_html::html_content::TextChunk;
use lol_html::{DocumentContentHandlers, HtmlRewriter, Settings};

use crate::implementations::linkify_to_html;
use crate::measure::Work;

/// A function on a text, with a name. It returns a number that depends on its result.
pub struct Operation {
    /// The name in tables.
    pub name: &'static str,
    /// The project's target for the ratio of times. An operation without a target is the one that those after it are
    /// compared with.
    pub target: Option<&'static str>,
    run: Box<dyn Fn(&str) -> usize>,
}

impl Operation {
    fn baseline(name: &'static str, run: impl Fn(&str) -> usize + 'static) -> Self {
        Self {
            name,
            target: None,
            run: Box::new(run),
        }
    }

    fn new(
        name: &'static str,
        target: &'static str,
        run: impl Fn(&str) -> usize + 'static,
    ) -> Self {
        Self {
            target: Some(target),
            ..Self::baseline(name, run)
        }
    }

    /// Runs the operation on a text.
    #[must_use]
    pub fn run(&self, text: &str) -> usize {
        (self.run)(black_box(text))
    }

    /// The operation on a text, to be timed.
    #[must_use]
    pub fn work<'w>(&'w self, text: &'w str) -> Work<'w> {
        Box::new(move || self.run(text))
    }
}

/// Finding links with each profile.
///
/// # Panics
///
/// Panics if a profile has invalid options, which would be a bug.
#[must_use]
pub fn profiles() -> Vec<Operation> {
    let find = |profile| {
        let finder = Finder::builder().profile(profile).build();
        let finder = finder.expect("the options of a profile are valid");
        move |text: &str| finder.find_iter(text).count()
    };
    vec![
        Operation::baseline("uts58", find(Profile::Uts58)),
        Operation::new("prose", "≤ 1.3", find(Profile::Prose)),
        Operation::new("source", "≤ 1.3", find(Profile::Source)),
        Operation::new("terminal", "≤ 1.3", find(Profile::Terminal)),
        Operation::new("strict", "≤ 1.6", find(Profile::Strict)),
    ]
}

fn find() -> Operation {
    Operation::baseline("find", |text| linkspan::links(text).count())
}

/// Finding links, and doing something with each.
#[must_use]
pub fn with_each_link() -> Vec<Operation> {
    fn sum(length: impl Fn(&Link<'_>) -> usize) -> impl Fn(&str) -> usize {
        move |text| linkspan::links(text).map(|link| length(&link)).sum()
    }
    let finder = Finder::new();
    vec![
        find(),
        Operation::new("href", "≤ 1.4", sum(|link| link.href().len())),
        Operation::new("display", "≤ 1.4", sum(|link| link.display().len())),
        Operation::new("check", "≤ 1.6", move |text| {
            finder.assess_iter(text).count()
        }),
    ]
}

/// Finding links, and rendering the text with them.
#[must_use]
pub fn renderers() -> Vec<Operation> {
    vec![
        find(),
        Operation::new("HTML", "≤ 2.5", rendered(Html::new)),
        Operation::new("Markdown", "≤ 2.5", rendered(Markdown::new)),
        Operation::new("terminal", "≤ 2.5", rendered(Ansi::new)),
        Operation::new("notes", "≤ 2.5", rendered(Notes::new)),
        Operation::new("JSON", "≤ 2.5", rendered(Json::new)),
        Operation::new("CSV", "≤ 2.5", rendered(Csv::new)),
    ]
}

/// The length of the output of a renderer.
fn rendered<R: Render + 'static>(new: fn() -> R) -> impl Fn(&str) -> usize {
    let finder = Finder::new();
    move |text| linkspan::render::render(&finder, text, new()).len()
}

/// Text to HTML, by linkspan and by `linkify` with an escaping crate.
#[must_use]
pub fn to_html() -> Vec<Operation> {
    vec![
        Operation::baseline("linkspan", rendered(Html::new)),
        Operation::new("linkify, html-escape", "≥ 3", |text| {
            linkify_to_html(text, |text, out| {
                html_escape::encode_quoted_attribute_to_string(text, out);
            })
            .len()
        }),
        Operation::new("linkify, v_htmlescape", "≥ 3", |text| {
            linkify_to_html(text, v_htmlescape::escape_string).len()
        }),
    ]
}

/// Links in HTML documents, relative to parsing them. The argument is the document.
#[must_use]
pub fn html_documents() -> Vec<Operation> {
    let finder = Finder::new();
    vec![
        Operation::baseline("lol_html", parse_html),
        Operation::new("rewrite_html", "≤ 1.5", move |document| {
            rewrite_html(&finder, document, Html::new()).map_or(0, |html| html.len())
        }),
    ]
}

/// Links in Markdown documents, relative to parsing them. The argument is the document.
#[must_use]
pub fn markdown_documents() -> Vec<Operation> {
    let options = markdown_options();
    let finder = Finder::new();
    vec![
        Operation::baseline("pulldown-cmark", move |document| {
            pulldown_cmark::Parser::new_ext(document, options).count()
        }),
        Operation::new("rewrite_markdown", "≤ 1.5", move |document| {
            rewrite_markdown(&finder, document, MarkdownLinkStyle::Angle, options).len()
        }),
    ]
}

/// The length of the output of `lol_html`, which calls a function for all text.
fn parse_html(document: &str) -> usize {
    let mut out = Vec::with_capacity(document.len());
    let on_text = |_: &mut TextChunk<'_>| Ok(());
    let settings = Settings::new()
        .append_document_content_handler(DocumentContentHandlers::default().text(on_text));
    let mut rewriter = HtmlRewriter::new(settings, |bytes: &[u8]| out.extend_from_slice(bytes));
    let written = rewriter.write(document.as_bytes());
    let ended = written.and_then(|()| rewriter.end());
    ended.expect("the memory is not limited");
    out.len()
}

/// An HTML document with a paragraph for each line of a text.
#[must_use]
pub fn paragraphs(text: &str) -> String {
    let paragraph = |line: &str| {
        let line = line.replace('&', "&amp;").replace('<', "&lt;");
        format!("<p>{line}</p>\n")
    };
    text.lines().map(paragraph).collect()
}
