//! Lengths beyond what the domain name system, mail or the configured limit allow.

use alloc::format;

use super::code::Code;
use super::level::Level;
use super::report::Report;
use crate::host::{Label, labels};
use crate::idna::{MAX_DOMAIN_LEN, MAX_LABEL_LEN};
use crate::link::Link;
use crate::uts58::MAX_LOCAL_PART_LEN;

/// Reports a link, a local part, a label or a host that is too long.
pub(super) fn report_lengths(link: &Link<'_>, length_limit: usize, report: &mut Report) {
    let length = link.end() - link.start();
    if length > length_limit {
        let message =
            format!("the link is {length} bytes long, more than the limit of {length_limit}");
        report.add(Code::TooLong, Level::Warn, link.range(), message);
    }
    let local_part = link.local_part_range();
    if let Some(local_part) = local_part.filter(|range| range.len() > MAX_LOCAL_PART_LEN) {
        let length = local_part.len();
        let message = format!(
            "the local part is {length} octets long, more than the limit of {MAX_LOCAL_PART_LEN}"
        );
        report.add(Code::TooLong, Level::Warn, local_part, message);
    }
    report_host_lengths(link, report);
}

fn report_host_lengths(link: &Link<'_>, report: &mut Report) {
    let host = link.host_range();
    // Fast path: an ASCII host has as many octets as bytes.
    if host.len() <= MAX_LABEL_LEN && link.as_str().is_ascii() {
        return;
    }
    let mut upper_bound = 0;
    for label in labels(link.text(), host.clone()) {
        let length = bounded_len(&label);
        upper_bound += length + ".".len();
        if length > MAX_LABEL_LEN {
            let message = format!(
                "the label is {length} octets long, more than the limit of {MAX_LABEL_LEN}"
            );
            report.add(Code::TooLong, Level::Warn, label.range, message);
        }
    }
    if upper_bound > MAX_DOMAIN_LEN && domain_len(link) > MAX_DOMAIN_LEN {
        let message = format!("the host is longer than the limit of {MAX_DOMAIN_LEN} octets");
        report.add(Code::TooLong, Level::Warn, host, message);
    }
}

/// The length of a host in its ASCII form, without the root dot.
fn domain_len(link: &Link<'_>) -> usize {
    let labels = labels(link.text(), link.host_range());
    let with_dots: usize = labels.map(|label| ascii_len(&label) + ".".len()).sum();
    with_dots.saturating_sub(".".len())
}

/// The length of a label in its ASCII form. For a short label, an upper bound that is within the limit.
fn bounded_len(label: &Label<'_>) -> usize {
    /// The maximum number of Punycode digits for one character.
    const MAX_DIGITS: usize = 6;
    const PREFIX: usize = "xn--".len();
    let upper_bound = PREFIX + MAX_DIGITS * label.text.chars().count();
    if upper_bound <= MAX_LABEL_LEN && !label.text.is_ascii() {
        upper_bound
    } else {
        ascii_len(label)
    }
}

/// The length of a label in its ASCII form. UTS #46 may not allow the label; then, its length as it is written.
fn ascii_len(label: &Label<'_>) -> usize {
    if label.text.is_ascii() {
        return label.text.len();
    }
    let ascii = label.to_ascii();
    ascii.map_or(label.text.len(), |ascii| ascii.len())
}
