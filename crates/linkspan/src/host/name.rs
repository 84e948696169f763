//! A host as people read it and as machines look it up.

use alloc::borrow::Cow;
use alloc::string::String;
use core::net::Ipv6Addr;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use percent_encoding::{CONTROLS, percent_decode_str, utf8_percent_encode};

use super::MOST_OCTETS;
use crate::escape::{Atom, push_escaped};
use crate::property::{LinkTerm, link_term};

/// The longest way of writing one octet of an ASCII form: a character of four bytes, each escaped.
const MOST_BYTES_PER_OCTET: usize = 12;

/// How the host of a URL is to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostKind {
    /// A domain name or IP address, as in the schemes that the URL standard calls special and in
    /// links without a scheme.
    Domain,
    /// A name that only its scheme understands.
    Opaque,
}

/// Why a host is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadHost {
    Empty,
    TooLong,
    Domain,
    Ipv6,
    Opaque,
}

impl BadHost {
    pub(crate) fn expected(self) -> &'static str {
        match self {
            Self::Empty => "a host",
            Self::TooLong => "a host of at most 253 octets",
            Self::Domain => "a host name that UTS #46 allows",
            Self::Ipv6 => "an IPv6 address in brackets",
            Self::Opaque => "a host without spaces, brackets and URL syntax",
        }
    }
}

impl HostKind {
    /// The form for people: A-labels become U-labels, escapes become characters.
    ///
    /// A host that cannot be read so is shown as machines look it up, and one that is none as it is.
    pub(crate) fn shown(self, host: &str) -> Cow<'_, str> {
        if host.starts_with('[') || is_plain(host) {
            return Cow::Borrowed(host);
        }
        if self == Self::Opaque {
            return opaque_shown(host);
        }
        let shown = match unescaped(host) {
            Cow::Borrowed(bytes) => to_unicode(bytes),
            Cow::Owned(bytes) => to_unicode(&bytes).map(|name| Cow::Owned(name.into_owned())),
        };
        match shown {
            Some(shown) if shown == host => Cow::Borrowed(host),
            // Some A-labels decode to what is no label, and would lead elsewhere or nowhere.
            Some(shown) if shown.is_ascii() || self.ascii(&shown) == self.ascii(host) => shown,
            _ => self.ascii(host).unwrap_or(Cow::Borrowed(host)),
        }
    }

    /// The form for machines, all ASCII: U-labels become A-labels.
    pub(crate) fn ascii(self, host: &str) -> Result<Cow<'_, str>, BadHost> {
        if host.is_empty() {
            return Err(BadHost::Empty);
        }
        if host.len() > MOST_OCTETS * MOST_BYTES_PER_OCTET {
            return Err(BadHost::TooLong);
        }
        let name = if is_plain(host) {
            Cow::Borrowed(host)
        } else if let Some(address) = host.strip_prefix('[') {
            let address = address.strip_suffix(']').ok_or(BadHost::Ipv6)?;
            address.parse::<Ipv6Addr>().map_err(|_| BadHost::Ipv6)?;
            Cow::Borrowed(host)
        } else {
            match self {
                Self::Opaque => opaque(host)?,
                Self::Domain => match unescaped(host) {
                    Cow::Borrowed(bytes) => to_ascii(bytes)?,
                    Cow::Owned(bytes) => Cow::Owned(to_ascii(&bytes)?.into_owned()),
                },
            }
        };
        match name.strip_suffix('.').unwrap_or(&name).len() {
            0 => Err(BadHost::Empty),
            1..=MOST_OCTETS => Ok(name),
            _ => Err(BadHost::TooLong),
        }
    }
}

/// Whether a host is so plain that both forms are what it is: UTS #46 changes and refuses nothing.
fn is_plain(host: &str) -> bool {
    let plain = |b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-');
    // An A-label has two hyphens in a row.
    host.bytes().all(plain) && !host.split('-').skip(1).any(str::is_empty)
}

/// The URL standard lets a domain be percent-escaped.
fn unescaped(host: &str) -> Cow<'_, [u8]> {
    percent_decode_str(host).into()
}

fn to_ascii(name: &[u8]) -> Result<Cow<'_, str>, BadHost> {
    Uts46::new()
        .to_ascii(name, AsciiDenyList::URL, Hyphens::Allow, DnsLength::Ignore)
        .map_err(|_| BadHost::Domain)
}

