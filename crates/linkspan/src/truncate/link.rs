//! Truncation of a link that keeps its registrable domain.
//!
//! If the link is too long, first the path is truncated, then the labels before the registrable domain are left out,
//! together with the scheme. The registrable domain always stays, even if it is longer than the limit, because it
//! decides where the link leads.

use alloc::string::String;
use alloc::vec::Vec;

use super::{ELLIPSIS, character_count, character_starts, fits};

/// The maximum number of labels of a domain.
const MAX_LABELS: usize = 127;

/// The parts of a link in the order in which they are shown.
pub(crate) struct LinkParts {
    /// The scheme with `://`, or the local part with `@`.
    pub(crate) before_host: String,
    /// The labels before the registrable domain.
    pub(crate) subdomains: Vec<String>,
    /// The registrable domain or another host, and the port. It is never truncated.
    pub(crate) registrable: String,
    /// Path, query and fragment.
    pub(crate) tail: String,
}

/// The link in at most `limit` characters, or in as few as the registrable domain needs.
///
/// `is_safe` decides whether a truncated tail may be shown, because truncation gives characters new neighbours.
pub(crate) fn truncate_link(
    parts: &LinkParts,
    limit: usize,
    is_safe: impl Fn(&str) -> bool,
) -> String {
    let mut out = truncate_host(parts, limit);
    let tail = &parts.tail;
    let left = limit.saturating_sub(character_count(&out));
    if fits(tail, left) {
        out.push_str(tail);
        return out;
    }
    let truncated = keep_last_segments(tail, left).filter(|tail| is_safe(tail));
    out.push_str(&truncated.unwrap_or_else(|| keep_prefix(tail, left, is_safe)));
    out
}

/// The host and the text before it. Labels are left out from the left. The scheme is left out with the first label; of a
/// local part, an ellipsis remains.
fn truncate_host(parts: &LinkParts, limit: usize) -> String {
    // A tail needs room for an ellipsis.
    let tail_len = usize::from(!parts.tail.is_empty());
    let fits = |text: &str| character_count(text).saturating_add(tail_len) <= limit;
    let host_with = |subdomains: &[String]| {
        let mut host = String::new();
        for label in subdomains {
            host.push_str(label);
            host.push('.');
        }
        host + &parts.registrable
    };
    let full_host = host_with(&parts.subdomains);
    let full = [parts.before_host.as_str(), &full_host].concat();
    if fits(&full) {
        return full;
    }
    let local_part = parts.before_host.strip_suffix('@');
    if let Some(local_part) = local_part {
        let left = limit.saturating_sub(character_count(&full_host) + "@".len());
        if left > 0 {
            return keep_prefix(local_part, left, |_| true) + "@" + &full_host;
        }
    }
    let before_host = if local_part.is_some() { "…@" } else { "" };
    // Invariant: at most MAX_LABELS rounds, even if the host has more labels than a domain can have.
    let count = parts.subdomains.len();
    let first = count.saturating_sub(MAX_LABELS).max(1);
    for skipped in first..=count {
        let host = host_with(parts.subdomains.get(skipped..).unwrap_or_default());
        let truncated = [before_host, ELLIPSIS, ".", &host].concat();
        if fits(&truncated) || skipped == count {
            return truncated;
        }
    }
    // There are no subdomains to leave out.
    if local_part.is_some() {
        return [before_host, &full_host].concat();
    }
    full
}

/// The last segments of the path that fit, without query and fragment. `None` if not even the last segment fits.
fn keep_last_segments(tail: &str, left: usize) -> Option<String> {
    let path_len = tail.find(['?', '#']).unwrap_or(tail.len());
    let (path, after_path) = tail.split_at_checked(path_len)?;
    let end = if after_path.is_empty() { "" } else { ELLIPSIS };
    let left = left.checked_sub(character_count(end))?;
    if fits(path, left) {
        return Some([path, end].concat());
    }
    let start = ["/", ELLIPSIS].concat();
    let left = left.checked_sub(character_count(&start))?;
    let slashes: Vec<usize> = path.match_indices('/').map(|(slash, _)| slash).collect();
    let mut kept = None;
    for slash in slashes.into_iter().rev() {
        let segments = path.get(slash..)?;
        if !fits(segments, left) {
            break;
        }
        kept = Some(segments).filter(|segments| segments.len() > 1);
    }
    Some([start.as_str(), kept?, end].concat())
}

/// As many characters from the start as fit before an ellipsis.
fn keep_prefix(text: &str, left: usize, is_safe: impl Fn(&str) -> bool) -> String {
    /// The maximum number of ends that are tried until one is safe.
    const MAX_TRIES: usize = 8;
    if left == 0 {
        return String::new();
    }
    let ends: Vec<usize> = character_starts(text).take(left).collect();
    let prefix = ends
        .iter()
        .rev()
        .take(MAX_TRIES)
        .filter_map(|&end| text.get(..end))
        .find(|prefix| !ends_in_escape(prefix) && is_safe(prefix));
    [prefix.unwrap_or_default(), ELLIPSIS].concat()
}

/// Whether a text ends inside a percent-escape.
fn ends_in_escape(text: &str) -> bool {
    text.bytes().rev().take(2).any(|b| b == b'%')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truncate(before_host: &str, subdomains: &[&str], tail: &str, limit: usize) -> String {
        let parts = LinkParts {
            before_host: before_host.into(),
            subdomains: subdomains.iter().map(|&label| label.into()).collect(),
            registrable: "example.com".into(),
            tail: tail.into(),
        };
        truncate_link(&parts, limit, |_| true)
    }

    #[test]
    fn the_registrable_domain_always_stays() {
        for (limit, expected) in [
            (31, "https://www.sub.example.com/a/b"),
            (30, "https://www.sub.example.com/a…"),
            (27, "….sub.example.com/a/b"),
            (18, "….sub.example.com…"),
            (17, "….example.com/a/b"),
            (0, "….example.com"),
        ] {
            assert_eq!(
                truncate("https://", &["www", "sub"], "/a/b", limit),
                expected,
                "{limit}"
            );
        }
    }

    #[test]
    fn a_local_part_leaves_an_ellipsis() {
        assert_eq!(truncate("ann.lee@", &[], "", 15), "an…@example.com");
        assert_eq!(truncate("ann.lee@", &[], "", 13), "…@example.com");
        assert_eq!(truncate("ann.lee@", &[], "", 5), "…@example.com");
    }

    #[test]
    fn the_last_segments_of_a_path_stay() {
        for (tail, left, expected) in [
            ("/one/two/three", 8, Some("/…/three")),
            ("/one/two/three", 12, Some("/…/two/three")),
            ("/one/two?q#f", 9, Some("/one/two…")),
            ("/one/two/", 5, None),
            ("/one/two/three", 5, None),
        ] {
            assert_eq!(
                keep_last_segments(tail, left).as_deref(),
                expected,
                "{tail}"
            );
        }
    }

    #[test]
    fn escapes_are_not_split() {
        assert_eq!(keep_prefix("/a%E2%80", 5, |_| true), "/a…");
        assert_eq!(keep_prefix("/a%E2%80", 6, |_| true), "/a%E2…");
        assert_eq!(
            keep_prefix("/abc", 4, |prefix| !prefix.ends_with('b')),
            "/a…"
        );
    }
}
