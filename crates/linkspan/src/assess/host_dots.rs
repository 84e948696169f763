//! Separators of labels other than `.`.
//!
//! UTS #46 takes `。`, `．` and `｡` for dots. Between ideographs they are what an input method types. Next to ASCII they
//! hide that the host continues.

use alloc::format;

use super::code::Code;
use super::level::Level;
use super::message::described;
use super::report::Report;
use crate::deception::characters::{is_wide, is_word_character};
use crate::link::Link;
use crate::property::{HostClass, host_class};

/// Reports dots that are not ASCII and not between wide characters.
pub(super) fn report_host_dots(link: &Link<'_>, report: &mut Report) {
    let range = link.host_range();
    let host = link.text().get(range.clone()).unwrap_or_default();
    if host.starts_with('[') {
        return;
    }
    let has_ascii_dot = host.trim_end_matches('.').contains('.');
    for (offset, c) in host.char_indices() {
        if c == '.' || host_class(c) != HostClass::Dot {
            continue;
        }
        let end = offset + c.len_utf8();
        let before = host.get(..offset).and_then(|host| host.chars().next_back());
        let after = host.get(end..).and_then(|host| host.chars().next());
        let is_wide_letter =
            |c: Option<char>| c.is_some_and(|c| is_wide(c) && is_word_character(c));
        let level = if has_ascii_dot {
            Level::Danger
        } else if is_wide_letter(before) || is_wide_letter(after) {
            continue;
        } else {
            Level::Warn
        };
        let message = format!("{} acts as a dot between labels of the host", described(c));
        let range = range.start + offset..range.start + end;
        report.add(Code::HostDot, level, range, message);
    }
}
