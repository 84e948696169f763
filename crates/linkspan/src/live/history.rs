//! Where a string of a text is, through edits of the string and their undoing.
//!
//! Hosts undo an edit with its inverse, or several edits at once with the inverse of all. A [`History`] recognises both,
//! if all of these edits touch the string, and returns to the [`State`] before ([`Edits`](super::undo::Edits) recognise
//! the others). An edit that undoes something in another way leads to a new state. Then the string is searched for in its
//! place.

use alloc::vec::Vec;
use core::ops::Range;

use super::changes::Edit;

/// How many edits can be undone.
pub(super) const MAX_STEPS: usize = 256;

/// Where a string is.
///
/// If the string is edited, its place is the text that replaced it, with all edits that touch it. What precedes the place
/// and what follows it changes only by edits inside these parts. So if all edits are undone, in whatever steps, the string
/// is inside its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The range of the string, or its place.
    pub(super) place: Range<usize>,
    /// How many bytes of the place are expected before the string.
    pub(super) offset: usize,
    pub(super) is_unchanged: bool,
}

impl State {
    pub(super) fn unchanged(place: Range<usize>) -> Self {
        Self {
            place,
            offset: 0,
            is_unchanged: true,
        }
    }

    /// Whether the string is unchanged in a range.
    pub(super) fn is_string(&self, range: &Range<usize>) -> bool {
        self.is_unchanged && self.place == *range
    }

    /// Where the string starts if all edits of its place are undone.
    pub(super) fn expected(&self) -> usize {
        self.place.start.saturating_add(self.offset)
    }

    /// Whether an edit changes the string or, if it is edited already, touches its place.
    pub(super) fn is_touched_by(&self, edit: &Edit) -> bool {
        let (place, replaced) = (&self.place, &edit.range);
        if self.is_unchanged {
            replaced.end > place.start && replaced.start < place.end
        } else {
            replaced.end >= place.start && replaced.start <= place.end
        }
    }

    /// Moves with an edit that does not touch it.
    pub(super) fn shift(&mut self, edit: &Edit) {
        if edit.range.end <= self.place.start {
            self.place = moved(self.place.start, edit)..moved(self.place.end, edit);
        }
    }

    /// Moves back to where it was before an edit that did not touch it.
    pub(super) fn shift_back(&mut self, edit: &Edit) {
        let inserted_end = edit.range.start.saturating_add(edit.new_len);
        if let Some(after) = self.place.start.checked_sub(inserted_end) {
            let start = edit.range.end.saturating_add(after);
            self.place = start..start.saturating_add(self.place.len());
        }
    }

    /// The state after an edit that touches it.
    pub(super) fn touched(&self, edit: &Edit) -> Self {
        let start = self.place.start.min(edit.range.start);
        let end = self.place.end.max(edit.range.end);
        Self {
            place: start..moved(end, edit),
            offset: self.offset + (self.place.start - start),
            is_unchanged: false,
        }
    }

    /// The index of the range in the place whose start is nearest to where the string is expected. It must overlap what
    /// the last edit `inserted`, or contain the place where it inserted nothing.
    pub(super) fn nearest(
        &self,
        ranges: &[Range<usize>],
        inserted: &Range<usize>,
    ) -> Option<usize> {
        let place = &self.place;
        let first = ranges
            .partition_point(|range| range.start < place.start || range.end <= inserted.start);
        let after =
            ranges.partition_point(|range| range.end <= place.end && range.start < inserted.end);
        let distance = |index: &usize| {
            let start = ranges.get(*index).map(|range| range.start);
            start.map(|start| start.abs_diff(self.expected()))
        };
        (first..after).min_by_key(distance)
    }
}

/// An offset at or after the end of the replaced range, after the edit.
fn moved(offset: usize, edit: &Edit) -> usize {
    offset - edit.range.end + edit.range.start + edit.new_len
}

/// An edit that touched a state. Offsets are relative to the place after it, so that edits elsewhere do not change them.
#[derive(Clone, Debug)]
struct Step {
    edit_start: isize,
    removed: usize,
    inserted: usize,
    /// The state before the edit, and where its place started.
    before: State,
    before_start: isize,
    /// The steps that the edit undid, if it did.
    undone: Vec<Step>,
}

impl Step {
    fn new(before: &State, edit: &Edit, after: &State) -> Self {
        let origin = after.place.start;
        Self {
            edit_start: relative(edit.range.start, origin),
            removed: edit.range.len(),
            inserted: edit.new_len,
            before: before.clone(),
            before_start: relative(before.place.start, origin),
            undone: Vec::new(),
        }
    }

