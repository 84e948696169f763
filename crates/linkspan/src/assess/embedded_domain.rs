//! Labels that look like the end of another domain.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::address::is_address;
use super::code::Code;
use super::level::Level;
use super::message::quoted;
use super::report::Report;
use crate::host::{Label, nonempty_labels};
use crate::idna::MAX_DOMAIN_BYTES;
use crate::link::Link;
use crate::suffix::SuffixList;

/// The top-level domains that readers take for the end of a domain wherever they are.
const WELL_KNOWN: [&str; 3] = ["com", "net", "org"];

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

/// The length of the [well-known](WELL_KNOWN) top-level domains.
const WELL_KNOWN_LEN: usize = 3;

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

const SPACES: u32 = u32::from_le_bytes([b' '; 4]);

/// Whether no label of an ASCII host, except for the first and the last one, looks like the end of a domain. `dots` has a
/// bit for each dot. `false` is inconclusive.
///
/// The label before the last one may be a whole `com`, as in `example.com.br`: it is registered, or part of the suffix.
pub(super) fn is_without_embedded_domain(host: &[u8], dots: u64) -> bool {
    let mut remaining = dots;
    while !remaining.is_power_of_two() && remaining != 0 {
        let label = remaining.trailing_zeros() as usize + 1;
        let start = host.get(label..).and_then(<[u8]>::first_chunk::<4>);
        remaining &= remaining - 1;
        if let Some(start) = start {
            // The bit is set in lower-case letters, and no other characters of hosts become letters by setting it.
            let [start @ .., next] = (u32::from_le_bytes(*start) | SPACES).to_le_bytes();
            let is_well_known = WELL_KNOWN.iter().any(|known| known.as_bytes() == start);
            let is_end = next == b'-' || next == b'.' && !remaining.is_power_of_two();
            if is_well_known && is_end {
                return false;
            }
        }
    }
    true
}
