//! Searching a text with several threads.

use std::num::NonZeroUsize;
use std::thread;
use std::vec::Vec;

use crate::finder::Finder;
use crate::link::Link;
use crate::offset::floor_char_boundary;
use crate::scan::{Links, Position};

/// Texts that are shorter than this per thread are not worth a thread, in bytes.
const MIN_PART_LEN: usize = 64 * 1024;

/// All links of a text, found by several threads, in order. They are those of [`Finder::find_iter`].
///
/// The text is divided after boundaries. A text without boundaries is searched by one thread.
///
/// ```
/// use std::num::NonZeroUsize;
/// use linkspan::Finder;
/// use linkspan::stream::find_parallel;
///
/// let finder = Finder::new();
/// let text = "see example.com, ".repeat(50_000);
/// let links = find_parallel(&finder, &text, NonZeroUsize::new(2).unwrap());
/// assert!(links.into_iter().eq(finder.find_iter(&text)));
/// ```
///
/// # Panics
///
/// If a policy of the finder panics, as the search by one thread would.
#[must_use]
pub fn find_parallel<'t>(finder: &Finder, text: &'t str, threads: NonZeroUsize) -> Vec<Link<'t>> {
    let mut parts = parts(finder, text, threads).into_iter();
    let search = |(start, end): (usize, usize)| -> Vec<Link<'t>> {
        let part = text.get(..end).unwrap_or_default();
        let links = Links::resumed(finder.options(), part, Position::start(start));
        links.map(|link| link.moved_into(text, 0)).collect()
    };
    thread::scope(|scope| {
        let first = parts.next();
        let others: Vec<_> = parts
            .map(|part| scope.spawn(move || search(part)))
            .collect();
        let mut links = first.map(search).unwrap_or_default();
        for other in others {
            match other.join() {
                Ok(found) => links.extend(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        links
    })
}

/// The start and end of parts of about equal length that are searched independently. Each but the last ends after a
/// boundary.
fn parts(finder: &Finder, text: &str, threads: NonZeroUsize) -> Vec<(usize, usize)> {
    let count = threads.get().min(text.len() / MIN_PART_LEN).max(1);
    let len = text.len() / count;
    let mut parts = Vec::new();
    let mut start = 0;
    for number in 1..count {
        let from = floor_char_boundary(text, number * len).max(start);
        let mut after = text.get(from..).unwrap_or_default().char_indices();
        let boundary = after.find(|&(_, c)| finder.options().is_boundary(c));
        let Some((at, c)) = boundary else {
            break;
        };
        let end = from + at + c.len_utf8();
        if end > start {
            parts.push((start, end));
            start = end;
        }
    }
    parts.push((start, text.len()));
    parts
}
