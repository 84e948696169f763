//! Targets: texts that are one URL as a whole, such as the value of `href` or of a JSON string.

use linkspan::assess::Report;
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
    let trimmed = text.trim_matches(|c: char| c.is_ascii_whitespace());
    let start = text.len()
        - text
            .trim_start_matches(|c: char| c.is_ascii_whitespace())
            .len();
    if !has_scheme(trimmed) {
        return None;
    }
    let base = base + start;
    let mut links = FoundLink::find_iter(finders.target, trimmed, base, assess);
    let found = links.find(|found| found.link.start() <= "mailto:".len())?;
    if found.link.end() == trimmed.len() || found.rejection.is_some() {
        return Some(found);
    }
    if found.link.start() > 0 || found.link.kind() == LinkKind::Email {
        return Some(found);
    }
    let Ok(whole) = Link::parse(trimmed) else {
        return Some(found);
    };
    let report = if assess {
        finders.target.assess(&whole)
    } else {
        Report::default()
    };
    Some(FoundLink {
        link: whole,
        base,
        report,
        rejection: None,
    })
}

/// Whether a text is an absolute URL without white space, and not several.
pub(super) fn is_absolute(text: &str) -> bool {
    let is_separate = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '<' | '>');
    has_scheme(text) && text.matches("://").count() <= 1 && !text.contains(is_separate)
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
