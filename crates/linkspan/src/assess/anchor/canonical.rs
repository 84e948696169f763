//! Hosts in the form in which browsers compare them.

use alloc::format;
use alloc::string::{String, ToString as _};
use core::net::IpAddr;

use super::quoted;
use crate::host::{HostKind, NumericHost, parse_numeric_host};
use crate::suffix::SuffixList;

/// A host that is the same whenever the network finds the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Host {
    /// In ASCII, in lower case, without a root dot.
    Domain(String),
    Address(IpAddr),
}

/// How two hosts are related, from the same to a different one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    /// The same host, except for `www.`.
    Same,
    /// Two hosts that belong to one owner.
    SameOwner,
    Other,
}

impl Host {
    /// The host that a text stands for in a URL. `None` if it is invalid.
    pub(super) fn new(written: &str) -> Option<Self> {
        let ascii = HostKind::Domain.to_ascii(written).ok()?;
        if let Some(address) = ascii.strip_prefix('[') {
            let address = address.strip_suffix(']')?.parse().ok()?;
            return Some(Self::Address(IpAddr::V6(address)));
        }
        match parse_numeric_host(&ascii) {
            Some(NumericHost::Address(address)) => Some(Self::Address(IpAddr::V4(address))),
            Some(NumericHost::Invalid) => None,
            None => {
                let domain = ascii.trim_end_matches('.').to_ascii_lowercase();
                (!domain.is_empty()).then_some(Self::Domain(domain))
            }
        }
    }

    pub(super) fn relation(&self, other: &Self, suffixes: &SuffixList) -> Relation {
        if self == other {
            return Relation::Same;
        }
        let (Self::Domain(one), Self::Domain(other)) = (self, other) else {
            return Relation::Other;
        };
        if without_www(one) == without_www(other) {
            Relation::Same
        } else if suffixes.owned_domain(one) == suffixes.owned_domain(other) {
            Relation::SameOwner
        } else {
            Relation::Other
        }
    }

    /// The host in quotes, for messages.
    pub(super) fn quoted(&self) -> String {
        match self {
            Self::Domain(domain) => quoted(domain).to_string(),
            Self::Address(address) => format!("'{address}'"),
        }
    }
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_compared() {
        let relation = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|host| Host::new(host).unwrap());
            one.relation(&other, SuffixList::embedded())
        };
        for (one, other, expected) in [
            ("EXAMPLE.com.", "www.example.com", Relation::Same),
            ("bücher.com", "xn--bcher-kva.com", Relation::Same),
            ("ｅｘａｍｐｌｅ.com", "example.com", Relation::Same),
            ("%65xample.com", "example.com", Relation::Same),
            ("0x7f.1", "127.0.0.1", Relation::Same),
            ("%31%32%37.1", "127.0.0.1", Relation::Same),
            ("[::1]", "[0:0::1]", Relation::Same),
            ("a.example.com", "b.example.com", Relation::SameOwner),
            ("ann.github.io", "bob.github.io", Relation::Other),
            ("a.ann.github.io", "b.ann.github.io", Relation::SameOwner),
            ("github.io", "ann.github.io", Relation::Other),
            ("a.co.uk", "b.co.uk", Relation::Other),
            ("10.0.0.1", "192.168.0.1", Relation::Other),
            ("localhost", "localhost.example.com", Relation::Other),
        ] {
            assert_eq!(relation(one, other), expected, "{one} {other}");
            assert_eq!(relation(other, one), expected, "{other} {one}");
        }
        assert_eq!(Host::new("1.2.3.4.5"), None);
        assert_eq!(Host::new("a b"), None);
        assert_eq!(Host::new(".."), None);
    }
}
