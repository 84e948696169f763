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

#[cfg(test)]
#[expect(
    clippy::indexing_slicing,
    reason = "a test fails if it indexes wrongly"
)]
mod tests {
    use std::ops::Range;

    use proptest::prelude::*;

    use super::*;

    /// A text with decisions, before an edit or after the last one.
    #[derive(Clone, Debug)]
    struct Text {
        len: usize,
        /// The id of each is its number.
        states: Vec<State>,
    }

    impl Text {
        /// Follows an edit. Returns the states that it touched, before it.
        fn edit(&mut self, edit: &Edit) -> Vec<(u64, State)> {
            let mut touched = Vec::new();
            self.len = self.len - edit.range.len() + edit.new_len;
            for (id, state) in (0..).zip(&mut self.states) {
                if state.is_touched_by(edit) {
                    touched.push((id, state.clone()));
                    *state = state.touched(edit);
                } else {
                    state.shift(edit);
                }
            }
            touched
        }
    }

    /// The edit that undoes some edits of a text: it replaces all but what precedes and follows all of them.
    fn inverse_of(edits: &[Edit], len: usize) -> Edit {
        let (mut before, mut after, mut new_len) = (len, len, len);
        for edit in edits {
            before = before.min(edit.range.start);
            after = after.min(new_len - edit.range.end);
            new_len = new_len - edit.range.len() + edit.new_len;
        }
        Edit {
            range: before..new_len - after,
            new_len: len - after - before,
        }
    }

    /// Compares the last edits with a list of all texts. `edit` replaces what the last `count` edits changed, and more.
    fn assert_undone_by(edits: &Edits, texts: &[Text], done: &[Edit], edit: &Edit) {
        let text = &texts[done.len()];
        let len = text.len - edit.range.len() + edit.new_len;
        let mut expected = Vec::new();
        for count in 1..=done.len() {
            let first = done.len() - count;
            let inverse = inverse_of(&done[first..], texts[first].len);
            let Range { start, end } = inverse.range;
            if edit.range.start <= start && end <= edit.range.end && texts[first].len == len {
                let is_exact = *edit == inverse;
                expected.push(Undone { count, is_exact });
            }
        }
        assert_eq!(edits.undone_by(edit), expected);
    }

    fn any_range(len: usize, (start, end): (usize, usize)) -> Range<usize> {
        let (start, end) = (start % (len + 1), end % (len + 1));
        start.min(end)..start.max(end)
    }

    /// An edit, by two numbers for its range and the length of what it inserts. It may make a decision or undo edits first.
    #[derive(Clone, Debug)]
    struct Action {
        range: (usize, usize),
        new_len: usize,
        decides: bool,
        undoes: usize,
    }

    fn actions() -> impl Strategy<Value = Vec<Action>> {
        let undoes = prop_oneof![3 => Just(0), 1 => 0..4_usize];
        let range = any::<(usize, usize)>();
        let action = (range, 0..6_usize, prop::bool::weighted(0.3), undoes);
        let action = action.prop_map(|(range, new_len, decides, undoes)| Action {
            range,
            new_len,
            decides,
            undoes,
        });
        prop::collection::vec(action, 1..16)
    }

    proptest! {
        #[test]
        fn the_states_before_the_last_edits_are_known(actions in actions(), wider in any::<(usize, usize)>()) {
            let states = [3..8, 12..15, 15..20, 24..30].map(State::unchanged);
            let mut texts = Vec::from([Text { len: 40, states: states.to_vec() }]);
            let (mut done, mut edits) = (Vec::new(), Edits::default());
            for action in actions {
                let kept = done.len().saturating_sub(action.undoes);
                edits.remove_last(action.undoes);
                done.truncate(kept);
                texts.truncate(kept + 1);
                let mut text = texts.pop().unwrap();
                let decided = any_range(text.len, action.range);
                if action.decides && !decided.is_empty() {
                    text.states.push(State::unchanged(decided));
                }
                texts.push(text.clone());
                let edit = Edit { range: any_range(text.len, action.range), new_len: action.new_len };
                let touched = text.edit(&edit);
                edits.push(&edit, touched, text.states.len() as u64);
                done.push(edit);
                texts.push(text.clone());
                for count in 1..=done.len() {
                    let before = &texts[done.len() - count];
                    for (index, state) in text.states.iter().enumerate() {
                        let expected = before.states.get(index).cloned();
                        prop_assert_eq!(edits.before(count, index as u64, state), expected);
                    }
                    let inverse = inverse_of(&done[done.len() - count..], before.len);
                    assert_undone_by(&edits, &texts, &done, &inverse);
                    let before = wider.0 % (inverse.range.start + 1);
                    let after = wider.1 % (text.len - inverse.range.end + 1);
                    let wide = Edit {
                        range: inverse.range.start - before..inverse.range.end + after,
                        new_len: inverse.new_len + before + after,
                    };
                    assert_undone_by(&edits, &texts, &done, &wide);
                }
            }
            edits.clear();
            let all = Edit { range: 0..texts[done.len()].len, new_len: texts[0].len };
            prop_assert_eq!(edits.undone_by(&all), []);
        }
    }

    #[test]
    fn a_limited_number_of_edits_is_known() {
        let mut edits = Edits::default();
        for _ in 0..=MAX_STEPS {
            edits.push(&Edit::insert(5, 1), Vec::new(), 0);
        }
        let count = |count: usize| edits.undone_by(&Edit::delete(5..5 + count)).len();
        assert_eq!((count(MAX_STEPS), count(MAX_STEPS + 1)), (1, 0));
    }
}
