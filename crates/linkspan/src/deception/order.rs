//! Labels that swap places when displayed.

use core::ops::Range;

use crate::direction::is_right_to_left_text;

/// The first word of a text, with what precedes it, if it is written from right to left.
pub(crate) fn right_to_left_start(text: &str) -> Option<Range<usize>> {
    if !is_right_to_left_text(text) {
        return None;
    }
    let start = text.bytes().position(|byte| !byte.is_ascii())?;
    let rest = text.bytes().skip(start);
    let len = rest.take_while(|byte| !byte.is_ascii()).count();
    Some(start..start + len)
}

/// Whether the last label swaps places with text from right to left after the host: it is written from right to left,
/// too, and another label is written from left to right.
pub(crate) fn last_label_swaps(labels: &[&str]) -> bool {
    let is_right_to_left = |label: &&str| is_right_to_left_text(label);
    labels.last().is_some_and(is_right_to_left) && !labels.iter().all(is_right_to_left)
}

/// Whether the label with this number may swap places with a neighbour or with the path when the host is displayed: it
/// is written from right to left, and so is the label beside it, or it is the last one; and another label is written
/// from left to right.
#[cfg(feature = "assess")]
pub(crate) fn label_may_swap(labels: &[&str], number: usize) -> bool {
    let is_right_to_left = |number: Option<usize>| {
        let label = number.and_then(|number| labels.get(number));
        label.is_some_and(|label| is_right_to_left_text(label))
    };
    let is_last = number + 1 == labels.len();
    let has_neighbour =
        is_right_to_left(number.checked_sub(1)) || is_right_to_left(number.checked_add(1));
    is_right_to_left(Some(number))
        && (is_last || has_neighbour)
        && labels.iter().any(|label| !is_right_to_left_text(label))
}
