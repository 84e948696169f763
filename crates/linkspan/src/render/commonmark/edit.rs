//! A link, written into the source of a document.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use core::ops::Range;

use super::document::MarkdownLinks;
use crate::escape::infallible;
use crate::render::runs_script;
use crate::render::markdown::write_link;
use crate::scan::{Link, LinkKind};

/// How much is dared in a block of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Boldness {
    /// All links are written.
    #[default]
    Bold,
    /// But for those next to markers of emphasis in the middle of a word, and those in square brackets
    /// that others stand before.
    Careful,
    /// None is.
    Timid,
}

impl Boldness {
    /// Goes one step down, if there is one.
    pub(super) fn lose(&mut self) {
        *self = match self {
            Self::Bold => Self::Careful,
            Self::Careful | Self::Timid => Self::Timid,
        };
    }
}

/// A part of the source, and what is written in its place.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) place: Range<usize>,
    text: String,
    /// What readers see of it, and where it leads.
    pub(super) shown: String,
    pub(super) destination: String,
}

impl Edit {
    /// How a link is written. `None` if there is no way to.
    pub(super) fn new(
        link: &Link<'_>,
        document: &str,
        place: Range<usize>,
        links: MarkdownLinks,
        boldness: Boldness,
    ) -> Option<Self> {
        let spelled = document.get(place.clone())?;
        let (before, after) = (document.get(..place.start)?, document.get(place.end..)?);
        let href = link.href();
        let dared = match boldness {
            Boldness::Bold => true,
            Boldness::Careful => !is_amid_word(before, after),
            Boldness::Timid => false,
        };
        let backslashes = before.bytes().rev().take_while(|&byte| byte == b'\\');
        if !dared || runs_script(&href) || backslashes.count() % 2 == 1 {
            return None;
        }
        let stands_as_it_is = spelled == link.as_str() && is_autolink(link, &href);
        // Behind a '!' a bracket makes an image, and behind a ']' it may make a reference.
        let no_bracket =
            before.ends_with('!') || (before.ends_with(']') && boldness != Boldness::Bold);
        let mut text = String::new();
        let (shown, destination) =
            if stands_as_it_is && (no_bracket || links == MarkdownLinks::Angle) {
                text.extend(["<", spelled, ">"]);
                (spelled.to_string(), spelled.to_string())
            } else if no_bracket {
                return None;
            } else {
                let shown = match links {
                    MarkdownLinks::Angle => Cow::Borrowed(link.as_str()),
                    MarkdownLinks::Readable => link.display(),
                };
                infallible(write_link(&shown, &href, &mut text));
                (shown.into_owned(), href.into_owned())
            };
        Some(Self {
            place,
            text,
            shown,
            destination,
        })
    }
}

/// The document with its edits.
pub(super) fn apply(document: &str, edits: &[Edit]) -> String {
    let more: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut out = String::with_capacity(document.len() + more);
    let mut done = 0;
    for edit in edits {
        out.push_str(document.get(done..edit.place.start).unwrap_or_default());
        out.push_str(&edit.text);
        done = edit.place.end;
    }
    out.push_str(document.get(done..).unwrap_or_default());
    out
}

/// Whether markers of emphasis beside a link have a letter, or what may be one, on their other side.
/// Then a bracket in place of the link's letters may change what they pair with.
fn is_amid_word(before: &str, after: &str) -> bool {
    let is_marker = |c| matches!(c, '*' | '_' | '~');
    let joins =
        |next: Option<char>| next.is_some_and(|c| !c.is_whitespace() && !c.is_ascii_punctuation());
    let left = before.trim_end_matches(is_marker);
    let right = after.trim_start_matches(is_marker);
    (left.len() < before.len() && joins(left.chars().next_back()))
        || (right.len() < after.len() && joins(right.chars().next()))
}

/// Whether a character stands for itself between angle brackets, wherever they are.
fn is_plain(c: char) -> bool {
    !matches!(c, '<' | '>' | '\\' | '`' | '|' | '&' | '\0'..=' ' | '\x7F')
}

/// Whether a link, put between angle brackets, is what `CommonMark` calls an autolink.
fn is_autolink(link: &Link<'_>, href: &str) -> bool {
    let text = link.as_str();
    if !text.chars().all(is_plain) {
        return false;
    }
    match (link.scheme(), link.kind()) {
        (Some(scheme), LinkKind::Url) => (2..=32).contains(&scheme.len()),
        (None, LinkKind::Url) => false,
        // What has to be escaped in these would not be.
        (Some(_), LinkKind::Email) => href == text,
        (None, LinkKind::Email) => {
            href.strip_prefix("mailto:") == Some(text)
                && !text.contains(['"', '(', ')', ',', ':', ';'])
        }
    }
}
