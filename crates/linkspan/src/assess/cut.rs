//! Cutting a link to a length, without cutting what matters.

use alloc::string::String;
use alloc::vec::Vec;

use crate::truncate::{ELLIPSIS, character_count, character_starts, fits};

/// The most labels that a domain can have.
const MOST_LABELS: usize = 127;

/// A link in pieces, in the order in which they are shown.
pub(super) struct Pieces {
    /// Scheme, or local part and `@`.
    pub(super) front: String,
    /// The labels before the registrable domain.
    pub(super) labels: Vec<String>,
    /// The registrable domain, or whatever the host is, and the port. It is never cut.
    pub(super) registrable: String,
    /// Path, query and fragment.
    pub(super) tail: String,
}

/// The link in at most `limit` characters, or as few as the registrable domain needs.
///
/// `is_fine` tells whether a tail may be shown as it is: one that was cut may not.
pub(super) fn fit(pieces: &Pieces, limit: usize, is_fine: impl Fn(&str) -> bool) -> String {
    let mut out = host(pieces, limit);
    let tail = &pieces.tail;
    let left = limit.saturating_sub(character_count(&out));
    if fits(tail, left) {
        out.push_str(tail);
        return out;
    }
    let cut = by_segments(tail, left).filter(|cut| is_fine(cut));
    out.push_str(&cut.unwrap_or_else(|| by_characters(tail, left, is_fine)));
    out
}

/// Front and host. Labels are left out from the left, and the front with the first of them, unless it
/// is a local part.
fn host(pieces: &Pieces, limit: usize) -> String {
    let tail = usize::from(!pieces.tail.is_empty());
    let whole = |labels: &[String]| {
        let mut out = String::new();
        for label in labels {
            out.push_str(label);
            out.push('.');
        }
        out + &pieces.registrable
    };
    let full = whole(&pieces.labels);
    if fits_in(&[&pieces.front, &full], limit, tail) {
        return [pieces.front.as_str(), &full].concat();
    }
    let front = match pieces.front.strip_suffix('@') {
        Some(local) => {
            let left = limit.saturating_sub(character_count(&full) + "@".len());
            if left > 0 {
                return by_characters(local, left, |_| true) + "@" + &full;
            }
            "…@"
        }
        None => "",
    };
    // No domain has more labels than this, and what has is cut at once.
    let first = pieces.labels.len().saturating_sub(MOST_LABELS).max(1);
    for skipped in first..=pieces.labels.len() {
        let rest = whole(pieces.labels.get(skipped..).unwrap_or_default());
        let cut = [front, ELLIPSIS, ".", &rest].concat();
        if fits_in(&[&cut], limit, tail) || skipped == pieces.labels.len() {
            return cut;
        }
    }
    let front = if front.is_empty() {
        &pieces.front
    } else {
        front
    };
    [front, &full].concat()
}

/// The last segments of a path that fit, without query and fragment.
fn by_segments(tail: &str, left: usize) -> Option<String> {
    let path_len = tail.find(['?', '#']).unwrap_or(tail.len());
    let (path, after) = tail.split_at_checked(path_len)?;
    let end = if after.is_empty() { "" } else { ELLIPSIS };
    let left = left.checked_sub(character_count(end))?;
    if fits(path, left) {
        return Some([path, end].concat());
    }
    let front = ["/", ELLIPSIS].concat();
    let room = left.checked_sub(character_count(&front))?;
    let mut kept = None;
    for (slash, _) in path
        .match_indices('/')
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        let rest = path.get(slash..)?;
        if !fits(rest, room) {
            break;
        }
        kept = Some(rest).filter(|rest| rest.len() > 1);
    }
    Some([front.as_str(), kept?, end].concat())
}

/// As many characters from the start as fit.
fn by_characters(text: &str, left: usize, is_fine: impl Fn(&str) -> bool) -> String {
    /// How many characters may be left out to find a good end.
    const TRIES: usize = 8;
    if left == 0 {
        return String::new();
    }
    let ends: Vec<usize> = character_starts(text).take(left).collect();
    let good = ends.iter().rev().take(TRIES).find(|&&end| {
        let kept = text.get(..end).unwrap_or_default();
        !splits_escape(kept) && is_fine(kept)
    });
    let kept = good.and_then(|&end| text.get(..end)).unwrap_or_default();
    [kept, ELLIPSIS].concat()
}

/// Whether a text ends inside of an escape.
fn splits_escape(text: &str) -> bool {
    text.bytes().rev().take(2).any(|b| b == b'%')
}

fn fits_in(texts: &[&str], limit: usize, more: usize) -> bool {
    let length: usize = texts.iter().map(|text| character_count(text)).sum();
    length.saturating_add(more) <= limit
}
