//! Links written into the source of a Markdown document.
//!
//! A bracket is punctuation, and next to emphasis delimiters it can change which delimiters pair, even in
//! another line of the block. An exact local rule would have to repeat the parser's work. Instead, a block
//! with a link that may change other markup is parsed again and compared with the intended structure. If it
//! differs, it is written again with fewer links.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use pulldown_cmark::{Options, RefDefs};

use super::edit::{Edit, LinkInsertion, apply};
use super::plan::{Block, Plan};
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
/// Links are found as by [`link_events`](super::link_events). Where they may change other markup, the result is
/// parsed again to verify it. A link is left as it is where writing it would change anything else: after a backslash, which would escape
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
    rewrite_parts(finder, document, style, options)
        .or_else(|| rewrite_verified(finder, document, style, options, None))
        .unwrap_or_else(|| String::from(document))
}

/// Writes links that change nothing else, and verifies only blocks with other links. Returns `None` if that is not
/// possible.
fn rewrite_parts(
    finder: &Finder,
    document: &str,
    style: MarkdownLinkStyle,
    options: Options,
) -> Option<String> {
    let plan = Plan::new(finder, document, style, options)?;
    let mut out = String::with_capacity(document.len() + 16 * plan.edits.len());
    let mut done = 0;
    let mut next_edit = 0;
    for block in &plan.blocks {
        let Block { source, edits } = block;
        done = apply(
            document,
            done,
            plan.edits.get(next_edit..edits.start)?,
            &mut out,
        )?;
        // Blocks do not overlap, unless the parser's ranges are not those of lines.
        out.push_str(document.get(done..source.start)?);
        let links = plan.edits.get(edits.clone())?.iter();
        let links: Vec<_> = links
            .map(|link| link.source.start - source.start..link.source.end - source.start)
            .collect();
        let expected = Some((links.as_slice(), plan.definitions()));
        let text = document.get(source.clone()).unwrap_or_default();
        out.push_str(&rewrite_verified(finder, text, style, options, expected)?);
        done = source.end;
        next_edit = edits.end;
    }
    done = apply(document, done, plan.edits.get(next_edit..)?, &mut out)?;
    out.push_str(document.get(done..).unwrap_or_default());
    Some(out)
}

