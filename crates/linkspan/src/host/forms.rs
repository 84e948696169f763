//! The two forms of a host: the Unicode form for people and the ASCII form for the network.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::net::Ipv6Addr;

use percent_encoding::{CONTROLS, percent_decode_str, utf8_percent_encode};

use super::label::{label_texts, labels};
use crate::deception::{label_deceives, label_may_swap};
use crate::idna::{MAX_DOMAIN_LEN, Policy};
use crate::percent::{Unit, push_escaped};
use crate::property::{LinkTerm, link_term};
use crate::scheme;

/// The longest spelling of one octet of an ASCII form: a character of four bytes, each percent-escaped.
const MAX_BYTES_PER_OCTET: usize = 12;

/// How the host of a URL is interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostKind {
    /// A domain name or IP address: in the schemes that the URL standard calls special, and in links
    /// without a scheme.
    Domain,
    /// A name whose meaning only the scheme defines.
    Opaque,
}

/// The reason why a host is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostError {
    Empty,
    TooLong,
    Domain,
    Ipv6,
    Opaque,
}

impl HostError {
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
    /// The kind of hosts in URLs with this scheme.
    pub(crate) fn of_scheme(scheme: Option<&str>) -> Self {
        match scheme {
            Some(scheme) if !scheme::is_special(scheme) => Self::Opaque,
            _ => Self::Domain,
        }
    }

    /// The form for people: U-labels instead of A-labels, characters instead of percent-escapes. Labels that
    /// would deceive when decoded are in ASCII form.
    ///
    /// A host without a Unicode form is returned in its ASCII form, and an invalid one unchanged.
    pub(crate) fn to_unicode(self, host: &str) -> Cow<'_, str> {
        if host.starts_with('[') || is_ascii_form(host) {
            return Cow::Borrowed(host);
        }
        if self == Self::Opaque {
            let unicode = opaque_to_unicode(host);
            let is_decoded = host.contains('%') && unicode != host;
            if is_decoded && any_label_deceives(&unicode) {
                return Cow::Borrowed(host);
            }
            return unicode;
        }
        let unicode = match unescaped(host) {
            Cow::Borrowed(bytes) => Policy::Url.to_unicode(bytes),
            Cow::Owned(bytes) => {
                let name = Policy::Url.to_unicode(&bytes);
                name.map(|name| Cow::Owned(name.into_owned()))
            }
        };
        match unicode {
            Some(unicode) if unicode == host => Cow::Borrowed(host),
            Some(unicode) if unicode.is_ascii() => unicode,
            // Some A-labels decode to text that is not a valid label or has another ASCII form.
            Some(unicode) => match self.to_ascii(host) {
                Ok(ascii) if self.to_ascii(&unicode).as_ref() == Ok(&ascii) => {
                    without_deception(host, unicode, &ascii)
                }
                Ok(ascii) => ascii,
                Err(_) => Cow::Borrowed(host),
            },
            None => self.to_ascii(host).unwrap_or(Cow::Borrowed(host)),
        }
    }

    /// The form for the network: A-labels instead of U-labels.
    pub(crate) fn to_ascii(self, host: &str) -> Result<Cow<'_, str>, HostError> {
        if host.is_empty() {
            return Err(HostError::Empty);
        }
        if host.len() > MAX_DOMAIN_LEN * MAX_BYTES_PER_OCTET {
            return Err(HostError::TooLong);
        }
        let name = if is_ascii_form(host) {
            Cow::Borrowed(host)
        } else if let Some(address) = host.strip_prefix('[') {
            let address = address.strip_suffix(']').ok_or(HostError::Ipv6)?;
            address.parse::<Ipv6Addr>().map_err(|_| HostError::Ipv6)?;
            Cow::Borrowed(host)
        } else {
            match self {
                Self::Opaque => opaque_to_ascii(host)?,
                Self::Domain => domain_to_ascii(host).ok_or(HostError::Domain)?,
            }
        };
        match name.strip_suffix('.').unwrap_or(&name).len() {
            0 => Err(HostError::Empty),
            1..=MAX_DOMAIN_LEN => Ok(name),
            _ => Err(HostError::TooLong),
        }
    }
}

