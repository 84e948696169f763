//! Links written into the source of a document.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use pulldown_cmark::{Event, Options, Parser};

use super::edit::{Boldness, Edit, apply};
use super::outline::outline;
use super::outside::Outside;
use super::run::Run;
use crate::scan::{Finder, Link};

/// How the bare links of a document are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MarkdownLinks {
    /// In angle brackets, `<https://example.com>`, where a link is an address with its scheme or an
    /// email address; where it is not, `[example.com](<https://example.com>)`, so that readers see
    /// what they saw before.
    #[default]
    Angle,
    /// With their [readable form](Link::display), `[readable](<address>)`.
    Readable,
}

/// The extensions of Markdown that most dialects have: tables, footnotes, strikethrough, task
/// lists, and metadata at the start of the document.
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

/// Makes links of the bare ones in a document of Markdown. All other bytes stay as they are.
///
/// Links are found as [`link_events`](super::link_events) finds them. What was written is read again,
/// and a link stays bare where it would change anything but itself: right behind a backslash, which
/// would escape its bracket, or where a bracket beside it makes other markers of emphasis pair.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{MarkdownLinks, markdown_options, rewrite_markdown};
///
/// let document = "*  See **https://a.com/%C3%A4**,\n   `b.com` & ann@c.com or d.com\n";
/// let rewrite = |links| rewrite_markdown(&Finder::new(), document, links, markdown_options());
/// assert_eq!(
///     rewrite(MarkdownLinks::Angle),
///     "*  See **<https://a.com/%C3%A4>**,\n   `b.com` & <ann@c.com> or [d.com](<https://d.com>)\n"
/// );
/// assert_eq!(
///     rewrite(MarkdownLinks::Readable),
///     "*  See **[https://a.com/ä](<https://a.com/%C3%A4>)**,\n   \
///      `b.com` & [ann@c.com](<mailto:ann@c.com>) or [d.com](<https://d.com>)\n"
/// );
/// ```
#[must_use]
pub fn rewrite_markdown(
    finder: &Finder,
    document: &str,
    links: MarkdownLinks,
    options: Options,
) -> String {
    let mut boldness: Vec<Boldness> = Vec::new();
    // Each block is timid after two rounds at most; blocks hardly ever bear on each other.
    for _ in 0..4 {
        let (meant, edits) = outline(document, options, |run, block| {
            let boldness = boldness.get(block).copied().unwrap_or_default();
            let links = finder.find_iter(run.text()).filter_map(|link| {
                // If an end of the link is amid what a reference spells, it cannot be written.
                let (place, true) = run.source(&link.range()) else {
                    return None;
                };
                Edit::new(&link, document, place, links, boldness)
            });
            links.collect()
        });
        let written = apply(document, &edits);
        let (found, _) = outline(&written, options, |_, _| Vec::new());
        if found == meant {
            return written;
        }
        let same_number = found.len() == meant.len();
        boldness.resize(meant.len(), Boldness::default());
        for (number, boldness) in boldness.iter_mut().enumerate() {
            if !same_number || found.get(number) != meant.get(number) {
                boldness.lose();
            }
        }
    }
    String::from(document)
}

/// Tells the bare links in a document of Markdown, with the bytes of the document that spell them.
///
/// ```
/// use linkspan::Finder;
/// use linkspan::render::{markdown_options, markdown_places};
///
/// let mut found = Vec::new();
/// markdown_places(&Finder::new(), "`a.com` b.com/&amp;", markdown_options(), |link, place| {
///     found.push((link.as_str().to_owned(), place));
/// });
/// assert_eq!(found, [(String::from("b.com/&"), 8..19)]);
/// ```
pub fn markdown_places(
    finder: &Finder,
    document: &str,
    options: Options,
    mut on_link: impl FnMut(&Link<'_>, Range<usize>),
) {
    let mut outside = Outside::default();
    let mut run = Run::default();
    let mut search = |run: &mut Run| {
        for link in finder.find_iter(run.text()) {
            // If an end of the link is amid what a reference spells, it cannot be written.
            if let (place, true) = run.source(&link.range()) {
                on_link(&link, place);
            }
        }
        run.clear();
    };
    for (event, source) in Parser::new_ext(document, options).into_offset_iter() {
        match event {
            Event::Text(text) if outside.is_linked() => run.push(&text, source),
            event => {
                search(&mut run);
                outside.pass(&event);
            }
        }
    }
    search(&mut run);
}