    fn is_undo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// The edit, if the place after it starts at `origin`.
    fn edit(&self, origin: usize) -> Option<Edit> {
        let start = origin.checked_add_signed(self.edit_start)?;
        Some(Edit {
            range: start..start.checked_add(self.removed)?,
            new_len: self.inserted,
        })
    }

    /// The state before the edit, if the place after it starts at `origin`.
    fn before(&self, origin: usize) -> Option<State> {
        let start = origin.checked_add_signed(self.before_start)?;
        Some(State {
            place: start..start.checked_add(self.before.place.len())?,
            ..self.before
        })
    }
}

/// The edits that touched a state, from the first to the last. Edits that were undone are only in the step that undid
/// them, so that it can be undone, too.
#[derive(Clone, Debug, Default)]
pub(super) struct History(Vec<Step>);

impl History {
    /// Records an edit between two states.
    pub(super) fn push(&mut self, before: &State, edit: &Edit, after: &State) {
        if self.0.len() == MAX_STEPS {
            self.0.remove(0);
        }
        self.0.push(Step::new(before, edit, after));
    }

    /// The last edit led to another state.
    pub(super) fn move_last(&mut self, from: &State, to: &State) {
        let by = relative(from.place.start, to.place.start);
        if let Some(step) = self.0.last_mut() {
            step.edit_start += by;
            step.before_start += by;
        }
    }

    /// The state before the edits that this edit undoes: the last one, or the last few. `None` if it undoes nothing.
    /// `is_string` says whether the string is in a range of the text after the edit.
    pub(super) fn undo(
        &mut self,
        state: &State,
        edit: &Edit,
        is_string: impl Fn(&Range<usize>) -> bool,
    ) -> Option<State> {
        let (index, before) = self.undone_by(state, edit, is_string)?;
        self.take_back(index, state, edit, &before);
        Some(before)
    }

    /// Records an edit that leads back to an earlier state.
    pub(super) fn restore(&mut self, state: &State, edit: &Edit, before: &State) {
        let undone = self.undone_by(state, edit, |range| before.is_string(range));
        match undone.filter(|(_, found)| found == before) {
            Some((index, _)) => self.take_back(index, state, edit, before),
            None => self.push(state, edit, before),
        }
    }

    /// Records that an edit undid all steps from `index` on.
    fn take_back(&mut self, index: usize, state: &State, edit: &Edit, before: &State) {
        let mut undone = self.0.split_off(index);
        match undone.first_mut() {
            Some(step) if step.is_undo() => self.0.append(&mut step.undone),
            _ => self.0.push(Step {
                undone,
                ..Step::new(state, edit, before)
            }),
        }
    }

    /// The first step that an edit undoes, and the state before it. Lengths alone are ambiguous, so a state with the
    /// unchanged string is preferred.
    fn undone_by(
        &self,
        state: &State,
        edit: &Edit,
        is_string: impl Fn(&Range<usize>) -> bool,
    ) -> Option<(usize, State)> {
        let mut origin = state.place.start;
        let mut later: Option<Edit> = None;
        let mut found = None;
        for (index, step) in self.0.iter().enumerate().rev() {
            let is_undo = step.is_undo();
            if is_undo && later.is_some() {
                continue;
            }
            let (Some(mut all), Some(before)) = (step.edit(origin), step.before(origin)) else {
                // Text before the place was deleted since.
                if is_undo {
                    continue;
                }
                break;
            };
            if let Some(later) = &later {
                all = composed(&all, later);
            }
            if !is_undo {
                origin = before.place.start;
            }
            if is_inverse(edit, &all) {
                if before.is_unchanged && is_string(&before.place) {
                    return Some((index, before));
                }
                if !before.is_unchanged && found.is_none() {
                    found = Some((index, before));
                }
            }
            if !is_undo {
                later = Some(all);
            }
        }
        found
    }
}

/// Whether an edit restores the lengths that another one changed.
pub(super) fn is_inverse(edit: &Edit, of: &Edit) -> bool {
    let start = of.range.start;
    edit.range == (start..start.saturating_add(of.new_len)) && edit.new_len == of.range.len()
}

fn relative(offset: usize, origin: usize) -> isize {
    // Lengths of texts are at most `isize::MAX`.
    offset.wrapping_sub(origin).cast_signed()
}

