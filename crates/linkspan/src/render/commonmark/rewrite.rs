//! Links written into the source of a Markdown document.
//!
//! A bracket is punctuation, and next to emphasis delimiters it can change which delimiters pair, even in
//! another line of the block. An exact local rule would have to repeat the parser's work. Instead, the
//! result is parsed again and compared with the intended structure. A block that differs is written again
//! with fewer links.

use alloc::string::String;
use alloc::vec::Vec;

use pulldown_cmark::Options;

use super::edit::{Edit, LinkInsertion, apply};
use super::structure::parse_structure;
use crate::finder::Finder;

/// How often the document is written at most. A block has no links left after two restrictions, and blocks
/// rarely affect each other, so more attempts are hardly ever needed.
const MAX_ATTEMPTS: usize = 4;

/// How [`rewrite_markdown`] writes bare links.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{MarkdownLinkStyle, markdown_options, rewrite_markdown};
///
/// let document = "https://a.com/%C3%A4 b.com";
/// let rewrite = |style| rewrite_markdown(&Finder::new(), document, style, markdown_options());
/// assert_eq!(
///     rewrite(MarkdownLinkStyle::Angle),
///     "<https://a.com/%C3%A4> [b.com](<https://b.com>)"
/// );
/// assert_eq!(
///     rewrite(MarkdownLinkStyle::Readable),
///     "[https://a.com/ä](<https://a.com/%C3%A4>) [b.com](<https://b.com>)"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MarkdownLinkStyle {
    /// As an autolink in angle brackets, `<https://example.com>`, if the link is a URL with a scheme or an
    /// email address. Any other link is written as `[example.com](<https://example.com>)`, so that its
    /// displayed text does not change.
    #[default]
    Angle,
    /// With its [readable form](crate::Link::display) as text: `[readable](<URL>)`.
    Readable,
}

/// Writes the bare links of a Markdown document as links. All other bytes are unchanged.
///
/// Links are found as by [`link_events`](super::link_events). The result is parsed again to verify it. A
/// link is left as it is where writing it would change anything else: after a backslash, which would escape
/// its bracket, and where its bracket would change how emphasis delimiters pair.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{MarkdownLinkStyle, markdown_options, rewrite_markdown};
///
/// let document = "*  See **https://a.com/%C3%A4**,\n   `b.com` & ann@c.com or d.com\n";
/// let rewrite = |style| rewrite_markdown(&Finder::new(), document, style, markdown_options());
/// assert_eq!(
///     rewrite(MarkdownLinkStyle::Angle),
///     "*  See **<https://a.com/%C3%A4>**,\n   `b.com` & <ann@c.com> or [d.com](<https://d.com>)\n"
/// );
/// assert_eq!(
///     rewrite(MarkdownLinkStyle::Readable),
///     "*  See **[https://a.com/ä](<https://a.com/%C3%A4>)**,\n   \
///      `b.com` & [ann@c.com](<mailto:ann@c.com>) or [d.com](<https://d.com>)\n"
/// );
/// ```
#[must_use]
pub fn rewrite_markdown(
    finder: &Finder,
    document: &str,
    style: MarkdownLinkStyle,
    options: Options,
) -> String {
    let mut insertions: Vec<LinkInsertion> = Vec::new();
    for _ in 0..MAX_ATTEMPTS {
        let (intended, edits) = parse_structure(document, options, |merged, block| {
            let insertion = insertions.get(block).copied().unwrap_or_default();
            let edits = finder.find_iter(merged.text()).filter_map(|link| {
                // A link that starts or ends inside the expansion of a reference cannot be replaced.
                let (source, true) = merged.source_range(&link.range()) else {
                    return None;
                };
                Edit::new(&link, document, source, style, insertion)
            });
            edits.collect()
        });
        if edits.is_empty() {
            break;
        }
        let written = apply(document, &edits);
        let (actual, _) = parse_structure(&written, options, |_, _| Vec::new());
        if actual.is_same(&intended) {
            return written;
        }
        insertions.resize(intended.len(), LinkInsertion::default());
        for (block, insertion) in insertions.iter_mut().enumerate() {
            if !actual.has_same_block(&intended, block) {
                insertion.restrict();
            }
        }
    }
    String::from(document)
}
