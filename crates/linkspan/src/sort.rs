//! Sorting. Programs that are downloaded (feature `compact-tables`) have one small loop for lists of all types, since the
//! sort of the standard library is compiled for each type, to several kilobytes.

use core::cmp::Ordering;

/// Sorts a list. Equal elements keep their order.
#[cfg(not(feature = "compact-tables"))]
pub(crate) fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    list.sort_by(compare);
}

#[cfg(feature = "compact-tables")]
pub(crate) use self::compact::sort_by;

#[cfg(any(test, feature = "compact-tables"))]
mod compact {
    use alloc::vec::Vec;

    use super::Ordering;

    /// Sorts a list. Equal elements keep their order.
    pub(crate) fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
        let is_less = |a: usize, b: usize| {
            let (Some(left), Some(right)) = (list.get(a), list.get(b)) else {
                return false;
            };
            compare(left, right).then(a.cmp(&b)).is_lt()
        };
        let mut order = order(list.len(), &is_less);
        // Each cycle of the permutation is followed once.
        for start in 0..list.len() {
            let mut at = start;
            while let Some(place) = order.get_mut(at) {
                let from = core::mem::replace(place, at);
                if from == start {
                    break;
                }
                list.swap(at, from);
                at = from;
            }
        }
    }

    /// The indices of a list in ascending order of their elements, by heap sort.
    fn order(len: usize, is_less: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
        let mut heap: Vec<usize> = (0..len).collect();
        for root in (0..len / 2).rev() {
            sift_down(&mut heap, root, is_less);
        }
        for end in (1..len).rev() {
            heap.swap(0, end);
            sift_down(heap.get_mut(..end).unwrap_or_default(), 0, is_less);
        }
        heap
    }

    /// Restores the order of a heap below an element.
    fn sift_down(heap: &mut [usize], mut root: usize, is_less: &dyn Fn(usize, usize) -> bool) {
        while let Some(&left) = heap.get(2 * root + 1) {
            let mut child = 2 * root + 1;
            let mut largest = left;
            if let Some(&right) = heap.get(child + 1)
                && is_less(left, right)
            {
                (child, largest) = (child + 1, right);
            }
            if !heap.get(root).is_some_and(|&root| is_less(root, largest)) {
                return;
            }
            heap.swap(root, child);
            root = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_small_loop_sorts_like_the_standard_library(
            list in prop::collection::vec((0u8..20, any::<u16>()), 0..100),
        ) {
            let (mut ours, mut expected): (Vec<_>, Vec<_>) = (list.clone(), list);
            super::compact::sort_by(&mut ours, |a, b| a.0.cmp(&b.0));
            expected.sort_by_key(|element| element.0);
            prop_assert_eq!(ours, expected);
        }
    }
}
