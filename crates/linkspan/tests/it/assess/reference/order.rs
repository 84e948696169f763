//! The order in which the labels of a host are displayed, by the bidirectional algorithm itself (UAX #9).

use std::ops::Range;

use linkspan::Link;
use linkspan::assess::Level;
use unicode_bidi::{BidiClass, BidiInfo, Level as Embedding, bidi_class};

use super::Bounds;
use super::unicode::{is_bidi_control, is_mark, is_unassigned, is_word_character};

/// Right-to-left labels that are displayed in another order: warn. A host that is read from right to left as a whole has
/// no finding.
pub(super) fn bounds(link: &Link<'_>) -> Bounds {
    let text = link.as_str();
    // These have findings of their own, and the data of characters may be of different versions.
    if text.chars().any(|c| is_bidi_control(c) || is_unassigned(c)) {
        return Bounds::OPEN;
    }
    let host = link.host_range();
    // A number after a user name takes its direction.
    if !text[..host.start - link.start()].is_ascii() {
        return Bounds::OPEN;
    }
    let host = host.start - link.start()..host.end - link.start();
    let labels = label_ranges(text, host.clone());
    // What a label starts with may be displayed apart from it, in the direction of the text before. UTS #46 does not allow
    // such labels.
    if labels
        .iter()
        .any(|label| !text[label.clone()].starts_with(|c| is_word_character(c) && !is_mark(c)))
    {
        return Bounds::OPEN;
    }
    // UTS #46 does not allow labels that start with Arabic digits either. Two numbers with a dot between them are one number
    // in the algorithm.
    if labels
        .iter()
        .any(|label| text[label.clone()].starts_with(is_arabic_digit))
    {
        return Bounds::OPEN;
    }
    // After a number, some symbols are part of it.
    if text[..host.end].ends_with(char::is_numeric) {
        return Bounds::OPEN;
    }
    let info = BidiInfo::new(text, Some(Embedding::ltr()));
    let mut letters = text.char_indices();
    let is_right_to_left = letters.all(|(at, c)| {
        !host.contains(&at)
            || !is_word_character(c)
            || is_mark(c)
            || info.levels[at] >= Embedding::rtl()
    });
    if is_right_to_left {
        return Bounds::exactly(None);
    }
    let columns = columns(text, &info);
    let spans: Vec<_> = labels
        .iter()
        .map(|label| span(&columns, label.clone()))
        .collect();
    let is_torn = labels
        .iter()
        .zip(&spans)
        .any(|(label, span)| span.len() != text[label.clone()].chars().count());
    let is_in_order = spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
    let after = span(&columns, host.end..text.len());
    let is_before_the_rest =
        host.end == text.len() || spans.last().is_none_or(|last| last.end <= after.start);
    let is_reordered = is_torn || !is_in_order || !is_before_the_rest;
    // A pair of brackets may keep its contents together. Nobody counts on that.
    let has_brackets = text[host.end..].contains(|c| bidi_class(c) == BidiClass::ON);
    let most = (is_reordered || has_brackets).then_some(Level::Warn);
    Bounds {
        least: is_reordered.then_some(Level::Warn),
        most,
    }
}

/// Arabic digits have a direction of their own, other digits that of their neighbours.
fn is_arabic_digit(c: char) -> bool {
    bidi_class(c) == BidiClass::AN
}

/// The ranges of the labels that are not empty.
fn label_ranges(text: &str, host: Range<usize>) -> Vec<Range<usize>> {
    let mut labels = Vec::new();
    let mut start = host.start;
    for (at, dot) in text[host.clone()].match_indices(['.', '。', '．', '｡']) {
        labels.push(start..host.start + at);
        start = host.start + at + dot.len();
    }
    labels.push(start..host.end);
    labels.retain(|label| !label.is_empty());
    labels
}

/// The column in which each character is displayed, by its offset, in a paragraph that is read from left to right.
fn columns(text: &str, info: &BidiInfo<'_>) -> Vec<(usize, usize)> {
    let levels: Vec<_> = text.char_indices().map(|(at, _)| info.levels[at]).collect();
    let offsets: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
    let order = BidiInfo::reorder_visual(&levels);
    let columns = order.into_iter().enumerate();
    columns
        .map(|(column, index)| (offsets[index], column))
        .collect()
}

/// The columns from the first to the last character of a range.
fn span(columns: &[(usize, usize)], range: Range<usize>) -> Range<usize> {
    let columns = columns.iter().filter(|(at, _)| range.contains(at));
    let columns: Vec<_> = columns.map(|(_, column)| *column).collect();
    let first = columns.iter().min().copied().unwrap_or_default();
    let last = columns.iter().max().map_or(first, |column| column + 1);
    first..last
}
