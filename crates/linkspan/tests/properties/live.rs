//! Properties of texts that change.

use std::ops::Range;

use linkspan::live::{Changes, Edit, LiveLink, LiveLinks, Unlinked};
use linkspan::{Finder, Link};

use super::options::Options;

/// All properties of a text that changes, for a text that is repeated. Each edit is a start, a length and a number that
/// chooses which part of the text is inserted.
pub(crate) fn assert_all(options: Options, text: &str, count: u8, edits: [(u32, u8, u16); 4]) {
    let Some(finder) = options.finder() else {
        return;
    };
    let edits: Vec<_> = edits
        .into_iter()
        .map(|(start, len, inserted)| {
            let end = start.saturating_add(u32::from(len));
            (start, end, part(text, inserted))
        })
        .collect();
    typing_gives_the_links(&finder, text);
    unlinked_strings_stay_text(&finder, text, &edits);
    undoing_restores_decisions(&finder, text, &edits);
    undoing_at_once_restores_decisions(&finder, text, &edits);
    edits_keep_the_links(&finder, &text.repeat(usize::from(count)), &edits);
}

/// A part of a text: the first byte of the number chooses its start, the second its end.
fn part(text: &str, number: u16) -> &str {
    let [start, end] = number.to_le_bytes().map(|byte| {
        let mut offset = usize::from(byte) % (text.len() + 1);
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    });
    text.get(start..end).unwrap_or_default()
}

/// After each edit, the links are those of a search in the whole text, and the changes lead from the old links to the
/// new ones. Each edit replaces a range, given as two positions, with a text.
pub(crate) fn edits_keep_the_links(finder: &Finder, text: &str, edits: &[(u32, u32, &str)]) {
    let mut text = text.to_owned();
    let mut live = LiveLinks::new(finder.clone(), &text);
    assert_same(finder, &live, &text);
    for &(start, end, inserted) in edits {
        let before: Vec<LiveLink> = live.links().collect();
        let edit = replace(&mut text, start, end, inserted);
        let changes = live.edit(&text, &edit);
        assert_same(finder, &live, &text);
        assert_leads_to(&changes, before, &live);
    }
}

/// The links of a text that is typed character by character, from the start or from the end, are those of the whole.
pub(crate) fn typing_gives_the_links(finder: &Finder, text: &str) {
    let mut typed = String::new();
    let mut live = LiveLinks::new(finder.clone(), &typed);
    for c in text.chars() {
        typed.push(c);
        live.edit(
            &typed,
            &Edit::insert(typed.len() - c.len_utf8(), c.len_utf8()),
        );
    }
    assert_same(finder, &live, text);
    let mut typed = String::new();
    let mut live = LiveLinks::new(finder.clone(), &typed);
    for c in text.chars().rev() {
        typed.insert(0, c);
        live.edit(&typed, &Edit::insert(0, c.len_utf8()));
    }
    assert_same(finder, &live, text);
}

/// An unlinked string stays text through edits elsewhere, and an edit of it that is undone restores it.
pub(crate) fn unlinked_strings_stay_text(finder: &Finder, text: &str, edits: &[(u32, u32, &str)]) {
    let mut live = LiveLinks::new(finder.clone(), text);
    let Some(link) = live.links().next() else {
        return;
    };
    let unlinked = text[link.range()].to_owned();
    let before: Vec<LiveLink> = live.links().collect();
    let changes = live.unlink(text, link.range());
    assert_leads_to(&changes, before, &live);
    let stored = live.unlinked(text);
    assert_eq!(stored.len(), 1);
    for &(start, end, inserted) in edits {
        let mut edited = text.to_owned();
        let edit = replace(&mut edited, start, end, inserted);
        let undo = Edit {
            range: edit.range.start..edit.range.start + edit.new_len,
            new_len: edit.range.len(),
        };
        let before: Vec<LiveLink> = live.links().collect();
        let changes = live.edit(&edited, &edit);
        assert_leads_to(&changes, before, &live);
        if let Some(moved) = moved(&link.range(), &edit) {
            assert_eq!(edited[moved.clone()], unlinked);
            assert!(!live.links().any(|link| link.range() == moved), "{edit:?}");
        }
        let before: Vec<LiveLink> = live.links().collect();
        let changes = live.edit(text, &undo);
        assert_leads_to(&changes, before, &live);
        assert!(
            !live.links().any(|other| other.range() == link.range()),
            "{edit:?} was undone"
        );
    }
    let mut restored = LiveLinks::new(finder.clone(), text);
    restored.restore(text, &stored);
    let ranges = |live: &LiveLinks| live.links().map(|link| link.range()).collect::<Vec<_>>();
    assert_eq!(ranges(&restored), ranges(&live));
    let before: Vec<LiveLink> = live.links().collect();
    let changes = live.relink(link.range());
    assert_leads_to(&changes, before, &live);
    assert_same(finder, &live, text);
}

