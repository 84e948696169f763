//! The findings about user name, host, port and nested URLs whose rules need no data of characters.

use linkspan::assess::{Code, Level};
use linkspan::suffix::SuffixList;
use linkspan::{Link, LinkKind};
use url::Host;

/// The codes that [`findings`] knows.
pub(in super::super) const CODES: [Code; 9] = [
    Code::HostDot,
    Code::HostEmbeddedDomain,
    Code::HostPunycode,
    Code::OddAddress,
    Code::OddPort,
    Code::SecondScheme,
    Code::TldInvalid,
    Code::TldUnlisted,
    Code::Userinfo,
];

/// The findings of a link with one of the [`CODES`], sorted, each once.
pub(in super::super) fn findings(text: &str, link: &Link<'_>) -> Vec<(Code, Level)> {
    let mut findings = Vec::new();
    findings.extend(userinfo(text, link).map(|level| (Code::Userinfo, level)));
    findings.extend(odd_port(text, link).map(|level| (Code::OddPort, level)));
    if has_second_scheme(text, link) {
        findings.push((Code::SecondScheme, Level::Info));
    }
    if link.is_opaque() || link.host().is_empty() {
        findings.sort_unstable();
        return findings;
    }
    findings.extend(host_dots(link.host()));
    if !has_domain(link) {
        // Only the scheme says what the host means.
    } else if is_address(link.host()) {
        if is_odd_address(link.host()) {
            findings.push((Code::OddAddress, Level::Danger));
        }
    } else {
        findings.extend(top_level(link.host()));
        if has_embedded_domain(link.host()) {
            findings.push((Code::HostEmbeddedDomain, Level::Warn));
        }
    }
    if labels(link.host()).any(is_invalid_punycode) {
        findings.push((Code::HostPunycode, Level::Danger));
    }
    findings.sort_unstable();
    findings.dedup();
    findings
}

/// A user name before the host: danger if it looks like a host, else warn.
fn userinfo(text: &str, link: &Link<'_>) -> Option<Level> {
    let userinfo = &text[link.userinfo_range()?];
    let looks_like_host = userinfo.contains(['.', ':']) || !userinfo.is_ascii();
    Some(if looks_like_host {
        Level::Danger
    } else {
        Level::Warn
    })
}

/// The ports of web servers and of development servers.
const COMMON_PORTS: [u32; 17] = [
    21, 80, 443, 3000, 4000, 4200, 5000, 5173, 8000, 8008, 8080, 8081, 8088, 8443, 8888, 9000, 9090,
];

/// The ports that the Fetch standard blocks, except for 21, which `ftp` links have.
const BLOCKED_PORTS: [u32; 82] = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
    103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
    512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
    995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
    6669, 6679, 6697, 10080,
];

/// Warn for ports that browsers block, else info.
fn odd_port(text: &str, link: &Link<'_>) -> Option<Level> {
    let port = &text[link.port_range()?];
    let number = port.parse().unwrap_or(u32::MAX);
    if port.is_empty() || COMMON_PORTS.contains(&number) {
        None
    } else if BLOCKED_PORTS.contains(&number) {
        Some(Level::Warn)
    } else {
        Some(Level::Info)
    }
}

/// Another URL inside the link: a scheme before the first `://` after the host, or in the user name.
fn has_second_scheme(text: &str, link: &Link<'_>) -> bool {
    if link.is_opaque() {
        return false;
    }
    let host = link.host_range();
    let start = link.userinfo_range().map_or(host.end, |user| user.start);
    let Some((before, _)) = text[start..link.end()].split_once("://") else {
        return false;
    };
    // The scheme is the longest one that ends there. It starts with a letter.
    let is_scheme_character = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let run = before.trim_end_matches(is_scheme_character);
    before[run.len()..].contains(|c: char| c.is_ascii_alphabetic())
}

const DOTS: [char; 4] = ['.', '。', '．', '｡'];

/// The labels of a host, without the empty ones.
pub(super) fn labels(host: &str) -> impl DoubleEndedIterator<Item = &str> {
    host.split(DOTS).filter(|label| !label.is_empty())
}

/// Danger beside ASCII dots, else warn. Between wide letters, ideographic dots are ordinary.
fn host_dots(host: &str) -> Vec<(Code, Level)> {
    if host.starts_with('[') {
        return Vec::new();
    }
    let chars: Vec<char> = host.chars().collect();
    let has_ascii_dot = host.trim_end_matches('.').contains('.');
    let is_wide = |index: Option<usize>| {
        let wide = |c| matches!(c, 'ぁ'..='ヿ' | '一'..='龥' | '가'..='힣' | 'ａ'..='ｚ');
        index
            .and_then(|index| chars.get(index))
            .copied()
            .is_some_and(wide)
    };
    let mut findings = Vec::new();
    for (index, c) in chars.iter().enumerate() {
        if *c == '.' || !DOTS.contains(c) {
            continue;
        }
        if has_ascii_dot {
            findings.push((Code::HostDot, Level::Danger));
        } else if !is_wide(index.checked_sub(1)) && !is_wide(Some(index + 1)) {
            findings.push((Code::HostDot, Level::Warn));
        }
    }
    findings
}

