//! What a host ends with.

use alloc::borrow::Cow;
use alloc::format;

use super::code::Code;
use super::host::{Label, labels};
use super::report::{Level, Quoted, Report};
use crate::SuffixList;
use crate::host::is_top_level_form;
use crate::scan::{Link, LinkKind};

/// Top-level domains that are better known as the ends of file names.
const FILE_ENDINGS: &[&str] = &["cab", "java", "md", "mov", "py", "sh", "zip"];

/// The same, but as well known as domains.
const SHARED_ENDINGS: &[&str] = &["app", "mk", "ml", "mm", "pl", "pm", "ps", "rs", "so"];

/// Whether the link as a whole may be meant as the name of a file.
pub(super) fn file_name(link: &Link<'_>) -> Option<Level> {
    if link.kind() != LinkKind::Url || link.scheme().is_some() || link.host().end != link.end() {
        return None;
    }
    let host = link.text().get(link.host()).unwrap_or_default();
    let (ending, is_whole) = if host.is_ascii() {
        let ending = host.rsplit('.').next()?;
        (Cow::Borrowed(ending), ending.len() == host.len())
    } else {
        // What is not seen, or looks the same, makes no other ending of it.
        let last = labels(link.text(), link.host()).last()?;
        (last.ascii()?, last.range.start == link.host().start)
    };
    let is_one_of = |endings: &[&str]| {
        endings
            .iter()
            .any(|known| known.eq_ignore_ascii_case(&ending))
    };
    let level = if is_one_of(FILE_ENDINGS) {
        Level::Warn
    } else if is_one_of(SHARED_ENDINGS) {
        Level::Info
    } else {
        return None;
    };
    let is_site = host
        .get(..4)
        .is_some_and(|front| front.eq_ignore_ascii_case("www."));
    (!is_whole && !is_site).then_some(level)
}

/// Reports what is odd about the top-level domain.
pub(super) fn look(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    let (text, host) = (link.text(), link.host());
    let written = text.get(host.clone()).unwrap_or_default();
    if !link.has_domain()
        || written.is_empty()
        || written.starts_with('[')
        || super::shape::address(written).is_some()
    {
        return;
    }
    let named = labels(text, host.clone()).filter(|label| !label.written.is_empty());
    let Some(last) = named.last() else {
        return;
    };
    if last.range.start == host.start {
        return; // A single label is no matter of registries.
    }
    if !suffixes.is_top_level_unicode(last.written) {
        let ascii = last.ascii();
        top_level(
            &last,
            ascii.as_deref().unwrap_or(last.written),
            suffixes,
            report,
        );
    }
    if let Some(level) = file_name(link) {
        let message = format!("{} may be meant as the name of a file", Quoted(written));
        report.add(Code::TldFileName, level, host, message);
    }
}

fn top_level(last: &Label<'_>, ascii: &str, suffixes: &SuffixList, report: &mut Report) {
    let quoted = Quoted(last.written);
    if !is_top_level_form(ascii) {
        let message = format!("{quoted} has not the form of a top-level domain");
        report.add(Code::TldInvalid, Level::Warn, last.range.clone(), message);
    } else if !suffixes.is_top_level(ascii) {
        let message = format!("{quoted} is no top-level domain that is listed");
        report.add(Code::TldUnlisted, Level::Info, last.range.clone(), message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_of_files_are_domains() {
        for ending in FILE_ENDINGS.iter().chain(SHARED_ENDINGS) {
            assert!(SuffixList::embedded().is_top_level(ending), "{ending}");
        }
    }
}
