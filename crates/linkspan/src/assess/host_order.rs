//! Hosts whose labels are displayed in a different order than they are written in.
//!
//! The bidirectional algorithm (UAX #9) reverses each run of right-to-left text, including the neutral characters inside
//! the run. A single right-to-left label is reversed in place, and a host of right-to-left labels only is read from
//! right to left as a whole. But two adjacent right-to-left labels in a left-to-right host swap places, and the last
//! label of such a host swaps places with a right-to-left path.

use super::code::Code;
use super::level::Level;
use super::report::Report;
use crate::direction::is_right_to_left_text;
use crate::host::{Label, nonempty_labels};
use crate::link::Link;

/// Reports labels that swap places when displayed.
pub(super) fn report_host_order(link: &Link<'_>, report: &mut Report) {
    if link.as_str().is_ascii() {
        return;
    }
    let (text, host) = (link.text(), link.host_range());
    // The label before the current one, if it is right-to-left.
    let mut previous: Option<Label<'_>> = None;
    let mut has_left_to_right = false;
    let mut swapped = None;
    for label in nonempty_labels(text, host.clone()) {
        if is_right_to_left_text(label.text) {
            if let Some(previous) = &previous {
                swapped = Some(previous.range.start..label.range.end);
            }
            previous = Some(label);
        } else {
            has_left_to_right = true;
            previous = None;
        }
    }
    if !has_left_to_right {
        return;
    }
    if let Some(last) = previous {
        let after_host = text.get(host.end..link.end()).unwrap_or_default();
        if is_right_to_left_text(after_host) {
            swapped = Some(last.range.start..link.end());
        }
    }
    if let Some(range) = swapped {
        let message = if range.end > host.end {
            "the last label of the host swaps places with the text after it when shown, \
             because both are written from right to left"
        } else {
            "adjacent labels of the host swap places when shown, \
             because they are written from right to left"
        };
        report.add(Code::HostReordered, Level::Warn, range, message);
    }
}
