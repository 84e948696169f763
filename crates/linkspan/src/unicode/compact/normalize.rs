//! Normalization, by the algorithms of the Unicode Standard (§3.11, and §3.12 for Hangul).

use alloc::vec::Vec;

use super::columns::{Columns, add};
use super::{combining_class, tables};
use crate::sort::sort_by;

/// The first Hangul syllable, and the first consonant, vowel and final consonant of which syllables consist. The first
/// final consonant is the number of the first one less one, which stands for none.
const SYLLABLES: u32 = 0xAC00;
const LEADING: u32 = 0x1100;
const VOWELS: u32 = 0x1161;
const TRAILING: u32 = 0x11A7;

/// How many of these there are.
const LEADING_COUNT: u32 = 19;
const VOWEL_COUNT: u32 = 21;
const TRAILING_COUNT: u32 = 28;
const SYLLABLE_COUNT: u32 = LEADING_COUNT * VOWEL_COUNT * TRAILING_COUNT;

/// Reads the decompositions, and which of them can be reversed.
pub(super) fn read(columns: &mut Columns) -> (Vec<(char, char, char)>, Vec<u16>) {
    let (steps, firsts) = (columns.numbers(), columns.numbers());
    let (seconds, excluded) = (columns.numbers(), columns.numbers());
    let (mut code, mut first) = (0, 0);
    let to_char = |code| char::from_u32(code).unwrap_or_default();
    let mut decompositions = Vec::with_capacity(steps.len());
    let mut compositions: Vec<u16> = Vec::new();
    for (((step, difference), second), excluded) in
        steps.into_iter().zip(firsts).zip(seconds).zip(excluded)
    {
        code += step;
        first = add(first, difference);
        if second != 0 && excluded == 0 {
            compositions.push(u16::try_from(decompositions.len()).unwrap_or_default());
        }
        decompositions.push((to_char(code), to_char(first), to_char(second)));
    }
    let parts = |&index: &u16| {
        decompositions
            .get(usize::from(index))
            .map(|&(_, a, b)| (a, b))
    };
    sort_by(&mut compositions, |a, b| parts(a).cmp(&parts(b)));
    (decompositions, compositions)
}

/// Appends the full canonical decomposition of a character.
fn decompose(c: char, to: &mut Vec<char>) {
    let mut push = |code| to.extend(char::from_u32(code));
    let syllable = u32::from(c).wrapping_sub(SYLLABLES);
    if syllable < SYLLABLE_COUNT {
        push(LEADING + syllable / (VOWEL_COUNT * TRAILING_COUNT));
        push(VOWELS + syllable / TRAILING_COUNT % VOWEL_COUNT);
        if !syllable.is_multiple_of(TRAILING_COUNT) {
            push(TRAILING + syllable % TRAILING_COUNT);
        }
        return;
    }
    let decompositions = &tables().decompositions;
    let found = decompositions.binary_search_by_key(&c, |&(c, ..)| c);
    match found.ok().and_then(|index| decompositions.get(index)) {
        // Only the first part decomposes further.
        Some(&(_, first, second)) => {
            decompose(first, to);
            to.extend(Some(second).filter(|&second| second != '\0'));
        }
        None => to.push(c),
    }
}

/// The character that two others compose to.
fn compose(first: char, second: char) -> Option<char> {
    let (a, b) = (u32::from(first), u32::from(second));
    let (leading, vowel) = (a.wrapping_sub(LEADING), b.wrapping_sub(VOWELS));
    if leading < LEADING_COUNT && vowel < VOWEL_COUNT {
        return char::from_u32(SYLLABLES + (leading * VOWEL_COUNT + vowel) * TRAILING_COUNT);
    }
    let (syllable, trailing) = (a.wrapping_sub(SYLLABLES), b.wrapping_sub(TRAILING));
    if syllable < SYLLABLE_COUNT && syllable.is_multiple_of(TRAILING_COUNT) {
        if (1..TRAILING_COUNT).contains(&trailing) {
            return char::from_u32(a + trailing);
        }
        return None;
    }
    let tables = tables();
    let entry = |&index: &u16| tables.decompositions.get(usize::from(index));
    let parts = |index: &u16| entry(index).map(|&(_, a, b)| (a, b));
    let found = tables
        .compositions
        .binary_search_by_key(&Some((first, second)), parts);
    entry(tables.compositions.get(found.ok()?)?).map(|&(c, ..)| c)
}

/// Orders marks by their classes, and keeps the order of those of one class. One pass per class, so that the time is
/// linear in the number of marks.
fn order(marks: &mut [char]) {
    if marks.is_sorted_by_key(|&mark| combining_class(mark)) {
        return;
    }
    let with_classes: Vec<_> = marks.iter().map(|&c| (combining_class(c), c)).collect();
    let mut places = marks.iter_mut();
    for class in 1..=u8::MAX {
        let of_class = with_classes.iter().filter(|(of, _)| *of == class);
        for (&(_, mark), place) in of_class.zip(places.by_ref()) {
            *place = mark;
        }
    }
}

/// Normalization Form D.
fn nfd_of(chars: impl Iterator<Item = char>) -> Vec<char> {
    let mut result = Vec::new();
    chars.for_each(|c| decompose(c, &mut result));
    for marks in result.split_mut(|&c| combining_class(c) == 0) {
        order(marks);
    }
    result
}

/// Normalization Form C.
pub(crate) fn nfc_of(chars: impl Iterator<Item = char>) -> Vec<char> {
    let decomposed = nfd_of(chars);
    let mut result: Vec<char> = Vec::with_capacity(decomposed.len());
    // The place of the last character of class 0, with which others may compose, and the class of the last character.
    let (mut starter, mut last_class) = (None, 0);
    for c in decomposed {
        let class = combining_class(c);
        let place = starter.filter(|&at| result.len() == at + 1 || last_class < class);
        let composed = place.and_then(|at| Some((at, compose(*result.get(at)?, c)?)));
        if let Some((at, composed)) = composed
            && let Some(first) = result.get_mut(at)
        {
            *first = composed;
            continue;
        }
        if class == 0 {
            starter = Some(result.len());
        }
        last_class = class;
        result.push(c);
    }
    result
}

/// Normalization Form C.
#[cfg(feature = "assess")]
pub(crate) fn nfc(chars: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    nfc_of(chars).into_iter()
}

/// Normalization Form D.
#[cfg(feature = "assess")]
pub(crate) fn nfd(chars: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    nfd_of(chars).into_iter()
}
