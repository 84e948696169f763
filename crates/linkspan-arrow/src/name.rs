//! Hosts and domains in one form, so that equal names are equal strings.

use std::borrow::Cow;

use linkspan::url;

/// The readable form of a name: lower case, with Unicode labels unless they could deceive. `None` if the name is empty.
///
/// These are the values of the fields `host` and `domain` of the program `linkspan`.
pub(crate) fn readable_name(name: &str) -> Option<Cow<'_, str>> {
    if name.is_empty() {
        return None;
    }
    if is_readable(name) {
        return Some(Cow::Borrowed(name));
    }
    Some(Cow::Owned(slow_readable_name(name)))
}

/// Whether the name is in readable form already. `true` is exact, `false` is inconclusive.
fn is_readable(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'.');
    // Digits need the slow path only in the last label, which makes a name an IPv4 address, and only there are they rare.
    let (front, last) = name.rsplit_once('.').unwrap_or(("", name));
    front
        .bytes()
        .all(|byte| is_plain(byte) || byte.is_ascii_digit())
        && !last.is_empty()
        && last.bytes().all(is_plain)
        && !name.contains("--")
}

fn slow_readable_name(name: &str) -> String {
    // A host that UTS #46 does not allow, after an unknown scheme, stays as it is.
    let ascii = url::to_ascii(name).map_or_else(|_| name.to_lowercase(), Cow::into_owned);
    match url::to_readable(&ascii) {
        Ok(Cow::Owned(readable)) => readable,
        _ => ascii,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{is_readable, readable_name, slow_readable_name};

    #[test]
    fn ways_to_write_a_name_are_equal() {
        let names = [
            "BÜCHER.example",
            "bücher.example",
            "xn--bcher-kva.example",
            "Bücher。example",
        ];
        for name in names {
            assert_eq!(
                readable_name(name).as_deref(),
                Some("bücher.example"),
                "{name}"
            );
        }
        assert_eq!(readable_name(""), None);
    }

    #[test]
    fn a_name_that_could_deceive_is_in_ascii() {
        assert_eq!(
            readable_name("аррӏе.com").as_deref(),
            Some("xn--80ak6aa92e.com")
        );
    }

    proptest! {
        #[test]
        fn the_fast_path_equals_the_slow_path(
            name in "[a-c0-9-]{1,5}(\\.[a-c0-9x-]{1,5}){0,3}|(xn--)?[a-z0-9-]{1,12}\\.(com|c0m|1|0x1)"
        ) {
            if is_readable(&name) && url_accepts(&name) {
                prop_assert_eq!(slow_readable_name(&name), name);
            }
        }
    }

    fn url_accepts(name: &str) -> bool {
        linkspan::url::to_ascii(name).is_ok()
    }
}
