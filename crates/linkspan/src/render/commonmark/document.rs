//! Links written into the source of a document.

use alloc::string::String;
use core::ops::Range;

use pulldown_cmark::{Event, Options, Parser};

use super::outside::Outside;
use super::run::Run;
use crate::escape::infallible;
use crate::render::is_program;
use crate::render::markdown::write_link;
use crate::scan::{Finder, Link, LinkKind};

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
/// Links are found as [`link_events`](super::link_events) finds them. A link right behind a
/// backslash stays bare, since its bracket would be taken for an escaped one.
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
    let mut out = String::with_capacity(document.len() + document.len() / 4);
    let mut done = 0;
    markdown_places(finder, document, options, |link, place| {
        let before = document.get(..place.start).unwrap_or_default();
        let spelled = document.get(place.clone()).unwrap_or_default();
        let start = out.len();
        out.push_str(document.get(done..place.start).unwrap_or_default());
        if write(link, spelled, before, links, &mut out) {
            done = place.end;
        } else {
            out.truncate(start);
        }
    });
    out.push_str(document.get(done..).unwrap_or_default());
    out
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

/// Writes a link that stands behind `before`. `false` if there is no way to.
fn write(
    link: &Link<'_>,
    spelled: &str,
    before: &str,
    links: MarkdownLinks,
    out: &mut String,
) -> bool {
    let href = link.href();
    let backslashes = before.bytes().rev().take_while(|&byte| byte == b'\\');
    if is_program(&href) || backslashes.count() % 2 == 1 {
        return false;
    }
    let stands_as_it_is = spelled == link.as_str() && is_autolink(link, spelled);
    // Behind these, a bracket would make an image or a reference of it.
    let no_bracket = before.ends_with(['!', ']']);
    let angle = match links {
        _ if no_bracket && stands_as_it_is => spelled,
        _ if no_bracket => &href,
        MarkdownLinks::Angle if stands_as_it_is => spelled,
        MarkdownLinks::Angle => {
            infallible(write_link(link.as_str(), &href, out));
            return true;
        }
        MarkdownLinks::Readable => {
            infallible(write_link(&link.display(), &href, out));
            return true;
        }
    };
    let possible = angle.chars().all(is_plain);
    if possible {
        out.extend(["<", angle, ">"]);
    }
    possible
}

/// Whether a character stands for itself between angle brackets, wherever they are.
fn is_plain(c: char) -> bool {
    !matches!(c, '<' | '>' | '\\' | '`' | '|' | '&' | '\0'..=' ' | '\x7F')
}

/// Whether a link, put between angle brackets, is what `CommonMark` calls an autolink.
fn is_autolink(link: &Link<'_>, text: &str) -> bool {
    if !text.chars().all(is_plain) {
        return false;
    }
    match (link.scheme(), link.kind()) {
        (Some(scheme), _) => (2..=32).contains(&scheme.len()),
        (None, LinkKind::Url) => false,
        (None, LinkKind::Email) => {
            text.is_ascii() && !text.contains(['"', '(', ')', ',', ':', ';'])
        }
    }
}