/// The Unicode form of a domain, with the labels in ASCII form that would deceive and are not written like
/// that already.
fn without_deception<'h>(host: &'h str, unicode: Cow<'h, str>, ascii: &str) -> Cow<'h, str> {
    let written: Vec<_> = labels(host, 0..host.len())
        .map(|label| label.text)
        .collect();
    let name = unicode.strip_suffix('.').unwrap_or(&unicode);
    let names: Vec<_> = name.split('.').collect();
    if written == names {
        return unicode;
    }
    let top_level = names.last().copied().unwrap_or_default();
    // An escaped dot separates labels, too. Then none of them counts as written.
    let are_written = written.len() == names.len();
    let may_stay = |number: usize, label: &str| {
        let is_written = are_written && written.get(number) == Some(&label);
        !is_written && !label.is_ascii()
    };
    let ascii: Vec<_> = ascii.split('.').collect();
    let mut shown = names.clone();
    for (number, (label, &ascii)) in shown.iter_mut().zip(&ascii).enumerate() {
        if may_stay(number, label) && label_deceives(label, top_level) {
            *label = ascii;
        }
    }
    // A label that stays in ASCII is read from left to right, so others may swap places because of it.
    let decoded = shown.clone();
    for (number, (label, &ascii)) in shown.iter_mut().zip(&ascii).enumerate() {
        if may_stay(number, label) && label_may_swap(&decoded, number) {
            *label = ascii;
        }
    }
    if shown == names {
        return unicode;
    }
    let mut shown = shown.join(".");
    if unicode.ends_with('.') {
        shown.push('.');
    }
    Cow::Owned(shown)
}

/// Whether readers may mistake the Unicode form of an opaque host for another one. As in a domain, the last label tells
/// which letters they expect.
fn any_label_deceives(unicode: &str) -> bool {
    let labels = label_texts(unicode);
    let last = labels.last().copied().unwrap_or_default();
    let top_level = Policy::Url.to_unicode(last.as_bytes()).unwrap_or_default();
    let deceives = |label: &str| label_deceives(label, &top_level);
    labels.iter().enumerate().any(|(number, &label)| {
        deceives(label)
            || label_may_swap(&labels, number)
            // In the form of UTS #46, too, the label must not deceive.
            || !label.is_ascii()
                && Policy::Url
                    .to_unicode(label.as_bytes())
                    .is_none_or(|unicode| deceives(&unicode))
    })
}

/// Whether a host is its own Unicode and ASCII form, so that UTS #46 need not process it. This is the case
/// for lower-case letters, digits, dots and hyphens, without double hyphens as in A-labels and without a
/// hyphen at the end. `false` is inconclusive.
pub(crate) fn is_ascii_form(host: &str) -> bool {
    let mut after_hyphen = false;
    for byte in host.bytes() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'.' => after_hyphen = false,
            b'-' if !after_hyphen => after_hyphen = true,
            _ => return false,
        }
    }
    !after_hyphen
}

/// The bytes of a host after percent-decoding, which the URL standard requires for domains.
fn unescaped(host: &str) -> Cow<'_, [u8]> {
    percent_decode_str(host).into()
}

fn domain_to_ascii(host: &str) -> Option<Cow<'_, str>> {
    match unescaped(host) {
        Cow::Borrowed(bytes) => Policy::Url.to_ascii(bytes),
        Cow::Owned(bytes) => Some(Cow::Owned(Policy::Url.to_ascii(&bytes)?.into_owned())),
    }
}

/// The ASCII form of an opaque host. Case and escapes may be significant, so they are kept.
fn opaque_to_ascii(host: &str) -> Result<Cow<'_, str>, HostError> {
    let forbidden = |c: char| c.is_control() || " #/:<>?@[\\]^|".contains(c);
    if host.contains(forbidden) {
        return Err(HostError::Opaque);
    }
    Ok(utf8_percent_encode(host, CONTROLS).into())
}