/// The host as a browser reads it. Domains that it does not accept, but linkspan does, are domains.
fn parsed(host: &str) -> Result<Host, url::ParseError> {
    Host::parse(host)
}

/// Whether the host is a domain or an IP address: in an email address, and in the URLs whose hosts browsers look up.
fn has_domain(link: &Link<'_>) -> bool {
    let scheme = link.scheme().map(str::to_ascii_lowercase);
    let is_special = |scheme: &str| ["http", "https", "ftp", "ws", "wss"].contains(&scheme);
    link.kind() == LinkKind::Email || scheme.is_none_or(|scheme| is_special(&scheme))
}

fn is_address(host: &str) -> bool {
    !matches!(
        parsed(host),
        Ok(Host::Domain(_))
            | Err(url::ParseError::IdnaError | url::ParseError::InvalidDomainCharacter)
    )
}

/// An IP address in another notation than `127.0.0.1` and `[::1]`, or what looks like one.
fn is_odd_address(host: &str) -> bool {
    match parsed(host) {
        Ok(Host::Ipv4(_)) => host.parse::<std::net::Ipv4Addr>().is_err(),
        Ok(Host::Ipv6(address)) => address.to_ipv4_mapped().is_some(),
        Err(error) => error == url::ParseError::InvalidIpv4Address,
        Ok(Host::Domain(_)) => false,
    }
}

pub(super) fn ascii(label: &str) -> Option<String> {
    idna::domain_to_ascii(label).ok()
}

/// The finding about the top-level domain. A host of a single label has none.
///
/// Which letters the decoded form of an unlisted `xn--` label may have depends on data, so both codes count as one there.
fn top_level(host: &str) -> Option<(Code, Level)> {
    let last = labels(host)
        .next_back()
        .filter(|_| labels(host).count() > 1)?;
    let ascii = ascii(last)
        .unwrap_or_else(|| last.to_owned())
        .to_ascii_lowercase();
    let mut listed = SuffixList::embedded().top_level_domains();
    if listed.any(|domain| domain == ascii) {
        return None;
    }
    let is_valid = ascii.len() > 1 && ascii.bytes().all(|byte| byte.is_ascii_alphabetic());
    Some(if is_valid && !has_international_top_level(host) {
        (Code::TldUnlisted, Level::Info)
    } else {
        (Code::TldInvalid, Level::Warn)
    })
}

/// Whether the top-level domain has an `xn--` label, written in either form.
pub(in super::super) fn has_international_top_level(host: &str) -> bool {
    let last = labels(host).next_back().unwrap_or_default();
    !last.is_ascii() || last.to_ascii_lowercase().starts_with("xn--")
}

/// A label `com`, `net` or `org` between another label and the registrable domain, or a label that starts with such a
/// word and a hyphen, before the public suffix.
fn has_embedded_domain(host: &str) -> bool {
    let labels: Vec<&str> = labels(host).collect();
    let Some(ascii) = labels
        .iter()
        .map(|label| ascii(label))
        .collect::<Option<Vec<_>>>()
    else {
        return false;
    };
    let suffix = SuffixList::embedded();
    let name = ascii.join(".");
    let suffix_len = suffix.public_suffix(&name).split('.').count();
    (1..labels.len().saturating_sub(suffix_len)).any(|index| {
        let label = labels[index].to_ascii_lowercase();
        let is_registered = index + suffix_len + 1 == labels.len();
        let after_www = index == 1 && labels[0].eq_ignore_ascii_case("www");
        let is_embedded = ["com", "net", "org"]
            .iter()
            .any(|word| label == *word && !is_registered || label.starts_with(&format!("{word}-")));
        is_embedded && !after_www
    })
}

/// A label that starts with `xn--` and does not survive decoding and encoding.
fn is_invalid_punycode(label: &str) -> bool {
    if !label.to_ascii_lowercase().starts_with("xn--") {
        return false;
    }
    let (unicode, result) = idna::domain_to_unicode(label);
    // A percent-escape is decoded before Punycode is.
    label.contains('%')
        || result.is_err()
        || idna::domain_to_ascii(&unicode).ok() != Some(label.to_ascii_lowercase())
}
