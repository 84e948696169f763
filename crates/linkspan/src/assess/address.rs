//! IP addresses in unusual notations.
//!
//! The URL standard parses a host that ends in a number as an IPv4 address, with one to four numbers in decimal, octal
//! or hexadecimal notation. A reader does not recognize the address in `0x7f.1` or `2130706433`.

use alloc::format;
use core::net::{Ipv4Addr, Ipv6Addr};

use super::code::Code;
use super::level::Level;
use super::message::quoted;
use super::report::Report;
use crate::host::{HostKind, NumericHost, parse_numeric_host};
use crate::link::Link;

/// Reports an address in an unusual notation, and an invalid address.
pub(super) fn report_address(link: &Link<'_>, report: &mut Report) {
    if !link.has_domain() {
        return;
    }
    let host = link.text().get(link.host_range()).unwrap_or_default();
    let message = match host.strip_prefix('[') {
        Some(ipv6) => {
            let ipv6 = ipv6.trim_end_matches(']').parse::<Ipv6Addr>().ok();
            let Some(mapped) = ipv6.and_then(|ipv6| ipv6.to_ipv4_mapped()) else {
                return;
            };
            format!("the host is an unusual notation of the IP address {mapped}")
        }
        None => match numeric_host(host) {
            None => return,
            // The usual notation.
            Some(NumericHost::Address(_)) if host.parse::<Ipv4Addr>().is_ok() => return,
            Some(NumericHost::Address(address)) => {
                format!("the host is an unusual notation of the IP address {address}")
            }
            Some(NumericHost::Invalid) => {
                format!(
                    "{} looks like an IP address but is not a valid one",
                    quoted(host)
                )
            }
        },
    };
    report.add(Code::OddAddress, Level::Danger, link.host_range(), message);
}

/// Whether browsers read a host as an IP address, or as a malformed one.
pub(super) fn is_address(host: &str) -> bool {
    host.starts_with('[') || numeric_host(host).is_some()
}

/// The address that a browser reads, after percent-decoding and UTS #46.
fn numeric_host(host: &str) -> Option<NumericHost> {
    if host.is_ascii() && !host.contains('%') {
        return parse_numeric_host(host);
    }
    parse_numeric_host(&HostKind::Domain.to_ascii(host).ok()?)
}