/// The Unicode form of an opaque host: only characters above ASCII that always belong to a link are
/// decoded.
fn opaque_to_unicode(host: &str) -> Cow<'_, str> {
    if host.is_ascii() && !host.contains('%') {
        return Cow::Borrowed(host);
    }
    let mut unicode = String::with_capacity(host.len());
    let mut rest = host;
    while let Some((unit, after)) = Unit::split_first(rest) {
        match unit.value.char().filter(|c| !c.is_ascii()) {
            Some(c) if link_term(c) == LinkTerm::Include => unicode.push(c),
            Some(c) => push_escaped(c, &mut unicode),
            None => unicode.push_str(unit.source),
        }
        rest = after;
    }
    Cow::Owned(unicode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_have_two_forms() {
        for (written, unicode, ascii) in [
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
            assert_eq!(HostKind::Domain.to_unicode(written), unicode, "{written}");
            assert_eq!(
                HostKind::Domain.to_ascii(written).as_deref(),
                Ok(ascii),
                "{written}"
            );
        }
    }

    #[test]
    fn the_written_length_of_a_host_is_limited() {
        const LIMIT: usize = MAX_DOMAIN_LEN * MAX_BYTES_PER_OCTET;
        // UTS #46 removes soft hyphens.
        let with_soft_hyphens = |len: usize| {
            let name = if len % 2 == 1 { "a.com" } else { "ab.com" };
            [name, &"\u{AD}".repeat((len - name.len()) / 2)].concat()
        };
        for len in LIMIT - 1..=LIMIT + 2 {
            let host = with_soft_hyphens(len);
            assert_eq!(host.len(), len);
            let is_short = HostKind::Domain.to_ascii(&host).is_ok();
            assert_eq!(is_short, len <= LIMIT, "{len}");
        }
    }

    #[test]
    fn uts46_leaves_ascii_forms_unchanged() {
        let pieces = ["a", "xn", "-", ".", "0", "z9", "", "com"];
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    for fourth in pieces {
                        let host = [first, second, third, fourth].concat();
                        if !is_ascii_form(&host) {
                            assert!(host.contains("--") || host.ends_with('-'), "{host}");
                            continue;
                        }
                        let bytes = host.as_bytes();
                        assert_eq!(Policy::Url.to_ascii(bytes).as_deref(), Some(&*host));
                        assert_eq!(Policy::Url.to_unicode(bytes).as_deref(), Some(&*host));
                    }
                }
            }
        }
    }

    #[test]
    fn invalid_hosts_are_rejected_with_a_reason() {
        let long = "a.".repeat(127) + "com";
        for (written, error) in [
            ("", HostError::Empty),
            (".", HostError::Empty),
            ("\u{AD}", HostError::Empty),
            ("a b", HostError::Domain),
            ("a%2Fb", HostError::Domain),
            ("a%FFb", HostError::Domain),
            ("xn--a", HostError::Domain),
            ("[::1", HostError::Ipv6),
            ("[::g]", HostError::Ipv6),
            (&long, HostError::TooLong),
            (&"a".repeat(1 << 20), HostError::TooLong),
        ] {
            assert_eq!(
                HostKind::Domain.to_ascii(written),
                Err(error),
                "{written:.20}"
            );
        }
        assert_eq!(HostKind::Opaque.to_ascii("a|b"), Err(HostError::Opaque));
    }

    #[test]
    fn opaque_hosts_keep_case_and_ascii_escapes() {
        assert_eq!(HostKind::Opaque.to_unicode("XN--fsq"), "XN--fsq");
        assert_eq!(HostKind::Opaque.to_unicode("A.%E4%be%8B"), "A.例");
        // UTS #46 allows no percent sign, so nothing is known about the rest of the name.
        for host in ["例%41%E4%be%8B", "%E4%be%8B%E3%80%82"] {
            assert_eq!(HostKind::Opaque.to_unicode(host), host);
        }
        assert_eq!(
            HostKind::Opaque.to_ascii("例%41").as_deref(),
            Ok("%E4%BE%8B%41")
        );
    }

    #[test]
    fn hosts_without_an_ascii_form_have_a_readable_one() {
        let long = "A.".repeat(150) + "COM";
        assert_eq!(HostKind::Domain.to_unicode(&long), long.to_lowercase());
        // A character that ends a link is escaped, whatever the label looks like.
        assert_eq!(HostKind::Opaque.to_unicode("раypal。"), "раypal%E3%80%82");
        assert_eq!(HostKind::Opaque.to_unicode("%D1%80aypal"), "%D1%80aypal");
    }

    #[test]
    fn what_is_written_in_unicode_stays_so() {
        assert_eq!(
            HostKind::Domain.to_unicode("раypal.EXAMPLE.com"),
            "раypal.example.com"
        );
        assert_eq!(
            HostKind::Domain.to_unicode("xn--ypal-43d9g.EXAMPLE.com"),
            "xn--ypal-43d9g.example.com"
        );
        // An escaped dot: no label counts as written.
        assert_eq!(
            HostKind::Domain.to_unicode("раypal%2Eexample.com"),
            "xn--ypal-43d9g.example.com"
        );
    }
}
