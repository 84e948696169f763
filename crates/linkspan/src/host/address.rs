//! Hosts that are IPv4 addresses in one of the notations of the URL standard.

use core::net::Ipv4Addr;

/// How the URL standard reads a host that ends in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumericHost {
    Address(Ipv4Addr),
    /// Not a valid address. Browsers reject it.
    Invalid,
}

/// Parses a host as the URL standard does. `None` if it does not end in a number and so is a name.
pub(crate) fn parse_numeric_host(host: &str) -> Option<NumericHost> {
    let host = host.strip_suffix('.').unwrap_or(host);
    let last = host.rsplit('.').next()?;
    // In the "ends in a number" check of the URL standard, digits are a number even if they are not valid
    // octal.
    let is_decimal = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
    if !is_decimal && parse_ipv4_number(last).is_none() {
        return None;
    }
    Some(parse_ipv4(host).map_or(NumericHost::Invalid, NumericHost::Address))
}

/// Parses one to four numbers. The last number fills all bytes that the others leave.
fn parse_ipv4(host: &str) -> Option<Ipv4Addr> {
    if host.split('.').count() > 4 {
        return None;
    }
    let mut address: u64 = 0;
    let mut bytes_left = 4_u32;
    let mut parts = host.split('.').peekable();
    while let Some(part) = parts.next() {
        let number = parse_ipv4_number(part)?;
        let is_last = parts.peek().is_none();
        let bits = if is_last { 8 * bytes_left } else { 8 };
        if number >> bits != 0 {
            return None;
        }
        address = address << bits | number;
        bytes_left = bytes_left.checked_sub(1)?;
    }
    u32::try_from(address).ok().map(Ipv4Addr::from)
}

/// Parses a number in decimal, octal (`017`) or hexadecimal (`0x1f`) notation.
fn parse_ipv4_number(part: &str) -> Option<u64> {
    let (digits, radix) = match part.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (part.get(2..)?, 16),
        [b'0', _, ..] => (part.get(1..)?, 8),
        _ => (part, 10),
    };
    if digits.is_empty() {
        return Some(0); // `0x`
    }
    // `from_str_radix` accepts a sign, the URL standard does not.
    digits
        .starts_with(|c: char| c.is_ascii_alphanumeric())
        .then(|| u64::from_str_radix(digits, radix).ok())?
}

/// Whether the last label of a domain consists of ASCII digits.
pub(crate) fn ends_with_digits(domain: &str) -> bool {
    let last = domain.rsplit('.').next().unwrap_or_default();
    last.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_every_notation() {
        let loopback = Some(NumericHost::Address(Ipv4Addr::LOCALHOST));
        for host in [
            "127.0.0.1",
            "0x7f.1",
            "2130706433",
            "0177.0.0.01",
            "127.1",
            "0x7f000001",
            "127.0.0.1.",
        ] {
            assert_eq!(parse_numeric_host(host), loopback, "{host}");
        }
        for host in [
            "1.2.3.4.5",
            "256.1.1.1",
            "08.1",
            "4294967296",
            "example.256",
            "1..2",
        ] {
            assert_eq!(
                parse_numeric_host(host),
                Some(NumericHost::Invalid),
                "{host}"
            );
        }
        for host in ["example.com", "0x7f.example", "1.0xg", "", "a.0x+1"] {
            assert_eq!(parse_numeric_host(host), None, "{host}");
        }
    }
}
