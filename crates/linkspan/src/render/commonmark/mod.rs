//! Links in documents of Markdown.
//!
//! The parser ([`pulldown_cmark`]) tells what is text, and hands it out in pieces: it starts a new
//! one at each bracket, escape and reference. `run` puts pieces that touch together again and finds
//! the links in them, and `events` makes events of them. `document` writes them into the source: it
//! makes an `edit` of each, and compares the `outline` of what was meant and what was written.

mod document;
mod edit;
mod events;
mod outline;
mod outside;
mod run;

pub use document::{MarkdownLinks, markdown_options, markdown_places, rewrite_markdown};
pub use events::{html_link_events, link_events, link_events_with_offsets};