/// Edits that are undone, one by one in reverse order, leave everything as it was: links and decisions. So does undoing
/// and repeating some of them in between.
pub(crate) fn undoing_restores_decisions(finder: &Finder, text: &str, edits: &[(u32, u32, &str)]) {
    let mut live = LiveLinks::new(finder.clone(), text);
    let every_other: Vec<_> = live.links().step_by(2).map(|link| link.range()).collect();
    for range in every_other {
        live.unlink(text, range);
    }
    let mut states = vec![(text.to_owned(), live.unlinked(text))];
    let mut done = Vec::new();
    for &(start, end, inserted) in edits {
        let mut edited = states.last().unwrap().0.clone();
        let edit = replace(&mut edited, start, end, inserted);
        live.edit(&edited, &edit);
        states.push((edited.clone(), live.unlinked(&edited)));
        done.push(edit);
        if done.len() % 2 == 0 {
            if !undo(&mut live, &states, &done) {
                return;
            }
            live.edit(&edited, &done[done.len() - 1]);
            assert_eq!(live.unlinked(&edited), states[done.len()].1);
        }
    }
    while !done.is_empty() {
        if !undo(&mut live, &states, &done) {
            return;
        }
        done.pop();
        states.pop();
    }
    live.relink(0..text.len());
    assert_same(finder, &live, text);
}

/// One edit that undoes several restores the decisions before them: if it replaces only what they changed, and if it
/// replaces the whole text. So does undoing one by one what precedes them.
///
/// Edits are known by their ranges and lengths. If these also fit the undoing of other edits, nothing is asserted.
pub(crate) fn undoing_at_once_restores_decisions(
    finder: &Finder,
    text: &str,
    edits: &[(u32, u32, &str)],
) {
    let mut live = LiveLinks::new(finder.clone(), text);
    let every_other: Vec<_> = live.links().step_by(2).map(|link| link.range()).collect();
    for range in every_other {
        live.unlink(text, range);
    }
    let mut states = vec![(text.to_owned(), live.unlinked(text))];
    let mut done = Vec::new();
    for &(start, end, inserted) in edits {
        let mut edited = states.last().unwrap().0.clone();
        let edit = replace(&mut edited, start, end, inserted);
        if may_undo(&states, &done, &edit) > 0 {
            return;
        }
        live.edit(&edited, &edit);
        states.push((edited.clone(), live.unlinked(&edited)));
        done.push(edit);
    }
    let all = Edit {
        range: 0..states.last().unwrap().0.len(),
        new_len: text.len(),
    };
    if may_undo(&states, &done, &all) == 1 {
        let mut whole = live.clone();
        whole.edit(text, &all);
        assert_eq!(whole.unlinked(text), states[0].1, "all was replaced");
    }
    let kept = done.len() / 2;
    let (before, unlinked) = &states[kept];
    let inverse = inverse_of_all(&done[kept..], before.len());
    if may_undo(&states, &done, &inverse) != 1 {
        return;
    }
    live.edit(before, &inverse);
    assert_eq!(&live.unlinked(before), unlinked, "{inverse:?} undid edits");
    done.truncate(kept);
    states.truncate(kept + 1);
    while let Some(last) = done.last() {
        let len = states[done.len() - 1].0.len();
        let inverse = inverse_of_all(std::slice::from_ref(last), len);
        if may_undo(&states, &done, &inverse) != 1 {
            return;
        }
        undo(&mut live, &states, &done);
        done.pop();
        states.pop();
    }
}

