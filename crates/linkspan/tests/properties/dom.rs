//! The tree that a browser builds from HTML, as a list of events, by `html5ever`.

use html5ever::tendril::TendrilSink as _;
use html5ever::{ParseOpts, QualName, local_name, ns, parse_document, parse_fragment};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// An event of a depth-first traversal of a tree. Adjacent text nodes are one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TreeEvent {
    /// The name of an element, and the names and values of its attributes.
    Open(String, Vec<(String, String)>),
    Close(String),
    Text(String),
    /// The debug output of a comment, doctype or processing instruction.
    Other(String),
}

/// Parses HTML as the contents of a `<div>`.
pub(crate) fn fragment_events(html: &str) -> Vec<TreeEvent> {
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let dom = parse_fragment(RcDom::default(), options(), context, Vec::new(), true).one(html);
    // The parser wraps the fragment in an `<html>` element.
    let all = events(&dom);
    all[1..all.len() - 1].to_vec()
}

/// Parses HTML as a whole document.
pub(crate) fn document_events(html: &str) -> Vec<TreeEvent> {
    events(&parse_document(RcDom::default(), options()).one(html))
}

/// Keeps a byte order mark, which is an ordinary character inside a page.
fn options() -> ParseOpts {
    let mut options = ParseOpts::default();
    options.tokenizer.discard_bom = false;
    options
}

fn events(dom: &RcDom) -> Vec<TreeEvent> {
    // An explicit stack, since deep nesting would overflow the call stack.
    enum Task {
        Enter(Handle),
        Leave(String),
    }
    let mut events = Vec::new();
    let mut tasks = vec![Task::Enter(dom.document.clone())];
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Leave(name) => {
                events.push(TreeEvent::Close(name));
                continue;
            }
            Task::Enter(node) => node,
        };
        match &node.data {
            NodeData::Document => {}
            NodeData::Text { contents } => push_text(&mut events, &contents.borrow()),
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
                events.push(TreeEvent::Open(name.clone(), attributes.collect()));
                tasks.push(Task::Leave(name));
                if let Some(contents) = &*template_contents.borrow() {
                    tasks.push(Task::Enter(contents.clone()));
                }
            }
            other => events.push(TreeEvent::Other(format!("{other:?}"))),
        }
        let children = node.children.borrow();
        tasks.extend(children.iter().rev().cloned().map(Task::Enter));
    }
    events
}

fn push_text(events: &mut Vec<TreeEvent>, text: &str) {
    match events.last_mut() {
        Some(TreeEvent::Text(before)) => before.push_str(text),
        _ => events.push(TreeEvent::Text(text.to_owned())),
    }
}

/// The concatenated text of a tree.
pub(crate) fn text_content(events: &[TreeEvent]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        TreeEvent::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// The tree without generated links, which have this class, and without the `<bdi>` elements around them.
#[cfg(feature = "html-rewrite")]
pub(crate) fn without_generated_links(events: &[TreeEvent], class: &str) -> Vec<TreeEvent> {
    let mut kept = Vec::new();
    let mut open_is_generated: Vec<bool> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match event {
            TreeEvent::Open(_, attributes) => {
                let is_generated_link = |event: Option<&TreeEvent>| match event {
                    Some(TreeEvent::Open(name, attributes)) => {
                        name == "a" && attributes.iter().any(|(n, v)| n == "class" && v == class)
                    }
                    _ => false,
                };
                let is_generated = is_generated_link(Some(event))
                    || (matches!(event, TreeEvent::Open(name, _) if name == "bdi")
                        && attributes.is_empty()
                        && is_generated_link(events.get(at + 1)));
                open_is_generated.push(is_generated);
                if !is_generated {
                    kept.push(event.clone());
                }
            }
            TreeEvent::Close(_) => {
                if open_is_generated.pop() == Some(false) {
                    kept.push(event.clone());
                }
            }
            TreeEvent::Text(text) => push_text(&mut kept, text),
            TreeEvent::Other(_) => kept.push(event.clone()),
        }
    }
    kept
}
