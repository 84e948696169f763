//! Labels that swap places when displayed.

use core::ops::Range;

use crate::direction::{continues_right_to_left, is_right_to_left_text};

/// The first word of a text that is not ASCII, if it would continue right-to-left text before it.
pub(crate) fn right_to_left_start(text: &str) -> Option<Range<usize>> {
    if !continues_right_to_left(text) {
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
/// is written from right to left, and so is the label beside it, or the next one starts with a number, or it is the last
/// one; and another label is not written from right to left.
#[cfg(feature = "assess")]
pub(crate) fn label_may_swap(labels: &[&str], number: usize) -> bool {
    let label = |number: Option<usize>| number.and_then(|number| labels.get(number).copied());
    let may_swap = |previous: Option<&str>, next: Option<&str>| {
        previous.is_some_and(is_right_to_left_text) || next.is_none_or(continues_right_to_left)
    };
    label(Some(number)).is_some_and(is_right_to_left_text)
        && may_swap(label(number.checked_sub(1)), label(number.checked_add(1)))
        && labels.iter().any(|label| !is_right_to_left_text(label))
}
