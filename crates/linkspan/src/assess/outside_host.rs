//! The characters outside the host: user name, local part, path, query and fragment.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use super::code::Code;
use super::level::Level;
use super::message::{described, quoted};
use super::report::Report;
use crate::deception::ordinary::MAX_MARKS;
use crate::deception::part::{PartFault, for_each_part_fault};
use crate::deception::scripts::script_names;
use crate::link::Link;

/// Reports deceptive characters in all parts of a link except the host.
pub(super) fn report_outside_host(link: &Link<'_>, report: &mut Report) {
    let after_host = Some(link.host_range().end..end_without_isolate(link));
    let parts = [link.userinfo_range(), link.local_part_range(), after_host];
    for range in parts.into_iter().flatten() {
        report_part(link.text(), range, report);
    }
}

/// Reports deceptive characters at a range of a text that is not a host.
pub(super) fn report_part(text: &str, range: Range<usize>, report: &mut Report) {
    let start = range.start;
    let part = text.get(range).unwrap_or_default();
    for_each_part_fault(part, &mut |range, fault| {
        let faulty = part.get(range.clone()).unwrap_or_default();
        let (code, level, message) = finding(faulty, fault);
        report.add(code, level, start + range.start..start + range.end, message);
    });
}

/// The code, the level and the message about a character or word that deceives.
fn finding(faulty: &str, fault: PartFault) -> (Code, Level, String) {
    let c = faulty.chars().next().unwrap_or_default();
    let about = |what: &str| format!("{} {what}", described(c));
    match fault {
        PartFault::BidiControl => {
            let message = about("changes the order in which the link is shown");
            (Code::BidiControl, Level::Danger, message)
        }
        PartFault::Tag => {
            let message = about("is an invisible tag character");
            (Code::Tag, Level::Danger, message)
        }
        PartFault::Unassigned => {
            let message = about("is not assigned in this version of Unicode");
            (Code::Unassigned, Level::Warn, message)
        }
        PartFault::Invisible => {
            let message = about("is invisible and has no function here");
            (Code::Invisible, Level::Warn, message)
        }
        PartFault::Lookalike(delimiter) => {
            let message = format!("{} looks like '{delimiter}'", described(c));
            (Code::SyntaxLookalike, Level::Warn, message)
        }
        PartFault::Overlay => {
            let message = about("strikes out the character before it");
            (Code::Marks, Level::Warn, message)
        }
        PartFault::MarkStack => {
            let message = format!("a letter has more than {MAX_MARKS} marks");
            (Code::Marks, Level::Warn, message)
        }
        PartFault::MixedWord { resembles_ascii } => {
            let level = if resembles_ascii {
                Level::Warn
            } else {
                Level::Info
            };
            let (first, second) = script_names(faulty);
            let message = format!("the word {} mixes {first} and {second}", quoted(faulty));
            (Code::MixedScripts, level, message)
        }
    }
}

/// The end of a link, without the character that closes an isolate around the link.
///
/// By the letter of UTS #58, that character is part of the link. But it was put there to keep the link in order.
fn end_without_isolate(link: &Link<'_>) -> usize {
    let before = link.text().get(..link.start()).unwrap_or_default();
    let is_isolated = before.ends_with(['\u{2066}', '\u{2067}', '\u{2068}']);
    match link.as_str().strip_suffix('\u{2069}') {
        Some(isolated) if is_isolated => link.start() + isolated.len(),
        _ => link.end(),
    }
}
