//! Decisions of users that a string is not a link, in a text that changes.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use super::changes::Edit;
use super::history::{History, State};
use super::source::TextSource;
use super::undo::{Edits, Undone};
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
    id: u64,
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
    next_id: u64,
    /// How many edits were followed.
    edits: u64,
    /// The last edits that were not undone.
    last_edits: Edits,
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
        let id = self.next_id;
        self.next_id += 1;
        self.list.push(Decision {
            id,
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
        if self.list.is_empty() {
            self.last_edits.clear();
            return false;
        }
        if edit.range.is_empty() && edit.new_len == 0 {
            return false;
        }
        let undone = self.undone_by(source, edit);
        let mut touched = Vec::new();
        let mut is_changed = false;
        for decision in &mut self.list {
            if !decision.state.is_touched_by(edit) {
                decision.state.shift(edit);
                continue;
            }
            let before = decision.state.clone();
            let restored = undone.and_then(|Undone { count, .. }| {
                self.last_edits.before(count, decision.id, &before)
            });
            if let Some(state) = restored {
                decision.history.restore(&before, edit, &state);
                decision.state = state;
                continue;
            }
            decision.edited = self.edits;
            let text = &*decision.text;
            let is_string = |range: &Range<usize>| is_at(source, range, text);
            match decision.history.undo(&before, edit, is_string) {
                Some(state) => decision.state = state,
                None => {
                    decision.state = before.touched(edit);
                    decision.history.push(&before, edit, &decision.state);
                    is_changed = true;
                }
            }
            touched.push((decision.id, before));
        }
        match undone {
            Some(undone) => self.last_edits.remove_last(undone.count),
            None => self.last_edits.push(edit, touched, self.next_id),
        }
        self.drop_old();
        self.sort();
        is_changed
    }

    /// How many of the last edits an edit undoes. All strings that it touches and that were unchanged before these edits
    /// must be there again. If there are several such numbers, that with most strings is preferred, and then an exact one.
    fn undone_by<S: TextSource + ?Sized>(&self, source: &S, edit: &Edit) -> Option<Undone> {
        let touched = |decision: &&Decision| decision.state.is_touched_by(edit);
        let restored_strings = |undone: Undone| {
            let mut count = 0;
            for decision in self.list.iter().filter(touched) {
                let Decision {
                    id, state, text, ..
                } = decision;
                let before = self.last_edits.before(undone.count, *id, state);
                if let Some(before) = before.filter(|before| before.is_unchanged) {
                    if !is_at(source, &before.place, text) {
                        return None;
                    }
                    count += 1;
                }
            }
            Some(count)
        };
        let undone = self.last_edits.undone_by(edit).into_iter().rev();
        let possible = undone.filter_map(|undone| Some((restored_strings(undone)?, undone)));
        let best = possible.max_by_key(|(count, undone)| (*count, undone.is_exact));
        best.map(|(_, undone)| undone)
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
        self.last_edits.clear();
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

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    /// A text that may be asked only for what a [`TextSource`] is asked for.
    struct Strict<'t>(&'t str);

    impl TextSource for Strict<'_> {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
            let text = self.0.get(range);
            Cow::Borrowed(text.expect("characters of the text"))
        }

        fn floor_char_boundary(&self, offset: usize) -> usize {
            TextSource::floor_char_boundary(self.0, offset)
        }
    }

    #[test]
    fn a_string_is_compared_with_characters_of_the_text() {
        let text = Strict("\u{E4}.com");
        assert!(is_at(&text, &(0..6), "\u{E4}.com"));
        assert!(is_at(&text, &(2..6), ".com"));
        for (range, string) in [
            (1..6, ".com"),
            (2..7, ".com"),
            (0..1, "\u{E4}"),
            (0..2, "\u{F6}"),
            (7..9, "om"),
        ] {
            assert!(!is_at(&text, &range, string), "{range:?}");
        }
    }

    /// Each edit changes one string, from the last to the first.
    #[test]
    fn the_strings_that_were_edited_first_are_forgotten() {
        let count = MAX_DORMANT + 3;
        let mut text = "ab ".repeat(count + 2);
        let mut decisions = Decisions::default();
        for number in 0..count + 2 {
            decisions.add(&(3 * number..3 * number + 2), "ab");
        }
        let dormant = |decisions: &Decisions| {
            let states = decisions.list.iter().map(|decision| &decision.state);
            let dormant = states.filter(|state| !state.is_unchanged);
            dormant.map(|state| state.place.start / 3).collect()
        };
        for edited in 1..=count {
            let start = 3 * (count - edited);
            text.replace_range(start..=start, "c");
            let edit = Edit {
                range: start..start + 1,
                new_len: 1,
            };
            assert!(decisions.edit(&text, &edit));
            let known: Vec<usize> = dormant(&decisions);
            let expected = (count - edited..count).take(MAX_DORMANT);
            assert!(known.iter().copied().eq(expected), "{edited}");
        }
        // Two strings were never edited.
        assert!(
            decisions
                .ranges()
                .eq([count, count + 1].map(|number| 3 * number..3 * number + 2))
        );
        assert!(!decisions.is_empty());
    }

    #[test]
    fn an_edit_of_nothing_changes_nothing() {
        let text = String::from("see a.com");
        let mut decisions = Decisions::default();
        decisions.add(&(4..9), "a.com");
        assert!(!decisions.edit(&text, &Edit::insert(6, 0)));
        assert!(decisions.contains(&(4..9)));
        assert!(!decisions.contains(&(4..8)) && !decisions.contains(&(5..9)));
    }
}
