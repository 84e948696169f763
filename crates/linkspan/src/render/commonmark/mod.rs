//! Links in documents of Markdown.
//!
//! The parser ([`pulldown_cmark`]) tells what is text, and hands it out in pieces: it starts a new
//! one at each bracket, escape and reference. `run` puts pieces that touch together again and finds
//! the links in them, `events` makes events of them, and `document` writes them into the source.

mod document;
mod events;
mod outside;
mod run;

pub use document::{MarkdownLinks, markdown_options, markdown_places, rewrite_markdown};
pub use events::{link_events, link_events_with_offsets};
