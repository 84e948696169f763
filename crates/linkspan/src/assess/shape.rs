//! The shape of a link: user names, URLs in URLs, addresses, ports, lengths.

use alloc::format;
use core::net::{Ipv4Addr, Ipv6Addr};
use core::ops::Range;

use super::code::Code;
use super::host::{Label, labels};
use super::report::{Level, Quoted, Report};
use crate::email;
use crate::host::{MOST_LABEL_OCTETS, MOST_OCTETS};
use crate::scan::Link;

/// Ports that web servers are customarily reached at.
const CUSTOMARY_PORTS: &[u16] = &[
    21, 80, 443, 3000, 4000, 4200, 5000, 5173, 8000, 8008, 8080, 8081, 8088, 8443, 8888, 9000, 9090,
];

/// Ports of other services, which browsers refuse to talk to (the Fetch standard's list, in ranges).
const REFUSED_PORTS: &[(u16, u16)] = &[
    (0, 1),
    (7, 7),
    (9, 9),
    (11, 11),
    (13, 13),
    (15, 15),
    (17, 17),
    (19, 20),
    (22, 23),
    (25, 25),
    (37, 37),
    (42, 43),
    (53, 53),
    (69, 69),
    (77, 77),
    (79, 79),
    (87, 87),
    (95, 95),
    (101, 104),
    (109, 111),
    (113, 113),
    (115, 115),
    (117, 117),
    (119, 119),
    (123, 123),
    (135, 135),
    (137, 137),
    (139, 139),
    (143, 143),
    (161, 161),
    (179, 179),
    (389, 389),
    (427, 427),
    (465, 465),
    (512, 515),
    (526, 526),
    (530, 532),
    (540, 540),
    (548, 548),
    (554, 554),
    (556, 556),
    (563, 563),
    (587, 587),
    (601, 601),
    (636, 636),
    (989, 990),
    (993, 993),
    (995, 995),
    (1719, 1720),
    (1723, 1723),
    (2049, 2049),
    (3659, 3659),
    (4045, 4045),
    (4190, 4190),
    (5060, 5061),
    (6000, 6000),
    (6566, 6566),
    (6665, 6669),
    (6679, 6679),
    (6697, 6697),
    (10080, 10080),
];

/// Whether a port needs no mention.
pub(super) fn is_customary(port: &str) -> bool {
    port.parse()
        .is_ok_and(|port| CUSTOMARY_PORTS.contains(&port))
}

/// Reports what is odd about the shape of a link.
pub(super) fn look(link: &Link<'_>, length_limit: usize, report: &mut Report) {
    let text = link.text();
    if let Some(range) = link.userinfo() {
        userinfo(text.get(range.clone()).unwrap_or_default(), range, report);
    }
    second_scheme(link, report);
    if link.has_domain() {
        odd_address(link, report);
    }
    if let Some(range) = link.port() {
        odd_port(text.get(range.clone()).unwrap_or_default(), range, report);
    }
    too_long(link, length_limit, report);
}

fn userinfo(user: &str, range: Range<usize>, report: &mut Report) {
    let (level, what) = if user.contains(['.', ':']) || !user.is_ascii() {
        (Level::Danger, "is a user name, not the host")
    } else {
        (Level::Warn, "is a user name")
    };
    // With the `@`, for there may be nothing before it.
    let range = range.start..range.end + usize::from(range.is_empty());
    let message = format!("{} before the '@' {what}", Quoted(user));
    report.add(Code::Userinfo, level, range, message);
}

fn second_scheme(link: &Link<'_>, report: &mut Report) {
    let text = link.text();
    let start = link.userinfo().map_or(link.host().end, |user| user.start);
    let rest = text.get(start..link.end()).unwrap_or_default();
    let Some(colon) = memchr::memmem::find(rest.as_bytes(), b"://") else {
        return;
    };
    let before = rest.get(..colon).unwrap_or_default();
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let length = before.chars().rev().take_while(|&c| is_scheme(c)).count();
    let scheme = before.get(colon - length..).unwrap_or_default();
    if !scheme.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return;
    }
    let start = start + colon - length;
    let message = format!("another URL starts inside, with '{scheme}://'");
    let range = start..start + length + "://".len();
    report.add(Code::SecondScheme, Level::Info, range, message);
}

fn odd_address(link: &Link<'_>, report: &mut Report) {
    let host = link.text().get(link.host()).unwrap_or_default();
    let message = if let Some(address) = host.strip_prefix('[') {
        let address = address.trim_end_matches(']').parse::<Ipv6Addr>().ok();
        let Some(inside) = address.and_then(|address| address.to_ipv4_mapped()) else {
            return;
        };
        format!("the host is another notation of {inside}")
    } else {
        let Some(address) = address(host) else {
            return;
        };
        match address {
            // The usual notation.
            Address::Of(_) if host.parse::<Ipv4Addr>().is_ok() => return,
            Address::Of(address) => format!("the host is another notation of {address}"),
            Address::Broken => format!("{} is no IP address, but looks like one", Quoted(host)),
        }
    };
    report.add(Code::OddAddress, Level::Danger, link.host(), message);
}

