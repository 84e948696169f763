//! User names before the host.

use alloc::format;

use super::code::Code;
use super::level::Level;
use super::message::quoted;
use super::report::Report;
use crate::link::Link;

/// Reports a user name. `http://bank.com@example.org/` leads to `example.org`, although readers see `bank.com` first.
pub(super) fn report_userinfo(link: &Link<'_>, report: &mut Report) {
    let Some(range) = link.userinfo_range() else {
        return;
    };
    let userinfo = link.text().get(range.clone()).unwrap_or_default();
    let looks_like_host = userinfo.contains(['.', ':']) || !userinfo.is_ascii();
    let (level, what) = if looks_like_host {
        (Level::Danger, "is a user name, not the host")
    } else {
        (Level::Warn, "is a user name")
    };
    // An empty user name has no range of its own, so its finding is about the `@`.
    let range = range.start..range.end + usize::from(range.is_empty());
    let message = format!("{} before the '@' {what}", quoted(userinfo));
    report.add(Code::Userinfo, level, range, message);
}
