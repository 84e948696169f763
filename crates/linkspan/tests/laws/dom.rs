//! What a browser makes of HTML.

use html5ever::tendril::TendrilSink as _;
use html5ever::{ParseOpts, QualName, local_name, ns, parse_document, parse_fragment};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// A step through a tree, from its start to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Open(String, Vec<(String, String)>),
    Close(String),
    Text(String),
    Other(String),
}

/// Parses what is in a `<div>`.
pub(crate) fn fragment(html: &str) -> Vec<Step> {
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let dom = parse_fragment(RcDom::default(), options(), context, Vec::new(), true).one(html);
    // All of it is in an `<html>` of the parser's making.
    let steps = steps(&dom);
    steps[1..steps.len() - 1].to_vec()
}

/// Parses a document.
pub(crate) fn document(html: &str) -> Vec<Step> {
    steps(&parse_document(RcDom::default(), options()).one(html))
}

/// A fragment is part of a page, where a byte order mark is a character like others.
fn options() -> ParseOpts {
    let mut options = ParseOpts::default();
    options.tokenizer.discard_bom = false;
    options
}

fn steps(dom: &RcDom) -> Vec<Step> {
    // No recursion, since a document may be nested deep.
    enum Task {
        Enter(Handle),
        Leave(String),
    }
    let mut steps = Vec::new();
    let mut tasks = vec![Task::Enter(dom.document.clone())];
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Leave(name) => {
                steps.push(Step::Close(name));
                continue;
            }
            Task::Enter(node) => node,
        };
        match &node.data {
            NodeData::Document => {}
            NodeData::Text { contents } => push_text(&mut steps, &contents.borrow()),
            NodeData::Element {
                name,
                attrs,
                template_contents,
                ..
            } => {
                let name = name.local.to_string();
                let attributes = attrs.borrow();
                let attributes = attributes
                    .iter()
                    .map(|a| (a.name.local.to_string(), a.value.to_string()));
                steps.push(Step::Open(name.clone(), attributes.collect()));
                tasks.push(Task::Leave(name));
                if let Some(contents) = &*template_contents.borrow() {
                    tasks.push(Task::Enter(contents.clone()));
                }
            }
            other => steps.push(Step::Other(format!("{other:?}"))),
        }
        let children = node.children.borrow();
        tasks.extend(children.iter().rev().cloned().map(Task::Enter));
    }
    steps
}

fn push_text(steps: &mut Vec<Step>, text: &str) {
    match steps.last_mut() {
        Some(Step::Text(before)) => before.push_str(text),
        _ => steps.push(Step::Text(text.to_owned())),
    }
}

/// All text of a tree.
pub(crate) fn text(steps: &[Step]) -> String {
    let texts = steps.iter().filter_map(|step| match step {
        Step::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// The tree without the elements that are our links, which have this class, and the `<bdi>` around
/// them.
#[cfg(feature = "html-rewrite")]
pub(crate) fn without_links(steps: &[Step], class: &str) -> Vec<Step> {
    let mut kept = Vec::new();
    let mut open: Vec<bool> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        match step {
            Step::Open(_, attributes) => {
                let is_ours = |step: Option<&Step>| match step {
                    Some(Step::Open(name, attributes)) => {
                        name == "a" && attributes.iter().any(|(n, v)| n == "class" && v == class)
                    }
                    _ => false,
                };
                let ours = is_ours(Some(step))
                    || (matches!(step, Step::Open(name, _) if name == "bdi")
                        && attributes.is_empty()
                        && is_ours(steps.get(at + 1)));
                open.push(ours);
                if !ours {
                    kept.push(step.clone());
                }
            }
            Step::Close(_) => {
                if open.pop() == Some(false) {
                    kept.push(step.clone());
                }
            }
            Step::Text(text) => push_text(&mut kept, text),
            Step::Other(_) => kept.push(step.clone()),
        }
    }
    kept
}
