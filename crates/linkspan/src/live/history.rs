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
