//! The host in the safe display form.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::net::Ipv6Addr;

use super::Notation;
use super::escape::escape_deceptive;
use crate::assess::defang::defang;
use crate::assess::host_labels::deceives_when_decoded;
use crate::assess::report::Report;
use crate::host::HostKind;
use crate::host::{Label, labels};
use crate::host::{NumericHost, parse_numeric_host};
use crate::link::Link;
use crate::suffix::SuffixList;

/// A host in two parts, of which only the first may be left out.
pub(super) struct DisplayedHost {
    /// The labels before the registrable domain.
    pub(super) subdomains: Vec<String>,
    /// The registrable domain, or the whole host if it is not a domain.
    pub(super) rest: String,
    pub(super) truncation: HostTruncation,
}

/// Whether `rest` may be truncated.
pub(super) enum HostTruncation {
    /// The rest is a registrable domain or an address.
    Forbidden,
    /// The host is invalid, or has a meaning only for its scheme.
    Allowed,
}

impl DisplayedHost {
    fn address(address: String) -> Self {
        Self {
            subdomains: Vec::new(),
            rest: address,
            truncation: HostTruncation::Forbidden,
        }
    }

    /// An invalid host is defanged, so that nobody takes it for a valid one.
    fn invalid(host: &str) -> Self {
        Self {
            subdomains: Vec::new(),
            rest: defang(&escape_deceptive(host, Notation::Ascii)),
            truncation: HostTruncation::Allowed,
        }
    }
}

/// The host of a link in a notation.
pub(super) fn display_host(
    link: &Link<'_>,
    report: &Report,
    suffixes: &SuffixList,
    notation: Notation,
) -> DisplayedHost {
    let range = link.host_range();
    let host = link.text().get(range.clone()).unwrap_or_default();
    if let Some(ipv6) = host.strip_prefix('[') {
        let ipv6 = ipv6.trim_end_matches(']').parse::<Ipv6Addr>();
        return match ipv6.map(|ipv6| (ipv6, ipv6.to_ipv4_mapped())) {
            Ok((_, Some(mapped))) => DisplayedHost::address(mapped.to_string()),
            Ok((ipv6, None)) => DisplayedHost::address(format!("[{ipv6}]")),
            Err(_) => DisplayedHost::invalid(host),
        };
    }
    if !link.has_domain() {
        let notation = if report.has_look_in(&range) {
            Notation::Ascii
        } else {
            notation
        };
        return DisplayedHost {
            subdomains: Vec::new(),
            rest: escape_deceptive(&HostKind::Opaque.to_unicode(host), notation),
            truncation: HostTruncation::Allowed,
        };
    }
    match parse_numeric_host(host) {
        Some(NumericHost::Address(address)) => DisplayedHost::address(address.to_string()),
        Some(NumericHost::Invalid) => DisplayedHost::invalid(host),
        None => display_domain(link, report, suffixes, notation)
            .unwrap_or_else(|| DisplayedHost::invalid(host)),
    }
}

/// The host of a link that is a domain. `None` if the domain is invalid.
fn display_domain(
    link: &Link<'_>,
    report: &Report,
    suffixes: &SuffixList,
    notation: Notation,
) -> Option<DisplayedHost> {
    /// The maximum length of the text of a domain, in bytes.
    const MAX_DOMAIN_LEN: usize = 4 * crate::idna::MAX_DOMAIN_BYTES;
    if link.host_range().len() > MAX_DOMAIN_LEN {
        return None;
    }
    let mut labels: Vec<Label<'_>> = labels(link.text(), link.host_range()).collect();
    // A second root dot.
    if labels.last().is_some_and(|label| label.text.is_empty()) {
        labels.pop();
    }
    let top_level = labels
        .last()
        .and_then(Label::to_unicode)
        .unwrap_or_default();
    let ascii: Vec<Cow<'_, str>> = labels.iter().map(Label::to_ascii).collect::<Option<_>>()?;
    if ascii.iter().any(|label| label.is_empty()) {
        return None;
    }
    let mut displayed: Vec<String> = labels
        .iter()
        .zip(&ascii)
        .map(|(label, ascii)| display_label(label, ascii, &top_level, report, notation))
        .collect();
    let domain = ascii.join(".").to_ascii_lowercase();
    let suffix_labels = suffixes.owner_suffix_labels(&domain);
    let registrable_start = displayed.len().saturating_sub(suffix_labels + 1);
    let rest = displayed.split_off(registrable_start).join(".");
    Some(DisplayedHost {
        subdomains: displayed,
        rest,
        truncation: HostTruncation::Forbidden,
    })
}

/// A label in its Unicode form, or in its ASCII form if the Unicode form would deceive.
fn display_label(
    label: &Label<'_>,
    ascii: &str,
    top_level: &str,
    report: &Report,
    notation: Notation,
) -> String {
    let stays_encoded = label.is_punycode()
        && (notation == Notation::AsWritten || deceives_when_decoded(label, top_level));
    if notation == Notation::Ascii || report.needs_punycode(&label.range) || stays_encoded {
        return ascii.to_ascii_lowercase();
    }
    let unicode = label.to_unicode().unwrap_or(Cow::Borrowed(ascii));
    unicode.into_owned()
}
