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

#[cfg(test)]
#[expect(
    clippy::indexing_slicing,
    reason = "a test fails if it indexes wrongly"
)]
mod tests {
    use std::format;
    use std::string::String;

    use super::*;

    /// The lengths of the parts, which are the whole text.
    fn lens(text: &str, threads: usize) -> Vec<usize> {
        let threads = NonZeroUsize::new(threads).expect("a number of threads");
        let parts = parts(&Finder::new(), text, threads);
        assert_eq!(parts.first().map(|part| part.0), Some(0));
        assert_eq!(parts.last().map(|part| part.1), Some(text.len()));
        assert!(parts.windows(2).all(|pair| pair[0].1 == pair[1].0));
        parts.iter().map(|(start, end)| end - start).collect()
    }

    #[test]
    fn parts_are_equally_long_and_end_after_boundaries() {
        let text = "0123456\u{3000}".repeat(5 * MIN_PART_LEN / 10);
        assert_eq!(text.len(), 5 * MIN_PART_LEN);
        // Each thread is worth its part.
        for (threads, count) in [(1, 1), (2, 2), (3, 3), (5, 5), (6, 5), (100, 5)] {
            let lens = lens(&text, threads);
            assert_eq!(lens.len(), count, "{threads} threads");
            for len in lens.iter().take(count - 1) {
                assert_eq!(len % 10, 0, "the end is after a boundary");
                assert!(len.abs_diff(text.len() / count) <= 20);
            }
        }
    }

    #[test]
    fn a_part_without_a_boundary_is_not_divided() {
        let word = "x".repeat(2 * MIN_PART_LEN);
        assert_eq!(lens(&word, 2), [word.len()]);
        assert_eq!(lens("", 8), [0]);
        assert_eq!(lens("a b", 8), [3]);
        // Less than 64 KiB for each thread.
        assert_eq!(lens(&"x ".repeat(65_535), 2), [131_070]);
        assert_eq!(lens(&"x ".repeat(65_536), 2), [65_538, 65_534]);
        // A part is longer than the others, and the next one starts after it.
        let text = format!("{word} {}", "y ".repeat(MIN_PART_LEN / 2));
        let first = word.len() + 1;
        assert_eq!(lens(&text, 3), [first, 2, text.len() - first - 2]);
        // A boundary where a part ends is part of it.
        let text: String = ["x".repeat(MIN_PART_LEN), "x".repeat(MIN_PART_LEN - 1)].join(" ");
        assert_eq!(lens(&text, 2), [MIN_PART_LEN + 1, MIN_PART_LEN - 1]);
    }

    #[test]
    fn threads_find_the_links_of_the_whole_text() {
        let finder = Finder::new();
        let text = "see a.com/\u{E4}, \u{5B57}b.com ".repeat(8000);
        for threads in 1..=4 {
            let threads = NonZeroUsize::new(threads).expect("a number of threads");
            let found = find_parallel(&finder, &text, threads);
            assert_eq!(found.len(), 16_000);
            assert!(found.into_iter().eq(finder.find_iter(&text)));
        }
    }
}
