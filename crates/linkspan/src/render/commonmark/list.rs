//! The list of the bare links in a Markdown document.

use core::ops::Range;

use pulldown_cmark::{Event, Options, Parser};

use super::merged_text::MergedText;
use super::skipped::SkippedText;
use crate::finder::Finder;
use crate::link::Link;

/// Calls `on_link` for each bare link in a Markdown document, with the byte range of its source.
///
/// A bare link is a link in text that is not marked up as a link, as described for
/// [`link_events`](super::link_events).
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{markdown_links, markdown_options};
///
/// let mut found = Vec::new();
/// markdown_links(&Finder::new(), "`a.com` b.com/&amp;", markdown_options(), |link, source| {
///     found.push((link.as_str().to_owned(), source));
/// });
/// assert_eq!(found, [(String::from("b.com/&"), 8..19)]);
/// ```
pub fn markdown_links(
    finder: &Finder,
    document: &str,
    options: Options,
    mut on_link: impl FnMut(&Link<'_>, Range<usize>),
) {
    let mut skipped = SkippedText::default();
    let mut merged = MergedText::new(document);
    let mut search = |merged: &mut MergedText<'_>| {
        for link in finder.find_iter(merged.text()) {
            // A link that starts or ends inside the expansion of a reference has no source range.
            if let (source, true) = merged.source_range(&link.range()) {
                on_link(&link, source);
            }
        }
        merged.clear();
    };
    for (event, source) in Parser::new_ext(document, options).into_offset_iter() {
        match event {
            Event::Text(text) if skipped.allows_links() => merged.push(&text, source),
            event => {
                search(&mut merged);
                skipped.update(&event);
            }
        }
    }
    search(&mut merged);
}