/// What a host that ends with a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Address {
    Of(Ipv4Addr),
    /// Nothing: browsers refuse it.
    Broken,
}

/// The address that a host stands for by the URL standard, in any notation. `None` if it is a name.
pub(super) fn address(host: &str) -> Option<Address> {
    let host = host.strip_suffix('.').unwrap_or(host);
    let last = host.rsplit('.').next()?;
    let is_number = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
    if !is_number && number(last).is_none() {
        return None;
    }
    Some(numbers(host).map_or(Address::Broken, Address::Of))
}

/// Reads one to four numbers, the last of which fills what the others leave.
fn numbers(host: &str) -> Option<Ipv4Addr> {
    if host.split('.').count() > 4 {
        return None;
    }
    let mut value: u64 = 0;
    let mut left = 4_u32;
    let mut parts = host.split('.').peekable();
    while let Some(part) = parts.next() {
        let number = number(part)?;
        let bits = if parts.peek().is_some() { 8 } else { 8 * left };
        if number >> bits != 0 {
            return None;
        }
        value = value << bits | number;
        left = left.checked_sub(1)?;
    }
    u32::try_from(value).ok().map(Ipv4Addr::from)
}

/// A number in decimal, octal (`017`) or hexadecimal (`0x1f`) notation.
fn number(part: &str) -> Option<u64> {
    let (digits, radix) = match part.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (part.get(2..)?, 16),
        [b'0', _, ..] => (part.get(1..)?, 8),
        _ => (part, 10),
    };
    if digits.is_empty() {
        return Some(0); // `0x`
    }
    // `from_str_radix` takes a sign.
    digits
        .starts_with(|c: char| c.is_ascii_alphanumeric())
        .then(|| u64::from_str_radix(digits, radix).ok())?
}

fn odd_port(port: &str, range: Range<usize>, report: &mut Report) {
    if port.is_empty() || is_customary(port) {
        return;
    }
    let refused = port.parse().is_ok_and(|port: u16| {
        REFUSED_PORTS
            .iter()
            .any(|&(first, last)| (first..=last).contains(&port))
    });
    let (level, what) = if refused {
        (Level::Warn, "is one that browsers refuse to talk to")
    } else {
        (Level::Info, "is not one that web servers customarily have")
    };
    let message = format!("the port {} {what}", Quoted(port));
    report.add(Code::OddPort, level, range, message);
}

fn too_long(link: &Link<'_>, length_limit: usize, report: &mut Report) {
    let length = link.end() - link.start();
    if length > length_limit {
        let message = format!("the link has {length} bytes, and the limit is {length_limit}");
        report.add(Code::TooLong, Level::Warn, link.range(), message);
    }
    if let Some(local) = link
        .local_part()
        .filter(|local| local.len() > email::MOST_OCTETS)
    {
        let message = format!(
            "the local part has {} octets, and mail carries 64",
            local.len()
        );
        report.add(Code::TooLong, Level::Warn, local, message);
    }
    let host = link.host();
    if host.len() <= MOST_LABEL_OCTETS && link.as_str().is_ascii() {
        return;
    }
    let mut octets = 0;
    for label in labels(link.text(), host.clone()) {
        let length = octets_of(&label);
        octets += length + 1;
        if length > MOST_LABEL_OCTETS {
            let message =
                format!("the label has {length} octets, and the limit is {MOST_LABEL_OCTETS}");
            report.add(Code::TooLong, Level::Warn, label.range, message);
        }
    }
    // The dots count, and a root dot may be there.
    if octets > MOST_OCTETS + 2 && host.len() > MOST_LABEL_OCTETS {
        let message = format!("the host has more than {MOST_OCTETS} octets");
        report.add(Code::TooLong, Level::Warn, host, message);
    }
}

/// How many octets a label has in ASCII, or for a short one, at most.
fn octets_of(label: &Label<'_>) -> usize {
    /// What Punycode needs for a character at most, and in front.
    const MOST_DIGITS: usize = 6;
    const PREFIX: usize = "xn--".len();
    if label.written.is_ascii() {
        return label.written.len();
    }
    let most = PREFIX + MOST_DIGITS * label.written.chars().count();
    if most <= MOST_LABEL_OCTETS {
        return most;
    }
    label
        .ascii()
        .map_or(label.written.len(), |ascii| ascii.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_every_notation() {
        let loopback = Some(Address::Of(Ipv4Addr::LOCALHOST));
        for host in [
            "127.0.0.1",
            "0x7f.1",
            "2130706433",
            "0177.0.0.01",
            "127.1",
            "0x7f000001",
            "127.0.0.1.",
        ] {
            assert_eq!(address(host), loopback, "{host}");
        }
        for host in [
            "1.2.3.4.5",
            "256.1.1.1",
            "08.1",
            "4294967296",
            "example.256",
            "1..2",
        ] {
            assert_eq!(address(host), Some(Address::Broken), "{host}");
        }
        for host in ["example.com", "0x7f.example", "1.0xg", "", "a.0x+1"] {
            assert_eq!(address(host), None, "{host}");
        }
    }
}
