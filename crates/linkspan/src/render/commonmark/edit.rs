//! The replacement of a bare link in the source of a Markdown document.

use alloc::borrow::Cow;
use alloc::boxed::Box;
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

/// A link in the source that is written as one.
///
/// Most links are written as autolinks, so only other forms are stored.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) source: Range<usize>,
    /// The form of a link that is no autolink.
    inline_link: Option<Box<InlineLink>>,
    is_simple: bool,
}

/// A link as `[text](<destination>)`.
#[derive(Debug)]
struct InlineLink {
    markdown: String,
    text: String,
    destination: String,
}

impl Edit {
    /// Creates the edit for a link with the given source range. Returns `None` if the link must stay as it
    /// is.
    pub(super) fn new(
        link: &Link<'_>,
        document: &str,
        source: Range<usize>,
        style: MarkdownLinkStyle,
        insertion: LinkInsertion,
    ) -> Option<Self> {
        let (before, after) = (document.get(..source.start)?, document.get(source.end..)?);
        let is_inserted = match insertion {
            LinkInsertion::All => true,
            LinkInsertion::Unambiguous => !touches_delimiter_in_word(before, after),
            LinkInsertion::None => false,
        };
        let backslashes = before.bytes().rev().take_while(|&byte| byte == b'\\');
        let is_escaped = backslashes.count() % 2 == 1;
        if !is_inserted || is_escaped {
            return None;
        }
        let is_literal = document.get(source.clone())? == link.as_str();
        let is_simple_email =
            link.kind() == LinkKind::Email && link.as_str().bytes().all(is_simple_in_email);
        // A bracket after `!` would start an image, and after `]` it may form a reference link.
        let no_bracket =
            before.ends_with('!') || (before.ends_with(']') && insertion != LinkInsertion::All);
        let edit = |inline_link| Self {
            source,
            inline_link,
            is_simple: is_literal && (link.kind() == LinkKind::Url || is_simple_email),
        };
        let may_be_autolink = is_literal && (no_bracket || style == MarkdownLinkStyle::Angle);
        // Its address is its text after `mailto:`, since the host is in lower case.
        let is_lower = || !link.host().bytes().any(|byte| byte.is_ascii_uppercase());
        if may_be_autolink && is_simple_email && is_lower() && is_autolink_address(link) {
            return Some(edit(None));
        }
        let href = link.href();
        if runs_script(&href) {
            return None;
        }
        if may_be_autolink && is_autolink(link, &href) {
            return Some(edit(None));
        }
        if no_bracket {
            return None;
        }
        let text = match style {
            MarkdownLinkStyle::Angle => Cow::Borrowed(link.as_str()),
            MarkdownLinkStyle::Readable => link.display(),
        };
        let mut markdown = String::new();
        infallible(write_link(&text, "", &href, &mut markdown));
        Some(edit(Some(Box::new(InlineLink {
            markdown,
            text: text.into_owned(),
            destination: href.into_owned(),
        }))))
    }

    /// Writes the link.
    pub(super) fn write(&self, document: &str, out: &mut String) {
        match &self.inline_link {
            Some(link) => out.push_str(&link.markdown),
            None => out.extend(["<", self.text(document), ">"]),
        }
    }

    /// The text that the link displays.
    pub(super) fn text<'a>(&'a self, document: &'a str) -> &'a str {
        match &self.inline_link {
            Some(link) => &link.text,
            None => document.get(self.source.clone()).unwrap_or_default(),
        }
    }

    /// The URL of the link, as the parser reports it.
    pub(super) fn destination<'d>(&self, document: &'d str) -> Cow<'d, str> {
        match &self.inline_link {
            Some(link) => Cow::Owned(link.destination.clone()),
            None => Cow::Borrowed(document.get(self.source.clone()).unwrap_or_default()),
        }
    }

    /// Whether the source is the link without escapes and character references, and every parser reads the link as it is
    /// meant. Not all of them know all email addresses.
    pub(super) fn is_simple(&self) -> bool {
        self.is_simple
    }
}

/// Writes a document from `start` up to the end of the last edit, which it returns. The edits are in the order of the
/// document.
pub(super) fn apply(
    document: &str,
    start: usize,
    edits: &[Edit],
    out: &mut String,
) -> Option<usize> {
    let mut done = start;
    for edit in edits {
        out.push_str(document.get(done..edit.source.start)?);
        edit.write(document, out);
        done = edit.source.end;
    }
    Some(done)
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
                && is_autolink_address(link)
        }
    }
}

/// Returns whether an email address is without a scheme, and its host is one that an autolink may have.
fn is_autolink_address(link: &Link<'_>) -> bool {
    let is_label = |label: &str| {
        let mut bytes = label.bytes();
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    link.scheme().is_none() && link.host().split('.').all(is_label)
}
