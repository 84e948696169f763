//! Ports on which a reader does not expect a web server.

use alloc::format;

use super::code::Code;
use super::level::Level;
use super::message::quoted;
use super::report::Report;
use crate::link::Link;

/// Reports a port that browsers block, or that is unusual for a web server.
pub(super) fn report_port(link: &Link<'_>, report: &mut Report) {
    let Some(range) = link.port_range() else {
        return;
    };
    let text = link.text().get(range.clone()).unwrap_or_default();
    let number = text.parse::<u16>().ok();
    if text.is_empty() || number.is_some_and(|number| COMMON_PORTS.contains(&number)) {
        return;
    }
    let (level, what) = if number.is_some_and(is_blocked) {
        (Level::Warn, "is blocked by browsers")
    } else {
        (Level::Info, "is unusual for a web server")
    };
    let message = format!("the port {} {what}", quoted(text));
    report.add(Code::OddPort, level, range, message);
}

fn is_blocked(port: u16) -> bool {
    BLOCKED_PORTS
        .iter()
        .any(|&(first, last)| (first..=last).contains(&port))
}

/// Ports that are common for web servers, including those of development servers.
const COMMON_PORTS: &[u16] = &[
    21, 80, 443, 3000, 4000, 4200, 5000, 5173, 8000, 8008, 8080, 8081, 8088, 8443, 8888, 9000, 9090,
];

/// Ports of other services, to which browsers do not connect: the "bad ports" of the Fetch standard, as ranges.
const BLOCKED_PORTS: &[(u16, u16)] = &[
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocked_ports_are_sorted_and_not_common() {
        assert!(BLOCKED_PORTS.iter().all(|(first, last)| first <= last));
        assert!(BLOCKED_PORTS.is_sorted_by(|before, after| before.1 < after.0));
        assert!(!COMMON_PORTS.iter().any(|&port| is_blocked(port)));
    }
}
