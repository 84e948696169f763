//! Labels that swap places when displayed.

use core::ops::Range;

use crate::direction::{Direction, direction, is_right_to_left_text};

/// The first word after a host if it swaps places with the last label of the host when displayed: both are written from
/// right to left, and another label is written from left to right.
pub(crate) fn swapping_word(labels: &[&str], after_host: &str) -> Option<Range<usize>> {
    let last = labels.last()?;
    let is_mixed = labels.iter().any(|label| !is_right_to_left_text(label));
    if !is_mixed || !is_right_to_left_text(last) || !is_right_to_left_text(after_host) {
        return None;
    }
    let start = after_host.find(|c| direction(c) == Some(Direction::RightToLeft))?;
    let rest = after_host.get(start..)?;
    let len = rest.find(|c: char| c.is_ascii()).unwrap_or(rest.len());
    Some(start..start + len)
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
