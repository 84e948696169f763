//! Labels that look like the end of another domain.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::address::is_address;
use super::code::Code;
use super::level::Level;
use super::message::quoted;
use super::report::Report;
use crate::deception::embedded_domain::{WELL_KNOWN, WELL_KNOWN_LEN};
use crate::host::{Label, nonempty_labels};
use crate::idna::MAX_DOMAIN_BYTES;
use crate::link::Link;
use crate::suffix::SuffixList;

/// Reports a label such as `com` or `com-track` after another label. Readers who take it for the end of the host see the
/// domain of somebody else: `usps.com-track.example`.
pub(super) fn report_embedded_domain(link: &Link<'_>, suffixes: &SuffixList, report: &mut Report) {
    let host = link.host_range();
    let text = link.text().get(host.clone()).unwrap_or_default();
    if !link.has_domain() || text.len() > MAX_DOMAIN_BYTES || is_address(text) {
        return;
    }
    let labels: Vec<Label<'_>> = nonempty_labels(link.text(), host.clone()).collect();
    if !labels.iter().any(|label| ends_domain(label.text).is_some()) {
        return;
    }
    let ascii: Option<Vec<Cow<'_, str>>> = labels.iter().map(Label::to_ascii).collect();
    let Some(ascii) = ascii else {
        return;
    };
    let suffix_start = labels
        .len()
        .saturating_sub(suffixes.suffix(&ascii.join(".")).labels);
    for (number, pair) in labels.windows(2).enumerate() {
        let [before, label] = pair else {
            continue;
        };
        // The registered label is part of the registrable domain. As a whole it may be an honest `net.example`.
        let is_registered = number + 2 == suffix_start;
        let is_left = number + 2 < suffix_start;
        let is_www = number == 0 && before.text.eq_ignore_ascii_case("www");
        let is_embedded = match ends_domain(label.text) {
            Some(LabelEnd::Whole) => is_left,
            Some(LabelEnd::Hyphen) => is_left || is_registered,
            None => false,
        };
        if is_embedded && !is_www {
            let end = label.range.start + WELL_KNOWN_LEN;
            let domain = link.text().get(host.start..end).unwrap_or_default();
            let message = format!("the host starts like {}, but continues", quoted(domain));
            let range = label.range.clone();
            report.add(Code::HostEmbeddedDomain, Level::Warn, range, message);
        }
    }
}

/// What follows a well-known top-level domain at the start of a label.
enum LabelEnd {
    Whole,
    Hyphen,
}

fn ends_domain(label: &str) -> Option<LabelEnd> {
    let (start, rest) = label.split_at_checked(WELL_KNOWN_LEN)?;
    let is_well_known = WELL_KNOWN
        .iter()
        .any(|known| start.eq_ignore_ascii_case(known));
    match rest.bytes().next() {
        _ if !is_well_known => None,
        None => Some(LabelEnd::Whole),
        Some(b'-') => Some(LabelEnd::Hyphen),
        Some(_) => None,
    }
}
