//! The label that somebody registered, compared with the tables of the registry.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::code::Code;
use super::idn_tables::{IdnTables, Reason};
use super::level::Level;
use super::message::{described, quoted};
use super::report::Report;
use crate::host::{Label, nonempty_labels, parse_numeric_host};
use crate::idna::MAX_DOMAIN_BYTES;
use crate::link::Link;
use crate::suffix::SuffixList;

/// Reports the label before the public suffix if no single table of the domain allows it.
///
/// A label in Punycode is reported, too: whether it can be registered does not depend on the way it is written.
pub(super) fn report_not_in_table(
    link: &Link<'_>,
    suffixes: &SuffixList,
    tables: &IdnTables,
    report: &mut Report,
) {
    let host = link.host_range();
    let text = link.text().get(host.clone()).unwrap_or_default();
    let is_address = text.starts_with('[') || parse_numeric_host(text).is_some();
    if !link.has_domain() || is_address || text.len() > MAX_DOMAIN_BYTES {
        return;
    }
    let labels: Vec<Label<'_>> = nonempty_labels(link.text(), host).collect();
    let Some((suffix, label)) = registered_label(&labels, suffixes) else {
        return;
    };
    // Punycode that is not valid has a finding of its own.
    let unicode = if label.is_punycode() {
        label.decode_punycode()
    } else {
        label.to_unicode()
    };
    let Some(unicode) = unicode else {
        return;
    };
    let Some(Err(error)) = tables.check(&suffix, &unicode) else {
        return;
    };
    let (domain, quoted) = (error.domain, quoted(&unicode));
    let message = match error.reason {
        Reason::Character(c) => format!(
            "the label {quoted} contains {}, which is in no IDN table of '.{domain}'",
            described(c)
        ),
        Reason::OnlyInSequences(c) => format!(
            "the label {quoted} contains {}, which the IDN tables of '.{domain}' have only in other sequences",
            described(c)
        ),
        Reason::NoSingleTable => {
            format!("no single IDN table of '.{domain}' has all characters of the label {quoted}")
        }
    };
    let range = label.range.clone();
    report.add(Code::HostNotInTable, Level::Warn, range, message);
}

/// The public suffix in ASCII form, and the label before it. `None` if the domain is invalid or a public suffix.
fn registered_label<'l, 't>(
    labels: &'l [Label<'t>],
    suffixes: &SuffixList,
) -> Option<(String, &'l Label<'t>)> {
    let ascii: Vec<Cow<'_, str>> = labels.iter().map(Label::to_ascii).collect::<Option<_>>()?;
    let suffix_labels = suffixes.suffix(&ascii.join(".")).labels;
    let suffix_start = labels.len().checked_sub(suffix_labels)?;
    let label = labels.get(suffix_start.checked_sub(1)?)?;
    let suffix = ascii.get(suffix_start..)?.join(".").to_ascii_lowercase();
    Some((suffix, label))
}
