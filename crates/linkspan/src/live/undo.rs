//! Which edits an edit undoes, if it undoes several at once.
//!
//! A host that undoes several edits with one replaces a range that contains all of them, also text between them that never
//! changed. The strings in that range are then where they were before these edits. The [`History`](super::history::History) of
//! one string cannot know that, since it has only the edits of this string. So the [`Edits`] of the text are recorded, with
//! the states that each of them changed, and the states before all of them can be computed.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::changes::Edit;
use super::history::{MAX_STEPS, State, composed, is_inverse};

/// A number of edits that an edit may undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Undone {
    pub(super) count: usize,
    /// Whether the edit replaces only what they changed.
    pub(super) is_exact: bool,
}

/// An edit, and what was known before it.
#[derive(Clone, Debug)]
struct Entry {
    edit: Edit,
    /// The states that it touched, before it, with the ids of their decisions.
    touched: Vec<(u64, State)>,
    /// Later decisions have this id or a higher one.
    next_id: u64,
}

/// The last edits of a text, without those that were undone.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits(VecDeque<Entry>);

impl Edits {
    /// Records an edit. `touched` are the states that it touched, before it, with the ids of their decisions. Later
    /// decisions have the id `next_id` or a higher one.
    pub(super) fn push(&mut self, edit: &Edit, touched: Vec<(u64, State)>, next_id: u64) {
        if self.0.len() == MAX_STEPS {
            self.0.pop_front();
        }
        self.0.push_back(Entry {
            edit: edit.clone(),
            touched,
            next_id,
        });
    }

    /// Removes the last edits, which were undone.
    pub(super) fn remove_last(&mut self, count: usize) {
        self.0.truncate(self.0.len().saturating_sub(count));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// How many of the last edits an edit may undo: it replaces all that they inserted, and restores the length. Lengths
    /// alone are ambiguous, so there may be several numbers, in ascending order.
    pub(super) fn undone_by(&self, edit: &Edit) -> Vec<Undone> {
        let mut found = Vec::new();
        let mut later: Option<Edit> = None;
        for (index, entry) in self.0.iter().rev().enumerate() {
            let all = match &later {
                None => entry.edit.clone(),
                Some(later) => composed(&entry.edit, later),
            };
            let end = all.range.start.saturating_add(all.new_len);
            if all.range.start < edit.range.start || end > edit.range.end {
                // The range of more edits is larger.
                break;
            }
            if edit.new_len + all.new_len == edit.range.len() + all.range.len() {
                found.push(Undone {
                    count: index + 1,
                    is_exact: is_inverse(edit, &all),
                });
            }
            later = Some(all);
        }
        found
    }

    /// The state of a decision before the last `count` edits. `None` if it was made after the first of them.
    pub(super) fn before(&self, count: usize, id: u64, state: &State) -> Option<State> {
        let mut state = state.clone();
        for entry in self.0.iter().rev().take(count) {
            if id >= entry.next_id {
                return None;
            }
            match entry.touched.iter().find(|(touched, _)| *touched == id) {
                Some((_, before)) => state = before.clone(),
                None => state.shift_back(&entry.edit),
            }
        }
        Some(state)
    }
}
