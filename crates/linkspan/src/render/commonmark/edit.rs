//! The replacement of a bare link in the source of a Markdown document.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use super::rewrite::MarkdownLinkStyle;
use crate::link::{Link, LinkKind};
use crate::percent::infallible;
use crate::render::markdown::write_link;
use crate::render::runs_script;
use crate::scheme;

/// Which links of a block are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LinkInsertion {
    /// All links.
    #[default]
    All,
    /// All links whose brackets are unlikely to change other markup. Excluded are links next to emphasis
    /// delimiters in the middle of a word, and links in square brackets directly after a `]`.
    Unambiguous,
    /// No links.
    None,
}

impl LinkInsertion {
    /// Changes to the next stricter value.
    pub(super) fn restrict(&mut self) {
        *self = match self {
            Self::All => Self::Unambiguous,
            Self::Unambiguous | Self::None => Self::None,
        };
    }
}

/// A range of the source and its replacement.
#[derive(Debug)]
pub(super) struct Edit<'d> {
    pub(super) source: Range<usize>,
    pub(super) replacement: String,
    /// The text that the link displays.
    pub(super) link_text: Cow<'d, str>,
    /// The URL of the link, as the parser reports it.
    pub(super) destination: Cow<'d, str>,
    is_simple: bool,
}

impl<'d> Edit<'d> {
    /// Creates the edit for a link with the given source range. Returns `None` if the link must stay as it
    /// is.
    pub(super) fn new(
        link: &Link<'_>,
        document: &'d str,
        source: Range<usize>,
        style: MarkdownLinkStyle,
        insertion: LinkInsertion,
    ) -> Option<Self> {
        let link_source = document.get(source.clone())?;
        let (before, after) = (document.get(..source.start)?, document.get(source.end..)?);
        let href = link.href();
        let is_inserted = match insertion {
            LinkInsertion::All => true,
            LinkInsertion::Unambiguous => !touches_delimiter_in_word(before, after),
            LinkInsertion::None => false,
        };
        let backslashes = before.bytes().rev().take_while(|&byte| byte == b'\\');
        let is_escaped = backslashes.count() % 2 == 1;
        if !is_inserted || runs_script(&href) || is_escaped {
            return None;
        }
        let is_autolink = link_source == link.as_str() && is_autolink(link, &href);
        // A bracket after `!` would start an image, and after `]` it may form a reference link.
        let no_bracket =
            before.ends_with('!') || (before.ends_with(']') && insertion != LinkInsertion::All);
        let mut replacement = String::new();
        let (link_text, destination) =
            if is_autolink && (no_bracket || style == MarkdownLinkStyle::Angle) {
                replacement.extend(["<", link_source, ">"]);
                (Cow::Borrowed(link_source), Cow::Borrowed(link_source))
            } else if no_bracket {
                return None;
            } else {
                let link_text = match style {
                    MarkdownLinkStyle::Angle => Cow::Borrowed(link.as_str()),
                    MarkdownLinkStyle::Readable => link.display(),
                };
                infallible(write_link(&link_text, "", &href, &mut replacement));
                (
                    Cow::Owned(link_text.into_owned()),
                    Cow::Owned(href.into_owned()),
                )
            };
        Some(Self {
            source,
            replacement,
            link_text,
            destination,
            is_simple: link_source == link.as_str()
                && (link.kind() == LinkKind::Url || link.as_str().bytes().all(is_simple_in_email)),
        })
    }

    /// Whether the source is the link without escapes and character references, and every parser reads the link as it is
    /// meant. Not all of them know all email addresses.
    pub(super) fn is_simple(&self) -> bool {
        self.is_simple
    }
}

/// Applies edits, which are in the order of the document.
pub(super) fn apply(document: &str, edits: &[Edit<'_>]) -> String {
    let added: usize = edits.iter().map(|edit| edit.replacement.len()).sum();
    let mut out = String::with_capacity(document.len() + added);
    let mut written = 0;
    for edit in edits {
        out.push_str(document.get(written..edit.source.start).unwrap_or_default());
        out.push_str(&edit.replacement);
        written = edit.source.end;
    }
    out.push_str(document.get(written..).unwrap_or_default());
    out
}

/// Returns whether emphasis delimiters next to a link have a word character on their other side.
///
/// Replacing a letter of the link by a bracket may then change which delimiters pair.
fn touches_delimiter_in_word(before: &str, after: &str) -> bool {
    let is_delimiter = |c| matches!(c, '*' | '_' | '~');
    let is_word =
        |next: Option<char>| next.is_some_and(|c| !c.is_whitespace() && !c.is_ascii_punctuation());
    let left = before.trim_end_matches(is_delimiter);
    let right = after.trim_start_matches(is_delimiter);
    (left.len() < before.len() && is_word(left.chars().next_back()))
        || (right.len() < after.len() && is_word(right.chars().next()))
}

/// Returns whether a character has no special meaning between angle brackets, wherever they are in a
/// document.
fn is_literal_in_autolink(c: char) -> bool {
    !matches!(c, '<' | '>' | '\\' | '`' | '|' | '&' | '\0'..=' ' | '\x7F')
}

/// Returns whether a byte of an email address has no special meaning anywhere.
fn is_simple_in_email(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+' | b'@' | b':')
}

/// Returns whether a link between angle brackets is an autolink of `CommonMark`.
fn is_autolink(link: &Link<'_>, href: &str) -> bool {
    let text = link.as_str();
    if !text.chars().all(is_literal_in_autolink) {
        return false;
    }
    match (link.scheme(), link.kind()) {
        (Some(scheme), LinkKind::Url) => (2..=32).contains(&scheme.len()),
        (None, LinkKind::Url) => false,
        // Parsers do not escape email addresses, so only those that need no escapes are written as
        // autolinks.
        (Some(_), LinkKind::Email) => href == text,
        (None, LinkKind::Email) => {
            href.strip_prefix(scheme::MAILTO) == Some(text)
                && !text.contains(['"', '(', ')', ',', ':', ';'])
                && text.rsplit('@').next().is_some_and(is_autolink_host)
        }
    }
}

/// Returns whether the host of an email address may be in an autolink.
fn is_autolink_host(host: &str) -> bool {
    host.split('.').all(|label| {
        (1..=63).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-') && {
            label.bytes()
        }
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}
