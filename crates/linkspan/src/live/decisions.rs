//! Decisions of users that a string is not a link, in a text that changes.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use super::changes::Edit;
use super::history::{History, State};
use super::source::TextSource;
use crate::sort::sort_by;

/// How many decisions about strings that were edited are kept, in case the edit is undone.
const MAX_DORMANT: usize = 1024;

/// The length of the longest insertion that is typed: a character.
const MAX_TYPED: usize = 4;

/// Where each string is a link, unlinked or not, in order.
pub(super) type Places<'s> = BTreeMap<Cow<'s, str>, Vec<Range<usize>>>;

/// A string that is not a link.
#[derive(Clone, Debug)]
struct Decision {
    text: Box<str>,
    state: State,
    history: History,
    /// The number of the last edit that touched it.
    edited: u64,
}

/// All decisions about a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Decisions {
    /// In the order of their places.
    list: Vec<Decision>,
    edits: u64,
}

impl Decisions {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether a string that is not a link is exactly in this range.
    pub(super) fn contains(&self, range: &Range<usize>) -> bool {
        let first = self
            .list
            .partition_point(|decision| decision.state.place.start < range.start);
        let here = self.list.iter().skip(first);
        let mut here = here.take_while(|decision| decision.state.place.start == range.start);
        here.any(|decision| decision.state.is_string(range))
    }

    pub(super) fn add(&mut self, range: &Range<usize>, text: &str) {
        if self.contains(range) {
            return;
        }
        self.list.push(Decision {
            text: text.into(),
            state: State::unchanged(range.clone()),
            history: History::default(),
            edited: 0,
        });
        self.sort();
    }

    pub(super) fn remove(&mut self, range: &Range<usize>) {
        self.list
            .retain(|decision| !decision.state.is_string(range));
    }

    fn sort(&mut self) {
        sort_by(&mut self.list, |a, b| {
            a.state.place.start.cmp(&b.state.place.start)
        });
    }

    /// The ranges of all strings that are unchanged.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let states = self.list.iter().map(|decision| &decision.state);
        let unchanged = states.filter(|state| state.is_unchanged);
        unchanged.map(|state| state.place.clone())
    }

    /// Follows an edit of the text. Returns whether it changes a string, which may then be [found again](Self::find).
    pub(super) fn edit<S: TextSource + ?Sized>(&mut self, source: &S, edit: &Edit) -> bool {
        self.edits += 1;
        let is_empty = edit.range.is_empty() && edit.new_len == 0;
        let mut is_changed = false;
        for decision in &mut self.list {
            if is_empty || !decision.state.is_touched_by(edit) {
                decision.state.shift(edit);
                continue;
            }
            decision.edited = self.edits;
            let text = &*decision.text;
            let is_string = |range: &Range<usize>| is_at(source, range, text);
            match decision.history.undo(&decision.state, edit, is_string) {
                Some(state) => decision.state = state,
                None => {
                    let state = decision.state.touched(edit);
                    decision.history.push(&decision.state, edit, &state);
                    decision.state = state;
                    is_changed = true;
                }
            }
        }
        self.drop_old();
        self.sort();
        is_changed
    }

    /// Finds the strings again that the last edit changed, among the links of the text after it. `inserted` is the range
    /// of what it inserted.
    ///
    /// A string is where it is expected, or elsewhere in its place. But somebody who types on after the edit may type the
    /// same string anew.
    pub(super) fn find(&mut self, places: &mut Places<'_>, inserted: &Range<usize>) {
        let edits = self.edits;
        for decision in self.list.iter().filter(|it| it.state.is_unchanged) {
            if let Some(same) = places.get_mut(&*decision.text) {
                same.retain(|place| *place != decision.state.place);
            }
        }
        for is_expected in [true, false] {
            if !is_expected && inserted.len() <= MAX_TYPED {
                break;
            }
            for decision in &mut self.list {
                if decision.state.is_unchanged || decision.edited != edits {
                    continue;
                }
                let Some(same) = places.get_mut(&*decision.text) else {
                    continue;
                };
                let Some(index) = decision.state.nearest(same, inserted) else {
                    continue;
                };
                let is_here = |place: &Range<usize>| place.start == decision.state.expected();
                if !is_expected || same.get(index).is_some_and(is_here) {
                    let found = State::unchanged(same.remove(index));
                    decision.history.move_last(&decision.state, &found);
                    decision.state = found;
                }
            }
        }
        self.sort();
    }

    /// Prepares for a text that may have changed in an unknown way. Strings that are not where they were may be anywhere.
    pub(super) fn forget_places<S: TextSource + ?Sized>(&mut self, source: &S) {
        self.edits += 1;
        for decision in &mut self.list {
            let state = &mut decision.state;
            if state.is_unchanged && is_at(source, &state.place, &decision.text) {
                continue;
            }
            *state = State {
                offset: state.expected(),
                place: 0..source.len(),
                is_unchanged: false,
            };
            decision.history = History::default();
            decision.edited = self.edits;
        }
        self.sort();
    }

    /// Removes the decisions about strings whose edits were not undone for the longest time.
    fn drop_old(&mut self) {
        let dormant = self.list.iter().filter(|it| !it.state.is_unchanged);
        let mut edited: Vec<u64> = dormant.map(|decision| decision.edited).collect();
        if let Some(excess) = edited.len().checked_sub(MAX_DORMANT + 1) {
            sort_by(&mut edited, Ord::cmp);
            let last = edited.get(excess).copied().unwrap_or_default();
            self.list
                .retain(|decision| decision.state.is_unchanged || decision.edited > last);
        }
    }
}

/// Whether a string is in a range.
fn is_at<S: TextSource + ?Sized>(source: &S, range: &Range<usize>, text: &str) -> bool {
    let is_boundary = |at: usize| source.floor_char_boundary(at) == at;
    range.end <= source.len()
        && is_boundary(range.start)
        && is_boundary(range.end)
        && source.slice(range.clone()) == *text
}
