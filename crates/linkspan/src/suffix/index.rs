//! Fast lookup of top-level domains, since every dot in a text needs one.
//!
//! A hash table maps the labels of top-level domains to nodes. Two Bloom filters reject most text after a dot
//! before that lookup: one by the first bytes, one by the first two characters above ASCII. A third filter
//! rejects most labels below a domain of the list. Each filter uses one hash function.

use alloc::vec::Vec;

use super::AfterHyphen;
use crate::sort::sort_by;

/// The value of a free slot of the hash table. Any other slot holds the index of a label plus one.
pub(super) const FREE: u16 = 0;

/// The first eight bytes of a label, in lower case, padded with zeros. Most labels are not longer.
#[inline]
pub(super) fn key(label: &[u8]) -> u64 {
    match label.first_chunk() {
        Some(first) => lower(u64::from_le_bytes(*first)),
        None => lower(short(label)) & ((1 << (8 * label.len())) - 1),
    }
}

/// The [`key`] of a label of at most eight bytes, given with at least as many bytes of what follows it.
#[inline(always)]
pub(super) fn key_in_text(bytes: [u8; 8], len: usize) -> u64 {
    let unused_bits = u64::BITS as usize - 8 * len.clamp(1, 8);
    lower(u64::from_le_bytes(bytes)) << unused_bits >> unused_bits
}

/// A hash of a label that is independent of ASCII case. `key` is the label's [`key`].
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

/// Converts ASCII letters to lower case. Other characters of valid labels stay distinct.
#[inline]
fn lower(bytes: u64) -> u64 {
    bytes | each(b' ')
}

/// The same byte eight times.
#[inline]
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Fewer than eight bytes as a number.
#[inline]
fn short(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        u64::from(first) | u64::from(last) << (8 * (length - size_of_val(&last)))
    } else if let (Some(first), [.., last]) = (bytes.first_chunk(), bytes) {
        // Two or three bytes, which may overlap.
        u64::from(u16::from_le_bytes(*first)) | u64::from(*last) << (8 * (length - 1))
    } else {
        bytes.first().copied().map_or(0, u64::from)
    }
}

