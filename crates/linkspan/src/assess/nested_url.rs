//! URLs inside of URLs, as archives and redirectors write them.

use alloc::format;

use super::code::Code;
use super::level::Level;
use super::report::Report;
use crate::link::Link;
use crate::scheme::{self, SEPARATOR};

/// Reports a second URL inside of the link.
pub(super) fn report_nested_url(link: &Link<'_>, report: &mut Report) {
    if link.is_opaque() {
        // No host precedes it that a reader could take for the target. Magnet links contain the URLs of trackers.
        return;
    }
    let text = link.text();
    let start = link
        .userinfo_range()
        .map_or(link.host_range().end, |user| user.start);
    let rest = text.get(start..link.end()).unwrap_or_default();
    let Some(colon) = memchr::memmem::find(rest.as_bytes(), SEPARATOR.as_bytes()) else {
        return;
    };
    let Some(scheme_start) = scheme::start_before(rest, 0, colon) else {
        return;
    };
    let scheme = rest.get(scheme_start..colon).unwrap_or_default();
    let scheme_start = start + scheme_start;
    let message = format!("the link contains another URL, which starts with '{scheme}://'");
    let range = scheme_start..start + colon + SEPARATOR.len();
    report.add(Code::SecondScheme, Level::Info, range, message);
}
