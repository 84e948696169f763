//! Blocks of rows, and the threads that search them.

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{panic, thread};

/// Splits rows into blocks of about `block_len` bytes of text. A block has at least one row.
pub(crate) fn blocks(
    rows: usize,
    block_len: usize,
    text_len: impl Fn(usize) -> usize,
) -> Vec<Range<usize>> {
    // What a row costs besides its text, in bytes that could be searched in the same time.
    const ROW_COST: usize = 64;
    let mut blocks = Vec::new();
    let mut start = 0;
    let mut len = 0_usize;
    for row in 0..rows {
        len = len.saturating_add(text_len(row)).saturating_add(ROW_COST);
        if len >= block_len {
            blocks.push(start..row + 1);
            start = row + 1;
            len = 0;
        }
    }
    if start < rows {
        blocks.push(start..rows);
    }
    blocks
}

/// Calls a function for each item, with up to `threads` threads. The results are in the order of the items.
pub(crate) fn map<T: Sync, R: Send>(
    items: &[T],
    threads: NonZero<usize>,
    function: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let threads = threads.get().min(items.len());
    if threads <= 1 {
        return items.iter().map(function).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else {
                return results;
            };
            results.push((index, function(item)));
        }
    };
    let mut results = thread::scope(|scope| {
        // The current thread is one of them.
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut results = work();
        for other in others {
            match other.join() {
                Ok(more) => results.extend(more),
                Err(payload) => panic::resume_unwind(payload),
            }
        }
        results
    });
    results.sort_unstable_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use proptest::prelude::*;

    use super::{blocks, map};

    proptest! {
        #[test]
        fn blocks_cover_all_rows(lens in prop::collection::vec(0_usize..500, 0..50), block_len in 1_usize..1000) {
            let blocks = blocks(lens.len(), block_len, |row| lens[row]);
            prop_assert!(blocks.iter().all(|block| !block.is_empty()));
            let rows: Vec<_> = blocks.into_iter().flatten().collect();
            prop_assert_eq!(rows, (0..lens.len()).collect::<Vec<_>>());
        }

        #[test]
        fn results_are_in_order(items in prop::collection::vec(0_u8..9, 0..40), threads in 1_usize..5) {
            let threads = NonZero::new(threads).unwrap();
            let expected: Vec<_> = items.iter().map(|item| item * 2).collect();
            prop_assert_eq!(map(&items, threads, |item| item * 2), expected);
        }
    }
}