/// The hash of the prefilter, of up to eight leading letters in any case; and the byte after them, or a letter if all bytes
/// are letters.
///
/// This function runs at every dot in a text, so it has no branches.
#[cfg_attr(not(feature = "compact-tables"), inline(always))]
pub(super) fn prefix_hash(bytes: [u8; 8]) -> (u32, u8) {
    const HIGH: u64 = each(0x80);
    let text = u64::from_le_bytes(bytes);
    let lower = lower(text);
    // Each addition sets the high bit of the bytes that are at least `a`, or greater than `z`.
    let low = lower & !HIGH;
    let from_a = low + each(0x80 - b'a');
    let after_z = low + each(0x80 - b'z' - 1);
    let letters = from_a & !after_z & !text & HIGH;
    let others = letters ^ HIGH;
    // The bits below the first byte that is not a letter: all bits if every byte is a letter.
    let leading = others.wrapping_sub(1) & !others;
    // If every byte is a letter, nothing is shifted.
    let [next, ..] = text
        .wrapping_shr(others.trailing_zeros() & !7)
        .to_le_bytes();
    let hash = (lower & (leading >> 7)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    (hash as u32, next)
}

/// For each byte, the bits of the [`AfterHyphen`]s with which it needs the slow path after letters: underscores and bytes above
/// ASCII always do, since the label may continue or end there.
pub(super) static NEEDS_SLOW_PATH: [u8; 1 << u8::BITS] = {
    const ALWAYS: u8 = AfterHyphen::Label as u8 | AfterHyphen::Word as u8;
    let mut bits = [0; 1 << u8::BITS];
    let mut rest: &mut [u8] = &mut bits;
    let mut byte: u8 = 0;
    while let [bits, after @ ..] = rest {
        *bits = match byte {
            b'-' => AfterHyphen::Word as u8,
            b'_' | 0x80.. => ALWAYS,
            _ => 0,
        };
        byte = byte.wrapping_add(1);
        rest = after;
    }
    bits
};

/// The size in bits of the filter of [prefixes](prefix_hash): about forty per top-level domain, since a false positive
/// costs as much as many dots that are rejected.
pub(super) const PREFIX_BITS: usize = 1 << 16;

/// The size in bits of the filter of [pairs](pair_hash): about two hundred per top-level domain in Unicode form.
/// After an ideographic full stop, to examine a label takes as long as to reject fifty.
pub(super) const PAIR_BITS: usize = 1 << 15;

/// The size in bits of the filter of [children](child_hash).
pub(super) const CHILD_BITS: usize = 1 << 15;

/// The bit of a filter that a hash selects: the index of its word and a mask.
#[inline]
fn filter_bit<const BITS: usize>(hash: u32) -> (usize, u64) {
    // The upper bits of a product depend on all bits of its factors.
    let bit = (hash >> (u32::BITS - BITS.ilog2())) as usize;
    (bit / u64::BITS as usize, 1 << (bit % u64::BITS as usize))
}

/// Whether a filter may contain a hash. `false` is exact, `true` may be a false positive.
#[inline]
pub(super) fn may_contain<const BITS: usize>(filter: &[u64], hash: u32) -> bool {
    let (word, bit) = filter_bit::<BITS>(hash);
    filter.get(word).is_some_and(|word| word & bit != 0)
}

/// The filter that contains these hashes.
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

/// The [`prefix_hash`] of a label at the end of a text.
pub(super) fn label_prefix_hash(label: &[u8]) -> u32 {
    prefix_hash(padded(label)).0
}

/// A hash of the first two characters of a label.
#[inline]
pub(super) fn pair_hash(first: u32, second: u32) -> u32 {
    mix(first.into(), second.into())
}

/// The code points of the first two characters of a text, if both are ideographs of the main block (U+4E00 to U+9FFF).
#[inline(always)]
pub(super) fn ideographs(bytes: [u8; 8]) -> Option<(u32, u32)> {
    const FIRST: u32 = 0x4E00;
    const LAST: u32 = 0x9FFF;
    // Three bytes are a character of this block only if the first one is that of a character of three bytes, since all
    // other code points that they may seem to encode are outside of it.
    let code_point = |[first, second, third]: [u8; 3]| {
        u32::from(first) << 12 ^ u32::from(second) << 6 ^ u32::from(third) ^ 0xE_2080
    };
    let &[first @ .., _, _, _, _, _] = &bytes;
    let &[_, _, _, second @ .., _, _] = &bytes;
    let (first, second) = (code_point(first), code_point(second));
    let is_ideograph = |c: u32| c.wrapping_sub(FIRST) <= LAST - FIRST;
    (is_ideograph(first) & is_ideograph(second)).then_some((first, second))
}

/// A hash of a label below a parent, independent of ASCII case.
#[inline]
pub(super) fn child_hash(parent: u32, label: &str) -> u32 {
    mix(key(label.as_bytes()), parent.into())
}

/// The first eight bytes of a label, padded with spaces.
fn padded(label: &[u8]) -> [u8; 8] {
    let mut start = [b' '; 8];
    for (to, &from) in start.iter_mut().zip(label) {
        *to = from;
    }
    start
}

/// The slots to probe for a hash, in order (linear probing).
#[inline]
pub(super) fn probe(hash: u32, slots: usize) -> impl Iterator<Item = usize> {
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
    // Short labels are the most frequent, so they get the slots that are probed first.
    sort_by(&mut numbered, |(_, a), (_, b)| a.len().cmp(&b.len()));
    for (number, label) in numbered {
        let label = label.as_bytes();
        let mut slots_to_try = probe(hash(label, key(label)), slots.len());
        let free = slots_to_try.find(|&slot| slots.get(slot) == Some(&FREE))?;
        *slots.get_mut(free)? = number?;
    }
    Some(slots)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::string::String;

    use super::*;

    proptest! {
        #[test]
        fn ideographs_are_those_of_the_decoder(text in "[a-zé一-鿿㐀-䷿ぁ-ヺ가-힣。𠀀]{2,4} {8}") {
            let bytes = *text.as_bytes().first_chunk().unwrap();
            let mut chars = text.chars();
            let first_two = (chars.next().unwrap(), chars.next().unwrap());
            let is_ideograph = |c| matches!(c, '\u{4E00}'..='\u{9FFF}');
            let expected = (is_ideograph(first_two.0) && is_ideograph(first_two.1))
                .then_some((first_two.0.into(), first_two.1.into()));
            prop_assert_eq!(ideographs(bytes), expected, "{:?}", text);
        }

        #[test]
        fn keys_do_not_depend_on_what_follows(label in "[a-zA-Z0-9-]{1,8}", after in "[ -~]{8}") {
            let text = std::format!("{label}{after}");
            let bytes = *text.as_bytes().first_chunk().unwrap();
            prop_assert_eq!(key_in_text(bytes, label.len()), key(label.as_bytes()));
        }
    }

    #[test]
    fn hash_is_independent_of_case() {
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
    fn prefix_hash_is_independent_of_what_follows_the_label() {
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
            let alone = label_prefix_hash(label.to_ascii_lowercase().as_bytes());
            for follows in [".", "/a", "@", "[", "`", "{", "\0", ".x1-", "://", "_", "é"] {
                let text = std::format!("{label}{follows}");
                assert_eq!(label_prefix_hash(text.as_bytes()), alone, "{text:?}");
            }
        }
    }

    #[test]
    fn what_follows_letters_may_need_the_slow_path() {
        let needs_slow_path = |text: &str, hyphen: AfterHyphen| {
            let (_, next) = prefix_hash(padded(text.as_bytes()));
            let bits = NEEDS_SLOW_PATH.get(usize::from(next)).copied();
            bits.unwrap_or_default() & hyphen as u8 != 0
        };
        for text in ["com_", "comé", "中国", "_", "com\u{80}"] {
            assert!(needs_slow_path(text, AfterHyphen::Label), "{text}");
            assert!(needs_slow_path(text, AfterHyphen::Word), "{text}");
        }
        for text in ["com.", "com/", "com", "", "com1", "community", "xn\u{7F}"] {
            assert!(!needs_slow_path(text, AfterHyphen::Label), "{text}");
            assert!(!needs_slow_path(text, AfterHyphen::Word), "{text}");
        }
        assert!(!needs_slow_path("com-on", AfterHyphen::Label));
        assert!(needs_slow_path("com-on", AfterHyphen::Word));
    }

    #[test]
    fn a_filter_contains_its_members_and_few_others() {
        let labels: Vec<String> = (0..1500).map(|n| std::format!("t{}", letters(n))).collect();
        let filter = filter::<PREFIX_BITS>(
            labels
                .iter()
                .map(|label| label_prefix_hash(label.as_bytes())),
        );
        let contains =
            |label: &str| may_contain::<PREFIX_BITS>(&filter, label_prefix_hash(label.as_bytes()));
        assert!(labels.iter().all(|label| contains(label)));
        let false_positives = (0..1000)
            .filter(|&n| contains(&std::format!("o{}", letters(n))))
            .count();
        assert!(
            false_positives < 200,
            "{false_positives} of 1000 non-members"
        );
    }

    /// A number spelled in letters.
    fn letters(number: u32) -> String {
        let digits = std::format!("{number}").into_bytes();
        digits
            .iter()
            .map(|digit| char::from(digit - b'0' + b'a'))
            .collect()
    }

    #[test]
    fn a_key_is_the_first_eight_bytes() {
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
    fn labels_with_colliding_hashes_are_all_found() {
        let labels: Vec<String> = (0..5000)
            .map(|n| std::format!("xn--{n:08}x{:08}", n / 7))
            .collect();
        let slots = slots(labels.iter().map(String::as_str)).unwrap();
        for (number, label) in (1..).zip(&labels) {
            let hash = hash(label.as_bytes(), key(label.as_bytes()));
            let mut tried = probe(hash, slots.len())
                .map_while(|slot| slots.get(slot).filter(|&&slot| slot != FREE));
            assert!(tried.any(|&slot| slot == number), "{label}");
        }
    }

    #[test]
    fn the_table_holds_65535_labels() {
        let labels = |count: u32| (0..count).map(|n| std::format!("x{n}")).collect::<Vec<_>>();
        let fits = |labels: &[String]| slots(labels.iter().map(String::as_str)).is_some();
        assert!(fits(&labels(65_535)));
        assert!(!fits(&labels(65_536)));
    }
}
