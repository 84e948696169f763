//! Hosts whose labels are shown in another order than they are written in.

use alloc::format;

use super::code::Code;
use super::host::{Label, labels};
use super::report::{Level, Report};
use crate::direction::{Direction, direction};
use crate::scan::Link;

/// Reports a run of right-to-left text that takes labels of the host out of their order.
///
/// The display algorithm reverses each run of right-to-left text, neutral characters between included.
/// A single such label is turned around in its place; a host all of such labels is read from right to
/// left as a whole. But two of them in a left-to-right host change places, and one at its end changes
/// places with a right-to-left path.
pub(super) fn look(link: &Link<'_>, report: &mut Report) {
    let host = link.host();
    if link.as_str().is_ascii() {
        return;
    }
    let text = link.text();
    let is_right = |label: &Label<'_>| {
        label.written.chars().find_map(direction) == Some(Direction::RightToLeft)
    };
    let all = labels(text, host.clone()).filter(|label| !label.written.is_empty());
    let mut last_right: Option<Label<'_>> = None;
    let mut any_left = false;
    let mut swapped = None;
    for label in all {
        if is_right(&label) {
            if let Some(before) = &last_right {
                swapped = Some(before.range.start..label.range.end);
            }
            last_right = Some(label);
        } else {
            any_left = true;
            last_right = None;
        }
    }
    if !any_left {
        return;
    }
    if let Some(last) = last_right {
        let tail = text.get(host.end..link.end()).unwrap_or_default();
        if tail.chars().find_map(direction) == Some(Direction::RightToLeft) {
            swapped = Some(last.range.start..link.end());
        }
    }
    if let Some(range) = swapped {
        let what = if range.end > host.end {
            "the host's last label changes places with what follows the host"
        } else {
            "labels of the host change places"
        };
        let message = format!("{what} when shown, since both run from right to left");
        report.add(Code::HostReordered, Level::Warn, range, message);
    }
}
