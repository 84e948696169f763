//! Links in Markdown documents.
//!
//! The parser, [`pulldown_cmark`], reports what is text, but splits it at each bracket, escape and
//! character reference. `merged_text` joins adjacent fragments, so that a link that contains such
//! characters is found as a whole. `skipped` tracks the text that is not searched, such as code.
//!
//! Two interfaces are built on this. `events` adds links to the parser's events. `rewrite` writes them into
//! the source of the document: each link becomes an `edit`, and the `structure` of the result is compared
//! with the intended one. `list` only reports the links.

mod edit;
mod events;
mod list;
mod merged_text;
mod plan;
mod rewrite;
mod skipped;
mod structure;

use pulldown_cmark::Options;

pub use events::{
    HtmlLinkEvents, LinkEvents, LinkEventsWithOffsets, html_link_events, link_events,
    link_events_with_offsets,
};
pub use list::markdown_links;
pub use rewrite::{MarkdownLinkStyle, rewrite_markdown};

/// Returns the Markdown extensions that most dialects have: tables, footnotes, strikethrough, task lists,
/// and metadata at the start of the document.
///
/// ```
/// use linkspan::render::markdown_options;
/// use pulldown_cmark::Options;
///
/// assert!(markdown_options().contains(Options::ENABLE_TABLES));
/// ```
#[must_use]
pub fn markdown_options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
}
