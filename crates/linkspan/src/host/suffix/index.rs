//! Finding top-level domains in a few instructions, since a text asks for one at every dot.

use alloc::vec::Vec;

/// The slots of a hash table hold the number of a label and one, or 0 if they are free.
pub(super) const FREE: u16 = 0;

/// The first eight bytes of a label, in lower case, with zeros after its end: all of most labels.
#[inline]
pub(super) fn key(label: &[u8]) -> u64 {
    match label.first_chunk() {
        Some(first) => lower(u64::from_le_bytes(*first)),
        None => lower(short(label)) & ((1 << (8 * label.len())) - 1),
    }
}

/// A hash of a label that does not depend on the case of its ASCII letters. It is told the label's
/// [`key`].
#[inline]
pub(super) fn hash(label: &[u8], key: u64) -> u32 {
    let last = match label.last_chunk() {
        Some(last) if label.len() > size_of_val(last) => lower(u64::from_le_bytes(*last)),
        _ => 0,
    };
    mix(key, last)
}

#[inline]
fn mix(first: u64, last: u64) -> u32 {
    let mixed = first.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ last.rotate_left(29);
    (mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 32) as u32
}

/// Lower case for letters; other characters of labels stay apart.
#[inline]
fn lower(bytes: u64) -> u64 {
    bytes | each(b' ')
}

/// The same byte eight times.
#[inline]
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Less than eight bytes as a number.
#[inline]
fn short(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        u64::from(first) | u64::from(last) << (8 * (length - size_of_val(&last)))
    } else {
        // Of up to three bytes, the first, the middle and the last are all.
        let at = |place: usize| {
            let byte = bytes.get(place).copied().unwrap_or_default();
            u64::from(byte) << (8 * place)
        };
        at(0) | at(length / 2) | at(length.saturating_sub(1))
    }
}

/// What is seen of a label at a glance: a hash of its letters, up to eight, and of what follows them.
/// `None` if that is an underscore or above ASCII, which take a closer look.
///
/// Most dots in a text are settled by this, so it has no branches that would often go wrong.
#[inline]
pub(super) fn glance(bytes: [u8; 8]) -> Option<u32> {
    const HIGH: u64 = each(0x80);
    let text = u64::from_le_bytes(bytes);
    let lower = lower(text);
    // Added to a byte below 0x80, each of these sets its high bit from a certain byte on.
    let low = lower & !HIGH;
    let from_a = low + each(0x80 - b'a');
    let after_z = low + each(0x80 - b'z' - 1);
    let letters = from_a & !after_z & !text & HIGH;
    let others = letters ^ HIGH;
    // The bits below the first byte that is no letter: all of them if there is none.
    let held = others.wrapping_sub(1) & !others;
    let after = match text.checked_shr(others.trailing_zeros() & !7) {
        Some(rest) => (rest & 0xFF) as usize,
        None => NOTHING_SEEN,
    };
    let follows = FOLLOWS.get(after).copied().unwrap_or(LOOK_CLOSER);
    let glance = mix(lower & (held >> 7), follows.into());
    (follows != LOOK_CLOSER).then_some(glance)
}

/// After all bytes, where no more was seen.
const NOTHING_SEEN: usize = 1 << u8::BITS;

const LOOK_CLOSER: u8 = 0;

/// What the byte after the letters of a label says: that it goes on, that it ends, or that it takes a closer
/// look.
static FOLLOWS: [u8; NOTHING_SEEN + 1] = {
    let mut follows = [0; NOTHING_SEEN + 1];
    let [bytes @ .., nothing_seen] = &mut follows;
    *nothing_seen = 1;
    let mut rest: &mut [u8] = bytes;
    let mut byte: u8 = 0;
    while let [follows, after @ ..] = rest {
        *follows = match byte {
            b'0'..=b'9' | b'-' => 2,
            b'_' | 0x80.. => LOOK_CLOSER,
            _ => 3,
        };
        byte = byte.wrapping_add(1);
        rest = after;
    }
    follows
};

/// How many bits the filter of [glances](glance) has: some ten for each top-level domain.
pub(super) const GLANCES: usize = 1 << 14;

/// How many bits the filter of [pairs](pair) has.
pub(super) const PAIRS: usize = 1 << 11;

/// How many bits the filter of [children](child) has.
pub(super) const CHILDREN: usize = 1 << 15;

/// The bit that stands for a hash.
#[inline]
fn filter_bit<const BITS: usize>(hash: u32) -> (usize, u64) {
    let bit = (hash >> 8) as usize % BITS;
    (bit / u64::BITS as usize, 1 << (bit % u64::BITS as usize))
}

/// Whether a filter may hold a hash. If not, it does not.
#[inline]
pub(super) fn may_hold<const BITS: usize>(filter: &[u64], hash: u32) -> bool {
    let (word, bit) = filter_bit::<BITS>(hash);
    filter.get(word).is_some_and(|word| word & bit != 0)
}

/// A filter of some hashes.
pub(super) fn filter<const BITS: usize>(hashes: impl Iterator<Item = u32>) -> Vec<u64> {
    let mut filter = alloc::vec![0; BITS / u64::BITS as usize];
    for hash in hashes {
        let (word, bit) = filter_bit::<BITS>(hash);
        if let Some(word) = filter.get_mut(word) {
            *word |= bit;
        }
    }
    filter
}

/// What is seen of a label alone.
pub(super) fn glance_at(label: &str) -> Option<u32> {
    glance(start_of(label))
}

