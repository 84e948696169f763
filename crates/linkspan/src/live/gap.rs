//! A sorted list of values with offsets into a text that is edited.

use alloc::vec::Vec;

/// Values in the order of their offsets, with a gap at the place of the last edit.
///
/// Offsets before the gap count from the start of the text, those after it from its end, so an edit changes none of
/// them. Moving the gap costs time proportional to the number of values between two edits.
#[derive(Clone, Debug)]
pub(super) struct GapList<T> {
    /// The length of the text.
    len: usize,
    before: Vec<(usize, T)>,
    /// In descending order.
    after: Vec<(usize, T)>,
}

impl<T> GapList<T> {
    pub(super) fn new(len: usize) -> Self {
        Self {
            len,
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// Moves the gap after the last value that belongs before it. Values that belong before it precede all others.
    pub(super) fn move_gap(&mut self, is_before: impl Fn(usize, &T) -> bool) {
        while let Some((offset, value)) = self.before.pop_if(|(at, value)| !is_before(*at, value)) {
            self.after.push((self.len.saturating_sub(offset), value));
        }
        let len = self.len;
        let at = |from_end: usize| len.saturating_sub(from_end);
        let belongs = |entry: &mut (usize, T)| is_before(at(entry.0), &entry.1);
        while let Some((from_end, value)) = self.after.pop_if(belongs) {
            self.before.push((at(from_end), value));
        }
    }

    /// The value with this number after the gap.
    pub(super) fn following(&self, number: usize) -> Option<(usize, &T)> {
        let index = self.after.len().checked_sub(number + 1)?;
        let (from_end, value) = self.after.get(index)?;
        Some((self.len.saturating_sub(*from_end), value))
    }

    /// Removes the value after the gap if it passes a test.
    pub(super) fn pop_following(&mut self, test: impl Fn(usize, &T) -> bool) -> Option<(usize, T)> {
        let len = self.len;
        let (from_end, value) = self
            .after
            .pop_if(|(from_end, value)| test(len.saturating_sub(*from_end), value))?;
        Some((len.saturating_sub(from_end), value))
    }

    /// Inserts a value before the gap, after all others there.
    pub(super) fn push(&mut self, offset: usize, value: T) {
        self.before.push((offset, value));
    }

    /// Sets the length of the text after an edit in the gap.
    pub(super) fn set_len(&mut self, len: usize) {
        self.len = len;
    }

    pub(super) fn get(&self, index: usize) -> Option<(usize, &T)> {
        match index.checked_sub(self.before.len()) {
            None => self
                .before
                .get(index)
                .map(|(offset, value)| (*offset, value)),
            Some(number) => self.following(number),
        }
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<(usize, &mut T)> {
        match index.checked_sub(self.before.len()) {
            None => {
                let (offset, value) = self.before.get_mut(index)?;
                Some((*offset, value))
            }
            Some(number) => {
                let index = self.after.len().checked_sub(number + 1)?;
                let (from_end, value) = self.after.get_mut(index)?;
                Some((self.len.saturating_sub(*from_end), value))
            }
        }
    }

    /// The number of values at the start that pass a test. Values that pass it precede all others.
    pub(super) fn partition_point(&self, test: impl Fn(usize, &T) -> bool) -> usize {
        let before = self
            .before
            .partition_point(|(offset, value)| test(*offset, value));
        if before < self.before.len() {
            return before;
        }
        let at = |from_end: usize| self.len.saturating_sub(from_end);
        let failing = |(from_end, value): &(usize, T)| !test(at(*from_end), value);
        before + self.after.len() - self.after.partition_point(failing)
    }
}
