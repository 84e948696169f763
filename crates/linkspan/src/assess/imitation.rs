//! Hosts that imitate a protected name.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::code::Code;
use super::level::Level;
use super::message::quoted;
use super::protected_names::{Host, HostLabel, Manner, ProtectedNames};
use super::report::Report;
use crate::host::{Label, nonempty_labels, parse_numeric_host};
use crate::idna::{MAX_DOMAIN_BYTES, MAX_LABEL_LEN, Policy};
use crate::link::Link;
use crate::suffix::{SuffixList, private_suffix_labels};

/// Reports a host that imitates a protected name.
///
/// A label in Punycode is compared in its decoded form: the name that somebody registered does not depend on the way it
/// is written.
pub(super) fn report_imitation(
    link: &Link<'_>,
    suffixes: &SuffixList,
    names: &ProtectedNames,
    report: &mut Report,
) {
    let range = link.host_range();
    let text = link.text().get(range.clone()).unwrap_or_default();
    let is_address = text.starts_with('[') || parse_numeric_host(text).is_some();
    if !link.has_domain() || is_address || text.len() > MAX_DOMAIN_BYTES {
        return;
    }
    let labels: Vec<Label<'_>> = nonempty_labels(link.text(), range).collect();
    let Some(host) = compared_host(&labels, suffixes) else {
        return;
    };
    let Some(imitation) = names.imitated_by(&host) else {
        return;
    };
    let name = Policy::Registry.to_unicode(imitation.name.as_bytes());
    let name = name.unwrap_or(Cow::Borrowed(imitation.name));
    let joined = |labels: &[HostLabel<'_>]| {
        let labels: Vec<&str> = labels.iter().map(|label| label.unicode.as_str()).collect();
        labels.join(".")
    };
    let registered = host.suffix_start.saturating_sub(1);
    let domain = joined(host.labels.get(registered..).unwrap_or_default());
    let label = joined(
        host.labels
            .get(imitation.labels.clone())
            .unwrap_or_default(),
    );
    let (name, label, domain) = (quoted(&name), quoted(&label), quoted(&domain));
    let message = match imitation.manner {
        Manner::Domain => {
            format!("the domain {domain} looks like the protected name {name}")
        }
        Manner::Glance => {
            format!("the domain {domain} looks similar to the protected name {name}")
        }
        Manner::Edit => {
            format!("the domain {domain} is one edit away from the protected name {name}")
        }
        Manner::Label => {
            format!("the label {label} looks like that of the protected name {name}")
        }
        Manner::Combination => {
            format!("the label {label} contains that of the protected name {name}")
        }
        Manner::Subdomains => {
            format!("the host contains the protected name {name}, but belongs to {domain}")
        }
    };
    let level = match imitation.manner {
        Manner::Domain => Level::Danger,
        _ => Level::Warn,
    };
    let imitating = labels.get(imitation.labels).unwrap_or_default();
    if let (Some(first), Some(last)) = (imitating.first(), imitating.last()) {
        let range = first.range.start..last.range.end;
        report.add(Code::HostImitates, level, range, message);
    }
}

/// The labels in all forms. `None` if the host is not a valid domain.
fn compared_host<'l>(labels: &'l [Label<'_>], suffixes: &SuffixList) -> Option<Host<'l>> {
    let mut compared = Vec::with_capacity(labels.len());
    for label in labels {
        let ascii = label.to_ascii()?.to_ascii_lowercase();
        if ascii.len() > MAX_LABEL_LEN {
            return None;
        }
        // Punycode that is not valid has a finding of its own.
        let unicode = label.to_unicode().map(Cow::into_owned);
        compared.push(HostLabel {
            written: (!label.is_punycode()).then_some(label.text),
            unicode: unicode.unwrap_or_else(|| ascii.clone()),
            ascii,
        });
    }
    let ascii: Vec<&str> = compared.iter().map(|label| label.ascii.as_str()).collect();
    let domain = ascii.join(".");
    let suffix_start = compared
        .len()
        .checked_sub(suffixes.suffix(&domain).labels)?;
    let private_suffix_start = private_suffix_labels(&domain)
        .and_then(|labels| compared.len().checked_sub(labels))
        .filter(|&start| start < suffix_start);
    Some(Host {
        domain,
        labels: compared,
        suffix_start,
        private_suffix_start,
    })
}