/// A hash of the first two characters of a label.
#[inline]
pub(super) fn pair(first: char, second: char) -> u32 {
    mix(first.into(), second.into())
}

/// A hash of a label below a parent, in any case.
#[inline]
pub(super) fn child(parent: u32, label: &str) -> u32 {
    mix(key(label.as_bytes()), parent.into())
}

/// The first bytes of a label, and spaces if it has less.
fn start_of(label: &str) -> [u8; 8] {
    let mut start = [b' '; 8];
    for (to, from) in start.iter_mut().zip(label.bytes()) {
        *to = from;
    }
    start
}

/// The slots that a hash leads to, in the order in which they are tried.
#[inline]
pub(super) fn places(hash: u32, slots: usize) -> impl Iterator<Item = usize> {
    let mask = slots.wrapping_sub(1);
    let first = hash as usize;
    (0..slots).map(move |step| first.wrapping_add(step) & mask)
}

/// A hash table of labels, or `None` if there are too many.
pub(super) fn slots<'l>(labels: impl ExactSizeIterator<Item = &'l str>) -> Option<Vec<u16>> {
    let mut slots = alloc::vec![FREE; (2 * labels.len()).next_power_of_two()];
    let mut numbered = (1..=u16::MAX)
        .map(Some)
        .chain([None])
        .zip(labels)
        .collect::<Vec<_>>();
    // Short ones are asked for most, and should be where they are looked for first.
    numbered.sort_by_key(|(_, label)| label.len());
    for (number, label) in numbered {
        let label = label.as_bytes();
        let mut places = places(hash(label, key(label)), slots.len());
        let free = places.find(|&place| slots.get(place) == Some(&FREE))?;
        *slots.get_mut(free)? = number?;
    }
    Some(slots)
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    #[test]
    fn case_makes_no_difference() {
        for label in [
            "c",
            "co",
            "com",
            "info",
            "museum",
            "xn--p1ai",
            "xn--vermgensberatung-pwb",
        ] {
            let upper = label.to_ascii_uppercase();
            let [label, upper] = [label.as_bytes(), upper.as_bytes()];
            assert_eq!(
                hash(label, key(label)),
                hash(upper, key(upper)),
                "{upper:?}"
            );
        }
    }

    #[test]
    fn a_label_looks_the_same_whatever_follows_it() {
        let labels = [
            "",
            "c",
            "com",
            "info",
            "network",
            "NETWORK",
            "longname",
            "longername",
            "a1",
            "xn--p1ai",
        ];
        for label in labels {
            let alone = glance(start_of(&label.to_ascii_lowercase()));
            assert!(alone.is_some(), "{label}");
            for follows in [".", "/a", "@", "[", "`", "{", "\0", ".x1-", "://"] {
                let text = std::format!("{label}{follows}");
                assert_eq!(glance(start_of(&text)), alone, "{text:?}");
            }
        }
        for close_look in ["com_", "comé", "中国", "_", "com\u{80}"] {
            assert_eq!(glance(start_of(close_look)), None, "{close_look}");
        }
    }

    #[test]
    fn a_filter_holds_what_was_put_in_it() {
        let labels: Vec<String> = (0..1500).map(|n| std::format!("t{}", letters(n))).collect();
        let filter = filter::<GLANCES>(labels.iter().filter_map(|label| glance_at(label)));
        let holds = |label: &str| may_hold::<GLANCES>(&filter, glance_at(label).unwrap());
        assert!(labels.iter().all(|label| holds(label)));
        let held = (0..1000)
            .filter(|&n| holds(&std::format!("o{}", letters(n))))
            .count();
        assert!(held < 200, "{held} of 1000 that were not put in");
    }

    /// A number in letters.
    fn letters(number: u32) -> String {
        let digits = std::format!("{number}").into_bytes();
        digits
            .iter()
            .map(|digit| char::from(digit - b'0' + b'a'))
            .collect()
    }

    #[test]
    fn a_key_is_the_start_of_a_label() {
        for label in [
            "",
            "c",
            "co",
            "com",
            "info",
            "globo",
            "museum",
            "network",
            "download",
            "photography",
        ] {
            let mut start = [0; 8];
            for (to, from) in start.iter_mut().zip(label.bytes()) {
                *to = from;
            }
            assert_eq!(key(label.as_bytes()).to_le_bytes(), start, "{label}");
        }
    }

    #[test]
    fn labels_that_share_a_slot_are_all_kept() {
        let labels: Vec<String> = (0..5000)
            .map(|n| std::format!("xn--{n:08}x{:08}", n / 7))
            .collect();
        let slots = slots(labels.iter().map(String::as_str)).unwrap();
        for (number, label) in (1..).zip(&labels) {
            let hash = hash(label.as_bytes(), key(label.as_bytes()));
            let mut tried = places(hash, slots.len())
                .map_while(|place| slots.get(place).filter(|&&slot| slot != FREE));
            assert!(tried.any(|&slot| slot == number), "{label}");
        }
    }

    #[test]
    fn there_is_room_for_as_many_labels_as_numbers() {
        let labels = |count: u32| (0..count).map(|n| std::format!("x{n}")).collect::<Vec<_>>();
        let fits = |labels: &[String]| slots(labels.iter().map(String::as_str)).is_some();
        assert!(fits(&labels(65_535)));
        assert!(!fits(&labels(65_536)));
    }
}
