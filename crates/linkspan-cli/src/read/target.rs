//! Targets: texts that are one URL as a whole, such as the value of `href` or of a JSON string.

use std::borrow::Cow;

use linkspan::url::to_ascii;
use linkspan::{Link, LinkKind};

use super::finders::Finders;
use crate::find::FoundLink;

/// The link that a target is, if it is absolute. Nothing is cut off: the end of the text is the end
/// of the URL.
pub(super) fn find<'t>(
    finders: Finders<'_>,
    text: &'t str,
    base: usize,
    assess: bool,
) -> Option<FoundLink<'t>> {
    let is_white_space = |c: char| c.is_ascii_whitespace();
    let trimmed = text.trim_matches(is_white_space);
    if !has_scheme(trimmed) {
        return None;
    }
    let base = base + text.len() - text.trim_start_matches(is_white_space).len();
    if let Some(found) = find_whole(finders, trimmed, base, assess) {
        return Some(found);
    }
    let mut links = FoundLink::find_iter(finders.target, trimmed, base, assess);
    // The scheme may be left out of the link to an email address.
    let mut found = links.find(|found| found.link.start() <= "mailto:".len())?;
    let is_cut = found.link.end() < trimmed.len() && found.link.start() == 0;
    if is_cut
        && !has_delimiter(trimmed)
        && found.rejection.is_none()
        && found.link.kind() == LinkKind::Url
        && let Ok(whole) = Link::parse(trimmed)
    {
        found.link = whole;
        if assess {
            found.findings = finders.target.assess(&whole).findings().to_vec();
        }
    }
    found.plain = plain_form(finders, &found.link);
    Some(found)
}

/// The link that the label of a link is as a whole.
pub(super) fn find_label<'t>(
    finders: Finders<'_>,
    text: &'t str,
    assess: bool,
) -> Option<FoundLink<'t>> {
    let base = text.len() - text.trim_start().len();
    find_whole(finders, text.trim(), base, assess)
}

/// The link that a text is as a whole, by the standard.
fn find_whole<'t>(
    finders: Finders<'_>,
    text: &'t str,
    base: usize,
    assess: bool,
) -> Option<FoundLink<'t>> {
    let mut links = FoundLink::find_iter(finders.label, text, base, assess);
    let mut found = links.next()?;
    if found.rejection.is_some() || found.link.range() != (0..text.len()) {
        return None;
    }
    found.plain = plain_form(finders, &found.link);
    Some(found)
}

/// The form of a link in plain text, if it would not be found whole there as it is written.
fn plain_form(finders: Finders<'_>, link: &Link<'_>) -> Option<String> {
    let written = link.as_str();
    let is_whole = |found: Link<'_>| found.as_str().len() == written.len();
    if link.kind() == LinkKind::Email || finders.plain.find(written).is_some_and(is_whole) {
        return None;
    }
    // The readable form escapes what would not be part of the link at its end.
    let readable = link.display();
    Some(to_ascii(&readable).map_or_else(|_| readable.to_string(), Cow::into_owned))
}

/// Whether a text is an absolute URL without white space, and not several.
pub(super) fn is_absolute(text: &str) -> bool {
    let is_separator = |c: char| c.is_whitespace() || c.is_control();
    has_scheme(text) && text.matches("://").count() <= 1 && !text.contains(is_separator)
}

/// Whether a text contains a character that ends a URL in markup.
fn has_delimiter(text: &str) -> bool {
    text.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>'))
}

/// Whether a text starts with a scheme and `://`, or with `mailto:`.
fn has_scheme(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    is_scheme && (rest.starts_with("//") || scheme.eq_ignore_ascii_case("mailto"))
}
