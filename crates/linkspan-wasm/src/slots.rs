//! Values that JavaScript refers to by number.

use alloc::vec::Vec;

/// Numbered values. Numbers start with 1 and are used again.
pub(crate) struct Slots<T> {
    values: Vec<Option<T>>,
    free: Vec<usize>,
}

impl<T> Slots<T> {
    pub(crate) const fn new() -> Self {
        Self {
            values: Vec::new(),
            free: Vec::new(),
        }
    }

    /// The number of the inserted value.
    pub(crate) fn insert(&mut self, value: T) -> usize {
        let index = self.free.pop().unwrap_or(self.values.len());
        match self.values.get_mut(index) {
            Some(slot) => *slot = Some(value),
            None => self.values.push(Some(value)),
        }
        index + 1
    }

    pub(crate) fn get(&self, number: usize) -> Option<&T> {
        self.values.get(number.checked_sub(1)?)?.as_ref()
    }

    #[cfg(feature = "live")]
    pub(crate) fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        self.values.get_mut(number.checked_sub(1)?)?.as_mut()
    }

    /// Drops a value. A number that is not in use is ignored.
    pub(crate) fn remove(&mut self, number: usize) {
        let Some(index) = number.checked_sub(1) else {
            return;
        };
        if self.values.get_mut(index).and_then(Option::take).is_some() {
            self.free.push(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_used_again_and_never_twice_at_once() {
        let mut slots = Slots::new();
        assert_eq!((slots.insert('a'), slots.insert('b')), (1, 2));
        slots.remove(1);
        slots.remove(1);
        slots.remove(0);
        slots.remove(9);
        assert_eq!(slots.get(1), None);
        assert_eq!((slots.insert('c'), slots.insert('d')), (1, 3));
        assert_eq!(
            [1, 2, 3].map(|n| slots.get(n).copied()),
            [Some('c'), Some('b'), Some('d')]
        );
    }
}