fn to_unicode(name: &[u8]) -> Option<Cow<'_, str>> {
    let (shown, valid) = Uts46::new().to_unicode(name, AsciiDenyList::URL, Hyphens::Allow);
    valid.is_ok().then_some(shown)
}

/// The form for machines of a host that only its scheme understands. Case and escapes may matter
/// to it, so they stay.
fn opaque(host: &str) -> Result<Cow<'_, str>, BadHost> {
    let forbidden = |c: char| c.is_control() || " #/:<>?@[\\]^|".contains(c);
    if host.contains(forbidden) {
        return Err(BadHost::Opaque);
    }
    Ok(utf8_percent_encode(host, CONTROLS).into())
}

/// The same for people: what is above ASCII and no punctuation is spelled out.
fn opaque_shown(host: &str) -> Cow<'_, str> {
    if host.is_ascii() && !host.contains('%') {
        return Cow::Borrowed(host);
    }
    let mut shown = String::with_capacity(host.len());
    let mut rest = host;
    while let Some((atom, after)) = Atom::split(rest) {
        match atom.value.char().filter(|c| !c.is_ascii()) {
            Some(c) if link_term(c) == LinkTerm::Include => shown.push(c),
            Some(c) => push_escaped(c, &mut shown),
            None => shown.push_str(atom.source),
        }
        rest = after;
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_a_domain() {
        for (written, shown, ascii) in [
            ("example.com", "example.com", "example.com"),
            ("EXAMPLE.Com.", "example.com.", "example.com."),
            (
                "xn--bcher-kva.example",
                "bücher.example",
                "xn--bcher-kva.example",
            ),
            ("faß.de", "faß.de", "xn--fa-hia.de"),
            ("例。中国", "例.中国", "xn--fsq.xn--fiqs8s"),
            ("%E4%BE%8B.com", "例.com", "xn--fsq.com"),
            (
                "_dmarc.example.com",
                "_dmarc.example.com",
                "_dmarc.example.com",
            ),
            ("[2001:DB8::1]", "[2001:DB8::1]", "[2001:DB8::1]"),
        ] {
            assert_eq!(HostKind::Domain.shown(written), shown, "{written}");
            assert_eq!(
                HostKind::Domain.ascii(written).as_deref(),
                Ok(ascii),
                "{written}"
            );
        }
    }

    #[test]
    fn a_plain_host_is_what_uts46_says() {
        let pieces = ["a", "xn", "-", ".", "0", "z9", "", "com"];
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    for fourth in pieces {
                        let host = [first, second, third, fourth].concat();
                        if !is_plain(&host) {
                            assert!(host.contains("--") || host.ends_with('-'), "{host}");
                            continue;
                        }
                        assert_eq!(to_ascii(host.as_bytes()).as_deref(), Ok(&*host));
                        assert_eq!(to_unicode(host.as_bytes()).as_deref(), Some(&*host));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_host() {
        let long = "a.".repeat(127) + "com";
        for (written, why) in [
            ("", BadHost::Empty),
            (".", BadHost::Empty),
            ("\u{AD}", BadHost::Empty),
            ("a b", BadHost::Domain),
            ("a%2Fb", BadHost::Domain),
            ("a%FFb", BadHost::Domain),
            ("xn--a", BadHost::Domain),
            ("[::1", BadHost::Ipv6),
            ("[::g]", BadHost::Ipv6),
            (&long, BadHost::TooLong),
            (&"a".repeat(1 << 20), BadHost::TooLong),
        ] {
            assert_eq!(HostKind::Domain.ascii(written), Err(why), "{written:.20}");
        }
        assert_eq!(HostKind::Opaque.ascii("a|b"), Err(BadHost::Opaque));
    }

    #[test]
    fn only_its_scheme_understands_an_opaque_host() {
        assert_eq!(HostKind::Opaque.shown("XN--fsq"), "XN--fsq");
        assert_eq!(
            HostKind::Opaque.shown("例%41%E4%be%8B%E3%80%82"),
            "例%41例%E3%80%82"
        );
        assert_eq!(
            HostKind::Opaque.ascii("例%41").as_deref(),
            Ok("%E4%BE%8B%41")
        );
    }
}
