//! Top-level domains that do not exist, and domains that look like file names.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::address::is_address;
use super::code::Code;
use super::level::Level;
use super::message::quoted;
use super::report::Report;
use crate::homonym::{ExtensionFame, extension_fame};
use crate::host::has_top_level_form;
use crate::host::{Label, labels, nonempty_labels, starts_with_www};
use crate::idna::MAX_DOMAIN_BYTES;
use crate::link::{Link, LinkKind};
use crate::suffix::SuffixList;

/// Reports an unknown top-level domain, and a domain that may be a file name.
pub(super) fn report_top_level(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    let (text, range) = (link.text(), link.host_range());
    let host = text.get(range.clone()).unwrap_or_default();
    if !link.has_domain() || host.is_empty() || is_address(host) {
        return;
    }
    let Some(last) = nonempty_labels(text, range.clone()).last() else {
        return;
    };
    // A single label is a name of the local network.
    if last.range.start == range.start {
        return;
    }
    if !suffixes.is_top_level_unicode(last.text) {
        report_unlisted(&last, suffixes, report);
    }
    if let Some(level) = file_name_level(link, suffixes) {
        let message = format!("{} may be meant as a file name", quoted(host));
        report.add(Code::TldFileName, level, range, message);
    }
}

fn report_unlisted(top_level: &Label<'_>, suffixes: &SuffixList, report: &mut Report) {
    let ascii = top_level.to_ascii();
    let ascii = ascii.as_deref().unwrap_or(top_level.text);
    let (quoted, range) = (quoted(top_level.text), top_level.range.clone());
    if !has_top_level_form(ascii) {
        let message = format!("{quoted} does not have the form of a top-level domain");
        report.add(Code::TldInvalid, Level::Warn, range, message);
    } else if !suffixes.is_top_level(ascii) {
        let message = format!("{quoted} is not in the list of top-level domains");
        report.add(Code::TldUnlisted, Level::Info, range, message);
    }
}

/// The level of the finding that a link may be a file name. `None` if it is not likely to be one.
///
/// A name below a public suffix of several labels, such as `gov.py`, is a domain.
pub(super) fn file_name_level(link: &Link<'_>, suffixes: &SuffixList) -> Option<Level> {
    let range = link.host_range();
    if link.kind() != LinkKind::Url || link.scheme().is_some() || range.end != link.end() {
        return None;
    }
    let host = link.text().get(range.clone()).unwrap_or_default();
    let (extension, is_whole_host) = if host.is_ascii() {
        let extension = host.rsplit('.').next()?;
        (Cow::Borrowed(extension), extension.len() == host.len())
    } else {
        // Full-width letters and invisible characters do not make it another extension.
        let last = labels(link.text(), range.clone()).last()?;
        (last.to_ascii()?, last.range.start == range.start)
    };
    let level = match extension_fame(&extension)? {
        ExtensionFame::Better => Level::Warn,
        ExtensionFame::Equal => Level::Info,
    };
    let is_domain = || starts_with_www(host) || has_suffix_of_several_labels(link, suffixes);
    (!is_whole_host && !is_domain()).then_some(level)
}

fn has_suffix_of_several_labels(link: &Link<'_>, suffixes: &SuffixList) -> bool {
    if link.host_range().len() > MAX_DOMAIN_BYTES {
        return false;
    }
    let labels = nonempty_labels(link.text(), link.host_range());
    let ascii: Option<Vec<Cow<'_, str>>> = labels.map(|label| label.to_ascii()).collect();
    // A name that is a suffix itself, such as `gov.py`, may be a file.
    ascii.is_some_and(|ascii| {
        let suffix = suffixes.suffix(&ascii.join(".")).labels;
        (2..ascii.len()).contains(&suffix)
    })
}