/// How many numbers of the last edits an edit may undo, by its range and length. `states` are the texts before each edit,
/// and after the last one.
fn may_undo(states: &[(String, Vec<Unlinked>)], done: &[Edit], edit: &Edit) -> usize {
    let len = states.last().unwrap().0.len() - edit.range.len() + edit.new_len;
    let numbers = (0..done.len()).filter(|&first| {
        let before = states[first].0.len();
        let inverse = inverse_of_all(&done[first..], before);
        before == len
            && edit.range.start <= inverse.range.start
            && inverse.range.end <= edit.range.end
    });
    numbers.count()
}

/// The edit that undoes edits of a text of this length: it replaces all but what precedes and follows all of them.
fn inverse_of_all(edits: &[Edit], len: usize) -> Edit {
    let (mut prefix, mut suffix, mut new_len) = (len, len, len);
    for edit in edits {
        prefix = prefix.min(edit.range.start);
        suffix = suffix.min(new_len - edit.range.end);
        new_len = new_len - edit.range.len() + edit.new_len;
    }
    Edit {
        range: prefix..new_len - suffix,
        new_len: len - suffix - prefix,
    }
}

/// Undoes the last edit. `states` are the texts and decisions before each edit, and after the last one.
///
/// Returns `false` if this also undoes more edits, because the text was the same before them, and if the decisions are
/// those before all of them.
fn undo(live: &mut LiveLinks, states: &[(String, Vec<Unlinked>)], done: &[Edit]) -> bool {
    let edit = &done[done.len() - 1];
    let (text, unlinked) = &states[done.len() - 1];
    let inverse = Edit {
        range: edit.range.start..edit.range.start + edit.new_len,
        new_len: edit.range.len(),
    };
    live.edit(text, &inverse);
    let restored = live.unlinked(text);
    let mut earlier = states[..done.len() - 1].iter();
    if restored != *unlinked && earlier.any(|state| *state == (text.clone(), restored.clone())) {
        return false;
    }
    assert_eq!(&restored, unlinked, "{edit:?} was undone");
    true
}

/// Where a range is after an edit that does not touch it.
fn moved(range: &Range<usize>, edit: &Edit) -> Option<Range<usize>> {
    if edit.range.start >= range.end {
        return Some(range.clone());
    }
    let by = |at: usize| at - edit.range.len() + edit.new_len;
    (edit.range.end <= range.start).then(|| by(range.start)..by(range.end))
}

/// Replaces a range of a text. Any two numbers give a range.
pub(crate) fn replace(text: &mut String, start: u32, end: u32, inserted: &str) -> Edit {
    let offset = |number: u32| {
        let mut offset = number as usize % (text.len() + 1);
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let (start, end) = (offset(start), offset(end));
    let range = start.min(end)..start.max(end);
    text.replace_range(range.clone(), inserted);
    Edit {
        range,
        new_len: inserted.len(),
    }
}

fn assert_same(finder: &Finder, live: &LiveLinks, text: &str) {
    let found: Vec<_> = live
        .links()
        .map(|link| (link.range(), link.kind()))
        .collect();
    let expected: Vec<_> = finder
        .find_iter(text)
        .map(|link| (link.range(), link.kind()))
        .collect();
    assert_eq!(found, expected, "in {} bytes", text.len());
    for (link, expected) in live.links().zip(finder.find_iter(text)) {
        assert_eq!(
            live.owned(text, &link).as_ref(),
            Some(&Link::into_owned(expected))
        );
    }
}

fn assert_leads_to(changes: &Changes, mut links: Vec<LiveLink>, live: &LiveLinks) {
    for id in changes.removed() {
        assert!(
            links.iter().any(|link| link.id() == *id),
            "{id:?} was no link"
        );
    }
    changes.apply(&mut links);
    let expected: Vec<LiveLink> = live.links().collect();
    assert_eq!(links, expected, "{changes:?}");
}