/// The smallest edit that does the same as two edits, one after the other.
pub(super) fn composed(first: &Edit, second: &Edit) -> Edit {
    let start = first.range.start.min(second.range.start);
    // Between the two edits.
    let end = (first.range.start + first.new_len).max(second.range.end);
    Edit {
        range: start..end - first.new_len + first.range.len(),
        new_len: end - second.range.len() + second.new_len - start,
    }
}

#[cfg(test)]
#[expect(
    clippy::indexing_slicing,
    reason = "a test fails if it indexes wrongly"
)]
mod tests {
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    const STRING: Range<usize> = 1000..1020;

    fn inverse(edit: &Edit) -> Edit {
        Edit {
            range: edit.range.start..edit.range.start + edit.new_len,
            new_len: edit.range.len(),
        }
    }

    /// What a user does. The numbers choose where.
    #[derive(Clone, Copy, Debug)]
    enum Action {
        /// Replaces text, or deletes it if that is possible.
        Edit {
            start: usize,
            len: usize,
            deletes: bool,
            /// Where the string is found again, if it is.
            found: Option<usize>,
        },
        /// Inserts text before everything else.
        Before(usize),
        /// Undoes a number of edits at once.
        Undo(usize),
        Redo,
    }

    fn actions() -> impl Strategy<Value = Vec<Action>> {
        let number = || prop_oneof![0..8_usize, any::<usize>()];
        let found = prop::option::weighted(0.3, number());
        let edit = (number(), number(), any::<bool>(), found);
        let edit = edit.prop_map(|(start, len, deletes, found)| Action::Edit {
            start,
            len,
            deletes,
            found,
        });
        let action = prop_oneof![
            3 => edit,
            1 => (0..9_usize).prop_map(Action::Before),
            3 => prop_oneof![Just(1_usize), 1..5_usize].prop_map(Action::Undo),
            2 => Just(Action::Redo),
        ];
        prop::collection::vec(action, 1..40)
    }

    /// An edit, and what was known before it.
    #[derive(Clone, Debug)]
    struct Done {
        state: State,
        text_len: usize,
        edit: Edit,
    }

    /// An undo that can be redone.
    #[derive(Clone, Debug)]
    struct Undone {
        edits: Vec<Done>,
        redo: Edit,
        /// The state before it was undone.
        state: State,
        text_len: usize,
    }

    /// An editor that knows all states: the reference implementation.
    struct Editor {
        text_len: usize,
        state: State,
        done: Vec<Done>,
        undone: Vec<Undone>,
        edits: u32,
    }

    impl Editor {
        /// An edit that touches the state. No sum of the differences of length of some edits, one of which may be
        /// subtracted instead, occurs twice, so the lengths tell which edits an edit undoes.
        fn edit(&mut self, start: usize, len: usize, deletes: bool) -> Edit {
            let difference = 3_usize.pow(self.edits);
            self.edits += 1;
            let Range {
                start: from,
                end: to,
            } = self.state.place;
            if deletes && to - from >= difference {
                let start = from + start % (to - from - difference + 1);
                return Edit::delete(start..start + difference);
            }
            let margin = usize::from(self.state.is_unchanged);
            let start = from - 2 + start % (to - from + 3 - margin);
            let least = (from + margin).max(start);
            let end = least + len % (to + 3 - least);
            Edit {
                range: start..end,
                new_len: end - start + difference,
            }
        }

        /// The edit that undoes some edits: it replaces all but what precedes and follows all of them.
        fn inverse_of(&self, edits: &[Done]) -> Edit {
            let old_len = edits[0].text_len;
            let kept_before = edits.iter().map(|it| it.edit.range.start).min().unwrap();
            let after = edits.iter().map(|it| it.text_len - it.edit.range.end);
            let kept_after = after.min().unwrap();
            Edit {
                range: kept_before..self.text_len - kept_after,
                new_len: old_len - kept_after - kept_before,
            }
        }

        /// Text is inserted before everything else.
        fn move_all(&mut self, by: usize) {
            let moved = |range: &mut Range<usize>| *range = range.start + by..range.end + by;
            let moved_edit = |it: &mut Done| {
                moved(&mut it.state.place);
                moved(&mut it.edit.range);
                it.text_len += by;
            };
            self.text_len += by;
            moved(&mut self.state.place);
            self.done.iter_mut().for_each(moved_edit);
            for undone in &mut self.undone {
                moved(&mut undone.redo.range);
                moved(&mut undone.state.place);
                undone.text_len += by;
                undone.edits.iter_mut().for_each(moved_edit);
            }
        }
    }