/// Writes links, and parses the result to verify it.
///
/// The document may be a block of another one. `expected` are the links that it has there, and the link reference
/// definitions. Returns `None` if the block is different on its own.
fn rewrite_verified(
    finder: &Finder,
    document: &str,
    style: MarkdownLinkStyle,
    options: Options,
    expected: Option<(&[Range<usize>], &RefDefs<'_>)>,
) -> Option<String> {
    let no_definitions = RefDefs::default();
    let definitions = expected.map_or(&no_definitions, |(_, definitions)| definitions);
    let mut insertions: Vec<LinkInsertion> = Vec::new();
    for attempt in 0..MAX_ATTEMPTS {
        let (intended, edits) = parse_structure(document, options, definitions, |merged, block| {
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
        if let Some((links, _)) = expected.filter(|_| attempt == 0) {
            let is_same = edits.iter().map(|edit| &edit.source).eq(links);
            if !is_same || intended.len() != 1 || intended.has_definitions {
                return None;
            }
        }
        if edits.is_empty() {
            break;
        }
        let mut written = String::with_capacity(document.len() + 16 * edits.len());
        let done = apply(document, 0, &edits, &mut written)?;
        written.push_str(document.get(done..).unwrap_or_default());
        let (actual, _) = parse_structure(&written, options, definitions, |_, _| Vec::new());
        if actual.is_same(&intended) {
            return Some(written);
        }
        insertions.resize(intended.len(), LinkInsertion::default());
        for (block, insertion) in insertions.iter_mut().enumerate() {
            if !actual.has_same_block(&intended, block) {
                insertion.restrict();
            }
        }
    }
    Some(String::from(document))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd, TextMergeStream};

    use super::super::markdown_options;
    use super::*;

    const PIECES: &[&str] = &[
        "a.com",
        "https://a.com/b_c",
        "https://a.com/_b_",
        "https://a.com/~b",
        "https://a.com/b~~c",
        "https://a.com/b*c",
        "https://a.com/*b",
        "https://a.com/b[c]",
        "https://a.com/b[c",
        "https://a.com/b'/",
        "https://a.com/b\"c",
        "https://a.com/?b&c",
        "http://a.com/(b",
        "ann@a.com",
        "例え.jp/と",
        "*",
        "**",
        "_",
        "~~",
        "`",
        "[",
        "]",
        "](",
        "[x]",
        "[x]: y\n",
        "[<https://a.com/b_c>]: y\n",
        "[^1]",
        "[^1]: ",
        "!",
        "![x]",
        "(",
        ")",
        "<",
        "<!A",
        ">",
        "<b>",
        "<b ",
        "</b ",
        "<b c=",
        "<!--",
        "--",
        "?",
        "<?",
        "\"",
        "'",
        ": ",
        "\\",
        "&",
        ";",
        "|",
        "\n|-|\n",
        "\n",
        "\n\n",
        "\r",
        "    ",
        "> ",
        "- ",
        "1. ",
        "# ",
        "\n---\n",
        "+++\n",
        "x",
        "é",
        " ",
        " ",
    ];

    /// A document that is verified as a whole is the reference implementation. It leaves out more links, because a block
    /// that differs may make others differ.
    fn assert_not_worse_than_reference(document: &str) {
        let (finder, options) = (Finder::new(), markdown_options());
        let structure = |document: &str| {
            let (structure, _) =
                parse_structure(document, options, &RefDefs::default(), |_, _| Vec::new());
            let links = Parser::new_ext(document, options)
                .filter(|event| matches!(event, Event::Start(Tag::Link { .. })))
                .count();
            (links, structure.len())
        };
        for style in [MarkdownLinkStyle::Angle, MarkdownLinkStyle::Readable] {
            let written = rewrite_markdown(&finder, document, style, options);
            let verified = rewrite_verified(&finder, document, style, options, None).unwrap();
            if written != verified {
                let (links, blocks) = structure(&written);
                let (verified_links, verified_blocks) = structure(&verified);
                assert!(
                    links > verified_links,
                    "{document:?}: {written:?}, {verified:?}"
                );
                assert_eq!(blocks, verified_blocks, "{document:?}: {written:?}");
            }
            let has_text = style == MarkdownLinkStyle::Angle;
            assert_eq!(
                without_links(&written, has_text),
                without_links(document, has_text),
                "{document:?}: {written:?}"
            );
        }
    }

    /// The events of a document without those of links and, if `has_text` is not set, of text.
    fn without_links(document: &str, has_text: bool) -> Vec<Event<'_>> {
        let events = Parser::new_ext(document, markdown_options())
            .filter(|event| {
                !matches!(
                    event,
                    Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link)
                )
            })
            .map(|mut event| {
                if let Event::Start(Tag::Image { link_type, .. }) = &mut event {
                    *link_type = LinkType::Inline;
                }
                event
            });
        TextMergeStream::new(events)
            .filter(|event| has_text || !matches!(event, Event::Text(_)))
            .collect()
    }

    #[test]
    fn links_that_may_change_other_markup_are_verified() {
        for document in [
            // The link would end what is not a declaration yet.
            "<!A a.com/b\n\na.com",
            // The link would not end a tag or an autolink.
            "<b a.com/b>\n\n<b c=a.com <b c='a.com/b\n\n</b a.com <x:a.com/b <https://a.com",
            "<b c='a.com/'d <b c=\"a.com <b c=\"d\" https://a.com/e'f",
            // The link would end a comment or an instruction.
            "<!-- https://a.com/b--\n\n<? https://a.com/?b?",
            // The link would become a part of a definition.
            "[x]: (a.com\n\n[x]: y (a.com\n\n[x]: y 'a.com/'b\n\n[x]: y \"a.com\n\n[x] a.com]",
            // The link would become a destination.
            "[x](http://a.com/(b)\n\nb.com",
            "[x]( http://a.com/(b)\n\n> [x](\n> http://a.com/(b)\n\n[x](y (http://a.com/(b)\n\nb.com",
            // The link would become a part of a definition of something that is defined.
            "[x]: https://a.com/(b\n\n[x]: y\n\nb.com",
            // Tildes of the link that keep others from pairing.
            "~a https://a.com/b~~c d~\n\nb.com",
            // A quotation mark that would end an attribute.
            "<b c='https://a.com/b'/\n\n<b c='https://a.com/b' d\n\nb.com",
            // Delimiters next to a link, and in it.
            "**a.com**x and *https://a.com/_b_ c*\n\nb.com",
            // Definitions elsewhere, and in the block.
            "[x] a.com]\n\n[x]: y\n\nb.com",
            "> [x]: y\n>\n> [x] a.com]\n\nb.com",
            "![x] a.com]\n\n[x]: y\n\nb.com",
            // The link would become a label.
            "[https://a.com] [x https://a.com]\n\n[<https://a.com>]: y\n\n[x <https://a.com>]: y\n\nb.com",
            "[x][https://a.com] ![a.com] [x] a.com] [[x] a.com] a.com][x]\n\n[a.com]: y\n\n[x]: y\n\nb.com",
            "[<https://a.com>]: y\n[https://a.com](*",
            // An address that is no autolink.
            "ann@b_c.a.com\n\nann@b.com",
            // A paragraph that would be code on its own.
            "[x]: y\n    <!A[x]: y\na.com)",
            // A line that is a paragraph of its own, because the next ones look like a table.
            "x\n|ann@a.com\\\n|-|\n",
            // A list that is indented.
            "   - a.com]\n   - b.com\n\nb.com",
            // A footnote.
            "[^1] a.com]\n\n[^1]: b.com\n",
        ] {
            assert_not_worse_than_reference(document);
        }
    }

    proptest! {
        #[test]
        fn links_are_written_as_in_a_document_that_is_verified_as_a_whole(
            pieces in prop::collection::vec(select(PIECES), 0..24),
        ) {
            assert_not_worse_than_reference(&pieces.concat());
        }
    }
}
