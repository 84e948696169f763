//! Hosts and domains in one form, so that equal names are equal strings.

use std::borrow::Cow;

use linkspan::url;

/// How many names are remembered. Texts of one column often link to few hosts, and a link has a name twice: its host and
/// its domain.
const SLOTS: usize = 128;

/// The readable forms of names: lower case, with Unicode labels unless they could deceive. These are the values of the
/// fields `host` and `domain` of the program `linkspan`.
///
/// A name that is not in this form already takes a microsecond to convert, so that the last ones are remembered: each has
/// one slot, by its hash.
#[derive(Default)]
pub(crate) struct ReadableNames {
    /// Names as written, and their readable forms. Empty until it is needed.
    slots: Vec<(String, String)>,
}

impl ReadableNames {
    /// The readable form of a name. `None` if the name is empty.
    pub(crate) fn get<'n>(&'n mut self, name: &'n str) -> Option<&'n str> {
        if name.is_empty() {
            return None;
        }
        if is_readable(name) {
            return Some(name);
        }
        if self.slots.is_empty() {
            self.slots.resize_with(SLOTS, Default::default);
        }
        let (written, readable) = self.slots.get_mut(slot(name))?;
        if written != name {
            *readable = slow_readable_name(name);
            name.clone_into(written);
        }
        Some(readable)
    }
}

/// The slot of a name: a hash of its bytes, by multiplication, of which the highest bits are the most mixed.
fn slot(name: &str) -> usize {
    const MULTIPLIER: u32 = 0x9E37_79B1;
    let hash = { name.bytes() }.fold(0_u32, |hash, byte| {
        (hash ^ u32::from(byte))
            .wrapping_mul(MULTIPLIER)
            .rotate_left(5)
    });
    (hash >> 16) as usize % SLOTS
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

    use super::{ReadableNames, SLOTS, is_readable, slot, slow_readable_name};

    /// The readable form, without what is remembered.
    fn readable_name(name: &str) -> Option<String> {
        ReadableNames::default().get(name).map(str::to_owned)
    }

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

    #[test]
    fn names_are_remembered_and_replaced() {
        let names = |number: usize| format!("bücher{number}.example");
        let mut readable = ReadableNames::default();
        // More names than slots, twice, so that names replace others and come back.
        for number in (0..4 * SLOTS).chain(0..4 * SLOTS) {
            let name = names(number);
            assert_eq!(readable.get(&name), Some(&*name));
        }
        let used: std::collections::BTreeSet<_> =
            (0..4 * SLOTS).map(|number| slot(&names(number))).collect();
        assert!(
            used.len() > SLOTS / 2,
            "{} of {SLOTS} slots are used",
            used.len()
        );
    }

    proptest! {
        #[test]
        fn the_order_of_names_does_not_matter(
            names in prop::collection::vec("(xn--)?[a-cA-Cüä。]{0,3}(\\.[a-cÄ]{1,3}){0,2}", 0..20),
        ) {
            let mut readable = ReadableNames::default();
            for name in &names {
                prop_assert_eq!(readable.get(name).map(str::to_owned), readable_name(name));
            }
        }

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