    /// Passes an edit that leads back to a state to a history, in one of two ways.
    fn assert_leads_back(
        history: &mut History,
        state: &State,
        edit: &Edit,
        to: &State,
        is_known: bool,
    ) {
        // It is not enough that the lengths agree if the string is not there.
        let without_string = history.clone().undo(state, edit, |_| false);
        assert_eq!(
            without_string,
            Some(to.clone()).filter(|it| !it.is_unchanged)
        );
        if is_known {
            history.restore(state, edit, to);
        } else {
            let is_string = |range: &Range<usize>| to.is_unchanged && *range == to.place;
            assert_eq!(history.undo(state, edit, is_string), Some(to.clone()));
        }
    }

    fn assert_follows(actions: &[Action]) {
        let mut history = History::default();
        let mut editor = Editor {
            text_len: 2000,
            state: State::unchanged(STRING),
            done: Vec::new(),
            undone: Vec::new(),
            edits: 0,
        };
        for (number, action) in actions.iter().enumerate() {
            let is_known = number % 3 == 0;
            let state = editor.state.clone();
            match *action {
                Action::Edit {
                    start,
                    len,
                    deletes,
                    found,
                } if editor.edits < 16 => {
                    let edit = editor.edit(start, len, deletes);
                    assert!(state.is_touched_by(&edit));
                    assert_eq!(history.undo(&state, &edit, |_| true), None, "{edit:?}");
                    let mut after = state.touched(&edit);
                    assert_eq!(after.expected(), state.expected());
                    history.push(&state, &edit, &after);
                    let free = after.place.len().checked_sub(STRING.len());
                    if let (Some(found), Some(free)) = (found, free) {
                        let start = after.place.start + found % (free + 1);
                        let found = State::unchanged(start..start + STRING.len());
                        history.move_last(&after, &found);
                        after = found;
                    }
                    let text_len = editor.text_len;
                    editor.text_len = text_len - edit.range.len() + edit.new_len;
                    editor.state = after;
                    editor.done.push(Done {
                        state,
                        text_len,
                        edit,
                    });
                    editor.undone.clear();
                }
                Action::Edit { .. } => {}
                Action::Before(by) => editor.move_all(by),
                Action::Undo(count) => {
                    let kept = editor.done.len().saturating_sub(count);
                    let edits = editor.done.split_off(kept);
                    if edits.is_empty() {
                        continue;
                    }
                    let edit = editor.inverse_of(&edits);
                    let to = edits[0].state.clone();
                    assert_leads_back(&mut history, &state, &edit, &to, is_known);
                    let text_len = std::mem::replace(&mut editor.text_len, edits[0].text_len);
                    editor.state = to;
                    editor.undone.push(Undone {
                        edits,
                        redo: inverse(&edit),
                        state,
                        text_len,
                    });
                }
                Action::Redo => {
                    let Some(undone) = editor.undone.pop() else {
                        continue;
                    };
                    assert_leads_back(&mut history, &state, &undone.redo, &undone.state, is_known);
                    editor.text_len = undone.text_len;
                    editor.state = undone.state;
                    editor.done.extend(undone.edits);
                }
            }
        }
    }

    /// Where a string is after an edit, if each byte of the text is a number. `None` if the edit changes the string.
    fn found_again(string: &Range<usize>, edit: &Edit) -> Option<Range<usize>> {
        let mut text: Vec<usize> = (0..40).collect();
        text.splice(edit.range.clone(), (100..).take(edit.new_len));
        let string: Vec<usize> = string.clone().collect();
        let mut windows = text.windows(string.len());
        let start = windows.position(|window| window == string)?;
        Some(start..start + string.len())
    }

    fn range() -> impl Strategy<Value = Range<usize>> {
        (0..41_usize, 0..41_usize).prop_map(|(a, b)| a.min(b)..a.max(b))
    }

    fn edit() -> impl Strategy<Value = Edit> {
        (range(), 0..9_usize).prop_map(|(range, new_len)| Edit { range, new_len })
    }

