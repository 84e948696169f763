//! The port after a host.

use crate::counter;
use crate::property::{HostClass, host_class};

/// The port after a host.
pub(super) enum Port {
    /// No port.
    None,
    /// A port that ends at this offset.
    Ends(usize),
    /// A number that is not a port and ends at this offset.
    Invalid(usize),
}

/// The port after the host that ends at `host_end`. Digits that a letter follows are not a port, unless the
/// letter is of a script without spaces and so may start a word.
pub(super) fn port(text: &str, host_end: usize) -> Port {
    let rest = text.get(host_end..).unwrap_or_default();
    let Some(rest) = rest.strip_prefix(':') else {
        return Port::None;
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    counter::add(digits + 1);
    let end = host_end + 1 + digits;
    let number = rest.get(..digits).unwrap_or_default();
    let next = rest.get(digits..).and_then(|rest| rest.chars().next());
    let is_letter = |c: char| match host_class(c) {
        HostClass::Latin | HostClass::Letter => c.is_alphabetic(),
        _ => false,
    };
    let letter_follows = next.is_some_and(is_letter);
    if digits == 0 || letter_follows {
        Port::None
    } else if digits <= 5 && number.parse::<u16>().is_ok() {
        Port::Ends(end)
    } else {
        Port::Invalid(end)
    }
}
