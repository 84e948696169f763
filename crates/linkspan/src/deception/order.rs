//! Labels that swap places when displayed.

use crate::direction::is_right_to_left_text;

/// Whether the label with this number may swap places with a neighbour or with the path when the host is displayed: it
/// is written from right to left, and so is the label beside it, or it is the last one; and another label is written
/// from left to right.
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
