//! Hosts whose labels are displayed in a different order than they are written in.
//!
//! The bidirectional algorithm (UAX #9) reverses each run of right-to-left text, including the neutral characters inside
//! the run, and the numbers that follow. A single right-to-left label is reversed in place, and a host of right-to-left
//! labels only is read from right to left as a whole. But two adjacent right-to-left labels in a left-to-right host swap
//! places, and so do a right-to-left label and a number after it. The last label of such a host swaps places with a
//! right-to-left path, or with a port or a path that starts with a number.

use super::code::Code;
use super::level::Level;
use super::report::Report;
use crate::host::nonempty_labels;
use crate::link::Link;
use crate::unicode::{Bidi, bidi};

/// Reports labels that swap places when displayed.
pub(super) fn report_host_order(link: &Link<'_>, report: &mut Report) {
    if link.as_str().is_ascii() {
        return;
    }
    let (text, host) = (link.text(), link.host_range());
    let labels = nonempty_labels(text, host.clone()).map(|label| label.range);
    let mut has_left_to_right = false;
    // Whether the last letter so far is displayed from right to left, and whether the last letter or digit is.
    let (mut follows_letter, mut follows_run) = (false, false);
    let mut previous = host.start..host.start;
    let mut swapped = None;
    for part in labels.chain(core::iter::once(host.end..link.end())) {
        let is_label = part.start < host.end;
        let mut is_start = true;
        for c in text.get(part.clone()).unwrap_or_default().chars() {
            let is_right_to_left = match bidi(c) {
                Bidi::LeftToRight => false,
                Bidi::RightToLeft | Bidi::ArabicNumber => true,
                // A number is displayed where readers of the letters before it expect it.
                Bidi::EuropeanNumber => follows_letter,
                _ => continue,
            };
            if is_start && follows_run && is_right_to_left {
                swapped = Some(previous.start..part.end);
            }
            if !is_label {
                break;
            }
            is_start = false;
            has_left_to_right |= !is_right_to_left;
            follows_run = is_right_to_left;
            if matches!(bidi(c), Bidi::LeftToRight | Bidi::RightToLeft) {
                follows_letter = is_right_to_left;
            }
        }
        previous = part;
    }
    if let Some(range) = swapped.filter(|_| has_left_to_right) {
        let message = if range.end > host.end {
            "the last label of the host swaps places with the text after it when shown, \
             because of letters that are written from right to left"
        } else {
            "adjacent labels of the host swap places when shown, \
             because of letters that are written from right to left"
        };
        report.add(Code::HostReordered, Level::Warn, range, message);
    }
}