    proptest! {
        #[test]
        fn edits_are_undone_and_redone(histories in prop::collection::vec(actions(), 8)) {
            for actions in &histories {
                assert_follows(actions);
            }
        }

        #[test]
        fn an_edit_touches_the_strings_that_it_changes(cases in prop::collection::vec((0..30_usize, 1..10_usize, edit()), 32)) {
            for (start, len, edit) in cases {
                if edit.range.is_empty() && edit.new_len == 0 {
                    continue;
                }
                let string = start..start + len;
                let mut state = State::unchanged(string.clone());
                let found = found_again(&string, &edit);
                prop_assert_eq!(state.is_touched_by(&edit), found.is_none());
                if let Some(found) = found {
                    state.shift(&edit);
                    prop_assert!(state.is_string(&found));
                    prop_assert!(!state.is_string(&(found.start..found.end + 1)));
                    state.shift_back(&edit);
                    prop_assert_eq!(state, State::unchanged(string));
                } else {
                    prop_assert!(!state.touched(&edit).is_string(&state.touched(&edit).place));
                }
            }
        }

        #[test]
        fn the_nearest_string_overlaps_what_was_inserted(
            place in range(),
            offset in 0..20_usize,
            inserted in range(),
            lens in prop::collection::vec((0..3_usize, 1..8_usize), 0..8),
        ) {
            let inserted = inserted.start.clamp(place.start, place.end)..inserted.end.clamp(place.start, place.end);
            let state = State { place: place.clone(), offset, is_unchanged: false };
            let mut ranges = Vec::new();
            let mut end = 0;
            for (distance, len) in lens {
                let start = end + distance;
                end = start + len;
                ranges.push(start..end);
            }
            let is_possible = |range: &Range<usize>| {
                let is_inside = place.start <= range.start && range.end <= place.end;
                is_inside && range.start < inserted.end && inserted.start < range.end
            };
            let mut expected = None;
            for (index, range) in ranges.iter().enumerate().filter(|(_, range)| is_possible(range)) {
                let distance = range.start.abs_diff(place.start + offset);
                if expected.is_none_or(|(least, _)| distance < least) {
                    expected = Some((distance, index));
                }
            }
            let found = state.nearest(&ranges, &inserted);
            prop_assert_eq!(found, expected.map(|(_, index)| index));
        }
    }

    /// Three edits replace the same byte, so one edit may undo each number of them.
    #[test]
    fn ambiguous_edits_undo_what_restores_the_string() {
        let edit = Edit {
            range: 1005..1006,
            new_len: 1,
        };
        let string = State::unchanged(STRING);
        let edited = string.touched(&edit);
        let mut history = History::default();
        history.push(&string, &edit, &edited);
        history.push(&edited, &edit, &edited);
        history.push(&edited, &edit, &edited);
        let undone = history
            .clone()
            .undo(&edited, &edit, |range| *range == STRING);
        assert_eq!(undone, Some(string.clone()), "all of them");
        // Otherwise as few as possible, so that two are left.
        assert_eq!(
            history.undo(&edited, &edit, |_| false),
            Some(edited.clone())
        );
        let next = Edit::insert(1008, 2);
        let last = edited.touched(&next);
        history.push(&edited, &next, &last);
        let all = Edit {
            range: 1005..1010,
            new_len: 3,
        };
        let undone = history.undo(&last, &all, |range| *range == STRING);
        assert_eq!(undone, Some(string));
    }

    #[test]
    fn an_edit_that_leads_back_in_another_way_is_undone() {
        let string = State::unchanged(STRING);
        let edit = Edit::insert(1005, 3);
        let edited = string.touched(&edit);
        let mut history = History::default();
        history.push(&string, &edit, &edited);
        // It also replaces text around what was inserted.
        let wider = Edit {
            range: 1002..1012,
            new_len: 7,
        };
        history.restore(&edited, &wider, &string);
        let undone = history.undo(&string, &inverse(&wider), |_| false);
        assert_eq!(undone, Some(edited));
    }

    #[test]
    fn a_limited_number_of_edits_is_undone() {
        let edit = Edit::insert(1005, 1);
        let mut states = Vec::from([State::unchanged(STRING)]);
        let mut history = History::default();
        for number in 0..=MAX_STEPS {
            let after = states[number].touched(&edit);
            history.push(&states[number], &edit, &after);
            states.push(after);
        }
        for number in (1..=MAX_STEPS).rev() {
            let undone = history.undo(&states[number + 1], &inverse(&edit), |_| true);
            assert_eq!(undone.as_ref(), Some(&states[number]));
        }
        assert_eq!(history.undo(&states[1], &inverse(&edit), |_| true), None);
    }

    #[test]
    fn an_edit_of_text_that_was_deleted_is_not_undone() {
        let string = State::unchanged(10..15);
        let edit = Edit {
            range: 5..15,
            new_len: 10,
        };
        let edited = string.touched(&edit);
        let mut history = History::default();
        history.push(&string, &edit, &edited);
        history.move_last(&edited, &string);
        let mut moved = string;
        moved.shift(&Edit::delete(0..9));
        assert_eq!(history.undo(&moved, &Edit::delete(0..6), |_| true), None);
    }
}
